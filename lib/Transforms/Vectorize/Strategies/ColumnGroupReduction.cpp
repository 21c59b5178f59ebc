//===- ColumnGroupReduction.cpp - Reduction of groups of few columns ------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost dimension is kept and has so few elements, the columns, that
// one accumulator or a few hold them, and the reduced rows of one index of the
// outer dimension are few. A group of outer indices, as many as fill the
// accumulators, is reduced at once:
//
// for each group of outer indices:
//   accumulators = the initial values
//   for each row:
//     for each vector of columns of each outer index of the group:
//       combine its accumulator with the columns of the row
//   store the accumulators
//
// Vectors are always whole. Those of one row may overlap: the last one ends
// with the row. Fewer columns than a vector are read together with elements
// after them; the results that these make are stored after the results of the
// columns, and replaced when their turn comes. Where such a vector would end
// beyond the memory, outer indices are reduced one by one.
//
// How many vectors a row takes, and where they start, is computed once. So the
// same loops serve each number of columns.
//
//===----------------------------------------------------------------------===//

#include "OuterGroups.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/Combinations.h"
#include "Transforms/Vectorize/Columns/ColumnStrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
class ColumnGroupBuilder : OuterGroupBuilder {
public:
  ColumnGroupBuilder(ImplicitLocOpBuilder &builder, const Reduction &facts,
                     const VectorTarget &target);

  /// Builds whether all groups of outer indices have their size, and rows are
  /// few and narrow.
  Value buildIsServed(ImplicitLocOpBuilder &builder);

  /// Returns the resulting tensors. Requires `buildIsServed`.
  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  void buildPlaces(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildGroup(ImplicitLocOpBuilder &builder,
                                ValueRange destinations, Value start,
                                Value result);
  SmallVector<Value> buildRows(ImplicitLocOpBuilder &builder,
                               const VectorReduction &form,
                               ValueRange accumulators, Value start);
  SmallVector<Value> buildOne(ImplicitLocOpBuilder &builder,
                              ValueRange destinations, Value outer);

  /// The number of vectors.
  int64_t numVectors;
  LaneOrder order;
  /// The logarithm of the number of vectors of a row.
  Value shift;
  /// For each vector, where it starts in the input, and in the results, after
  /// the first one of its group.
  SmallVector<Value> inputOffsets, resultOffsets;
};
} // namespace

/// Returns how many vectors accumulate side by side.
static int64_t getNumVectors(const Reduction &reduction,
                             const VectorTarget &target) {
  return target.limitAccumulators(reduction, target.getAccumulators());
}

/// Returns whether groups of known extents gain although the input is far.
/// Else, rows are better read one after the other: the processor prefetches
/// these.
static bool doFarGroupsGain(const Reduction &reduction,
                            const VectorTarget &target, int64_t numVectors) {
  if (target.getStreams() > 1)
    return !doOuterIndicesTakeTurns(reduction, target);
  int64_t numColumns = reduction.getExtent(2);
  return gainsFromPrefetches(reduction, target, /*isAligned=*/false) &&
         numColumns * 5 >= target.getLanes(reduction) * limits::minFarFifths &&
         numVectors * reduction.getExtent(1) * numColumns *
                 reduction.getInputBits() <=
             target.getMaxPrefetchedGroup() * CHAR_BIT;
}

static LogicalResult matchColumnGroups(const Reduction &reduction,
                                       const VectorTarget &target,
                                       Choice &choice) {
  if (failed(matchOuterGroups(reduction, choice)))
    return failure();
  unsigned columnLoop = 2;
  int64_t numVectors = getNumVectors(reduction, target);
  int64_t lanes = target.getLanes(reduction);
  if (numVectors < 2)
    return choice.refuse("there is one accumulator");
  LoopFormKind form = getLoopForm(reduction, target, /*combinePairs=*/true);
  // More rows are packed if they have enough elements. If their length is not
  // known, it is at least 1.
  int64_t leastColumns =
      reduction.isDynamic(columnLoop) ? 1 : reduction.getExtent(columnLoop);
  if (!choice.isMeasured && !reduction.isDynamic(1) &&
      reduction.getExtent(1) > limits::maxColumnGroupRows &&
      reduction.getExtent(1) >=
          llvm::divideCeilSigned(getMinPackedElements(reduction, target),
                                 leastColumns))
    return choice.refuse("rows are many");
  if (reduction.isDynamic(columnLoop))
    return choice.accept({ShapedType::kDynamic,
                          getVectorsOfStep(reduction, target),
                          ShapedType::kDynamic},
                         "columns may be few: whether groups of outer indices "
                         "are reduced together is decided at run time",
                         form);
  int64_t numColumns = reduction.getExtent(columnLoop);
  if (numColumns >= lanes)
    return choice.refuse("columns fill a vector");
  if (!choice.isMeasured &&
      numColumns * reduction.getInputBits() % limits::minPieceBits == 0)
    return choice.refuse("columns are as fast to read in pieces");
  if (!choice.isMeasured && isKnownFar(reduction, target) &&
      !doFarGroupsGain(reduction, target, numVectors))
    return choice.refuse("the input is in no near cache");
  if (!reduction.isDynamic(0) &&
      reduction.getExtent(0) < (lanes - 1) / numColumns + numVectors)
    return choice.refuse("outer indices are few");
  return choice.accept(
      {numVectors, getVectorsOfStep(reduction, target), numColumns},
      "columns are few: groups of outer indices are reduced together", form);
}

