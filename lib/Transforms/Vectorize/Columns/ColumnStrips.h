//===- ColumnStrips.h - Strips of columns that accumulate -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_COLUMNS_COLUMNSTRIPS_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_COLUMNS_COLUMNSTRIPS_H

#include "Transforms/Vectorize/Builders/NumberCombination.h"
#include "Transforms/Vectorize/Builders/Tails.h"

namespace mlir::reduce::detail {

/// Columns of the innermost loop, which is kept, that are reduced together.
struct Columns {
  /// The first column of each vector, and the number of columns of each.
  SmallVector<Value> offsets;
  SmallVector<int64_t> widths;
  /// Whether all of them exist.
  bool areInBounds;
};

/// Returns the number of columns of a strip of rows, each of which is a stream
/// that the processor follows.
int64_t getStreamWidth(const Reduction &reduction, const VectorTarget &target);

/// Returns the number of elements of the widest input in a cache line.
int64_t getElementsOfLine(const Reduction &reduction);

/// Returns whether each row of `reduction`, whose extents are known, starts at
/// a cache line if the first does.
bool areRowsAligned(const Reduction &reduction);

/// Returns whether the loops of `reduction` are an outer one, one over rows,
/// which are reduced, and one over columns, and all rows of an outer index are
/// a block of memory.
bool areRowsBlocks(const Reduction &reduction);

/// Returns whether the input of `reduction` is known to be in no cache, and the
/// target reads memory in several places: then, outer indices are not reduced
/// together, but take turns.
bool doOuterIndicesTakeTurns(const Reduction &reduction,
                             const VectorTarget &target);

/// Returns whether strips of columns are known to be better than vectors of
/// several rows: outer indices take turns, and vectors are cache lines, so that
/// one strip goes over rows that are not very short in the order of memory.
bool areStripsBetter(const Reduction &reduction, const VectorTarget &target);

/// Returns whether rows, which are reduced in any order, are known to be read
/// in unrolled streams: the last cache does not have the input, and all rows of
/// an outer index have at least `limits::minUnrolledRowsBytes`.
bool areRowsInUnrolledStreams(const Reduction &reduction,
                              const VectorTarget &target);

/// Builds whether `areRowsInUnrolledStreams` holds, also for extents that are
/// not known.
Value buildAreRowsInUnrolledStreams(ImplicitLocOpBuilder &builder,
                                    const Reduction &reduction,
                                    const VectorTarget &target);

/// Builds the number of elements of all rows of an outer index: the product of
/// the last two extents.
Value buildBlockElements(ImplicitLocOpBuilder &builder,
                         const Reduction &reduction);

/// Returns whether strips of columns of `reduction`, whose extents are known
/// then, gain from prefetches.
bool doColumnsGainFromPrefetches(const Reduction &reduction,
                                 const VectorTarget &target);

/// Makes strips of columns prefetch if they gain from it. `numRows`: how many
/// successive rows a strip goes over.
void usePrefetchesOfColumns(VectorReduction &reduction,
                            const VectorTarget &target, int64_t numRows);

/// Builds loops over strips of columns, and over the remaining columns, for a
/// reduction whose innermost loop is kept.
class ColumnStrips {
public:
  /// `width`: the number of columns of a strip.
  ColumnStrips(const VectorReduction &reduction, const VectorTarget &target,
               int64_t width);

  /// Returns the indices of the loops. The user must set those of all kept
  /// loops except the innermost, and of all reduced loops except the last.
  MutableArrayRef<Value> getIndices() { return indices; }

  /// Builds the processing of columns: maps the loop-carried tensors to the
  /// next ones.
  using VisitFn = llvm::function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, ValueRange, const Columns &)>;

  /// Builds loops that call `visitColumns` for the columns from `from` to `to`;
  /// if these are null, for all columns, some of them perhaps twice if results
  /// may be repeated. Otherwise, `from` must be a multiple of the width, and
  /// `to` a multiple or the extent. Returns the final tensors.
  SmallVector<Value> visit(ImplicitLocOpBuilder &builder, ValueRange carried,
                           Value from, Value to, VisitFn visitColumns);

  /// Builds the initial states of the accumulators, one for each vector of
  /// `columns`.
  SmallVector<Value> buildStarts(ImplicitLocOpBuilder &builder,
                                 ValueRange destinations,
                                 const Columns &columns);

  /// Builds the combination of `accumulators`, which are in `form`, with
  /// `numRows` rows of the last reduced loop, starting at `firstRow`; null
  /// means the first row. If `step` is not null, each row is that far after the
  /// one before and a stream, and their number must be known, or at most
  /// `limits::maxStreams`. Otherwise, rows of known number are in `streams`,
  /// which reorder them.
  SmallVector<Value> buildRows(ImplicitLocOpBuilder &builder,
                               const VectorReduction &form,
                               const Columns &columns, ValueRange accumulators,
                               OpFoldResult numRows, Value firstRow = {},
                               Value step = {}, const Streams &streams = {});

  /// Applies the epilogue to `accumulators`, stores the results, and returns
  /// the updated tensors.
  SmallVector<Value> buildResults(ImplicitLocOpBuilder &builder,
                                  ValueRange destinations,
                                  const Columns &columns,
                                  ValueRange accumulators);

private:
  /// Returns the order of columns in accumulators. Accumulators that are read
  /// from the destination have its order.
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
  SmallVector<Value> visitLeftOver(ImplicitLocOpBuilder &builder,
                                   ValueRange carried, Value from,
                                   VisitFn visitColumns);
  SmallVector<Value> visitOverlapping(ImplicitLocOpBuilder &builder,
                                      ValueRange carried, VisitFn visitColumns);

  const VectorReduction &reduction;
  const VectorTarget &target;
  unsigned innermost, rowLoop;
  /// The number of elements of a machine vector; of the narrowest strip, of
  /// which fewer columns are not in bounds, if loads can be masked; and of
  /// other strips.
  int64_t lanes, narrowest, width;
  SmallVector<Value> indices;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_COLUMNS_COLUMNSTRIPS_H
