//===- OuterReduction.cpp - Reduction across the innermost loop -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for each index of the outer kept loops:
//   for each strip of columns, and for the columns left over:
//     accumulators = the initial values of the strip
//     for each index of the reduced loops: combine the strip of that row
//     store the accumulators
//
// The elements of each column are combined in order, so this needs no
// reassociation; if that is allowed, parts of many rows may take turns. The
// processor follows each row of a few as a stream.
//
//===----------------------------------------------------------------------===//

#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/Combinations.h"
#include "Transforms/Vectorize/Builders/MemoryAccess.h"
#include "Transforms/Vectorize/Columns/ColumnStrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the number of columns from which a row is long.
static int64_t getMinStreamColumns(const Reduction &reduction,
                                   const VectorTarget &target) {
  int64_t bytes = areVectorsLines(target) ? limits::minStreamBytesOfLines
                                          : limits::minStreamBytes;
  return llvm::divideCeil(bytes * CHAR_BIT, reduction.getInputBits());
}

/// Returns how many rows can be streams, all at once. Requires known extents.
static int64_t getMaxStreams(const Reduction &reduction,
                             const VectorTarget &target) {
  int64_t bytes = *reduction.getInputBytes();
  if (bytes > target.getLastCacheBytes())
    return limits::maxFarStreams;
  // Strips that prefetch from a part of the last cache are as fast.
  if (bytes <= target.getLastCacheBytes() / 2 &&
      doColumnsGainFromPrefetches(reduction, target))
    return limits::maxCachedStreams;
  return limits::maxStreams;
}

/// Returns how many rows in the first cache have instructions of their own.
/// Loops that combine two rows at once gain nothing from that.
static int64_t getMaxNearRows(const Reduction &reduction,
                              const VectorTarget &target) {
  if (combinesPairsFaster(reduction, target))
    return 0;
  return target.getMaskRegisters() ? limits::maxNearRowsWithMasks
                                   : limits::maxNearRows;
}

/// Returns whether LLVM multiplies two rows of f16 as such if each has
/// instructions of its own: their product as f32 is exact.
static bool arePairsOfF16(const Reduction &reduction,
                          const VectorTarget &target) {
  SmallVector<unsigned> reducedLoops = reduction.getReducedLoops();
  return reduction.doesMultiplyF16() && target.getComparesF16() &&
         reducedLoops.size() == 1 && reduction.getExtent(reducedLoops[0]) == 2;
}

/// Returns whether all rows are known to be few, each with instructions of its
/// own: a stream, beyond the first cache.
static bool areRowsStreams(const Reduction &reduction,
                           const VectorTarget &target) {
  if (!reduction.getInputBytes())
    return false;
  if (arePairsOfF16(reduction, target))
    return true;
  int64_t numRows = reduction.getExtent(reduction.getReducedLoops().back());
  if (isKnownNear(reduction, target))
    return numRows <= getMaxNearRows(reduction, target);
  return reduction.getExtent(reduction.getNumLoops() - 1) >=
             getMinStreamColumns(reduction, target) &&
         numRows <= getMaxStreams(reduction, target);
}

/// Returns whether it is known only at run time if all rows are streams.
static bool mayRowsBeStreams(const Reduction &reduction,
                             const VectorTarget &target) {
  unsigned rowLoop = reduction.getReducedLoops().back();
  // Each vector of a strip is combined by instructions for each row.
  bool isLong = getStreamWidth(reduction, target) >
                limits::maxDynamicStreamVectors * target.getLanes(reduction);
  return !reduction.getInputBytes() && !isLong &&
         !reduction.isKnownBelow(reduction.getNumLoops() - 1,
                                 getMinStreamColumns(reduction, target)) &&
         (reduction.isDynamic(rowLoop) ||
          reduction.isKnownBelow(rowLoop, limits::maxStreams + 1));
}

static int64_t getStripWidth(const Reduction &reduction,
                             const VectorTarget &target) {
  return areRowsStreams(reduction, target) ? getStreamWidth(reduction, target)
                                           : target.getColumnWidth(reduction);
}

static LogicalResult matchOuter(const Reduction &reduction,
                                const VectorTarget &target, Choice &choice) {
  if (reduction.isReduced(reduction.getNumLoops() - 1))
    return choice.refuse("the innermost dimension is reduced");
  return choice.accept(
      {reduction.getExtent(reduction.getReducedLoops().back()),
       getStripWidth(reduction, target)},
      areRowsStreams(reduction, target)
          ? isKnownNear(reduction, target)
                ? "the innermost dimension is kept: strips of columns go over "
                  "all rows, each with instructions of its own"
                : "the innermost dimension is kept: strips of columns go over "
                  "all rows, each a stream"
      : mayRowsBeStreams(reduction, target)
          ? "the innermost dimension is kept: strips of columns go over all "
            "rows; whether each is a stream is decided at run time"
          : "the innermost dimension is kept: strips of columns go over all "
            "rows",
      getLoopForm(
          reduction, target,
          !reduction.isKnownBelow(reduction.getReducedLoops().back(), 2)));
}

