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
//     scratch = the initial values of the tile, combined with the first block
//       if blocks are few
//     for each index of the outer reduced loops, for each block of rows:
//       for each strip of the tile, and for the columns left over:
//         accumulators = the strip of scratch
//         for each row of the block: combine the strip of that row
//         the strip of scratch = accumulators
//     for each strip of the tile, and for the columns left over:
//       accumulators = the strip of scratch
//       apply the epilogue to them and store the results
//
// Without outer reduced loops, the loop that stores the results also combines
// the last rows, at most as many as a block has.
//
// If the combiner may be reassociated, the rows of a block are spread evenly
// over all rows, and the next block has the row after each of them: a processor
// then sees a few streams, each of which reads memory in its order. Otherwise,
// a block has successive rows, and the elements of each column are combined in
// order.
//
// So are rows of few columns on machines that read memory faster in several
// places, by instructions of their own, if no cache has the input.
//
// On machines where loads that touch two cache lines of what no cache has are
// slow, those of spread rows that are not whole lines read half a line.
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

/// Returns the number of columns of a tile, a multiple of the width of a strip.
static int64_t getTileWidth(const Reduction &reduction,
                            const VectorTarget &target) {
  VectorReduction vectors(reduction);
  int64_t bytes = AccumulatorMemory(vectors, target).getColumnBytes();
  int64_t stripWidth = target.getColumnWidth(reduction);
  auto getColumns = [&](int64_t numBytes) {
    return std::max<int64_t>(stripWidth,
                             llvm::bit_floor<uint64_t>(numBytes / bytes));
  };
  // The accumulators may be more than the first cache has: those of the second
  // one cost less than rows that are read in short pieces. If extents are not
  // known, other strategies have memory on the same stack. Half as many columns
  // more are better in the same tile than in one of their own.
  int64_t extent = reduction.getExtent(reduction.getNumLoops() - 1);
  int64_t numBytes =
      (reduction.getInputBytes() ? 4 : 2) * target.getTileBytes();
  int64_t width = getColumns(numBytes);
  return ShapedType::isDynamic(extent) || extent > width + width / 2
             ? width
             : llvm::alignTo(extent, stripWidth);
}

/// Builds whether loads of spread rows touch two lines each, and the last cache
/// does not have the input, if that is not known: loads of blocks are short
/// then. Returns null if it is known.
static Value buildAreBlocksShort(ImplicitLocOpBuilder &builder,
                                 const Reduction &reduction,
                                 const VectorTarget &target) {
  if (!areFarLoadsShort(reduction, target) || !reduction.isReassociable() ||
      reduction.getInputBytes())
    return {};
  Value areSplit = buildHasRemainder(
      builder, reduction.buildExtent(builder, reduction.getNumLoops() - 1),
      getElementsOfLine(reduction));
  return builder.createOrFold<arith::AndIOp>(
      buildIsLarger(builder, reduction, target.getLastCacheBytes()), areSplit);
}

/// Whether this is known to hold: all loads are short then.
static bool areLoadsShort(const Reduction &reduction,
                          const VectorTarget &target) {
  return areKnownFarLoadsShort(reduction, target) &&
         reduction.isReassociable() && !areRowsAligned(reduction);
}

/// Returns whether loads of spread rows touch two lines each, and prefetches
/// make up for that.
static bool doRowsGainFromPrefetches(const Reduction &reduction,
                                     const VectorTarget &target) {
  return reduction.isReassociable() && !areRowsAligned(reduction) &&
         !areLoadsShort(reduction, target) &&
         doColumnsGainFromPrefetches(reduction, target);
}

