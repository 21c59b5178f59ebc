//===- OuterBlockReduction.cpp - Reduction across many long rows ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strip of columns that goes over all rows accesses memory with a large
// stride and reads only a few cache lines of each page. If there are many rows
// and many strips, rows are processed in blocks: many strips of a block come
// before the next block. The accumulators are in memory that fits into the
// first-level cache:
//
// for each index of the outer kept loops:
//   for each tile of columns:
//     scratch = the initial values of the tile
//     for each index of the outer reduced loops, for each block of rows:
//       for each strip of the tile, and for the columns left over:
//         accumulators = the strip of scratch
//         for each row of the block: combine the strip of that row
//         the strip of scratch = accumulators
//     apply the epilogue to scratch and store the results
//
// If the combiner may be reassociated, the rows of a block are spread evenly
// over all rows, and the next block has the row after each of them: a processor
// then sees a few streams, each of which reads memory in its order. Otherwise,
// a block has successive rows, and the elements of each column are combined in
// order.
//
//===----------------------------------------------------------------------===//

#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/VectorBody.h"
#include "Transforms/Vectorize/Builders/Combinations.h"
#include "Transforms/Vectorize/Builders/MemoryAccess.h"
#include "Transforms/Vectorize/Columns/AccumulatorMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the number of columns of a tile, a multiple of the width of a strip
/// unless there are fewer columns.
static int64_t getTileWidth(const Reduction &reduction,
                            const VectorTarget &target) {
  VectorReduction vectors(reduction);
  int64_t bytes = AccumulatorMemory(vectors, target).getColumnBytes();
  int64_t width = std::max<int64_t>(
      target.getColumnWidth(reduction),
      llvm::bit_floor<uint64_t>(target.getTileBytes() / bytes));
  int64_t extent = reduction.getExtent(reduction.getNumLoops() - 1);
  if (ShapedType::isDynamic(extent))
    return width;
  return std::min<int64_t>(width, llvm::bit_ceil<uint64_t>(extent));
}

/// Returns whether loads of spread rows touch two lines each, and prefetches
/// make up for that.
static bool doRowsGainFromPrefetches(const Reduction &reduction,
                                     const VectorTarget &target) {
  return reduction.isReassociable() && !areRowsAligned(reduction) &&
         doColumnsGainFromPrefetches(reduction, target);
}

/// Returns the number of rows of a block, which are spread if the combiner may
/// be reassociated. Memory beyond the last cache takes more of these rows, if
/// they prefetch.
static int64_t getBlockRows(const Reduction &reduction,
                            const VectorTarget &target) {
  bool areMany = !reduction.isReassociable() ||
                 (doRowsGainFromPrefetches(reduction, target) &&
                  *reduction.getInputBytes() > target.getLastCacheBytes());
  return areMany ? limits::blockRows : limits::spreadRows;
}

/// Returns the number of columns of a strip.
static int64_t getStripWidth(const Reduction &reduction,
                             const VectorTarget &target) {
  return reduction.isReassociable() ? getStreamWidth(reduction, target)
                                    : target.getColumnWidth(reduction);
}

/// Returns the number of rows from which there are many. `isFar`: whether the
/// input is in a cache beyond the second one, where strips over a few more rows
/// are as fast if they prefetch.
static int64_t getMinRows(const Reduction &reduction,
                          const VectorTarget &target, bool isFar) {
  return limits::minBlocks * (isFar && target.getPrefetches()
                                  ? limits::blockRows
                                  : getBlockRows(reduction, target));
}

/// Returns the loops over rows and over columns, each with the extent from
/// which there are many.
static std::array<std::pair<unsigned, int64_t>, 2>
getManyLimits(const Reduction &reduction, const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  int64_t columns = limits::minStrips * getStripWidth(reduction, target);
  return {{{reduction.getReducedLoops().back(),
            getMinRows(reduction, target, isKnownFar(reduction, target))},
           {innermost, columns}}};
}

