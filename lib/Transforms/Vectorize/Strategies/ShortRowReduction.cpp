//===- ShortRowReduction.cpp - Reduction of many short rows ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of few elements does not fill a vector. As many successive rows as a
// vector has lanes are read at once, and lanes are combined until one is left
// of each row:
//
// for each index of the outer kept loops:
//   for each block of rows:
//     elements = all elements of the block
//     while rows have an even length:
//       elements = combine every second group of elements with the next group,
//                  or combine the halves of rows, which changes their order
//     result = combine the first elements of all rows, the second ones, ...
//
// Every step has two inputs of one vector each, which machines shuffle well.
//
// Rows may also have few columns that are kept. If all rows of an outer index
// are shorter than a vector, they are gathered from the vectors of as many
// outer indices as a vector has results of:
//
// for each group of outer indices:
//   vectors = all elements of the group
//   if rows are many, combine each vector with the one half of the rows later
//   for each row, or for each row of the first half:
//     gather this row of all outer indices, from all vectors
//     combine it with the rows before
//
//===----------------------------------------------------------------------===//

#include "OuterGroups.h"
#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/VectorBody.h"
#include "Transforms/Vectorize/Builders/Combinations.h"
#include "Transforms/Vectorize/Builders/NumberCombination.h"
#include "Transforms/Vectorize/Builders/Permutations.h"
#include "Transforms/Vectorize/Builders/Tails.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns whether selecting some lanes of two vectors is cheaper than
/// shuffling them, and one instruction permutes a vector.
static bool gathersByBlends(const Reduction &reduction,
                            const VectorTarget &target) {
  return target.getMaskRegisters() &&
         (reduction.getStateBits() >= limits::minShuffledBits ||
          (target.getPermutedBits() > 0 &&
           reduction.getStateBits() >= limits::minBlendedBits));
}

/// Returns the maximum odd factor of a length.
static int64_t getMaxOddLength(const Reduction &reduction,
                               const VectorTarget &target) {
  return reduction.getStateBits() >= limits::minShuffledBits ||
                 gathersByBlends(reduction, target)
             ? limits::maxOddLength
             : 1;
}

/// Returns whether rows in pieces that share vectors, or rows side by side,
/// take fewer instructions. Where no instruction shuffles two vectors by any
/// positions (SSE and AVX2), an odd factor takes two shuffles and a blend for
/// each vector; only rows of three elements are still faster so. If each
/// combination tests for NaN, rows that fill vectors take fewer tests
/// otherwise.
static bool areOthersFaster(const Reduction &reduction,
                            const VectorTarget &target, int64_t length) {
  if (!target.getBlends() || target.getMaskRegisters())
    return false;
  bool hasOddFactor = length != 3 && !llvm::isPowerOf2_64(length);
  return hasOddFactor || (length >= target.getLanes(reduction) &&
                          combinesNumbersFaster(reduction, target));
}

/// Returns whether each row is gathered, not only those of the first half,
/// combined with the others.
static bool areRowsGatheredWhole(const Reduction &reduction) {
  return getElementBits(reduction.getStateTypes().front()) >=
             limits::minShuffledBits &&
         reduction.getExtent(1) <= limits::maxWholeGatheredRows;
}

/// Succeeds if the rows of outer indices can be gathered, and are so few and so
/// short that they are. Otherwise fails and sets the reason in `choice`.
static LogicalResult matchGatheredRows(const Reduction &reduction,
                                       const VectorTarget &target,
                                       Choice &choice) {
  if (failed(matchOuterGroups(reduction, choice)) ||
      failed(matchKeptRows(reduction, choice)))
    return failure();
  if (reduction.isDynamic(1) || reduction.isDynamic(2))
    return choice.refuse("the number of rows or columns is not known");
  if (!canPermutePairs(reduction, target) || !reduction.hasContiguousInputs())
    return choice.refuse("rows cannot be gathered from vectors");
  int64_t rows = reduction.getExtent(1), columns = reduction.getExtent(2);
  int64_t lanes = target.getLanes(reduction);
  if (rows < 2 || columns < 2 || columns > (lanes - 1) / rows)
    return choice.refuse("rows of an outer index fill a vector");
  unsigned bits = getElementBits(reduction.getStateTypes().front());
  int64_t maxRows = bits > CHAR_BIT ? limits::maxGatheredRows
                                    : limits::maxGatheredRowsOfBytes;
  if (!choice.isMeasured && rows > maxRows)
    return choice.refuse("rows of an outer index are many");
  if (!choice.isMeasured && rows % 2 == 0 && !areRowsGatheredWhole(reduction) &&
      VectorReduction(reduction).getFastestOrder(2 * lanes) !=
          LaneOrder::Memory)
    return choice.refuse("elements are extended faster in another order");
  int64_t group = lanes / columns;
  if (reduction.isKnownBelow(0, group))
    return choice.refuse("outer indices are few");
  return choice.accept({group, rows, columns},
                       "rows and columns are few: those of several outer "
                       "indices are gathered until all lanes are results");
}

