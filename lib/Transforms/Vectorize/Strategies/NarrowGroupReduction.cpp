//===- NarrowGroupReduction.cpp - Reduction of groups of narrow rows ------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost dimension is kept and has so few elements, the columns, that a
// vector has room for several rows. Four vectors accumulate side by side, each
// the rows of one outer index or, if all rows of one are fewer than a vector
// has room for, of several. They are merged in pairs, which halves the number
// of rows in each, and takes as many operations as one vector would without
// another.
//
// for each group of four vectors:
//   accumulators = the rows that are left over, moved to their places
//   for each vector of rows of an outer index:
//     combine each accumulator with the rows of its outer index
//   merge pairs of accumulators: combine the first half of their rows with the
//     second one
//   if more than a row of each index was left: merge the results
//     until one row is left: combine its halves
//   store the results
//
// A vector has a power of two of rows, so that halves are equal. The columns of
// several outer indices count as columns of one: a vector has the first row of
// each index, then the second ones. How many rows that are, and which lanes are
// permuted, is computed once. So the same loops serve each number of rows and
// columns.
//
//===----------------------------------------------------------------------===//

#include "OuterGroups.h"
#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/VectorBody.h"
#include "Transforms/Vectorize/Builders/Combinations.h"
#include "Transforms/Vectorize/Builders/Permutations.h"
#include "Transforms/Vectorize/Builders/Tails.h"
#include "Transforms/Vectorize/Columns/ColumnStrips.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static LogicalResult matchNarrowGroups(const Reduction &reduction,
                                       const VectorTarget &target,
                                       Choice &choice) {
  if (failed(matchOuterGroups(reduction, choice)) ||
      failed(matchKeptRows(reduction, choice)))
    return failure();
  if (!canPermutePairs(reduction, target))
    return choice.refuse("the target cannot permute two vectors");
  LoopFormKind form = getLoopForm(reduction, target, /*combinePairs=*/true);
  if (reduction.isKnownBelow(0, limits::narrowGroup))
    return choice.refuse("outer indices are few");
  int64_t numRows = reduction.getExtent(1);
  int64_t numColumns = reduction.getExtent(2);
  int64_t lanes = target.getLanes(reduction);
  if (!reduction.isDynamic(2)) {
    if (numColumns < 2 || numColumns > lanes / 2)
      return choice.refuse("one row fills a vector");
    if (!choice.isMeasured && !reduction.isDynamic(1)) {
      if (areStripsBetter(reduction, target) ||
          (doOuterIndicesTakeTurns(reduction, target) &&
           numRows > getMaxGroupedElements(reduction) / numColumns))
        return choice.refuse("outer indices take turns");
      // Columns are separated before (-reduce-separate-columns).
      if (numRows < llvm::divideCeilSigned(lanes, numColumns))
        return choice.refuse("rows do not fill a vector");
      if (numRows >
          getMaxPartElements(reduction, target, limits::maxNarrowFills) /
              numColumns)
        return choice.refuse("rows are many");
    }
    int64_t rows = llvm::bit_floor<uint64_t>(lanes / numColumns);
    return choice.accept({limits::narrowGroup,
                          getVectorsOfStep(reduction, target) * rows,
                          numColumns},
                         "columns are few: a vector has several rows, and "
                         "those of four outer indices are merged",
                         form);
  }
  return choice.accept(
      {limits::narrowGroup, ShapedType::kDynamic, ShapedType::kDynamic},
      "columns may be few: whether a vector has several rows, and those of "
      "four outer indices are merged, is decided at run time",
      form);
}

namespace {
class NarrowGroupBuilder : OuterGroupBuilder {
public:
  NarrowGroupBuilder(ImplicitLocOpBuilder &builder, const Reduction &facts,
                     const VectorTarget &target)
      : OuterGroupBuilder(builder, facts, target) {
    setGroupSize(builder, buildConstant(builder, limits::narrowGroup));
    if (areKnownFarLoadsShort(reduction, target))
      this->reduction.useShortLoads();
  }

  /// Builds whether there is a group, columns are few, and rows are not many.
  Value buildIsServed(ImplicitLocOpBuilder &builder);

