//===- Reshapes.h - Reshapes of shards --------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules for tensor.collapse_shape and tensor.expand_shape, here called
// reshapes.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_SHARDING_RESHAPES_H
#define REDUCE_LIB_TRANSFORMS_SHARDING_RESHAPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::reduce::detail {

/// Returns whether `op` is a reshape.
bool isReshape(Operation *op);

/// Fails, with an error, if the reshape `op` cannot work on shards of its
/// source. `counts` has the number of shards along each dimension of the
/// source, which may be dynamic.
LogicalResult verifyReshapeOfShards(Operation *op, ArrayRef<int64_t> counts);

/// Returns the result type of the reshape `op` after dimensions of its source
/// have become dynamic that are split, and that `op` can reshape.
RankedTensorType inferReshapedType(Operation *op);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_SHARDING_RESHAPES_H
