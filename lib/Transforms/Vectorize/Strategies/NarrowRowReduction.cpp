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
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"

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
  if (reduction.isDynamic(innermost) || reduction.getExtent(innermost) == 0)
    return choice.refuse("rows are empty, or their length is not known");
  if (!llvm::isPowerOf2_64(reduction.getExtent(innermost)))
    return choice.refuse("the length of rows is not a power of two");
  if (getGroupRows(reduction, target) < 2)
    return choice.refuse("one row fills the accumulators");
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

static SmallVector<Value> buildNarrowRows(ImplicitLocOpBuilder &builder,
                                          const Reduction &reduction,
                                          const VectorTarget &target) {
  return NarrowRowReductionBuilder(reduction, target).build(builder);
}

const Strategy mlir::reduce::detail::narrowRowReduction = {
    "narrow-rows", /*servesStrides=*/false, matchNarrowRows, buildNarrowRows};
