//===- Tails.h - Tails of rows ----------------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_TAILS_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_TAILS_H

#include "Loops.h"
#include "VectorTarget.h"

namespace mlir::reduce::detail {

/// Returns descending powers of two that add up to `extent % largest`, where
/// `largest` is a power of two.
SmallVector<int64_t> getTailWidths(int64_t extent, int64_t largest);

/// A part of a row.
struct Piece {
  int64_t offset, width;
  /// The number of its first elements that are also part of a previous piece.
  int64_t numRepeated = 0;
};

/// Returns the pieces of a row of `extent` elements after the last multiple of
/// `largest`, which is a power of two. Their widths are descending powers of
/// two. If the row is long enough, one piece of `smallest` elements that ends
/// with the row replaces all pieces below `smallest`.
SmallVector<Piece> getTailPieces(int64_t extent, int64_t largest,
                                 int64_t smallest);

/// Builds the elements of `piece`, which starts at `place` of `inputs`, in any
/// order. Repeated elements are replaced by neutral ones if they would change
/// the result.
State buildPiece(ImplicitLocOpBuilder &builder,
                 const VectorReduction &reduction, ValueRange inputs,
                 ValueRange place, Piece piece);

/// Builds a state of elements.
using BuildStateFn = llvm::function_ref<State(ImplicitLocOpBuilder &)>;

/// Combines loop-carried values with the elements that its last argument
/// builds.
using CombineElementsFn = llvm::function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &, ValueRange, BuildStateFn)>;

/// Builds the tail, from `from` on, of a row whose length is known only at run
/// time. Calls `combine` for one machine vector at a time, or for fewer
/// elements, which belong in the first lanes. Sets the index of the innermost
/// loop in `indices`. Returns the final values.
SmallVector<Value> buildDynamicTail(ImplicitLocOpBuilder &builder,
                                    const VectorReduction &reduction,
                                    const VectorTarget &target,
                                    MutableArrayRef<Value> indices, Value from,
                                    ValueRange carried,
                                    CombineElementsFn combine);

/// Builds the mask of those of `width` lanes that `isInMask` returns true for.
Value buildLaneMask(ImplicitLocOpBuilder &builder, int64_t width,
                    llvm::function_ref<bool(int64_t)> isInMask);

/// Builds the mask, for `width` elements from `index` on, of those that are
/// before `extent`.
Value buildTailMask(ImplicitLocOpBuilder &builder, Value index, Value extent,
                    int64_t width);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_TAILS_H
