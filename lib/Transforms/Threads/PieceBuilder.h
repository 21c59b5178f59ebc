//===- PieceBuilder.h - A reduction in pieces -------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_THREADS_PIECEBUILDER_H
#define REDUCE_LIB_TRANSFORMS_THREADS_PIECEBUILDER_H

#include "PiecePlan.h"

namespace mlir::reduce::detail {

/// A part of the iteration space of a reduction.
struct Part {
  SmallVector<OpFoldResult> offsets, sizes;
};

/// Builds a reduction in pieces. The reduction must have `hasConstantStart()`.
/// Each function returns the tensors with all results.
class PieceBuilder {
public:
  explicit PieceBuilder(const Reduction &reduction)
      : reduction(reduction), op(reduction.getOp()),
        keptLoops(reduction.getParallelLoops()),
        takesEpilogue(reduction.isReassociable() ||
                      !reduction.isReduced(reduction.getNumLoops() - 1)) {
    for (Value init : op.getDpsInits())
      fills.push_back(init.getDefiningOp<linalg::FillOp>());
  }

  /// Builds `plan` by `buildKept` or `buildReduced`.
  SmallVector<Value> build(ImplicitLocOpBuilder &builder,
                           const PiecePlan &plan) {
    return plan.reduced.empty() ? buildKept(builder, plan.kept)
                                : buildReduced(builder, plan);
  }

  /// Builds pieces that compute different results.
  SmallVector<Value> buildKept(ImplicitLocOpBuilder &builder,
                               ArrayRef<Cut> cuts);

  /// Builds pieces that compute partial results, and the combination of these.
  SmallVector<Value> buildReduced(ImplicitLocOpBuilder &builder,
                                  const PiecePlan &plan);

  /// Builds a copy of the reduction without pieces.
  SmallVector<Value> buildWhole(ImplicitLocOpBuilder &builder);

private:
  SmallVector<OpFoldResult> getOnes(size_t count) const {
    return SmallVector<OpFoldResult>(count,
                                     Builder(op.getContext()).getIndexAttr(1));
  }
  SmallVector<OpFoldResult> getKept(ArrayRef<OpFoldResult> ofLoops) const {
    return llvm::map_to_vector(keptLoops,
                               [&](unsigned loop) { return ofLoops[loop]; });
  }
  int64_t getRest(const Cut &cut) const;
  Part getWhole(ImplicitLocOpBuilder &builder) const;
  Part getPiece(ImplicitLocOpBuilder &builder, ArrayRef<Cut> cuts,
                ValueRange numbers) const;
  Part getRestOf(ImplicitLocOpBuilder &builder, const Cut &cut) const;
  SmallVector<Value> buildReduction(ImplicitLocOpBuilder &builder,
                                    const Part &part, ValueRange starts,
                                    ValueRange destinations) const;
  SmallVector<Value> buildResults(ImplicitLocOpBuilder &builder,
                                  const Part &part,
                                  ValueRange destinations) const;
  SmallVector<Value> buildPartialResults(ImplicitLocOpBuilder &builder,
                                         const Part &part, ValueRange neutral,
                                         ValueRange partials,
                                         ArrayRef<OpFoldResult> offsets,
                                         ArrayRef<OpFoldResult> sizes) const;
  SmallVector<Value> buildCombination(ImplicitLocOpBuilder &builder,
                                      ValueRange partials);
  SmallVector<Value> buildEpilogue(ImplicitLocOpBuilder &builder,
                                   ValueRange accumulated) const;
  SmallVector<Value> getStarts() const;
  SmallVector<Value> getFilled() const;

  const Reduction &reduction;
  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  mutable SmallVector<linalg::FillOp> fills;
  SmallVector<unsigned> keptLoops;
  /// Whether each piece computes the epilogue. If no strategy applies, it would
  /// need memory of its own in each piece.
  bool takesEpilogue;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_THREADS_PIECEBUILDER_H