bool mlir::reduce::detail::gathersRows(const Reduction &reduction,
                                       const VectorTarget &target) {
  Choice choice;
  return succeeded(matchGatheredRows(reduction, target, choice));
}

static LogicalResult matchShortRows(const Reduction &reduction,
                                    const VectorTarget &target,
                                    Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (!reduction.isReduced(innermost))
    return matchGatheredRows(reduction, target, choice);
  if (failed(matchBlocksOfRows(reduction, choice)))
    return failure();
  int64_t length = reduction.getExtent(innermost);
  if (length < 1 || (!choice.isMeasured && length > limits::maxShortLength))
    return choice.refuse("rows do not have from 1 to 16 elements");
  // The number of vectors in a block is the length of a row.
  if (length > target.getShuffledVectors())
    return choice.refuse("the target cannot shuffle a block of rows at once");
  int64_t oddLength = length >> llvm::countr_zero<uint64_t>(length);
  if (oddLength > getMaxOddLength(reduction, target))
    return choice.refuse("rows have an odd number of elements, and too many");
  if (reduction.isKnownBelow(innermost - 1, 2))
    return choice.refuse("there is only one row");
  if (!choice.isMeasured && areOthersFaster(reduction, target, length))
    return choice.refuse("other ways take fewer shuffles or tests for NaN");
  if (!choice.isMeasured && areRowsHalved(reduction, target))
    return choice.refuse("padded-rows halves rows");
  if (!choice.isMeasured && areRowsPaddedFirst(reduction, target))
    return choice.refuse("padded-rows pads elements before they are extended");
  return choice.accept(
      {getBlockSize(reduction, innermost - 1, target.getLanes(reduction)),
       length},
      "rows are short: those of a block are shuffled until all lanes are "
      "results");
}

namespace {
class ShortRowReductionBuilder : RowBuilder {
public:
  ShortRowReductionBuilder(const Reduction &reduction,
                           const VectorTarget &target)
      : RowBuilder(reduction, target), length(reduction.getExtent(rowLoop + 1)),
        blockRows(getBlockSize(reduction, rowLoop, lanes)) {
    areBlocksUnrolled = true;
  }

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  State buildInterleavedHalves(ImplicitLocOpBuilder &builder,
                               ValueRange elements, int64_t size);
  State buildRowsReduced(ImplicitLocOpBuilder &builder, State elements,
                         int64_t rest, int64_t numRows);
  State buildColumn(ImplicitLocOpBuilder &builder, ValueRange elements,
                    int64_t rest, int64_t column, ArrayRef<int64_t> places);
  State buildRows(ImplicitLocOpBuilder &builder, Value firstElement,
                  int64_t numRows);
  SmallVector<Value> buildBlock(ImplicitLocOpBuilder &builder,
                                ValueRange destinations, Value firstRow,
                                int64_t numRows);

  int64_t length, blockRows;
};
} // namespace

/// Returns every second group of `size` elements, from the group `first` on.
static State buildEverySecond(ImplicitLocOpBuilder &builder,
                              ValueRange elements, int64_t size,
                              int64_t first) {
  SmallVector<int64_t> positions;
  int64_t count = getNumElements(elements);
  for (int64_t group = first * size; group < count; group += 2 * size)
    llvm::append_range(positions, llvm::seq(group, group + size));
  return buildShuffled(builder, elements, elements, positions);
}

