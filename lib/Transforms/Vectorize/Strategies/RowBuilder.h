//===- RowBuilder.h - Common parts of row strategies ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_ROWBUILDER_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_ROWBUILDER_H

#include "Strategy.h"
#include "Transforms/Vectorize/Builders/Loops.h"
#include "Transforms/Vectorize/Builders/MemoryAccess.h"

namespace mlir::reduce::detail {

/// Succeeds if the innermost loop is reduced, in any order. Otherwise fails and
/// sets the reason in `choice`.
LogicalResult matchReducedRows(const Reduction &reduction, Choice &choice);

/// Succeeds if the innermost loop is reduced, in any order, and has a static
/// extent, so that the number of elements in a block of rows is static. The
/// loop before it must be kept. Otherwise fails and sets the reason in
/// `choice`.
LogicalResult matchBlocksOfRows(const Reduction &reduction, Choice &choice);

/// Succeeds if the innermost loop is kept and the loop before it is reduced, in
/// any order, so that successive rows can be read as one. Otherwise fails and
/// sets the reason in `choice`.
LogicalResult matchKeptRows(const Reduction &reduction, Choice &choice);

/// Returns the number of elements of all rows up to which vectors that rows do
/// not fill are faster than full ones (packed-rows): those of `fills` vectors,
/// or of fewer if groups of rows gain from being whole vectors.
int64_t getMaxPartElements(const Reduction &reduction,
                           const VectorTarget &target, int64_t fills);

/// Base of the builders that read several rows of the innermost loop as one
/// vector.
class RowBuilder {
protected:
  /// `joinsRows`: whether `buildRowInputs` joins rows if it can.
  RowBuilder(const Reduction &reduction, const VectorTarget &target,
             bool joinsRows = true)
      : joinsRows(joinsRows), reduction(reduction), target(target),
        rowLoop(reduction.getNumLoops() - 2), lanes(target.getLanes(reduction)),
        indices(reduction.getNumLoops()) {
    if (isKnownFar(reduction, target) &&
        gainsFromPrefetches(reduction, target, /*isAligned=*/false))
      this->reduction.usePrefetches(getPrefetchDistance(reduction, target));
  }

  /// Returns the indices of all loops before the two innermost ones, followed
  /// by `offset`, the index of these two as one loop.
  SmallVector<Value> getJoinedIndices(Value offset) const {
    SmallVector<Value> joined(llvm::drop_end(indices, 2));
    joined.push_back(offset);
    return joined;
  }

  /// Whether the two innermost dimensions of the inputs can be read as one.
  bool areRowsJoined() const {
    return joinsRows && !reduction.readsIndices() &&
           reduction.hasContiguousInputs();
  }

  /// Returns the inputs, with joined rows if `areRowsJoined()`.
  SmallVector<Value> buildRowInputs(ImplicitLocOpBuilder &builder) const;

  /// Returns where `numRows` rows from `firstRow` on start: the offset of the
  /// first element in joined rows, otherwise the index of the row.
  SmallVector<Value> buildRowStarts(ImplicitLocOpBuilder &builder,
                                    Value firstRow, int64_t numRows) const;

  /// Returns the indices in `buildRowInputs` of the element at `offset` of the
  /// row that starts at `rowStart`.
  SmallVector<Value> getPlace(ImplicitLocOpBuilder &builder, Value rowStart,
                              Value offset) const;

  /// Builds all rows in blocks of `size`, as `buildResultBlocks` does, in
  /// streams if the machine gains: unrolled ones if `areBlocksUnrolled` and the
  /// input is known to be in no cache. In the order of memory and in no cache,
  /// blocks prefetch later ones. `isCovered`:
  /// whether the last two blocks may overlap; null if they always may.
  /// `buildShift`: how many rows before multiples of `size` the blocks after
  /// the first one start, if the number of rows is known.
  SmallVector<Value> buildRowBlocks(ImplicitLocOpBuilder &builder, int64_t size,
                                    BuildBlockFn buildBlock,
                                    Value isCovered = {},
                                    BuildValueFn buildShift = {});

  /// Builds whether a block of `size` rows that overlaps the one before takes
  /// less time than the rows that are left over, in smaller blocks. Fewer rows
  /// take as long as `busyRows`, and the combination of the lanes of a smaller
  /// block as long as reading `mergeBytes`.
  Value buildIsCovered(ImplicitLocOpBuilder &builder, int64_t size,
                       int64_t busyRows, int64_t mergeBytes);

  /// Returns whether an instruction blends two vectors, and each has two parts
  /// that shuffles leave at a cost: with AVX2, and where a strategy uses its
  /// vectors in place of those of AVX-512.
  bool hasShuffledParts() const;

  /// Returns whether one of the two shuffles that merge two vectors leaves
  /// elements in their lanes. Products lose by that if several instructions
  /// permute the others: LLVM permutes bytes in parts of vectors.
  bool mergesByBlends() const {
    return hasShuffledParts() ||
           (target.getBlends() &&
            (reduction.getTraits().isIdempotent ||
             target.permutes(reduction.getMaxElementBits())));
  }

  /// Builds the results of `numRows` rows. Each of `states` holds the same
  /// number of rows: successive groups of lanes are the first elements of its
  /// rows, the second elements, and so on. With `numParts`, this holds for each
  /// of so many parts of the lanes of a state, which have the rows that
  /// `getPartOrder` says. The numbers of rows, states and parts are powers of
  /// two. Returns the results in the order of the rows.
  State buildMerged(ImplicitLocOpBuilder &builder, ArrayRef<State> states,
                    int64_t numRows, int64_t numParts = 1) const;

  /// Returns which rows the parts of states have: for each part of the first
  /// state, then of the second one, the number of the first row, in units of
  /// the rows of a part. Where `sortsParts`, this is the order in which merging
  /// leaves results in that of the rows, otherwise that of the parts.
  SmallVector<int64_t> getPartOrder(int64_t numStates, int64_t numParts) const;

  bool joinsRows;
  /// Whether the code of a block has no loops over elements, so that each of
  /// several streams can have its own.
  bool areBlocksUnrolled = false;
  /// Builds loops over all reduced loops except the innermost, combines the
  /// results of `numRows` rows that `buildRows` builds in each iteration, and
  /// stores them from `firstRow` on. Returns the updated tensors.
  SmallVector<Value>
  buildResults(ImplicitLocOpBuilder &builder, ValueRange destinations,
               Value firstRow, int64_t numRows,
               llvm::function_ref<State(ImplicitLocOpBuilder &)> buildRows);

  VectorReduction reduction;
  const VectorTarget &target;
  /// The loop over rows.
  unsigned rowLoop;
  /// The number of elements of a machine vector.
  int64_t lanes;
  SmallVector<Value> indices;
  /// The inputs, whose rows and elements are one dimension.
  SmallVector<Value> inputs;

private:
  /// Returns whether the rows of `numStates` states of `numParts` parts are
  /// arranged so that results need not be moved: where vectors have shuffled
  /// parts, except many rows of unknown length (`limits::maxSortedRows`).
  bool sortsParts(int64_t numStates, int64_t numParts) const;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_ROWBUILDER_H