/// Returns the number of rows of a block, which are spread if the combiner may
/// be reassociated. Memory beyond the last cache takes more of these rows, if
/// they prefetch.
static int64_t getBlockRows(const Reduction &reduction,
                            const VectorTarget &target) {
  bool areMany = !reduction.isReassociable() ||
                 (doRowsGainFromPrefetches(reduction, target) &&
                  isKnownInMemory(reduction, target));
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
  int64_t columns = areRowsInUnrolledStreams(reduction, target)
                        ? 1
                        : limits::minStrips * getStripWidth(reduction, target);
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
  if (!choice.isMeasured && !areRowsInUnrolledStreams(reduction, target) &&
      doColumnsGainFromPrefetches(reduction, target)) {
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
    storesLastRows = reducedLoops.empty();
    if (!reduction.isReassociable())
      usePrefetchesOfColumns(this->reduction, target, blockRows);
    else if (areLoadsShort(reduction, target))
      this->reduction.useShortLoads();
    else if (doRowsGainFromPrefetches(reduction, target))
      // All rows together prefetch as much as a single stream.
      this->reduction.usePrefetches(getPrefetchDistance(reduction, target) /
                                    blockRows);
    memory.emplace(this->reduction, target);
  }

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  void divideRows(ImplicitLocOpBuilder &builder);
  SmallVector<Value> combineRows(ImplicitLocOpBuilder &builder,
                                 const VectorReduction &form,
                                 const Columns &columns,
                                 ValueRange accumulators, OpFoldResult numRows,
                                 Value firstRow, Value step);
  SmallVector<Value> combineLastRows(ImplicitLocOpBuilder &builder,
                                     const Columns &columns,
                                     ValueRange accumulators);
  /// Builds the accumulators of columns.
  using AccumulatorsFn = llvm::function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, ValueRange destinations, const Columns &)>;
  void saveTile(ImplicitLocOpBuilder &builder,
                AccumulatorsFn buildAccumulators);
  SmallVector<Value> combineBlock(ImplicitLocOpBuilder &builder,
                                  const VectorReduction &form,
                                  const Columns &columns,
                                  ValueRange accumulators, Value block);
  void buildBlockLoop(ImplicitLocOpBuilder &builder, int64_t first,
                      bool areShort);
  void buildBlocks(ImplicitLocOpBuilder &builder, int64_t first);
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
  /// Whether the loop that stores the results combines the last rows.
  bool storesLastRows;
  /// Whether the loop that makes the accumulators combines the first block.
  bool startsWithBlock = false;
  /// The number of blocks that have loops of their own; the first of the rows
  /// after them; and the number of these.
  Value numBlocks, firstLastRow;
  OpFoldResult numLastRows;
  /// Whether the loads of blocks are short; null if it is known.
  Value areBlocksShort;
  /// The accumulators of the tile from column `from` to `to`.
  std::optional<AccumulatorMemory> memory;
  Value from, to;
  /// The tensors of results.
  SmallVector<Value> destinations;
};
} // namespace

/// Divides the rows of the innermost reduced loop into blocks and last rows.
/// These are fewer than a block, or a whole block if none would be left for the
/// loop that stores the results, which is known only of known extents.
void OuterBlockReductionBuilder::divideRows(ImplicitLocOpBuilder &builder) {
  if (reduction.isDynamic(rowLoop)) {
    Value end = reduction.buildExtent(builder, rowLoop);
    firstLastRow = buildRoundedDown(builder, end, blockRows);
    numBlocks = arith::DivUIOp::create(
        builder, end, arith::ConstantIndexOp::create(builder, blockRows));
    numLastRows = arith::SubIOp::create(builder, end, firstLastRow).getResult();
    return;
  }
  int64_t extent = reduction.getExtent(rowLoop);
  int64_t count = extent % blockRows;
  if (count == 0 && storesLastRows)
    count = std::min(extent, blockRows);
  numLastRows = builder.getIndexAttr(count);
  firstLastRow = arith::ConstantIndexOp::create(builder, extent - count);
  int64_t blocks = (extent - count) / blockRows;
  numBlocks = arith::ConstantIndexOp::create(builder, blocks);
  startsWithBlock =
      storesLastRows && blocks > 0 && blocks <= limits::maxBlocksApart;
}

/// Combines `accumulators` of `columns` with `numRows` rows from `firstRow` on,
/// each of them `step` after the one before; if that is null, with successive
/// ones.
SmallVector<Value> OuterBlockReductionBuilder::combineRows(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    const Columns &columns, ValueRange accumulators, OpFoldResult numRows,
    Value firstRow, Value step) {
  return strips.buildRows(builder, form, columns, accumulators, numRows,
                          firstRow, step);
}

/// Combines `accumulators` of `columns` with the last rows. Each is a stream if
/// their number is known and the combiner may be reassociated.
SmallVector<Value>
OuterBlockReductionBuilder::combineLastRows(ImplicitLocOpBuilder &builder,
                                            const Columns &columns,
                                            ValueRange accumulators) {
  Value step;
  if (reduction.isReassociable() && getConstantIntValue(numLastRows))
    step = arith::ConstantIndexOp::create(builder, 1);
  return combineRows(builder, memory->getForm(), columns, accumulators,
                     numLastRows, firstLastRow, step);
}

/// Saves, for all columns of the tile, the accumulators that
/// `buildAccumulators` builds.
void OuterBlockReductionBuilder::saveTile(ImplicitLocOpBuilder &builder,
                                          AccumulatorsFn buildAccumulators) {
  strips.visit(builder, destinations, from, to,
               [&](ImplicitLocOpBuilder &body, ValueRange tensors,
                   const Columns &columns) {
                 memory->buildSave(body, columns,
                                   buildAccumulators(body, tensors, columns));
                 return SmallVector<Value>(tensors);
               });
}

