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
#include "Transforms/Analysis/PartBuilder.h"

namespace mlir::reduce::detail {

/// Builds a reduction in pieces. The reduction must have `hasConstantStart()`.
/// Each function returns the tensors with all results.
class PieceBuilder : PartBuilder {
public:
  explicit PieceBuilder(const Reduction &reduction)
      : PartBuilder(reduction),
        takesEpilogue(reduction.isReassociable() ||
                      !reduction.isReduced(reduction.getNumLoops() - 1)) {}

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
  int64_t getRest(const Cut &cut) const;
  Part getPiece(ImplicitLocOpBuilder &builder, ArrayRef<Cut> cuts,
                ValueRange numbers) const;
  Part getRestOf(ImplicitLocOpBuilder &builder, const Cut &cut) const;
  SmallVector<Value> buildPieceResults(ImplicitLocOpBuilder &builder,
                                       const Part &part, ValueRange slices,
                                       ValueRange accumulators = {}) const;
  SmallVector<Value> buildAccumulators(ImplicitLocOpBuilder &builder,
                                       ArrayRef<OpFoldResult> sizes) const;
  SmallVector<Value> buildPartialResults(ImplicitLocOpBuilder &builder,
                                         const Part &part, ValueRange neutral,
                                         ValueRange partials,
                                         ArrayRef<OpFoldResult> offsets,
                                         ArrayRef<OpFoldResult> sizes,
                                         size_t numReduced) const;
  SmallVector<Value> buildEpilogue(ImplicitLocOpBuilder &builder,
                                   ValueRange accumulated) const;

  /// Whether each piece computes the epilogue. If no strategy applies, it would
  /// need memory of its own in each piece.
  bool takesEpilogue;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_THREADS_PIECEBUILDER_H