static LogicalResult matchOuterBlocks(const Reduction &reduction,
                                      const VectorTarget &target,
                                      Choice &choice) {
  if (failed(outerReduction.match(reduction, target, choice)))
    return failure();
  if (!choice.isMeasured && isKnownNear(reduction, target))
    return choice.refuse("the input is in the first cache");
  if (!choice.isMeasured && doColumnsGainFromPrefetches(reduction, target)) {
    if (reduction.getExtent(reduction.getNumLoops() - 1) <=
        target.getColumnWidth(reduction))
      return choice.refuse("a strip has all columns, and prefetches");
    if (hasSmallRowBlocks(reduction, target))
      return choice.refuse(
          "rows are a small block of memory, and strips prefetch the next");
  }
  bool isKnown = true;
  for (auto [loop, limit] : getManyLimits(reduction, target)) {
    if (!choice.isMeasured && reduction.isKnownBelow(loop, limit))
      return choice.refuse("rows or strips of columns are few");
    isKnown &= !reduction.isDynamic(loop);
  }
  return choice.accept(
      {getBlockRows(reduction, target), getTileWidth(reduction, target)},
      isKnown
          ? "the innermost dimension is kept, and rows are many: strips of "
            "columns go over blocks of them"
          : "the innermost dimension is kept, and rows may be many: whether "
            "strips of columns go over blocks of them is decided at run time",
      getLoopForm(reduction, target, /*combinePairs=*/true));
}

namespace {
class OuterBlockReductionBuilder {
public:
  OuterBlockReductionBuilder(const Reduction &reduction,
                             const VectorTarget &target)
      : target(target), reduction(reduction),
        strips(this->reduction, target, getStripWidth(reduction, target)),
        innermost(reduction.getNumLoops() - 1),
        tileWidth(getTileWidth(reduction, target)),
        blockRows(getBlockRows(reduction, target)),
        reducedLoops(reduction.getReducedLoops()) {
    rowLoop = reducedLoops.pop_back_val();
    if (!reduction.isReassociable())
      usePrefetchesOfColumns(this->reduction, target, blockRows);
    else if (doRowsGainFromPrefetches(reduction, target))
      // All rows together prefetch as much as a single stream.
      this->reduction.usePrefetches(getPrefetchDistance(reduction, target) /
                                    blockRows);
    memory.emplace(this->reduction, target);
  }

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  void buildBlock(ImplicitLocOpBuilder &builder, OpFoldResult numRows,
                  Value firstRow, Value step);
  void buildBlocks(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildTile(ImplicitLocOpBuilder &builder,
                               ValueRange carried);

  const VectorTarget &target;
  VectorReduction reduction;
  ColumnStrips strips;
  unsigned innermost, rowLoop;
  int64_t tileWidth;
  int64_t blockRows;
  /// All reduced loops except the innermost of them.
  SmallVector<unsigned> reducedLoops;
  /// The accumulators of the tile from column `from` to `to`.
  std::optional<AccumulatorMemory> memory;
  Value from, to;
  /// The tensors of results.
  SmallVector<Value> destinations;
};
} // namespace

/// Combines the accumulators of the tile with `numRows` rows from `firstRow`
/// on, each of them `step` after the one before; if that is null, with
/// successive ones.
void OuterBlockReductionBuilder::buildBlock(ImplicitLocOpBuilder &builder,
                                            OpFoldResult numRows,
                                            Value firstRow, Value step) {
  strips.visit(builder, destinations, from, to,
               [&](ImplicitLocOpBuilder &body, ValueRange carried,
                   const Columns &columns) {
                 memory->buildSave(
                     body, columns,
                     strips.buildRows(body, memory->getForm(), columns,
                                      memory->buildLoad(body, columns), numRows,
                                      firstRow, step));
                 return SmallVector<Value>(carried);
               });
}

/// Combines the accumulators of the tile with all rows of the innermost reduced
/// loop.
void OuterBlockReductionBuilder::buildBlocks(ImplicitLocOpBuilder &builder) {
  Value end = reduction.buildExtent(builder, rowLoop);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value tailStart = buildRoundedDown(builder, end, blockRows);
  // From the first row of a block to the next row, and to the next block.
  Value nextRow;
  int64_t nextBlock = blockRows;
  Value blocksEnd = tailStart;
  if (reduction.isReassociable()) {
    nextRow = builder.createOrFold<arith::DivUIOp>(
        tailStart, arith::ConstantIndexOp::create(builder, blockRows));
    nextBlock = 1;
    blocksEnd = nextRow;
  }
  Value firstRow;
  buildDynamicLoop(builder, zero, blocksEnd, nextBlock, firstRow, {},
                   [&](ImplicitLocOpBuilder &block, ValueRange) {
                     buildBlock(block, block.getIndexAttr(blockRows), firstRow,
                                nextRow);
                     return SmallVector<Value>();
                   });
  if (!reduction.isDynamic(rowLoop)) {
    int64_t numTailRows = reduction.getExtent(rowLoop) % blockRows;
    if (numTailRows > 0)
      buildBlock(builder, builder.getIndexAttr(numTailRows), tailStart,
                 /*step=*/{});
    return;
  }
  buildBlock(builder,
             arith::SubIOp::create(builder, end, tailStart).getResult(),
             tailStart, /*step=*/{});
}

/// Reduces the columns from `from` to `to`.
SmallVector<Value>
OuterBlockReductionBuilder::buildTile(ImplicitLocOpBuilder &builder,
                                      ValueRange carried) {
  destinations = SmallVector<Value>(carried);
  memory->setPlace(/*first=*/from, /*offset=*/{});
  strips.visit(builder, destinations, from, to,
               [&](ImplicitLocOpBuilder &body, ValueRange tensors,
                   const Columns &columns) {
                 memory->buildSave(
                     body, columns,
                     memory->buildStarts(body, strips, tensors, columns));
                 return SmallVector<Value>(tensors);
               });
  buildLoops(builder, reduction, reducedLoops, strips.getIndices(), {},
             [&](ImplicitLocOpBuilder &nested, ValueRange) {
               buildBlocks(nested);
               return SmallVector<Value>();
             });
  return strips.visit(builder, destinations, from, to,
                      [&](ImplicitLocOpBuilder &body, ValueRange tensors,
                          const Columns &columns) {
                        return strips.buildResults(
                            body, tensors, columns,
                            memory->buildFinal(body, strips, tensors, columns));
                      });
}

SmallVector<Value>
OuterBlockReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  memory->allocate(builder, tileWidth);
  return buildKeptLoops(
      builder, reduction, strips.getIndices(),
      [&](ImplicitLocOpBuilder &nested, ValueRange results) {
        Value zero = arith::ConstantIndexOp::create(nested, 0);
        Value extent = reduction.buildExtent(nested, innermost);
        return buildDynamicLoop(
            nested, zero, extent, tileWidth, from, results,
            [&](ImplicitLocOpBuilder &tile, ValueRange iterArgs) {
              Value width = arith::ConstantIndexOp::create(tile, tileWidth);
              to = arith::MinUIOp::create(
                  tile, extent, arith::AddIOp::create(tile, from, width));
              return buildTile(tile, iterArgs);
            });
      });
}

