//===- RowBuilder.cpp - Common parts of row strategies --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Transforms/Analysis/StrategyLimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

LogicalResult mlir::reduce::detail::matchReducedRows(const Reduction &reduction,
                                                     Choice &choice) {
  if (!reduction.isReduced(reduction.getNumLoops() - 1))
    return choice.refuse("the innermost dimension is kept");
  if (!reduction.isReassociable())
    return choice.refuse("the combiner does not allow reassociation");
  return success();
}

LogicalResult
mlir::reduce::detail::matchBlocksOfRows(const Reduction &reduction,
                                        Choice &choice) {
  if (failed(matchReducedRows(reduction, choice)))
    return failure();
  unsigned numLoops = reduction.getNumLoops();
  if (numLoops == 1 || reduction.isReduced(numLoops - 2))
    return choice.refuse("the dimension before the innermost is reduced");
  if (reduction.isDynamic(numLoops - 1))
    return choice.refuse("the length of rows is not known");
  if (reduction.readsIndices())
    return choice.refuse("the body reads indices");
  return success();
}

LogicalResult mlir::reduce::detail::matchKeptRows(const Reduction &reduction,
                                                  Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (reduction.isReduced(innermost))
    return choice.refuse("the innermost dimension is reduced");
  if (!reduction.isReassociable())
    return choice.refuse("the combiner does not allow reassociation");
  if (!reduction.isReduced(innermost - 1))
    return choice.refuse("the dimension before the innermost is kept");
  if (reduction.readsIndices())
    return choice.refuse("the body reads indices");
  return success();
}

int64_t mlir::reduce::detail::getMaxPartElements(const Reduction &reduction,
                                                 const VectorTarget &target,
                                                 int64_t fills) {
  int64_t lanes = target.getLanes(reduction);
  if (gainsFromWholeVectors(reduction, target))
    fills = std::min(fills, std::max(limits::minWholeFills,
                                     limits::minWholeFillsOfLane * lanes));
  return fills * lanes;
}

SmallVector<Value>
RowBuilder::buildRowInputs(ImplicitLocOpBuilder &builder) const {
  if (areRowsJoined())
    return reduction.buildJoinedInputs(builder);
  return llvm::to_vector(reduction.getOp().getDpsInputs());
}

SmallVector<Value> RowBuilder::buildRowStarts(ImplicitLocOpBuilder &builder,
                                              Value firstRow,
                                              int64_t numRows) const {
  // One multiplication, and then additions: LLVM would multiply each index by
  // the length.
  Value start = firstRow, step;
  if (areRowsJoined()) {
    step = reduction.buildExtent(builder, rowLoop + 1);
    start = arith::MulIOp::create(builder, firstRow, step);
  } else {
    step = arith::ConstantIndexOp::create(builder, 1);
  }
  SmallVector<Value> starts = {start};
  while (int64_t(starts.size()) < numRows)
    starts.push_back(arith::AddIOp::create(builder, starts.back(), step));
  return starts;
}

SmallVector<Value> RowBuilder::getPlace(ImplicitLocOpBuilder &builder,
                                        Value rowStart, Value offset) const {
  if (areRowsJoined())
    return getJoinedIndices(arith::AddIOp::create(builder, rowStart, offset));
  SmallVector<Value> place(indices);
  place[rowLoop] = rowStart;
  place[rowLoop + 1] = offset;
  return place;
}

SmallVector<Value> RowBuilder::buildRowBlocks(ImplicitLocOpBuilder &builder,
                                              int64_t size,
                                              BuildBlockFn buildBlock,
                                              Value isCovered) {
  BlockPrefetches prefetches;
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  bool areInOrder = rowLoop == 0 && !reduction.isReduced(rowLoop) &&
                    reduction.hasContiguousInputs();
  if (areInOrder &&
      gainsFromPrefetches(reduction, target, /*isAligned=*/false)) {
    // Where a cache holds the input, reading is faster without, or with single
    // prefetches between the loads.
    prefetches = BlockPrefetches(
        builder, reduction, target,
        builder.createOrFold<arith::MulIOp>(
            reduction.buildExtent(builder, rowLoop + 1),
            arith::ConstantIndexOp::create(builder, size)),
        target.getMaxPrefetchedBlock(),
        buildIsLarger(builder, reduction, target.getLastCacheBytes()));
    if (prefetches.areKnown())
      reduction.usePrefetches(/*distance=*/0);
  }
  return buildResultBlocks(
      builder, reduction, rowLoop, size, indices,
      [&](ImplicitLocOpBuilder &block, ValueRange carried, Value firstRow,
          int64_t numRows) {
        if (numRows == size)
          prefetches.build(block, reduction.getOp().getDpsInputs(),
                           {firstRow, zero});
        return buildBlock(block, carried, firstRow, numRows);
      },
      isCovered);
}

SmallVector<Value> RowBuilder::buildResults(
    ImplicitLocOpBuilder &builder, ValueRange destinations, Value firstRow,
    int64_t numRows,
    llvm::function_ref<State(ImplicitLocOpBuilder &)> buildRows) {
  SmallVector<unsigned> outerReducedLoops = reduction.getReducedLoops();
  outerReducedLoops.pop_back();
  SmallVector<Value> results;
  if (outerReducedLoops.empty())
    results = buildRows(builder);
  else
    results = buildLoops(builder, reduction, outerReducedLoops, indices,
                         reduction.buildNeutral(builder, numRows),
                         [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                           return SmallVector<Value>(reduction.buildCombination(
                               nested, carried, buildRows(nested)));
                         });
  indices[rowLoop] = firstRow;
  return buildStore(builder, reduction, results, destinations,
                    reduction.getResultIndices(indices));
}
