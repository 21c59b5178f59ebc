//===- NarrowRowReduction.cpp - Reduction across narrow rows --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost dimension is kept and so short that the accumulators have room
// for several rows. As these lie one after the other in memory, they are read
// as one vector, and accumulate side by side:
//
// for each index of the outer kept loops:
//   accumulators = neutral
//   for each index of the outer reduced loops, for each group of rows:
//     combine the accumulators with all elements of the group
//   until one row is left: combine the halves of the accumulators
//
//===----------------------------------------------------------------------===//

#include "Transforms/Vectorize/NumberCombination.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

/// Returns how many rows the accumulators have room for: a power of two, and
/// not more than there are.
static int64_t getGroupRows(const Reduction &reduction,
                            const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  return getBlockSize(reduction, innermost - 1,
                      target.getWidth(reduction) /
                          reduction.getExtent(innermost));
}

/// Whether two groups of rows are combined at once. What is left of an unknown
/// number goes row by row: not more of these.
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
  if (reduction.isReduced(innermost))
    return choice.refuse("the innermost dimension is reduced");
  if (!reduction.isReassociable())
    return choice.refuse("the combiner does not allow reassociation");
  if (!reduction.isReduced(innermost - 1))
    return choice.refuse("the dimension before the innermost is kept");
  if (reduction.isDynamic(innermost) || reduction.getExtent(innermost) == 0)
    return choice.refuse("rows are empty, or their length is not known");
  if (!llvm::isPowerOf2_64(reduction.getExtent(innermost)))
    return choice.refuse("the length of rows is no power of two");
  if (getGroupRows(reduction, target) < 2)
    return choice.refuse("one row fills the accumulators");
  return choice.accept(
      {getGroupRows(reduction, target), reduction.getExtent(innermost)},
      "kept rows are short: several fill the accumulators",
      getLoopForm(reduction, target, combinesTwoGroups(reduction, target)));
}

namespace {
class NarrowRowReductionBuilder {
public:
  NarrowRowReductionBuilder(const Reduction &reduction,
                            const VectorTarget &target)
      : reduction(reduction), target(target),
        rowLoop(reduction.getNumLoops() - 2),
        length(reduction.getExtent(rowLoop + 1)),
        groupRows(getGroupRows(reduction, target)), blockRows(groupRows),
        outerReducedLoops(reduction.getReducedLoops()),
        indices(reduction.getNumLoops()) {
    outerReducedLoops.pop_back();
    if (combinesTwoGroups(reduction, target))
      blockRows = 2 * groupRows;
  }

  Value build(ImplicitLocOpBuilder &builder);

private:
  Value buildRowsOf(ImplicitLocOpBuilder &builder, Value accumulator,
                    int64_t firstRow, int64_t numRows);
  Value buildNarrowed(ImplicitLocOpBuilder &builder, Value accumulator);
  Value buildGroup(ImplicitLocOpBuilder &builder, const Reduction &form,
                   Value accumulator, Value row, int64_t numRows);
  Value buildResult(ImplicitLocOpBuilder &builder, Value destination);

  const Reduction &reduction;
  const VectorTarget &target;
  unsigned rowLoop;
  /// Elements of a row, rows in the accumulators, and rows combined at once.
  int64_t length, groupRows, blockRows;
  SmallVector<unsigned> outerReducedLoops;
  SmallVector<Value> indices;
  SmallVector<Value> inputs;
};
} // namespace

/// Returns `numRows` rows of the accumulators, from `firstRow` on.
Value NarrowRowReductionBuilder::buildRowsOf(ImplicitLocOpBuilder &builder,
                                             Value accumulator,
                                             int64_t firstRow,
                                             int64_t numRows) {
  return buildSlice(builder, accumulator, firstRow * length, numRows * length);
}

/// Combines all rows of the accumulators into one.
Value NarrowRowReductionBuilder::buildNarrowed(ImplicitLocOpBuilder &builder,
                                               Value accumulator) {
  for (int64_t half = groupRows / 2; half > 0; half /= 2)
    accumulator = reduction.buildCombination(
        builder, buildRowsOf(builder, accumulator, 0, half),
        buildRowsOf(builder, accumulator, half, half));
  return accumulator;
}

/// Combines `numRows` rows from `row` on, of up to two groups, with as many of
/// the accumulators, in `form`.
Value NarrowRowReductionBuilder::buildGroup(ImplicitLocOpBuilder &builder,
                                            const Reduction &form,
                                            Value accumulator, Value row,
                                            int64_t numRows) {
  SmallVector<Value> elementIndices(llvm::drop_end(indices, 2));
  elementIndices.push_back(arith::MulIOp::create(
      builder, row, arith::ConstantIndexOp::create(builder, length)));
  Value elements = form.buildJoinedElements(builder, inputs, elementIndices,
                                            numRows * length);
  if (numRows <= groupRows)
    return buildFrontCombination(builder, form, accumulator, elements);
  int64_t width = groupRows * length;
  return buildPairCombination(builder, reduction, target, accumulator,
                              buildSlice(builder, elements, 0, width),
                              buildSlice(builder, elements, width, width));
}

/// Reduces all elements of one row of results and stores it.
Value NarrowRowReductionBuilder::buildResult(ImplicitLocOpBuilder &builder,
                                             Value destination) {
  auto buildAllRows = [&](const Reduction &form, ValueRange starts) {
    auto buildRows = [&](ImplicitLocOpBuilder &group, Value accumulator,
                         Value row, int64_t numRows) {
      return buildGroup(group, form, accumulator, row, numRows);
    };
    return buildLoops(builder, reduction, outerReducedLoops, indices, starts,
                      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                        return SmallVector<Value>{
                            buildBlocks(nested, reduction, rowLoop, blockRows,
                                        carried[0], buildRows)};
                      });
  };
  Value accumulator = buildInLoopForm(
      builder, reduction, target,
      reduction.buildNeutral(builder, groupRows * length), buildAllRows)[0];
  Value result = buildNarrowed(builder, accumulator);

  indices.back() = arith::ConstantIndexOp::create(builder, 0);
  return buildStore(builder, reduction, result, destination,
                    reduction.getResultIndices(indices));
}

Value NarrowRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = reduction.buildJoinedInputs(builder);
  return buildKeptLoops(builder, reduction, indices,
                        [&](ImplicitLocOpBuilder &nested, Value destination) {
                          return buildResult(nested, destination);
                        });
}

static Value buildNarrowRows(ImplicitLocOpBuilder &builder,
                             const Reduction &reduction,
                             const VectorTarget &target) {
  return NarrowRowReductionBuilder(reduction, target).build(builder);
}

const Strategy mlir::reduce::narrowRowReduction = {
    "narrow-rows", matchNarrowRows, buildNarrowRows};
