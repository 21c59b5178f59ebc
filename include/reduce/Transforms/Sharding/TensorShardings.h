//===- TensorShardings.h - Casts and reshapes -------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_SHARDING_TENSORSHARDINGS_H
#define REDUCE_TRANSFORMS_SHARDING_TENSORSHARDINGS_H

namespace mlir {
class DialectRegistry;

namespace reduce {

/// Attaches upstream's ShardingInterface to tensor.cast, tensor.collapse_shape,
/// tensor.dim and tensor.expand_shape.
void registerTensorShardingExternalModels(DialectRegistry &registry);

} // namespace reduce
} // namespace mlir

#endif // REDUCE_TRANSFORMS_SHARDING_TENSORSHARDINGS_H
