//===- FoldedRowReduction.cpp - Reduction across rows in vectors ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost dimension is kept and so short that a vector has room for
// several rows. Each vector is read at the position of its first row and has
// whole rows only, so that all vectors can be combined. In the end, the rows of
// one vector are combined with each other, in registers:
//
// for each index of the outer kept loops:
//   accumulators = neutral
//   for each index of the outer reduced loops:
//     combine the first accumulator with the rows that are left over
//     for each vector of rows:
//       combine an accumulator with the rows
//   combine the accumulators
//   until one row is left: combine the first half of rows with the second one
//   store the row
//
// How many rows a vector has, and which lanes the last step permutes, is
// computed once. `packed-rows` reads long inputs faster, since its vectors are
// full, but has to move the accumulators through memory.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/Permutations.h"
#include "Transforms/Vectorize/Builders/Tails.h"
#include "Transforms/Vectorize/Columns/ColumnStrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static LogicalResult matchFoldedRows(const Reduction &reduction,
                                     const VectorTarget &target,
                                     Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(matchKeptRows(reduction, choice)))
    return failure();
  if (!canPermutePairs(reduction, target))
    return choice.refuse("the target cannot permute two vectors");
  LoopFormKind form = getLoopForm(reduction, target, /*combinePairs=*/false);
  if (reduction.isDynamic(innermost))
    return choice.accept({ShapedType::kDynamic, ShapedType::kDynamic},
                         "kept rows may be short: whether a vector has "
                         "several, which are folded, is decided at run time",
                         form);
  int64_t lanes = target.getLanes(reduction);
  int64_t length = reduction.getExtent(innermost);
  int64_t numRows = reduction.getExtent(innermost - 1);
  if (length < 2 || length > lanes / 2)
    return choice.refuse("one row fills a vector");
  if (!choice.isMeasured && areStripsBetter(reduction, target))
    return choice.refuse("outer indices take turns");
  if (!ShapedType::isDynamic(numRows)) {
    if (numRows < llvm::divideCeilSigned(lanes, length))
      return choice.refuse("rows do not fill a vector");
    if (!choice.isMeasured &&
        numRows >
            getMaxPartElements(reduction, target, limits::maxFoldedFills) /
                length)
      return choice.refuse("rows are many");
  }
  return choice.accept({lanes / length, length},
                       "kept rows are short: a vector has several, which are "
                       "folded",
                       form);
}

namespace {
class FoldedRowReductionBuilder : RowBuilder {
public:
  FoldedRowReductionBuilder(const Reduction &reduction,
                            const VectorTarget &target)
      : RowBuilder(reduction, target),
        numVectors(
            target.limitAccumulators(reduction, target.getAccumulators())),
        outerReducedLoops(reduction.getReducedLoops()) {
    outerReducedLoops.pop_back();
  }

  /// Builds whether rows are short, fill a vector, and are not many.
  Value buildIsServed(ImplicitLocOpBuilder &builder);

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  Value buildConstant(ImplicitLocOpBuilder &builder, int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  }
  SmallVector<Value> buildVectors(ImplicitLocOpBuilder &builder,
                                  const VectorReduction &form,
                                  ValueRange accumulators, int64_t count,
                                  Value from, Value to);
  SmallVector<Value> buildRows(ImplicitLocOpBuilder &builder,
                               ValueRange accumulators);
  SmallVector<Value> buildResult(ImplicitLocOpBuilder &builder,
                                 ValueRange destinations);

  int64_t numVectors;
  SmallVector<unsigned> outerReducedLoops;
  /// The numbers of elements: of the rows of a vector, of all rows that fill
  /// `numVectors` vectors, and of those that fill one.
  Value width, endOfGroups, endOfVectors;
  /// The lanes of a vector, and of the rows that are left over.
  Value areWhole, areRest;
  /// For each time that the number of rows of a vector is halved: the positions
  /// of the second half, or of neutral elements.
  SmallVector<Value> others;
};
} // namespace

Value FoldedRowReductionBuilder::buildIsServed(ImplicitLocOpBuilder &builder) {
  Value length = reduction.buildExtent(builder, rowLoop + 1);
  Value numElements = arith::MulIOp::create(
      builder, length, reduction.buildExtent(builder, rowLoop));
  Value areShort = buildIsInRange(builder, length, 2, lanes / 2);
  return arith::AndIOp::create(
      builder, areShort,
      buildIsInRange(
          builder, numElements, lanes,
          getMaxPartElements(reduction, target, limits::maxFoldedFills)));
}

/// Combines the first `count` of the accumulators, in `form`, with the vectors
/// from the element `from` to the element `to`.
SmallVector<Value> FoldedRowReductionBuilder::buildVectors(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    ValueRange accumulators, int64_t count, Value from, Value to) {
  size_t numValues = form.getNumValues();
  Value offset;
  return buildDynamicLoop(
      builder, from, to,
      builder.createOrFold<arith::MulIOp>(width, buildConstant(builder, count)),
      offset, accumulators,
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        SmallVector<Value> combined;
        for (int64_t i = 0; i < count; ++i) {
          State elements = form.buildElementsOfLanes(
              body, inputs, getJoinedIndices(offset), areWhole);
          llvm::append_range(
              combined,
              form.buildCombination(
                  body, carried.slice(i * numValues, numValues), elements));
          offset = arith::AddIOp::create(body, offset, width);
        }
        llvm::append_range(combined, carried.drop_front(combined.size()));
        return combined;
      });
}

