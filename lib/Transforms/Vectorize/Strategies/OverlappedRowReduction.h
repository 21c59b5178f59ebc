//===- OverlappedRowReduction.h - Rows as overlapping pieces ----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_OVERLAPPEDROWREDUCTION_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_OVERLAPPEDROWREDUCTION_H

#include "Transforms/Vectorize/Builders/NumberCombination.h"

namespace mlir::reduce::detail {

/// Returns how many vectors of rows are merged into one at most.
int64_t getOverlappedVectors(const VectorTarget &target);

/// Returns the widths of pieces, in descending order, that rows of unknown
/// length are read in: pieces of a width are for rows that have at least as
/// many elements and, except for the greatest width, at most twice as many.
/// Returns nothing if `reduction` cannot be read in pieces.
SmallVector<int64_t> getPieceWidths(const Reduction &reduction,
                                    const VectorTarget &target);

/// Builds the loops for rows that have at least `pieceWidth` elements and, if
/// that is less than a vector, at most twice as many. Returns the resulting
/// tensors.
SmallVector<Value> buildOverlappedRows(ImplicitLocOpBuilder &builder,
                                       const Reduction &reduction,
                                       const VectorTarget &target,
                                       int64_t pieceWidth);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_OVERLAPPEDROWREDUCTION_H