/// Combines the halves of each group of 2 * `size` elements. In the result,
/// groups of the first and of the second half of `elements` alternate. So in
/// one of the two shuffles each element keeps its lane, which is cheap on many
/// machines.
State ShortRowReductionBuilder::buildInterleavedHalves(
    ImplicitLocOpBuilder &builder, ValueRange elements, int64_t size) {
  int64_t count = getNumElements(elements) / 2;
  SmallVector<int64_t> kept, moved;
  for (int64_t lane : llvm::seq(count)) {
    bool isFirst = lane / size % 2 == 0;
    kept.push_back(isFirst ? lane : count + lane);
    moved.push_back(isFirst ? lane + size : count + lane - size);
  }
  State first = buildShuffled(builder, elements, elements, kept);
  return reduction.buildCombination(
      builder, first, buildShuffled(builder, elements, elements, moved));
}

/// Returns the order of rows after `buildInterleavedHalves` if they were in
/// `order`.
static SmallVector<int64_t> getInterleaved(ArrayRef<int64_t> order) {
  SmallVector<int64_t> interleaved;
  for (auto [first, second] :
       llvm::zip_equal(order.take_front(order.size() / 2),
                       order.drop_front(order.size() / 2)))
    interleaved.append({first, second});
  return interleaved;
}

/// Returns element `column` of all rows, of which `elements` has `rest`
/// contiguous elements each: row i is the one at `places[i]`.
State ShortRowReductionBuilder::buildColumn(ImplicitLocOpBuilder &builder,
                                            ValueRange elements, int64_t rest,
                                            int64_t column,
                                            ArrayRef<int64_t> places) {
  int64_t numRows = places.size();
  SmallVector<int64_t> positions;
  if (rest < 3 || numRows != lanes || !gathersByBlends(reduction, target)) {
    for (int64_t place : places)
      positions.push_back(place * rest + column);
    return buildShuffled(builder, elements, elements, positions);
  }
  // The number of lanes and the odd `rest` have no common factor. So the
  // elements of a column, of all vectors, have different lanes.
  for (int64_t place : places)
    positions.push_back((place * rest + column) % lanes);
  State gathered = buildSlice(builder, elements, 0, lanes);
  for (int64_t first = lanes; first < rest * lanes; first += lanes) {
    Value isColumn = buildLaneMask(builder, lanes, [&](int64_t lane) {
      return (first + lane) % rest == column;
    });
    gathered =
        buildSelection(builder, isColumn,
                       buildSlice(builder, elements, first, lanes), gathered);
  }
  return buildShuffled(builder, gathered, gathered, positions);
}

/// Combines the `rest` elements of each of `numRows` rows, which are contiguous
/// in `elements`.
State ShortRowReductionBuilder::buildRowsReduced(ImplicitLocOpBuilder &builder,
                                                 State elements, int64_t rest,
                                                 int64_t numRows) {
  // The rows in their current order in `elements`.
  auto order = llvm::to_vector(llvm::seq(numRows));
  for (; rest % 2 == 0; rest /= 2) {
    if (target.getBlends() && numRows % 2 == 0) {
      elements = buildInterleavedHalves(builder, elements, rest / 2);
      order = getInterleaved(order);
      continue;
    }
    // Start with groups of a word: machines shuffle small elements slower, so
    // these follow when fewer vectors are left. A single row combines its
    // elements in the same order as several rows.
    int64_t size =
        target.getBlends()
            ? rest / 2
            : limits::maxShuffledBits / getElementTypeOrSelf(elements.front())
                                            .getIntOrFloatBitWidth();
    while (rest % (2 * size) != 0)
      size /= 2;
    State first = buildEverySecond(builder, elements, size, 0);
    elements = reduction.buildCombination(
        builder, first, buildEverySecond(builder, elements, size, 1));
  }
  if (rest == 1 && llvm::is_sorted(order))
    return elements;
  SmallVector<int64_t> places(numRows);
  for (auto [place, row] : llvm::enumerate(order))
    places[row] = place;
  State result;
  for (int64_t i = 0; i < rest; ++i) {
    State column = buildColumn(builder, elements, rest, i, places);
    result =
        i == 0 ? column : reduction.buildCombination(builder, result, column);
  }
  return result;
}