/// Combines the accumulators with all rows of one index of the outer loops.
SmallVector<Value>
FoldedRowReductionBuilder::buildRows(ImplicitLocOpBuilder &builder,
                                     ValueRange accumulators) {
  State rest = reduction.buildSelected(
      builder, areRest,
      reduction.buildElementsOfLanes(builder, inputs,
                                     getJoinedIndices(endOfVectors), areRest));
  SmallVector<Value> starts(accumulators);
  llvm::copy(
      reduction.buildCombination(
          builder, accumulators.take_front(reduction.getNumValues()), rest),
      starts.begin());
  return buildInLoopForm(
      builder, reduction, target, starts,
      [&](const VectorReduction &form, ValueRange carried) {
        SmallVector<Value> groups =
            buildVectors(builder, form, carried, numVectors,
                         buildConstant(builder, 0), endOfGroups);
        return buildVectors(builder, form, groups, /*count=*/1, endOfGroups,
                            endOfVectors);
      });
}

/// Reduces all elements of one row of results and stores it.
SmallVector<Value>
FoldedRowReductionBuilder::buildResult(ImplicitLocOpBuilder &builder,
                                       ValueRange destinations) {
  SmallVector<State> neutral(numVectors,
                             reduction.buildNeutral(builder, lanes));
  SmallVector<State> states = splitStates(
      buildLoops(builder, reduction, outerReducedLoops, indices,
                 joinStates(neutral),
                 [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                   return buildRows(nested, carried);
                 }),
      reduction.getNumValues());
  for (size_t count = states.size(); count > 1; count /= 2)
    for (size_t i : llvm::seq(count / 2))
      states[i] =
          reduction.buildCombination(builder, states[i], states[count / 2 + i]);
  State result = states.front();
  for (Value positions : others)
    result = reduction.buildCombination(
        builder, result,
        buildPairPermutation(builder, result, neutral.front(), positions));
  indices.back() = buildConstant(builder, 0);
  return buildStore(builder, reduction, result, destinations,
                    reduction.getResultIndices(indices), /*inBounds=*/false);
}

SmallVector<Value>
FoldedRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = reduction.buildJoinedInputs(builder);
  Value length = reduction.buildExtent(builder, rowLoop + 1);
  Value allLanes = buildConstant(builder, lanes);
  Value zero = buildConstant(builder, 0), one = buildConstant(builder, 1);
  auto buildTimes = [&](Value first, Value second) {
    return builder.createOrFold<arith::MulIOp>(first, second);
  };
  auto buildWhole = [&](Value extent, Value step) {
    return builder.createOrFold<arith::SubIOp>(
        extent, builder.createOrFold<arith::RemUIOp>(extent, step));
  };
  Value rows = builder.createOrFold<arith::DivUIOp>(allLanes, length);
  width = buildTimes(rows, length);
  Value end = buildTimes(length, reduction.buildExtent(builder, rowLoop));
  endOfVectors = buildWhole(end, width);
  endOfGroups = buildWhole(
      endOfVectors, buildTimes(width, buildConstant(builder, numVectors)));
  areWhole = buildTailMask(builder, zero, width, lanes);
  areRest = buildTailMask(builder, endOfVectors, end, lanes);
  // A row has two elements at least.
  for (int64_t most = lanes / 2; most > 1 && getConstantIntValue(rows) != 1;
       most = llvm::divideCeil(most, 2)) {
    Value moved = builder.createOrFold<arith::ShRUIOp>(rows, one);
    rows = builder.createOrFold<arith::SubIOp>(rows, moved);
    others.push_back(buildLanePositions(builder, reduction, lanes,
                                        buildTimes(moved, length),
                                        {buildTimes(rows, length), allLanes}));
  }
  return buildKeptLoops(builder, reduction, indices,
                        [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                          return buildResult(nested, carried);
                        });
}

/// Builds the loops and, if extents are known only at run time, those of the
/// next strategy that applies, and the choice.
static SmallVector<Value> buildFoldedRows(ImplicitLocOpBuilder &builder,
                                          const Reduction &reduction,
                                          const VectorTarget &target) {
  FoldedRowReductionBuilder folded(reduction, target);
  unsigned innermost = reduction.getNumLoops() - 1;
  if (!reduction.isDynamic(innermost) && !reduction.isDynamic(innermost - 1))
    return folded.build(builder);
  return buildOrNext(
      builder, foldedRowReduction, reduction, target,
      folded.buildIsServed(builder),
      [&](ImplicitLocOpBuilder &nested) { return folded.build(nested); });
}

const Strategy mlir::reduce::detail::foldedRowReduction = {
    "folded-rows", /*servesStrides=*/false, matchFoldedRows, buildFoldedRows};
