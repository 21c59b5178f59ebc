//===- ColumnStrips.h - Strips of columns that accumulate -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_COLUMNSTRIPS_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_COLUMNSTRIPS_H

#include "NumberCombination.h"
#include "Tails.h"

namespace mlir::reduce {

/// Columns of the innermost, kept loop that are reduced together.
struct Columns {
  /// The first one of each vector, and how many there are.
  SmallVector<Value> offsets;
  SmallVector<int64_t> widths;
  /// Whether all of them exist.
  bool areInBounds;
};

/// Strips of columns, each as wide as the accumulators, and what is left over;
/// and what is done with them by a reduction of which the innermost loop is
/// kept.
class ColumnStrips {
public:
  ColumnStrips(const VectorReduction &reduction, const VectorTarget &target);

  /// The indices of the loops. Those of kept loops but the innermost, and of
  /// reduced loops but the last, are the user's to set.
  MutableArrayRef<Value> getIndices() { return indices; }

  /// Does something with columns: maps the tensors that are carried to the next
  /// ones.
  using VisitFn = llvm::function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, ValueRange, const Columns &)>;

  /// Builds a visit to all columns from `from` to `to`, which are null for all
  /// there are; else `from` is a multiple of the width, and so is `to` unless
  /// it is the extent. Returns the tensors carried last.
  SmallVector<Value> visit(ImplicitLocOpBuilder &builder, ValueRange carried,
                           Value from, Value to, VisitFn visitColumns);

  /// Returns the states that accumulators start with, one for each vector of
  /// `columns`.
  SmallVector<Value> buildStarts(ImplicitLocOpBuilder &builder,
                                 ValueRange destinations,
                                 const Columns &columns);

  /// Builds the combination of `accumulators` with `numRows` rows of the last
  /// reduced loop, from `firstRow` on, which is null for the first one.
  SmallVector<Value> buildRows(ImplicitLocOpBuilder &builder,
                               const Columns &columns, ValueRange accumulators,
                               Value firstRow, OpFoldResult numRows);

  /// Stores what the epilogue makes of `accumulators` and returns the tensors
  /// after that.
  SmallVector<Value> buildResults(ImplicitLocOpBuilder &builder,
                                  ValueRange destinations,
                                  const Columns &columns,
                                  ValueRange accumulators);

private:
  /// The order of columns in accumulators. Those that are read from the
  /// destination have its order.
  LaneOrder getOrder(int64_t columns) const {
    return reduction.hasConstantStart() ? reduction.getFastestOrder(columns)
                                        : LaneOrder::Memory;
  }
  Columns buildStrip(ImplicitLocOpBuilder &builder, Value offset);
  SmallVector<Value> getResultIndices(Value offset);
  SmallVector<Value> combineRows(ImplicitLocOpBuilder &builder,
                                 const VectorReduction &form,
                                 const Columns &columns,
                                 ValueRange accumulators, ArrayRef<Value> rows);
  SmallVector<Value> buildRowsOf(ImplicitLocOpBuilder &builder,
                                 const VectorReduction &form,
                                 const Columns &columns,
                                 ValueRange accumulators, Value firstRow,
                                 OpFoldResult numRows);
  SmallVector<Value> visitLeftOver(ImplicitLocOpBuilder &builder,
                                   ValueRange carried, Value from,
                                   VisitFn visitColumns);

  const VectorReduction &reduction;
  const VectorTarget &target;
  unsigned innermost, rowLoop;
  /// Elements of a machine vector, and of a strip.
  int64_t lanes, width;
  SmallVector<Value> indices;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_COLUMNSTRIPS_H
