//===- ElementwiseShardings.h - Elementwise operations ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_SHARDING_ELEMENTWISESHARDINGS_H
#define REDUCE_TRANSFORMS_SHARDING_ELEMENTWISESHARDINGS_H

namespace mlir {
class DialectRegistry;

namespace reduce {

/// Attaches upstream's ElementwiseShardingInterface to the elementwise
/// operations of the dialects arith and math, for which upstream does not do
/// it. All their operands must be tensors.
void registerElementwiseShardingExternalModels(DialectRegistry &registry);

} // namespace reduce
} // namespace mlir

#endif // REDUCE_TRANSFORMS_SHARDING_ELEMENTWISESHARDINGS_H
