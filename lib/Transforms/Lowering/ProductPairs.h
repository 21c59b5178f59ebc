//===- ProductPairs.h - Products of two registers at once -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_LOWERING_PRODUCTPAIRS_H
#define REDUCE_LIB_TRANSFORMS_LOWERING_PRODUCTPAIRS_H

#include "reduce/IR/ReduceAttributes.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::reduce::detail {

/// The width in bits of the parts of a register in which x86 shuffles.
inline constexpr unsigned laneBits = 128;

/// Returns the number of i64 in a register of `target` if it multiplies them in
/// pairs of registers; 0 if not. A register has a lane at least.
inline int64_t getPairedElements(VectorTargetAttr target) {
  return target.getPairsI64Products() && target.getVectorBits() >= laneBits
             ? target.getVectorBits() / 64
             : 0;
}

/// Returns the read that is `value` if it can be done before `place` as well,
/// which is after it: it has one use, and nothing writes in between. Returns
/// null if not, or if they are in different blocks or too far apart to find
/// that out.
inline vector::TransferReadOp getMovableRead(Value value, Operation *place) {
  auto read = value.getDefiningOp<vector::TransferReadOp>();
  if (!read || !read->hasOneUse() || read->getBlock() != place->getBlock())
    return {};
  // Rows are multiplied soon after they are read.
  constexpr int maxDistance = 256;
  int distance = 0;
  for (Operation *op = read->getNextNode(); op != place; op = op->getNextNode())
    if (!op || op->getNumRegions() > 0 ||
        mightHaveEffect<MemoryEffects::Write, MemoryEffects::Free>(op) ||
        ++distance > maxDistance)
      return {};
  return read;
}

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_LOWERING_PRODUCTPAIRS_H