  /// Returns the resulting tensors. Requires `buildIsServed`.
  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  Value buildSelect(ImplicitLocOpBuilder &builder, Value condition, Value first,
                    Value second) {
    return builder.createOrFold<arith::SelectOp>(condition, first, second);
  }
  Value buildMask(ImplicitLocOpBuilder &builder, Value count) {
    return buildTailMask(builder, buildConstant(builder, 0), count, lanes);
  }
  Value buildSteps(ImplicitLocOpBuilder &builder, Value unit,
                   ArrayRef<Value> shifts) {
    return buildLanePositions(builder, reduction, lanes, unit, shifts);
  }
  Value buildRestPositions(ImplicitLocOpBuilder &builder, Value rows);
  void buildPositions(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildRows(ImplicitLocOpBuilder &builder,
                               const VectorReduction &form,
                               ValueRange accumulators, Value start);
  State buildMerge(ImplicitLocOpBuilder &builder, ValueRange first,
                   ValueRange second, Value fronts, Value backs);
  SmallVector<Value> buildGroup(ImplicitLocOpBuilder &builder,
                                ValueRange destinations, Value start,
                                Value result);

  /// The numbers of columns of all outer indices of a vector, and of their
  /// elements.
  Value columns, elements;
  /// The numbers of elements of a vector, of all vectors of an outer index, and
  /// of half and a quarter of a vector.
  Value width, wholeElements, half, quarter;
  /// The places of the rows that are left over, among neutral elements; null if
  /// none are.
  Value ofRest;
  /// Whether half a vector is one row.
  Value isHalfOneRow;
  /// The lanes of a vector, of the rows that are left over, and of the results
  /// of two and of four outer indices.
  Value areWhole, areRest, areTwo, areFour;
  /// For merges of one outer index each and of two: the positions of the first
  /// and of the second half of rows.
  Value fronts, backs, frontsOfTwo, backsOfTwo;
  /// For each time that rows may be halved after that: the positions of the
  /// second half, or of neutral elements. Then, the positions of the results.
  SmallVector<Value> others;
  Value ofResults;
};
} // namespace

Value NarrowGroupBuilder::buildIsServed(ImplicitLocOpBuilder &builder) {
  Value condition = buildIsAtLeast(builder, numOuter, limits::narrowGroup);
  auto require = [&](Value other) {
    condition = buildAnd(builder, condition, other);
  };
  require(buildIsInRange(builder, numColumns, 2, lanes / 2));
  require(buildIsAtLeast(builder, numRows, 2));
  require(buildIsInRange(
      builder, outerElements, 1,
      getMaxPartElements(reduction, target, limits::maxNarrowFills)));
  // Then there is a group, too, if a vector has several outer indices.
  require(buildIsAtLeast(builder, buildTimes(builder, numOuter, outerElements),
                         limits::narrowGroup * lanes));
  Value areInAnyOrder =
      arith::ConstantOp::create(builder, builder.getBoolAttr(true));
  if (Value gains = buildGainsFromGroups(builder, areInAnyOrder))
    require(gains);
  return condition;
}

/// Returns for each lane where its element is in a vector of the first `rows`
/// rows of all outer indices, which follow each other in memory.
Value NarrowGroupBuilder::buildRestPositions(ImplicitLocOpBuilder &builder,
                                             Value rows) {
  // Quotients of lanes are exact: both numbers are at most 128.
  constexpr int64_t bits = 16;
  auto type = VectorType::get(lanes, builder.getI32Type());
  auto buildCopies = [&](Value value) -> Value {
    return buildIndexCopies(builder, type, value);
  };
  auto buildQuotients = [&](Value numbers, Value divisor) -> Value {
    Value factor =
        buildPlus(builder,
                  builder.createOrFold<arith::DivUIOp>(
                      buildConstant(builder, int64_t(1) << bits), divisor),
                  buildConstant(builder, 1));
    Value scaled = arith::MulIOp::create(builder, numbers, buildCopies(factor));
    return arith::ShRUIOp::create(builder, scaled,
                                  buildCopies(buildConstant(builder, bits)));
  };
  auto buildMultiples = [&](Value numbers, Value factor) -> Value {
    return arith::MulIOp::create(builder, numbers, buildCopies(factor));
  };
  Value lane = buildLaneNumbers(builder, type);
  Value row = buildQuotients(lane, columns);
  Value column =
      arith::SubIOp::create(builder, lane, buildMultiples(row, columns));
  Value outer = buildQuotients(column, numColumns);
  // All other rows of the outer indices before this one are before the column.
  Value others = buildMinus(builder, outerElements, numColumns);
  Value place =
      arith::AddIOp::create(builder, column, buildMultiples(outer, others));
  place =
      arith::AddIOp::create(builder, place, buildMultiples(row, numColumns));
  Value isRow = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, row,
                                      buildCopies(rows));
  place = arith::SelectOp::create(builder, isRow, place,
                                  buildCopies(buildConstant(builder, lanes)));
  auto words = VectorType::get(lanes, builder.getIntegerType(getElementBits(
                                          reduction.getStateTypes().front())));
  if (words == type)
    return place;
  if (words.getElementTypeBitWidth() < type.getElementTypeBitWidth())
    return arith::TruncIOp::create(builder, words, place);
  return arith::ExtUIOp::create(builder, words, place);
}