/// Builds the streams of the outermost kept loop, and those of rows.
static NestedStreams buildStreamsOf(ImplicitLocOpBuilder &builder,
                                    const Reduction &reduction,
                                    const VectorTarget &target) {
  bool areRowsAll = reduction.getNumLoops() == 2 && reduction.isReduced(0);
  if (!areRowsAll && !areRowsBlocks(reduction))
    return {};
  NestedStreams streams = buildNestedStreams(
      builder, reduction, target, buildBlockElements(builder, reduction),
      reduction.buildExtent(builder, reduction.getNumLoops() - 1));
  // If extents are not known, others serve most rows of few columns.
  if (!reduction.isReassociable() || !reduction.getInputBytes())
    streams.inner = {};
  return streams;
}

/// Returns prefetches of blocks, for extents that are known only at run time.
static BlockPrefetches buildBlockPrefetches(ImplicitLocOpBuilder &builder,
                                            const Reduction &reduction,
                                            const VectorTarget &target) {
  if (!areRowsBlocks(reduction) || reduction.getInputBytes() ||
      !gainsFromPrefetches(reduction, target, /*isAligned=*/false))
    return {};
  return BlockPrefetches(
      builder, reduction, target, buildBlockElements(builder, reduction),
      target.getMaxPrefetchedBlock(), buildIsFar(builder, reduction, target));
}

/// Builds the loops. `areStreams`: whether each row is a stream.
static SmallVector<Value> buildStrips(ImplicitLocOpBuilder &builder,
                                      const Reduction &facts,
                                      const VectorTarget &target,
                                      bool areStreams) {
  VectorReduction reduction(facts);
  // Streams in a cache need no prefetches.
  std::optional<int64_t> bytes = reduction.getInputBytes();
  if (!areStreams || (bytes && *bytes > target.getLastCacheBytes()))
    usePrefetchesOfColumns(reduction, target,
                           facts.getExtent(facts.getReducedLoops().back()));
  ColumnStrips strips(reduction, target,
                      areStreams ? getStreamWidth(reduction, target)
                                 : target.getColumnWidth(reduction));
  SmallVector<unsigned> reducedLoops = reduction.getReducedLoops();
  unsigned rowLoop = reducedLoops.pop_back_val();
  NestedStreams streams = buildStreamsOf(builder, facts, target);
  auto buildColumns = [&](ImplicitLocOpBuilder &body, ValueRange destinations,
                          const Columns &columns) {
    auto buildLoopsOf = [&](const VectorReduction &form, ValueRange starts) {
      return buildLoops(
          body, reduction, reducedLoops, strips.getIndices(), starts,
          [&](ImplicitLocOpBuilder &rows, ValueRange carried) {
            OpFoldResult numRows =
                rows.getIndexAttr(reduction.getExtent(rowLoop));
            if (reduction.isDynamic(rowLoop))
              numRows = reduction.buildExtent(rows, rowLoop);
            Value step;
            if (areStreams)
              step = arith::ConstantIndexOp::create(rows, 1);
            return strips.buildRows(rows, form, columns, carried, numRows,
                                    /*firstRow=*/{}, step, streams.inner);
          });
    };
    SmallVector<Value> accumulators = buildInLoopForm(
        body, reduction, target,
        strips.buildStarts(body, destinations, columns), buildLoopsOf);
    return strips.buildResults(body, destinations, columns, accumulators);
  };
  BlockPrefetches prefetches = buildBlockPrefetches(builder, facts, target);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  return buildKeptLoops(
      builder, reduction, strips.getIndices(),
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        prefetches.build(nested, reduction.getOp().getDpsInputs(),
                         {strips.getIndices()[0], zero, zero});
        return strips.visit(nested, carried, /*from=*/{}, /*to=*/{},
                            buildColumns);
      },
      streams.outer);
}

/// Builds whether all rows are streams if `mayRowsBeStreams`: they are few and
/// long, and the input is not in the first cache.
static Value buildAreStreams(ImplicitLocOpBuilder &builder,
                             const Reduction &reduction,
                             const VectorTarget &target) {
  unsigned rowLoop = reduction.getReducedLoops().back();
  unsigned innermost = reduction.getNumLoops() - 1;
  Value condition = buildIsLarger(builder, reduction, target.getL1CacheBytes());
  auto require = [&](Value other) {
    condition = arith::AndIOp::create(builder, condition, other);
  };
  if (reduction.isDynamic(innermost))
    require(buildIsAtLeast(builder, reduction.buildExtent(builder, innermost),
                           getMinStreamColumns(reduction, target)));
  if (reduction.isDynamic(rowLoop))
    require(arith::CmpIOp::create(
        builder, arith::CmpIPredicate::ult,
        reduction.buildExtent(builder, rowLoop),
        arith::ConstantIndexOp::create(builder, limits::maxStreams + 1)));
  return condition;
}

static SmallVector<Value> buildOuter(ImplicitLocOpBuilder &builder,
                                     const Reduction &reduction,
                                     const VectorTarget &target) {
  auto buildVersion = [&](ImplicitLocOpBuilder &nested, bool areStreams) {
    return buildStrips(nested, reduction, target, areStreams);
  };
  if (!mayRowsBeStreams(reduction, target))
    return buildVersion(builder, areRowsStreams(reduction, target));
  return buildChoice(
      builder, buildAreStreams(builder, reduction, target),
      [&](ImplicitLocOpBuilder &nested) { return buildVersion(nested, true); },
      [&](ImplicitLocOpBuilder &nested) {
        return buildVersion(nested, false);
      });
}

const Strategy mlir::reduce::detail::outerReduction = {
    "outer", /*servesStrides=*/true, matchOuter, buildOuter};
