//===- AllReduceInterfaces.h - Lowering of shard.all_reduce -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_SHARDING_ALLREDUCEINTERFACES_H
#define REDUCE_TRANSFORMS_SHARDING_ALLREDUCEINTERFACES_H

namespace mlir {
class DialectRegistry;

namespace reduce {

/// Attaches upstream's BufferizableOpInterface and
/// ReifyRankedShapedTypeOpInterface to `shard.all_reduce`.
///
/// It bufferizes in place, to a call of the private function
/// `reduce.all_reduce` and a `cf.assert` that the call succeeded. The call
/// takes the address and the number of elements, and the codes of
/// `reduce_comm.h`. Without the other interface, each computation of a shape
/// would communicate.
void registerAllReduceExternalModels(DialectRegistry &registry);

} // namespace reduce
} // namespace mlir

#endif // REDUCE_TRANSFORMS_SHARDING_ALLREDUCEINTERFACES_H
