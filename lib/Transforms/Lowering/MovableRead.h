//===- MovableRead.h - Reads that can be done later -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_LOWERING_MOVABLEREAD_H
#define REDUCE_LIB_TRANSFORMS_LOWERING_MOVABLEREAD_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::reduce {

/// Returns the read that is `vector` if `user`, which is after it, can read it
/// as well: both are in the same block, nothing else uses `vector`, and nothing
/// writes between them. Returns null if not, or if they are too far apart to
/// find that out.
inline vector::TransferReadOp getMovableRead(Value vector, Operation *user) {
  auto read = vector.getDefiningOp<vector::TransferReadOp>();
  if (!read || !read->hasOneUse() || read->getBlock() != user->getBlock())
    return {};
  // Rows are multiplied soon after they are read.
  constexpr int maxDistance = 256;
  int distance = 0;
  for (Operation *op = read->getNextNode(); op != user; op = op->getNextNode())
    if (op->getNumRegions() > 0 ||
        mightHaveEffect<MemoryEffects::Write, MemoryEffects::Free>(op) ||
        ++distance > maxDistance)
      return {};
  return read;
}

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_LOWERING_MOVABLEREAD_H