/// Builds the loops. If it is known only at run time whether there are many
/// rows and columns, also builds the loops of `outerReduction` for few, and the
/// choice.
static SmallVector<Value> buildOuterBlocks(ImplicitLocOpBuilder &builder,
                                           const Reduction &reduction,
                                           const VectorTarget &target) {
  Value areMany;
  for (auto [loop, limit] : getManyLimits(reduction, target)) {
    if (!reduction.isDynamic(loop))
      continue;
    Value extent = reduction.buildExtent(builder, loop);
    Value least = arith::ConstantIndexOp::create(builder, limit);
    int64_t leastIfFar = getMinRows(reduction, target, /*isFar=*/true);
    if (reduction.isReduced(loop) && limit != leastIfFar)
      least = arith::SelectOp::create(
          builder, buildIsFar(builder, reduction, target),
          arith::ConstantIndexOp::create(builder, leastIfFar), least);
    Value reaches = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                                          extent, least);
    areMany =
        areMany ? arith::AndIOp::create(builder, areMany, reaches) : reaches;
  }
  if (!reduction.getInputBytes()) {
    Value isLarge = buildIsLarger(builder, reduction, target.getL1CacheBytes());
    areMany =
        areMany ? arith::AndIOp::create(builder, areMany, isLarge) : isLarge;
  }
  OuterBlockReductionBuilder blocks(reduction, target);
  if (!areMany)
    return blocks.build(builder);
  return buildChoice(
      builder, areMany,
      [&](ImplicitLocOpBuilder &nested) { return blocks.build(nested); },
      [&](ImplicitLocOpBuilder &nested) {
        return outerReduction.build(nested, reduction, target);
      });
}

const Strategy mlir::reduce::detail::outerBlockReduction = {
    "outer-blocks", /*servesStrides=*/true, matchOuterBlocks, buildOuterBlocks};
