//===- NarrowRowReduction.cpp - Reduction across narrow rows --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost dimension is kept and so short that the accumulators have room
// for several rows. Since successive rows are contiguous in memory, they are
// read as one vector and accumulate in parallel:
//
// for each index of the outer kept loops:
//   accumulators = neutral
//   for each index of the outer reduced loops, for each group of rows:
//     combine the accumulators with all elements of the group
//   until one row is left: combine the halves of the accumulators
//
// If the length of rows is known only at run time, the number of times that
// halves are combined is, too, and each length has a store of its own.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/Permutations.h"
#include "Transforms/Vectorize/Builders/Tails.h"
#include "Transforms/Vectorize/Columns/ColumnStrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the number of rows that the accumulators have room for: a power of
/// two, and at most the number of rows.
static int64_t getGroupRows(const Reduction &reduction,
                            const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  return getBlockSize(reduction, innermost - 1,
                      target.getWidth(reduction) /
                          reduction.getExtent(innermost));
}

int64_t mlir::reduce::detail::getMinNarrowRows(const Reduction &reduction) {
  return limits::minNarrowRowsOfByte * reduction.getInputBits() / CHAR_BIT;
}

/// Returns whether two groups of rows are combined at once. For a dynamic
/// number of rows they are not: the remainder is combined row by row and should
/// be short.
static bool combinesTwoGroups(const Reduction &reduction,
                              const VectorTarget &target) {
  unsigned rowLoop = reduction.getNumLoops() - 2;
  return combinesNumbersFaster(reduction, target) &&
         !reduction.isDynamic(rowLoop) &&
         reduction.getExtent(rowLoop) >= 2 * getGroupRows(reduction, target);
}

static LogicalResult matchNarrowRows(const Reduction &reduction,
                                     const VectorTarget &target,
                                     Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(matchKeptRows(reduction, choice)))
    return failure();
  if (reduction.isDynamic(innermost)) {
    if (canPermutePairs(reduction, target))
      return choice.refuse("the length of rows is not known, and permutations "
                           "serve each length");
    // -reduce-outer-first leaves one reduced dimension of short rows.
    if (reduction.getReducedLoops().size() > 1)
      return choice.refuse("the length of rows is not known, and several "
                           "dimensions are reduced");
    if (target.getLanes(reduction) < 4)
      return choice.refuse("a vector has no room for two rows of two elements");
    return choice.accept({ShapedType::kDynamic, ShapedType::kDynamic},
                         "kept rows may be short, and a power of two: whether "
                         "several fill the accumulators is decided at run time",
                         getLoopForm(reduction, target,
                                     /*combinePairs=*/false));
  }
  if (reduction.getExtent(innermost) == 0)
    return choice.refuse("rows are empty");
  if (!llvm::isPowerOf2_64(reduction.getExtent(innermost)))
    return choice.refuse("the length of rows is not a power of two");
  if (getGroupRows(reduction, target) < 2)
    return choice.refuse("one row fills the accumulators");
  if (!choice.isMeasured && areStripsBetter(reduction, target))
    return choice.refuse("outer indices take turns");
  if (!choice.isMeasured && areRowsInUnrolledStreams(reduction, target))
    return choice.refuse("rows are read in unrolled streams");
  return choice.accept(
      {getGroupRows(reduction, target), reduction.getExtent(innermost)},
      "kept rows are short: several fill the accumulators",
      getLoopForm(reduction, target, combinesTwoGroups(reduction, target)));
}

namespace {
class NarrowRowReductionBuilder : RowBuilder {
public:
  NarrowRowReductionBuilder(const Reduction &reduction,
                            const VectorTarget &target)
      : RowBuilder(reduction, target), length(reduction.getExtent(rowLoop + 1)),
        groupRows(getGroupRows(reduction, target)), blockRows(groupRows),
        outerReducedLoops(reduction.getReducedLoops()) {
    outerReducedLoops.pop_back();
    if (combinesTwoGroups(reduction, target))
      blockRows = 2 * groupRows;
  }

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  State buildRowsOf(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                    int64_t firstRow, int64_t numRows);
  State buildNarrowed(ImplicitLocOpBuilder &builder, ValueRange accumulator);
  State buildGroup(ImplicitLocOpBuilder &builder, const VectorReduction &form,
                   ValueRange accumulator, Value row, int64_t numRows);
  SmallVector<Value> buildResult(ImplicitLocOpBuilder &builder,
                                 ValueRange destinations);