/// Combines `accumulators` of `columns` with the rows of block `block`.
SmallVector<Value> OuterBlockReductionBuilder::combineBlock(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    const Columns &columns, ValueRange accumulators, Value block) {
  OpFoldResult numRows = builder.getIndexAttr(blockRows);
  if (reduction.isReassociable())
    return combineRows(builder, form, columns, accumulators, numRows, block,
                       /*step=*/numBlocks);
  return combineRows(
      builder, form, columns, accumulators, numRows,
      builder.createOrFold<arith::MulIOp>(
          block, arith::ConstantIndexOp::create(builder, blockRows)),
      /*step=*/{});
}

/// Combines the accumulators of the tile with the blocks from `first` on, in
/// short loads if `areShort`.
void OuterBlockReductionBuilder::buildBlockLoop(ImplicitLocOpBuilder &builder,
                                                int64_t first, bool areShort) {
  VectorReduction form(memory->getForm());
  if (areShort)
    form.useShortLoads();
  Value block;
  buildDynamicLoop(
      builder, arith::ConstantIndexOp::create(builder, first), numBlocks,
      /*step=*/1, block, {}, [&](ImplicitLocOpBuilder &nested, ValueRange) {
        saveTile(nested, [&](ImplicitLocOpBuilder &body, ValueRange,
                             const Columns &columns) {
          return combineBlock(body, form, columns,
                              memory->buildLoad(body, columns), block);
        });
        return SmallVector<Value>();
      });
}

/// Combines the accumulators of the tile with the blocks from `first` on, and
/// with the last rows unless the loop that stores the results does so.
void OuterBlockReductionBuilder::buildBlocks(ImplicitLocOpBuilder &builder,
                                             int64_t first) {
  buildNearOrFar(builder, areBlocksShort,
                 [&](ImplicitLocOpBuilder &nested, bool areShort) {
                   buildBlockLoop(nested, first, areShort);
                   return SmallVector<Value>();
                 });
  if (storesLastRows || getConstantIntValue(numLastRows) == 0)
    return;
  saveTile(builder, [&](ImplicitLocOpBuilder &body, ValueRange,
                        const Columns &columns) {
    return combineLastRows(body, columns, memory->buildLoad(body, columns));
  });
}

/// Reduces the columns from `from` to `to`.
SmallVector<Value>
OuterBlockReductionBuilder::buildTile(ImplicitLocOpBuilder &builder,
                                      ValueRange carried) {
  destinations = SmallVector<Value>(carried);
  memory->setPlace(/*first=*/from, /*offset=*/{});
  saveTile(builder, [&](ImplicitLocOpBuilder &body, ValueRange tensors,
                        const Columns &columns) {
    SmallVector<Value> starts =
        memory->buildStarts(body, strips, tensors, columns);
    if (!startsWithBlock)
      return starts;
    return combineBlock(body, memory->getForm(), columns, starts,
                        arith::ConstantIndexOp::create(body, 0));
  });
  buildLoops(builder, reduction, reducedLoops, strips.getIndices(), {},
             [&](ImplicitLocOpBuilder &nested, ValueRange) {
               buildBlocks(nested, /*first=*/startsWithBlock);
               return SmallVector<Value>();
             });
  return strips.visit(
      builder, destinations, from, to,
      [&](ImplicitLocOpBuilder &body, ValueRange tensors,
          const Columns &columns) {
        return strips.buildResults(
            body, tensors, columns,
            memory->buildFinal(
                body, strips, tensors, columns, [&](ValueRange loaded) {
                  SmallVector<Value> accumulators(loaded);
                  return storesLastRows
                             ? combineLastRows(body, columns, accumulators)
                             : accumulators;
                }));
      });
}

SmallVector<Value>
OuterBlockReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  memory->allocate(builder, tileWidth);
  divideRows(builder);
  areBlocksShort = buildAreBlocksShort(builder, reduction, target);
  Value extent = reduction.buildExtent(builder, innermost);
  Value width = arith::ConstantIndexOp::create(builder, tileWidth);
  return buildKeptLoops(
      builder, reduction, strips.getIndices(),
      [&](ImplicitLocOpBuilder &nested, ValueRange results) {
        Value zero = arith::ConstantIndexOp::create(nested, 0);
        return buildDynamicLoop(
            nested, zero, extent, width, from, results,
            [&](ImplicitLocOpBuilder &tile, ValueRange iterArgs) {
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
    if (!reduction.isReduced(loop))
      reaches = builder.createOrFold<arith::OrIOp>(
          reaches, buildAreRowsInUnrolledStreams(builder, reduction, target));
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