/// Returns the results of `numRows` rows that start at `firstElement`.
State ShortRowReductionBuilder::buildRows(ImplicitLocOpBuilder &builder,
                                          Value firstElement, int64_t numRows) {
  int64_t width = numRows * length, rest = length;
  LaneOrder order =
      length % 2 == 0 ? reduction.getFastestOrder(width) : LaneOrder::Memory;
  State elements = reduction.buildJoinedElements(
      builder, inputs, getJoinedIndices(firstElement), width, order);
  // Rows of even length have as many elements at even positions as at odd ones.
  if (order == LaneOrder::EvensFirst) {
    rest /= 2;
    State evens = buildSlice(builder, elements, 0, width / 2);
    elements = reduction.buildCombination(
        builder, evens, buildSlice(builder, elements, width / 2, width / 2));
  }
  return buildRowsReduced(builder, elements, rest, numRows);
}

/// Reduces `numRows` rows from `firstRow` on and stores the results.
SmallVector<Value>
ShortRowReductionBuilder::buildBlock(ImplicitLocOpBuilder &builder,
                                     ValueRange destinations, Value firstRow,
                                     int64_t numRows) {
  Value firstElement = arith::MulIOp::create(
      builder, firstRow, arith::ConstantIndexOp::create(builder, length));
  return buildResults(builder, destinations, firstRow, numRows,
                      [&](ImplicitLocOpBuilder &nested) {
                        return buildRows(nested, firstElement, numRows);
                      });
}

SmallVector<Value>
ShortRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = reduction.buildJoinedInputs(builder);
  return buildRowBlocks(builder, blockRows,
                        [&](ImplicitLocOpBuilder &block, ValueRange carried,
                            Value firstRow, int64_t numRows) {
                          return buildBlock(block, carried, firstRow, numRows);
                        });
}

//===----------------------------------------------------------------------===//
// Rows of few columns
//===----------------------------------------------------------------------===//

namespace {
class GatheredRowBuilder : OuterGroupBuilder {
public:
  GatheredRowBuilder(ImplicitLocOpBuilder &builder, const Reduction &facts,
                     const VectorTarget &target)
      : OuterGroupBuilder(builder, facts, target), rows(reduction.getExtent(1)),
        columns(reduction.getExtent(2)), groupIndices(lanes / columns) {
    setGroupSize(builder, buildConstant(builder, groupIndices));
    gatheredRows =
        areRowsGatheredWhole(facts) ? rows : llvm::divideCeil(rows, 2);
  }

  /// Builds whether there is a group.
  Value buildIsServed(ImplicitLocOpBuilder &builder) const {
    return buildIsAtLeast(builder, numOuter, groupIndices);
  }

  /// Returns the resulting tensors. Requires `buildIsServed`.
  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  State buildVector(ImplicitLocOpBuilder &builder, Value start, int64_t offset);
  State buildRow(ImplicitLocOpBuilder &builder, ArrayRef<State> vectors,
                 ArrayRef<int64_t> offsets, int64_t row);
  SmallVector<Value> buildGroup(ImplicitLocOpBuilder &builder,
                                ValueRange destinations, Value start,
                                Value result);

  int64_t rows, columns;
  /// The number of outer indices of a group.
  int64_t groupIndices;
  /// The number of rows that are gathered: the first half, if they are combined
  /// with the others before.
  int64_t gatheredRows;
};
} // namespace

/// Returns the vector of the elements from `start` + `offset` on, combined with
/// the one `rows` - `gatheredRows` rows later, if there is one.
State GatheredRowBuilder::buildVector(ImplicitLocOpBuilder &builder,
                                      Value start, int64_t offset) {
  auto buildElements = [&](int64_t at) {
    return reduction.buildJoinedElements(
        builder, inputs, buildPlus(builder, start, buildConstant(builder, at)),
        lanes);
  };
  State front = buildElements(offset);
  int64_t rowsBehind = rows - gatheredRows;
  if (rowsBehind == 0)
    return front;
  State both = reduction.buildCombination(
      builder, front, buildElements(offset + rowsBehind * columns));
  if (reduction.getTraits().isIdempotent || rowsBehind == gatheredRows)
    return both;
  // The first row of an odd number is combined with none: the one that is half
  // of the rows later belongs to the first half, too.
  Value isFirstRow = buildLaneMask(builder, lanes, [&](int64_t lane) {
    return (offset + lane) / columns % rows == 0;
  });
  return buildSelection(builder, isFirstRow, front, both);
}