  /// The number of elements of a row, of rows in the accumulators, and of rows
  /// combined at once.
  int64_t length, groupRows, blockRows;
  SmallVector<unsigned> outerReducedLoops;
  /// The streams of the outer kept loop, and those of blocks of rows.
  NestedStreams streams;
};
} // namespace

/// Returns `numRows` rows of the accumulators, from `firstRow` on.
State NarrowRowReductionBuilder::buildRowsOf(ImplicitLocOpBuilder &builder,
                                             ValueRange accumulator,
                                             int64_t firstRow,
                                             int64_t numRows) {
  return buildSlice(builder, accumulator, firstRow * length, numRows * length);
}

/// Combines all rows of the accumulators into one.
State NarrowRowReductionBuilder::buildNarrowed(ImplicitLocOpBuilder &builder,
                                               ValueRange accumulator) {
  State narrowed = llvm::to_vector_of<Value, 2>(accumulator);
  for (int64_t half = groupRows / 2; half > 0; half /= 2) {
    State front = buildRowsOf(builder, narrowed, 0, half);
    narrowed = reduction.buildCombination(
        builder, front, buildRowsOf(builder, narrowed, half, half));
  }
  return narrowed;
}

/// Combines `numRows` rows from `row` on, at most two groups, with the same
/// number of rows of the accumulators, in `form`.
State NarrowRowReductionBuilder::buildGroup(ImplicitLocOpBuilder &builder,
                                            const VectorReduction &form,
                                            ValueRange accumulator, Value row,
                                            int64_t numRows) {
  Value offset = arith::MulIOp::create(
      builder, row, arith::ConstantIndexOp::create(builder, length));
  State elements = form.buildJoinedElements(
      builder, inputs, getJoinedIndices(offset), numRows * length);
  if (numRows <= groupRows)
    return buildFrontCombination(builder, form, accumulator, elements);
  int64_t width = groupRows * length;
  State first = buildSlice(builder, elements, 0, width);
  return buildPairCombination(builder, reduction, target, accumulator, first,
                              buildSlice(builder, elements, width, width));
}

/// Reduces all elements of one row of results and stores it.
SmallVector<Value>
NarrowRowReductionBuilder::buildResult(ImplicitLocOpBuilder &builder,
                                       ValueRange destinations) {
  auto buildAllRows = [&](const VectorReduction &form, ValueRange starts) {
    auto buildRows = [&](ImplicitLocOpBuilder &group, ValueRange accumulator,
                         Value row, int64_t numRows) {
      return SmallVector<Value>(
          buildGroup(group, form, accumulator, row, numRows));
    };
    return buildLoops(builder, reduction, outerReducedLoops, indices, starts,
                      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                        return buildBlocks(nested, reduction, rowLoop,
                                           blockRows, carried, buildRows,
                                           streams.inner);
                      });
  };
  SmallVector<Value> accumulator = buildInLoopForm(
      builder, reduction, target,
      reduction.buildNeutral(builder, groupRows * length), buildAllRows);
  State result = buildNarrowed(builder, accumulator);

  indices.back() = arith::ConstantIndexOp::create(builder, 0);
  return buildStore(builder, reduction, result, destinations,
                    reduction.getResultIndices(indices));
}

SmallVector<Value>
NarrowRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = reduction.buildJoinedInputs(builder);
  Value rowLength = arith::ConstantIndexOp::create(builder, length);
  Value numElements = builder.createOrFold<arith::MulIOp>(
      reduction.buildExtent(builder, rowLoop), rowLength);
  streams =
      buildNestedStreams(builder, reduction, target, numElements, rowLength);
  return buildKeptLoops(
      builder, reduction, indices,
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        return buildResult(nested, carried);
      },
      streams.outer);
}

