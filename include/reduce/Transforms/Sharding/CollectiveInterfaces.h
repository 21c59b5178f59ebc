//===- CollectiveInterfaces.h - Lowering of collectives ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_SHARDING_COLLECTIVEINTERFACES_H
#define REDUCE_TRANSFORMS_SHARDING_COLLECTIVEINTERFACES_H

namespace mlir {
class DialectRegistry;

namespace reduce {

/// Attaches upstream's BufferizableOpInterface and
/// ReifyRankedShapedTypeOpInterface to `shard.all_reduce` and
/// `shard.all_gather`.
///
/// They bufferize to a call of a private function (`CollectiveCalls.h`) and a
/// `cf.assert` that the call succeeded: `shard.all_reduce` in place, and
/// `shard.all_gather` into a new buffer. The call takes the address and the
/// number of elements, and the codes of `reduce_comm.h`. Without the other
/// interface, each computation of a shape would communicate.
void registerCollectiveExternalModels(DialectRegistry &registry);

} // namespace reduce
} // namespace mlir

#endif // REDUCE_TRANSFORMS_SHARDING_COLLECTIVEINTERFACES_H