/// Returns the columns of `row` of all outer indices of a group, whose elements
/// `vectors` have from `offsets` on.
State GatheredRowBuilder::buildRow(ImplicitLocOpBuilder &builder,
                                   ArrayRef<State> vectors,
                                   ArrayRef<int64_t> offsets, int64_t row) {
  State gathered = vectors.front();
  for (size_t i = 1; i < vectors.size(); ++i) {
    SmallVector<int64_t> positions;
    for (int64_t lane : llvm::seq(lanes)) {
      int64_t element =
          (lane / columns * rows + row) * columns + lane % columns;
      int64_t inVector = element - offsets[i];
      if (lane >= groupIndices * columns || inVector >= lanes)
        positions.push_back(vector::ShuffleOp::kPoisonIndex);
      else if (inVector >= 0 && element >= offsets[i - 1] + lanes)
        positions.push_back(lanes + inVector);
      else
        positions.push_back(i == 1 ? element : lane);
    }
    for (auto [value, next] : llvm::zip_equal(gathered, vectors[i]))
      value = vector::ShuffleOp::create(builder, value, next, positions);
  }
  return gathered;
}

/// Reduces the group of outer indices whose first element is at `start`, and
/// stores its results from `result` on.
SmallVector<Value> GatheredRowBuilder::buildGroup(ImplicitLocOpBuilder &builder,
                                                  ValueRange destinations,
                                                  Value start, Value result) {
  // Without the rows that are part of the vectors before them.
  int64_t numElements = (groupIndices * rows - (rows - gatheredRows)) * columns;
  SmallVector<State> vectors;
  SmallVector<int64_t> offsets;
  for (int64_t first = 0; first < numElements; first += lanes) {
    // Nothing is read beyond the group.
    offsets.push_back(std::min(first, numElements - lanes));
    vectors.push_back(buildVector(builder, start, offsets.back()));
  }
  State combined = buildRow(builder, vectors, offsets, 0);
  for (int64_t row : llvm::seq<int64_t>(1, gatheredRows))
    combined = reduction.buildCombination(
        builder, combined, buildRow(builder, vectors, offsets, row));
  int64_t numResults = groupIndices * columns;
  Value mask;
  if (numResults < lanes)
    mask = buildLaneMask(builder, lanes,
                         [&](int64_t lane) { return lane < numResults; });
  return buildStored(builder, combined, destinations, result, mask);
}

SmallVector<Value> GatheredRowBuilder::build(ImplicitLocOpBuilder &builder) {
  return buildAllGroups(
      builder,
      [&](ImplicitLocOpBuilder &body, ValueRange carried, Value start,
          Value result) { return buildGroup(body, carried, start, result); });
}

/// Builds the loops and, where there may be no group, those of the next
/// strategy that applies, and the choice.
static SmallVector<Value> buildGatheredRows(ImplicitLocOpBuilder &builder,
                                            const Reduction &reduction,
                                            const VectorTarget &target) {
  GatheredRowBuilder rows(builder, reduction, target);
  return buildOrNext(
      builder, shortRowReduction, reduction, target,
      rows.buildIsServed(builder),
      [&](ImplicitLocOpBuilder &nested) { return rows.build(nested); });
}

static SmallVector<Value> buildShortRows(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction,
                                         const VectorTarget &target) {
  if (!reduction.isReduced(reduction.getNumLoops() - 1))
    return buildGatheredRows(builder, reduction, target);
  return ShortRowReductionBuilder(reduction, target).build(builder);
}

const Strategy mlir::reduce::detail::shortRowReduction = {
    "short-rows", /*servesStrides=*/false, matchShortRows, buildShortRows};