/// Builds what loops and merges need.
void NarrowGroupBuilder::buildPositions(ImplicitLocOpBuilder &builder) {
  Value zero = buildConstant(builder, 0), one = buildConstant(builder, 1);
  Value allLanes = buildConstant(builder, lanes);
  // The power of two of rows that a vector has room for, or that all rows are
  // fewer than.
  Value rows = one;
  width = numColumns;
  for (int64_t count = 1; 2 * count < lanes; count *= 2) {
    Value twice = buildTimes(builder, width, buildConstant(builder, 2));
    Value isMore = buildAnd(
        builder,
        buildCompare(builder, arith::CmpIPredicate::ule, twice, allLanes),
        buildCompare(builder, arith::CmpIPredicate::ult, rows, numRows));
    width = buildSelect(builder, isMore, twice, width);
    rows =
        buildSelect(builder, isMore,
                    buildTimes(builder, rows, buildConstant(builder, 2)), rows);
  }
  // Outer indices share a vector only if it has all of their rows.
  Value indices = builder.createOrFold<arith::DivUIOp>(allLanes, width);
  width = buildTimes(builder, width, indices);
  columns = buildTimes(builder, numColumns, indices);
  elements = buildTimes(builder, outerElements, indices);
  setGroupSize(builder,
               buildTimes(builder, indices,
                          buildConstant(builder, limits::narrowGroup)));
  Value restRows = buildSelect(
      builder, buildCompare(builder, arith::CmpIPredicate::ule, numRows, rows),
      numRows,
      builder.createOrFold<arith::AndIOp>(numRows,
                                          buildMinus(builder, rows, one)));
  wholeElements =
      buildTimes(builder, buildMinus(builder, numRows, restRows), numColumns);
  if (getConstantIntValue(restRows) != 0) {
    ofRest = buildRestPositions(builder, restRows);
    areRest = buildMask(builder, buildTimes(builder, restRows, columns));
  }
  auto buildShifted = [&](Value value, int64_t bits) {
    return builder.createOrFold<arith::ShRUIOp>(value,
                                                buildConstant(builder, bits));
  };
  half = buildShifted(width, 1);
  quarter = buildShifted(width, 2);
  isHalfOneRow = buildCompare(builder, arith::CmpIPredicate::eq, half, columns);
  areWhole = buildMask(builder, width);
  areTwo = buildMask(builder,
                     buildTimes(builder, columns, buildConstant(builder, 2)));
  areFour = buildMask(builder,
                      buildTimes(builder, columns, buildConstant(builder, 4)));

  auto buildHalves = [&](Value unit, ArrayRef<Value> shifts, Value distance) {
    auto after = llvm::map_to_vector(shifts, [&](Value shift) {
      return buildPlus(builder, shift, distance);
    });
    Value front = buildSteps(builder, unit, shifts);
    return std::pair(front, buildSteps(builder, unit, after));
  };
  // The second vector of a merge follows the lanes of the first one.
  Value gap = buildMinus(builder, allLanes, width);
  Value toSecond = buildPlus(builder, gap, half);
  std::tie(fronts, backs) = buildHalves(half, {zero, toSecond}, half);
  if (getConstantIntValue(isHalfOneRow) == 1)
    return;
  Value toSecondOfTwo = buildPlus(builder, toSecond, quarter);
  std::tie(frontsOfTwo, backsOfTwo) =
      buildHalves(quarter, {zero, quarter, toSecond, toSecondOfTwo}, quarter);
  // A row has two columns at least.
  Value distance = quarter;
  for (int64_t count = lanes / 8; count > 1; count /= 2) {
    distance = buildShifted(distance, 1);
    Value isRow =
        buildCompare(builder, arith::CmpIPredicate::uge, distance, columns);
    if (getConstantIntValue(isRow) == 0)
      break;
    others.push_back(buildSteps(
        builder, allLanes, buildSelect(builder, isRow, distance, allLanes)));
  }
  if (others.empty())
    return;
  Value space = buildMinus(builder, quarter, columns);
  SmallVector<Value> shifts;
  for (int64_t index : llvm::seq(limits::narrowGroup))
    shifts.push_back(buildTimes(builder, space, buildConstant(builder, index)));
  ofResults = buildSteps(builder, columns, shifts);
}