ColumnGroupBuilder::ColumnGroupBuilder(ImplicitLocOpBuilder &builder,
                                       const Reduction &facts,
                                       const VectorTarget &target)
    : OuterGroupBuilder(builder, facts, target),
      numVectors(getNumVectors(facts, target)),
      order(reduction.getFastestOrder(numVectors * lanes)) {
  shift = buildConstant(builder, 0);
  for (int64_t count = 1; count < numVectors; count *= 2) {
    Value takesMore = builder.createOrFold<arith::CmpIOp>(
        arith::CmpIPredicate::ugt, numColumns,
        buildConstant(builder, count * lanes));
    shift = buildPlus(builder, shift,
                      builder.createOrFold<arith::IndexCastUIOp>(
                          builder.getIndexType(), takesMore));
  }
  setGroupSize(builder, builder.createOrFold<arith::ShRUIOp>(
                            buildConstant(builder, numVectors), shift));
}

Value ColumnGroupBuilder::buildIsServed(ImplicitLocOpBuilder &builder) {
  // A group must be left before the outer indices that are reduced one by one:
  // numOuter - groupSize >= (lanes - 1) / numColumns, here without a division.
  // Fewer outer indices than a group make the product negative or 0.
  Value one = buildConstant(builder, 1);
  Value numStarts =
      buildPlus(builder, buildMinus(builder, numOuter, groupSize), one);
  Value condition = buildCompare(builder, arith::CmpIPredicate::sge,
                                 buildTimes(builder, numStarts, numColumns),
                                 buildConstant(builder, lanes));
  auto require = [&](Value other) {
    condition = buildAnd(builder, condition, other);
  };
  // `matchColumnGroups` checked what is known.
  if (reduction.isDynamic(1) || reduction.isDynamic(2)) {
    Value areRowsFew =
        buildIsInRange(builder, numRows, 1, limits::maxColumnGroupRows);
    Value areElementsFew =
        buildIsInRange(builder, buildTimes(builder, numRows, numColumns), 1,
                       getMinPackedElements(reduction, target) - 1);
    require(builder.createOrFold<arith::OrIOp>(areRowsFew, areElementsFew));
  }
  if (Value gains = buildGainsFromGroups(
          builder, buildIsAtLeast(builder, numColumns, lanes)))
    require(gains);
  if (!reduction.isDynamic(2))
    return condition;
  require(buildIsInRange(builder, numColumns, 1, numVectors * lanes));
  Value takesFew =
      buildCompare(builder, arith::CmpIPredicate::ule, numColumns,
                   buildConstant(builder, limits::anyUsedVectors * lanes));
  Value used = buildTimes(builder, numColumns, buildConstant(builder, 8));
  Value leastUsed = builder.createOrFold<arith::ShLIOp>(
      buildConstant(builder, limits::minGroupedEighths * lanes), shift);
  require(builder.createOrFold<arith::OrIOp>(
      takesFew,
      buildCompare(builder, arith::CmpIPredicate::uge, used, leastUsed)));
  return condition;
}

/// Builds where vectors start.
void ColumnGroupBuilder::buildPlaces(ImplicitLocOpBuilder &builder) {
  Value zero = buildConstant(builder, 0);
  Value last = builder.createOrFold<arith::MaxSIOp>(
      buildMinus(builder, numColumns, buildConstant(builder, lanes)), zero);
  Value numOfRow =
      builder.createOrFold<arith::ShLIOp>(buildConstant(builder, 1), shift);
  Value rowMask = buildMinus(builder, numOfRow, buildConstant(builder, 1));
  for (int64_t vector : llvm::seq(numVectors)) {
    Value index = buildConstant(builder, vector);
    Value outer = builder.createOrFold<arith::ShRUIOp>(index, shift);
    Value ofRow = builder.createOrFold<arith::AndIOp>(index, rowMask);
    Value column = builder.createOrFold<arith::MinUIOp>(
        buildTimes(builder, ofRow, buildConstant(builder, lanes)), last);
    inputOffsets.push_back(
        buildPlus(builder, buildTimes(builder, outer, outerElements), column));
    resultOffsets.push_back(
        buildPlus(builder, buildTimes(builder, outer, numColumns), column));
  }
}