namespace {
/// Builds the loops for rows of a length that is known only at run time.
class DynamicNarrowRowBuilder : RowBuilder {
public:
  DynamicNarrowRowBuilder(const Reduction &reduction,
                          const VectorTarget &target)
      : RowBuilder(reduction, target), width(target.getWidth(reduction)) {}

  /// Builds whether the length of rows is a power of two, a vector has room for
  /// several rows, and there are enough of them.
  Value buildIsServed(ImplicitLocOpBuilder &builder);

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  SmallVector<Value> combineRows(ImplicitLocOpBuilder &builder,
                                 const VectorReduction &form,
                                 ValueRange accumulators);
  State buildNarrowed(ImplicitLocOpBuilder &builder, ValueRange accumulators);
  SmallVector<Value> buildFirst(ImplicitLocOpBuilder &builder,
                                const State &result, int64_t count,
                                ValueRange destinations);
  SmallVector<Value> buildResult(ImplicitLocOpBuilder &builder,
                                 ValueRange destinations);

  /// The number of elements of the accumulators.
  int64_t width;
  /// The number of elements of a row, and of all rows.
  Value length, end;
  /// The streams of the outer kept loop, and those of vectors.
  NestedStreams streams;
};
} // namespace

Value DynamicNarrowRowBuilder::buildIsServed(ImplicitLocOpBuilder &builder) {
  Value rowLength = reduction.buildExtent(builder, rowLoop + 1);
  Value numRows = reduction.buildExtent(builder, rowLoop);
  Value numElements = builder.createOrFold<arith::MulIOp>(rowLength, numRows);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value below = arith::SubIOp::create(
      builder, rowLength, arith::ConstantIndexOp::create(builder, 1));
  Value isPower = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::eq,
      arith::AndIOp::create(builder, rowLength, below), zero);
  // A vector can end with the last row.
  Value areRows = arith::AndIOp::create(
      builder, buildIsInRange(builder, rowLength, 2, lanes / 2),
      buildIsAtLeast(builder, numElements, lanes));
  areRows = arith::AndIOp::create(
      builder, areRows,
      buildIsAtLeast(builder, numRows, getMinNarrowRows(reduction)));
  return arith::AndIOp::create(builder, areRows, isPower);
}

/// Combines `accumulators`, in `form`, with all rows.
SmallVector<Value>
DynamicNarrowRowBuilder::combineRows(ImplicitLocOpBuilder &builder,
                                     const VectorReduction &form,
                                     ValueRange accumulators) {
  Value offset;
  auto buildElements = [&](ImplicitLocOpBuilder &body, Value place,
                           int64_t count) {
    return form.buildJoinedElements(body, inputs, getJoinedIndices(place),
                                    count);
  };
  Value widthValue = arith::ConstantIndexOp::create(builder, width);
  Value lanesValue = arith::ConstantIndexOp::create(builder, lanes);
  Value wholeEnd = buildRoundedDown(builder, end, width);
  Value vectorsEnd = buildRoundedDown(builder, end, lanes);
  SmallVector<Value> combined =
      buildStreamLoop(builder, arith::ConstantIndexOp::create(builder, 0),
                      wholeEnd, widthValue, streams.inner, offset, accumulators,
                      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
                        return SmallVector<Value>(form.buildCombination(
                            body, carried, buildElements(body, offset, width)));
                      });
  combined = buildDynamicLoop(
      builder, wholeEnd, vectorsEnd, lanes, offset, combined,
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        return SmallVector<Value>(buildFrontCombination(
            body, form, carried, buildElements(body, offset, lanes)));
      });
  // A vector that ends with the last row has the elements left over. Its lanes
  // are of the same columns, because it has whole rows only.
  return buildDynamicLoop(
      builder, vectorsEnd, end, lanes, offset, combined,
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        Value place = arith::SubIOp::create(body, end, lanesValue);
        State elements = buildElements(body, place, lanes);
        if (!reduction.getTraits().isIdempotent)
          elements = form.buildNotSelected(
              body, buildTailMask(body, place, vectorsEnd, lanes), elements);
        return SmallVector<Value>(
            buildFrontCombination(body, form, carried, elements));
      });
}