/// Combines the accumulators with the vectors of the group that starts at
/// `start`, except what is left over.
SmallVector<Value> NarrowGroupBuilder::buildRows(ImplicitLocOpBuilder &builder,
                                                 const VectorReduction &form,
                                                 ValueRange accumulators,
                                                 Value start) {
  auto buildElements = [&](ImplicitLocOpBuilder &body, Value offset) {
    return form.buildElementsOfLanes(body, inputs, offset, areWhole);
  };
  size_t numValues = form.getNumValues();
  SmallVector<Value> carried(accumulators);
  Value from = buildConstant(builder, 0);
  for (int64_t count = getVectorsOfStep(reduction, target); count > 0;
       --count) {
    Value step = buildTimes(builder, width, buildConstant(builder, count));
    Value to = wholeElements;
    if (count > 1)
      to = buildMinus(builder, to,
                      builder.createOrFold<arith::RemUIOp>(to, step));
    Value offset;
    carried = buildDynamicLoop(
        builder, from, to, step, offset, carried,
        [&](ImplicitLocOpBuilder &body, ValueRange values) {
          Value place = arith::AddIOp::create(body, start, offset);
          SmallVector<Value> combined;
          for (size_t i = 0; i < values.size(); i += numValues) {
            ValueRange accumulator = values.slice(i, numValues);
            State first = buildElements(body, place);
            if (count == 1) {
              llvm::append_range(
                  combined, form.buildCombination(body, accumulator, first));
            } else {
              State second = buildElements(
                  body, arith::AddIOp::create(body, place, width));
              llvm::append_range(
                  combined, buildPairCombination(body, form, target,
                                                 accumulator, first, second));
            }
            place = arith::AddIOp::create(body, place, elements);
          }
          return combined;
        });
    from = to;
  }
  return carried;
}

/// Combines the lanes at `frontPositions` of two states with those at
/// `backPositions`.
State NarrowGroupBuilder::buildMerge(ImplicitLocOpBuilder &builder,
                                     ValueRange first, ValueRange second,
                                     Value frontPositions,
                                     Value backPositions) {
  State front = buildPairPermutation(builder, first, second, frontPositions);
  return reduction.buildCombination(
      builder, front,
      buildPairPermutation(builder, first, second, backPositions));
}

/// Reduces the group of outer indices whose first element is at `start`, and
/// stores its results from `result` on.
SmallVector<Value> NarrowGroupBuilder::buildGroup(ImplicitLocOpBuilder &builder,
                                                  ValueRange destinations,
                                                  Value start, Value result) {
  State neutral = reduction.buildNeutral(builder, lanes);
  SmallVector<State> starts(limits::narrowGroup, neutral);
  if (ofRest) {
    Value place = arith::AddIOp::create(builder, start, wholeElements);
    for (State &state : starts) {
      state = buildPairPermutation(
          builder,
          reduction.buildElementsOfLanes(builder, inputs, place, areRest),
          neutral, ofRest);
      place = arith::AddIOp::create(builder, place, elements);
    }
  }
  SmallVector<State> states = splitStates(
      buildInLoopForm(builder, reduction, target, joinStates(starts),
                      [&](const VectorReduction &form, ValueRange carried) {
                        return buildRows(builder, form, carried, start);
                      }),
      reduction.getNumValues());
  State first = buildMerge(builder, states[0], states[1], fronts, backs);
  State second = buildMerge(builder, states[2], states[3], fronts, backs);
  auto buildTwice = [&](ImplicitLocOpBuilder &nested) {
    Value after = arith::AddIOp::create(
        nested, result, buildTimes(nested, columns, buildConstant(nested, 2)));
    SmallVector<Value> tensors =
        buildStored(nested, first, destinations, result, areTwo);
    return buildStored(nested, second, tensors, after, areTwo);
  };
  auto buildOnce = [&](ImplicitLocOpBuilder &nested) {
    State merged = buildMerge(nested, first, second, frontsOfTwo, backsOfTwo);
    for (Value positions : others)
      merged = reduction.buildCombination(
          nested, merged,
          buildPairPermutation(nested, merged, neutral, positions));
    if (ofResults)
      merged = buildPairPermutation(nested, merged, merged, ofResults);
    return buildStored(nested, merged, destinations, result, areFour);
  };
  if (std::optional<int64_t> isKnown = getConstantIntValue(isHalfOneRow))
    return *isKnown ? buildTwice(builder) : buildOnce(builder);
  return buildChoice(builder, isHalfOneRow, buildTwice, buildOnce);
}

SmallVector<Value> NarrowGroupBuilder::build(ImplicitLocOpBuilder &builder) {
  buildPositions(builder);
  return buildAllGroups(
      builder,
      [&](ImplicitLocOpBuilder &body, ValueRange carried, Value start,
          Value result) { return buildGroup(body, carried, start, result); });
}

/// Builds the loops and, where they may not apply, those of the next strategy
/// that does, and the choice.
static SmallVector<Value> buildNarrowGroups(ImplicitLocOpBuilder &builder,
                                            const Reduction &reduction,
                                            const VectorTarget &target) {
  NarrowGroupBuilder groups(builder, reduction, target);
  return buildOrNext(
      builder, narrowGroupReduction, reduction, target,
      groups.buildIsServed(builder),
      [&](ImplicitLocOpBuilder &nested) { return groups.build(nested); });
}

const Strategy mlir::reduce::detail::narrowGroupReduction = {
    "narrow-groups", /*servesStrides=*/false, matchNarrowGroups,
    buildNarrowGroups};