/// Combines `accumulators` with all rows of the group whose first element is at
/// `start`.
SmallVector<Value> ColumnGroupBuilder::buildRows(ImplicitLocOpBuilder &builder,
                                                 const VectorReduction &form,
                                                 ValueRange accumulators,
                                                 Value start) {
  auto buildElements = [&](ImplicitLocOpBuilder &body, Value offset) {
    SmallVector<SmallVector<Value>> places;
    for (Value input : inputOffsets)
      places.push_back({arith::AddIOp::create(body, offset, input)});
    return form.buildElementsAt(body, inputs, places, lanes, order);
  };
  SmallVector<Value> carried(accumulators);
  Value from = start;
  Value end = buildPlus(builder, start, outerElements);
  for (int64_t count = getVectorsOfStep(reduction, target); count > 0;
       --count) {
    Value to = end;
    if (count > 1)
      to = buildPlus(builder, start,
                     buildTimes(builder,
                                buildRoundedDown(builder, numRows, count),
                                numColumns));
    Value step = buildTimes(builder, numColumns, buildConstant(builder, count));
    Value offset;
    carried = buildDynamicLoop(
        builder, from, to, step, offset, carried,
        [&](ImplicitLocOpBuilder &body, ValueRange values) {
          State first = buildElements(body, offset);
          if (count == 1)
            return form.buildCombination(body, values, first);
          State second = buildElements(
              body, arith::AddIOp::create(body, offset, numColumns));
          return buildPairCombination(body, form, target, values, first,
                                      second);
        });
    from = to;
  }
  return carried;
}

/// Reduces the group of outer indices whose first element is at `start`, and
/// stores its results from `result` on.
SmallVector<Value> ColumnGroupBuilder::buildGroup(ImplicitLocOpBuilder &builder,
                                                  ValueRange destinations,
                                                  Value start, Value result) {
  SmallVector<Value> accumulators = buildInLoopForm(
      builder, reduction, target,
      SmallVector<Value>(reduction.buildStart(builder, numVectors * lanes)),
      [&](const VectorReduction &form, ValueRange starts) {
        return buildRows(builder, form, starts, start);
      });
  State ordered = buildInMemoryOrder(builder, accumulators, order);
  SmallVector<Value> tensors(destinations);
  for (auto [vector, offset] : llvm::enumerate(resultOffsets))
    tensors = buildResults(
        builder, reduction, buildSlice(builder, ordered, vector * lanes, lanes),
        tensors, arith::AddIOp::create(builder, result, offset).getResult());
  return tensors;
}

/// Reduces the outer index `outer`, whose columns are fewer than a vector, and
/// stores its results.
SmallVector<Value> ColumnGroupBuilder::buildOne(ImplicitLocOpBuilder &builder,
                                                ValueRange destinations,
                                                Value outer) {
  Value row, zero = buildConstant(builder, 0);
  SmallVector<Value> accumulators = buildDynamicLoop(
      builder, zero, numRows, /*step=*/1, row,
      SmallVector<Value>(reduction.buildStart(builder, lanes)),
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        return SmallVector<Value>(reduction.buildCombination(
            body, carried,
            reduction.buildElements(body, {outer, row, zero}, lanes,
                                    /*inBounds=*/false)));
      });
  Value place = arith::MulIOp::create(builder, outer, numColumns);
  return buildResults(builder, reduction, accumulators, destinations, place,
                      /*inBounds=*/false);
}

SmallVector<Value> ColumnGroupBuilder::build(ImplicitLocOpBuilder &builder) {
  // The last outer indices whose columns are fewer than a vector.
  Value numSingle = builder.createOrFold<arith::DivUIOp>(
      buildConstant(builder, lanes - 1), numColumns);
  buildPlaces(builder);
  Value end = buildMinus(builder, numOuter, numSingle);
  return buildCollapsed(builder, [&](ImplicitLocOpBuilder &flat,
                                     ValueRange destinations) {
    // Fewer columns than a vector store after their results what a later group
    // replaces.
    SmallVector<Value> results = buildGroups(
        flat, destinations, end, buildIsAtLeast(flat, numColumns, lanes),
        [&](ImplicitLocOpBuilder &body, ValueRange carried, Value start,
            Value result) { return buildGroup(body, carried, start, result); });
    if (getConstantIntValue(numSingle) == 0)
      return results;
    Value outer;
    return buildDynamicLoop(
        flat, end, numOuter, /*step=*/1, outer, results,
        [&](ImplicitLocOpBuilder &body, ValueRange carried) {
          return buildOne(body, carried, outer);
        });
  });
}

/// Builds the loops and, where they may not apply, those of the next strategy
/// that does, and the choice.
static SmallVector<Value> buildColumnGroups(ImplicitLocOpBuilder &builder,
                                            const Reduction &reduction,
                                            const VectorTarget &target) {
  ColumnGroupBuilder groups(builder, reduction, target);
  return buildOrNext(
      builder, columnGroupReduction, reduction, target,
      groups.buildIsServed(builder),
      [&](ImplicitLocOpBuilder &nested) { return groups.build(nested); });
}

const Strategy mlir::reduce::detail::columnGroupReduction = {
    "column-groups", /*servesStrides=*/false, matchColumnGroups,
    buildColumnGroups};