/// Combines all rows of the accumulators into one, in the first lanes.
State DynamicNarrowRowBuilder::buildNarrowed(ImplicitLocOpBuilder &builder,
                                             ValueRange accumulators) {
  SmallVector<Value> narrowed(accumulators);
  for (int64_t half = width / 2; half >= lanes; half /= 2)
    narrowed = reduction.buildCombination(
        builder, buildSlice(builder, narrowed, 0, half),
        buildSlice(builder, narrowed, half, half));
  for (int64_t half = lanes / 2; half > 1; half /= 2) {
    SmallVector<int64_t> moved = llvm::map_to_vector(
        llvm::seq(lanes), [&](int64_t lane) { return (lane + half) % lanes; });
    Value hasSeveral =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, length,
                              arith::ConstantIndexOp::create(builder, half));
    narrowed = buildChoice(
        builder, hasSeveral,
        [&](ImplicitLocOpBuilder &nested) {
          SmallVector<Value> others = narrowed;
          for (Value &value : others)
            value = vector::ShuffleOp::create(nested, value, value, moved);
          return SmallVector<Value>(
              reduction.buildCombination(nested, narrowed, others));
        },
        [&](ImplicitLocOpBuilder &) { return narrowed; });
  }
  return llvm::to_vector_of<Value, 2>(narrowed);
}

/// Reduces all elements of one row of results and stores it.
SmallVector<Value>
DynamicNarrowRowBuilder::buildResult(ImplicitLocOpBuilder &builder,
                                     ValueRange destinations) {
  SmallVector<Value> accumulators = buildInLoopForm(
      builder, reduction, target, reduction.buildNeutral(builder, width),
      [&](const VectorReduction &form, ValueRange starts) {
        return combineRows(builder, form, starts);
      });
  indices.back() = arith::ConstantIndexOp::create(builder, 0);
  return buildFirst(builder, buildNarrowed(builder, accumulators), /*count=*/2,
                    destinations);
}

/// Stores the first `length` lanes of `result`, at least `count` of them.
SmallVector<Value>
DynamicNarrowRowBuilder::buildFirst(ImplicitLocOpBuilder &builder,
                                    const State &result, int64_t count,
                                    ValueRange destinations) {
  auto buildExactly = [&](ImplicitLocOpBuilder &nested) {
    return buildStore(nested, reduction, buildSlice(nested, result, 0, count),
                      destinations, reduction.getResultIndices(indices));
  };
  if (count == lanes / 2)
    return buildExactly(builder);
  // Each branch stores: bufferization would copy what one of them leaves as it
  // is.
  return buildChoice(
      builder,
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, length,
                            arith::ConstantIndexOp::create(builder, count)),
      buildExactly, [&](ImplicitLocOpBuilder &nested) {
        return buildFirst(nested, result, 2 * count, destinations);
      });
}

SmallVector<Value>
DynamicNarrowRowBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = reduction.buildJoinedInputs(builder);
  length = reduction.buildExtent(builder, rowLoop + 1);
  end = builder.createOrFold<arith::MulIOp>(
      length, reduction.buildExtent(builder, rowLoop));
  streams = buildNestedStreams(builder, reduction, target, end,
                               arith::ConstantIndexOp::create(builder, 1));
  return buildKeptLoops(
      builder, reduction, indices,
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        return buildResult(nested, carried);
      },
      streams.outer);
}

/// Builds the loops and, if the length of rows is known only at run time, those
/// of the next strategy that applies, and the choice.
static SmallVector<Value> buildNarrowRows(ImplicitLocOpBuilder &builder,
                                          const Reduction &reduction,
                                          const VectorTarget &target) {
  if (!reduction.isDynamic(reduction.getNumLoops() - 1))
    return NarrowRowReductionBuilder(reduction, target).build(builder);
  DynamicNarrowRowBuilder rows(reduction, target);
  return buildOrNext(
      builder, narrowRowReduction, reduction, target,
      rows.buildIsServed(builder),
      [&](ImplicitLocOpBuilder &nested) { return rows.build(nested); });
}

const Strategy mlir::reduce::detail::narrowRowReduction = {
    "narrow-rows", /*servesStrides=*/false, matchNarrowRows, buildNarrowRows};
