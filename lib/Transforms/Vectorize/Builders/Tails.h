//===- Tails.h - What is left over of a row ---------------------*- C++ -*-===//
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

namespace mlir::reduce {

/// Returns powers of two, greatest first, that add up to `extent`; none is
/// greater than `largest`, itself a power of two. Of `extent / largest` times
/// `largest` nothing is listed: that is what a loop is for.
SmallVector<int64_t> getTailWidths(int64_t extent, int64_t largest);

/// A part of a row.
struct Piece {
  int64_t offset, width;
  /// How many of its first elements are part of a piece before, too.
  int64_t numRepeated = 0;
};

/// Returns the pieces of a row of `extent` elements that follow its multiple of
/// `largest`, a power of two: ever smaller powers of two, and a last one of
/// `smallest` elements that ends with the row, if that is long enough.
SmallVector<Piece> getTailPieces(int64_t extent, int64_t largest,
                                 int64_t smallest);

/// Builds the elements of `piece` of the innermost loop, whose index in
/// `indices` is set, in any order, neutral ones in place of those that are
/// repeated.
State buildPiece(ImplicitLocOpBuilder &builder,
                 const VectorReduction &reduction,
                 MutableArrayRef<Value> indices, Piece piece);

/// Builds a state of elements.
using BuildStateFn = llvm::function_ref<State(ImplicitLocOpBuilder &)>;

/// Combines carried values with elements of a row that are built for it.
using CombineElementsFn = llvm::function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &, ValueRange, BuildStateFn)>;

/// Builds what is left from `from` on of a row whose length is known only at
/// run time: calls `combine` with one machine vector after the other, or with
/// fewer elements, to go into the front lanes. The index of the innermost loop
/// in `indices` is set. Returns the values carried last.
SmallVector<Value> buildDynamicTail(ImplicitLocOpBuilder &builder,
                                    const VectorReduction &reduction,
                                    const VectorTarget &target,
                                    MutableArrayRef<Value> indices, Value from,
                                    ValueRange carried,
                                    CombineElementsFn combine);

/// Builds the mask of those of `width` elements from `index` on that come
/// before `extent`.
Value buildTailMask(ImplicitLocOpBuilder &builder, Value index, Value extent,
                    int64_t width);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_TAILS_H
