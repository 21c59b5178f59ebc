//===- RowGroupReduction.cpp - Reduction of rows in groups ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For rows that are not long, combining the lanes of accumulators takes more
// instructions than reading the rows. So several rows accumulate in parallel,
// each in one machine vector, and then their lanes are combined together:
//
// for each index of the outer kept loops, for each group of rows:
//   accumulators = neutral, one vector a row
//   for each index of the outer reduced loops, for each strip of columns:
//     for each row of the group: combine its accumulators with its strip
//   while there are two vectors: merge pairs, combining the first half of the
//     lanes of each row with the second half
//
// Rows that are known to have few vectors are not strips: all vectors of a row
// are combined before the next row is read, so that memory is read in its
// order, and the first one needs no accumulator.
//
// If vectors are cache lines, and a vector takes one operation, or one and a
// test for NaN, so many of these rows form a group that together they are whole
// vectors: beyond the first cache, and in it where that pays. Where two rows
// share a vector, each combines its lanes only:
//
// for each row of the group:
//   accumulator = the whole vectors of the row, combined
//   combine it with those lanes of the vectors around them that are the row's
//
// These groups start at a cache line, if some row does, results may be stored
// twice, and the grouping of elements does not matter: the first two overlap.
//
// In memory, on machines that read it faster in several places, rows are
// spread: they are in consecutive parts. The first rows of all parts are a
// group, then the second ones, and so on.
//
// The last group overlaps the one before, if results may be stored twice,
// unless rows are so long that what is left over takes less time in smaller
// groups.
//
// In the first two caches, strips of rows of some length start at a cache line:
// loads that touch two lines take up to twice as long. This is not so for rows
// that are read one after another instead (overlapped-rows): those of unknown
// length and, in the second cache, those of a known number of vectors, if it
// matters how many loads a loop has (`loop_loads`). Groups of shorter rows have
// few loads then.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/Permutations.h"
#include "Transforms/Vectorize/Builders/Tails.h"
#include "reduce/IR/StridedFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// Lengths of rows: from `least` on, and less than `end`.
struct Lengths {
  int64_t least, end;

  bool has(int64_t length) const { return length >= least && length < end; }
};
} // namespace

/// Returns whether one row at a time keeps the processor busy: each vector
/// takes one operation, which takes one cycle.
static bool isOneRowEnough(const Reduction &reduction,
                           const VectorTarget &target) {
  return reduction.getTraits().isIdempotent &&
         isOneOperation(reduction, target);
}

/// Returns the number of strips that a long row has at least, if vectors are
/// shorter than lines and take several operations, or a product of integers:
/// strips of so few bytes do not hide the time that combining lanes takes. 0
/// for others.
static int64_t getLongStripsOfShortVectors(const Reduction &reduction,
                                           const VectorTarget &target) {
  if (areVectorsLines(target) || target.getMaskedArithmetic())
    return 0;
  if (combinesNumbersFaster(reduction, target))
    return limits::longStripsOfNumbers;
  // Row groups were not faster for products of floats.
  bool isFast = isOneOperation(reduction, target) &&
                (reduction.getTraits().isIdempotent ||
                 isa<FloatType>(reduction.getStateTypes().front()));
  return isFast ? 0 : limits::longStripsOfSlowVectors;
}

/// Returns whether few rows that do not fill groups are better reduced alone:
/// where vectors are shorter than lines, and the next combination of a row
/// would wait several cycles for the one before.
static bool areFewRowsLong(const Reduction &reduction,
                           const VectorTarget &target) {
  // Minima of f16 and bf16 are those of integers, which wait for one cycle.
  return getLongStripsOfShortVectors(reduction, target) ==
             limits::longStripsOfSlowVectors &&
         !(reduction.getTraits().isIdempotent &&
           reduction.getMaxElementBits() == 16);
}

/// Returns whether strips of rows of unknown length start at a cache line where
/// this gains. It does not where rows are read in the order of memory, and
/// loads that touch two lines are fast then.
static bool areUnknownRowsAligned(const Reduction &reduction,
                                  const VectorTarget &target) {
  return !areUnknownRowsInOrder(reduction, target) ||
         target.getSlowSplitLoads();
}

/// Returns the number of strips that a long row has at least if extents are
/// known only at run time, and the input is in a cache beyond the first one.
static int64_t getUnknownLongStrips(const Reduction &reduction,
                                    const VectorTarget &target) {
  if (int64_t strips = getLongStripsOfShortVectors(reduction, target))
    return strips;
  if (!areUnknownRowsAligned(reduction, target))
    return limits::longStripsUnaligned;
  if (reduction.getMaxElementBits() < limits::minLongBits)
    return limits::longStrips;
  return areVectorsLines(target) && isOneOperation(reduction, target)
             ? 1
             : limits::longStripsBeyondCache;
}

/// Returns this number for inputs in no cache. Without prefetches, several rows
/// read more at once. Rows in streams take turns, each alone.
static int64_t getLongStripsInMemory(const Reduction &reduction,
                                     const VectorTarget &target) {
  if (target.getStreams() > 1)
    return limits::longStripsInStreams;
  return gainsFromPrefetches(reduction, target, /*isAligned=*/false)
             ? limits::longStripsInMemory
             : limits::longStrips;
}

/// Returns the number of elements of a row to combine at once.
static int64_t getStripWidth(const Reduction &reduction,
                             const VectorTarget &target) {
  int64_t lanes = target.getLanes(reduction);
  bool gainsFromTwo = combinesNumbersFaster(reduction, target) ||
                      VectorReduction(reduction).getFastestOrder(2 * lanes) !=
                          LaneOrder::Memory;
  return gainsFromTwo ? 2 * lanes : lanes;
}

/// Returns the size in bytes of the input above which rows are spread.
static int64_t getMaxUnspreadBytes(const VectorTarget &target) {
  return target.getUnrolledStreams() > 1 ? target.getLastCacheBytes()
                                         : target.getStreamedBytes();
}

/// Returns the minimum size in bytes of rows that are spread, if vectors are
/// shorter than cache lines and the last cache has the input.
static int64_t getMinCachedSpreadBytes(const Reduction &reduction) {
  if (reduction.getMaxElementBits() == 16)
    return limits::minCachedSpreadBytesOfWords;
  return reduction.isDynamic(1) ? limits::minDynamicCachedSpreadBytes
                                : limits::minCachedSpreadBytes;
}

/// Returns the lengths of rows that are spread over the input. Blocks of others
/// take turns, and longer rows are read in several places themselves.
/// `isInMemory`: whether the last cache does not have the input.
static SmallVector<Lengths, 2> getSpreadLengths(const Reduction &reduction,
                                                const VectorTarget &target,
                                                bool isInMemory) {
  auto getLengths = [&](int64_t leastBytes, int64_t endBytes) -> Lengths {
    int64_t bits = reduction.getInputBits();
    return {leastBytes * CHAR_BIT / bits, endBytes * CHAR_BIT / bits};
  };
  if (target.getUnrolledStreams() > 1) {
    Lengths lengths = getLengths(limits::minUnrolledSpreadBytes,
                                 limits::minLoneUnrolledBytes);
    // Other loops for unknown short rows have few lanes, and rows that are
    // shorter than a strip only have loads with masks, which are slow.
    if (reduction.isDynamic(1) &&
        reduction.getMaxElementBits() >= limits::minSpreadBits)
      lengths.least = getStripWidth(reduction, target);
    return {lengths};
  }
  if (areVectorsLines(target))
    return {
        getLengths(limits::minSpreadBytesOfLines,
                   limits::minBlockedBytesOfLines),
        getLengths(limits::minLongSpreadBytesOfLines, limits::minLoneBytes)};
  int64_t least = !isInMemory              ? getMinCachedSpreadBytes(reduction)
                  : reduction.isDynamic(1) ? limits::minDynamicSpreadBytes
                                           : limits::minSpreadBytes;
  return {getLengths(least, limits::minLoneBytes)};
}

/// Returns how many rows are read side by side, each in a part of its own; 1 if
/// rows are not spread.
static int64_t getSpreadRows(const Reduction &reduction,
                             const VectorTarget &target) {
  // Where the last part has fewer rows, the last row is repeated.
  if (reduction.getNumLoops() != 2 || reduction.getInputBits() == 0 ||
      !reduction.mayRepeatResults())
    return 1;
  int64_t numStreams = target.getUnrolledStreams() > 1
                           ? std::min<int64_t>(target.getUnrolledStreams(),
                                               limits::maxUnrolledRows)
                           : target.getStreams();
  int64_t numRows = numStreams / reduction.getStateTypes().size();
  return std::max<int64_t>(1, llvm::bit_floor<uint64_t>(numRows));
}

/// Returns how many rows there are at least where they are spread: parts of few
/// rows, of a slice of the input, would be close to each other.
static int64_t getMinSpreadRows(const Reduction &reduction,
                                const VectorTarget &target) {
  return limits::minPartRows * getSpreadRows(reduction, target);
}

/// Returns false if there are known to be too few rows to spread, or their
/// length is known to be another one.
static bool mayHaveSpreadRows(const Reduction &reduction,
                              const VectorTarget &target) {
  if (getSpreadRows(reduction, target) == 1 ||
      reduction.isKnownBelow(0, getMinSpreadRows(reduction, target)))
    return false;
  // In memory, rows of more lengths are spread.
  bool isInMemory =
      !reduction.getInputBytes() || isKnownInMemory(reduction, target);
  return reduction.isDynamic(1) ||
         llvm::any_of(getSpreadLengths(reduction, target, isInMemory),
                      [&](Lengths lengths) {
                        return lengths.has(reduction.getExtent(1));
                      });
}

/// Returns false if rows are known not to be spread.
static bool mayRowsBeSpread(const Reduction &reduction,
                            const VectorTarget &target) {
  std::optional<int64_t> bytes = reduction.getInputBytes();
  if (bytes && *bytes <= getMaxUnspreadBytes(target))
    return false;
  if (!bytes && target.getUnrolledStreams() > 1 && !reduction.hasSpreadRows())
    return false;
  return mayHaveSpreadRows(reduction, target);
}

/// Returns whether rows are known to be spread.
static bool areRowsKnownSpread(const Reduction &reduction,
                               const VectorTarget &target) {
  return (reduction.getInputBytes() || reduction.hasSpreadRows()) &&
         mayRowsBeSpread(reduction, target);
}

bool mlir::reduce::detail::gainsFromSpreadVersion(const Reduction &reduction,
                                                  const VectorTarget &target) {
  return !reduction.getInputBytes() && !reduction.hasSpreadRows() &&
         target.getUnrolledStreams() > 1 &&
         mayHaveSpreadRows(reduction, target) && reduction.isReassociable() &&
         !reduction.isReduced(0) && reduction.isReduced(1);
}

Value mlir::reduce::detail::buildAreRowsSpread(ImplicitLocOpBuilder &builder,
                                               const Reduction &reduction,
                                               const VectorTarget &target) {
  auto buildHasLength = [&](bool isInMemory) {
    Value hasLength;
    for (Lengths lengths : getSpreadLengths(reduction, target, isInMemory)) {
      Value hasThis = buildIsInRange(builder, reduction.buildExtent(builder, 1),
                                     lengths.least, lengths.end - 1);
      hasLength = hasLength ? buildOr(builder, hasLength, hasThis) : hasThis;
    }
    return hasLength;
  };
  Value areMany = buildIsAtLeast(builder, reduction.buildExtent(builder, 0),
                                 getMinSpreadRows(reduction, target));
  int64_t maxUnspreadBytes = getMaxUnspreadBytes(target);
  Value areSpread =
      buildAnd(builder, buildIsLarger(builder, reduction, maxUnspreadBytes),
               buildAnd(builder, areMany, buildHasLength(/*isInMemory=*/true)));
  if (maxUnspreadBytes == target.getLastCacheBytes())
    return areSpread;
  return buildAnd(
      builder, areSpread,
      buildOr(builder, buildHasLength(/*isInMemory=*/false),
              buildIsLarger(builder, reduction, target.getLastCacheBytes())));
}

/// Returns the lengths of rows whose strips start at a cache line, for inputs
/// in the first cache, or in the second one. It is better to reduce each longer
/// row alone.
static Lengths getAlignedLengths(const Reduction &reduction,
                                 const VectorTarget &target, bool isNear) {
  bool isKnown = reduction.getInputBytes().has_value();
  bool isEnough = isOneRowEnough(reduction, target);
  int64_t lanes = target.getLanes(reduction);
  int64_t width = target.getWidth(reduction);
  int64_t least, end;
  if (isNear) {
    end = limits::longStrips * width;
    least = isEnough ? limits::nearAlignedVectors * lanes
                     : limits::nearAlignedSlowVectors * lanes;
    // Code for both caches reads one row after another.
    if (isEnough && !isKnown)
      least = end;
  } else {
    // If one row is read after another, `inner` reads as fast where loads that
    // touch two lines do not matter then. It aligns longer rows anyway.
    end =
        isEnough || target.getSlowSplitLoads()
            ? limits::minAlignedBytes * CHAR_BIT / reduction.getMaxElementBits()
            : limits::longStripsBeyondCache * width;
    int64_t vectors = limits::alignedSlowVectors;
    if (isEnough && !isKnown)
      vectors = limits::dynamicAlignedVectors;
    else if (isEnough)
      vectors = lanes < limits::manyLanes ? limits::alignedVectors
                                          : limits::alignedVectorsOfMany;
    least = vectors * lanes;
  }
  // Few accumulators have no such lengths.
  return {std::min(least, end), end};
}

/// Returns whether the length of rows is known, and is from one to `maxVectors`
/// vectors; to `maxPlainVectors` if loops have a form that is faster for more.
static bool hasFewVectors(const Reduction &reduction,
                          const VectorTarget &target, int64_t maxVectors) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (reduction.isDynamic(innermost))
    return false;
  int64_t length = reduction.getExtent(innermost);
  int64_t lanes = target.getLanes(reduction);
  if (target.usesLoopForm(reduction) &&
      target.getVectorBits() < limits::minLoneBlendBits)
    maxVectors = std::min(maxVectors, limits::maxPlainVectors);
  return length >= lanes && length <= maxVectors * lanes;
}

/// Returns whether groups may start at any row: results may be stored twice,
/// and a group is one run of memory.
static bool canShiftGroups(const Reduction &reduction) {
  return reduction.mayRepeatResults() &&
         reduction.getReducedLoops().size() == 1;
}

/// Returns whether it matters how many loads of vectors the code of a group of
/// rows has, which are `getLoopLoads()` at most then: beyond the first cache.
static bool areLoadsCounted(const Reduction &reduction,
                            const VectorTarget &target) {
  return target.getLoopLoads() > 0 && areVectorsLines(target) &&
         areBoundByLoads(reduction, target) && !isKnownNear(reduction, target);
}

/// Returns the least number of rows that together are whole vectors, if rows of
/// few vectors share these: loads that touch two lines take up to twice as
/// long. In the first cache, the machine must execute other operations faster
/// than loads. Returns 0 if rows do not share vectors.
static int64_t getSharingRows(const Reduction &reduction,
                              const VectorTarget &target) {
  if (!hasFewVectors(reduction, target, limits::maxUnrolledVectors) ||
      !areVectorsLines(target) || !target.getMaskRegisters() ||
      !reduction.hasContiguousInputs() || reduction.readsIndices() ||
      !reduction.getInputBytes() ||
      !(isOneOperation(reduction, target) ||
        combinesNumbersFaster(reduction, target)))
    return 0;
  if (isKnownNear(reduction, target) &&
      (target.getOperationsPerLoad() < 2 ||
       combinesNumbersFaster(reduction, target) ||
       !areBoundByLoads(reduction, target)))
    return 0;
  int64_t lanes = target.getLanes(reduction);
  // Its lanes would not be successive elements.
  if (VectorReduction(reduction).getFastestOrder(2 * lanes) !=
      LaneOrder::Memory)
    return 0;
  int64_t length = reduction.getExtent(reduction.getNumLoops() - 1);
  int64_t leastQuarters = limits::minSharedQuarters;
  if (combinesNumbersFaster(reduction, target))
    leastQuarters = limits::minSharedQuartersOfNumbers;
  else if (lanes > limits::manyLanes)
    leastQuarters = limits::minSharedQuartersOfBytes;
  int64_t numRows = lanes / std::gcd(length, lanes);
  int64_t maxVectors = limits::maxSharedVectors;
  if (areLoadsCounted(reduction, target))
    maxVectors = std::min<int64_t>(maxVectors, target.getLoopLoads());
  if (numRows == 1 || numRows * length > maxVectors * lanes ||
      4 * length < leastQuarters * lanes ||
      reduction.isKnownBelow(reduction.getNumLoops() - 2, numRows))
    return 0;
  // Outer loops carry an accumulator for each row.
  if (reduction.getReducedLoops().size() > 1 &&
      numRows > getOverlappedVectors(target))
    return 0;
  // Where groups cannot start at a line, each row does.
  if (!canShiftGroups(reduction) && isOneRowEnough(reduction, target) &&
      getAlignedLengths(reduction, target, /*isNear=*/false).has(length))
    return 0;
  return numRows;
}

/// Returns the maximum number of rows whose lanes are combined together.
static int64_t getMaxMergedRows(const Reduction &reduction,
                                const VectorTarget &target) {
  bool isLarge = target.getLanes(reduction) >= limits::manyLanes ||
                 hasFewVectors(reduction, target, limits::maxFewVectors) ||
                 getSharingRows(reduction, target) > 0;
  int64_t numRows =
      isLarge ? getOverlappedVectors(target) : limits::maxGroupRows;
  int64_t lanes = target.getLanes(reduction);
  if (!hasFewVectors(reduction, target, limits::maxUnrolledVectors))
    return std::min(target.limitAccumulators(reduction, numRows), lanes);
  numRows = std::min(limitUnrolledRows(reduction, target, numRows), lanes);
  int64_t length = reduction.getExtent(reduction.getNumLoops() - 1);
  int64_t sharingRows = getSharingRows(reduction, target);
  auto getLoads = [&](int64_t rows) -> int64_t {
    return sharingRows > 0 ? rows * length / lanes
                           : rows * llvm::divideCeil(length, lanes);
  };
  while (areLoadsCounted(reduction, target) &&
         numRows > std::max<int64_t>(sharingRows, 2) &&
         getLoads(numRows) > target.getLoopLoads())
    numRows /= 2;
  return numRows;
}

/// Returns the maximum number of rows of a group.
static int64_t getMaxGroupRows(const Reduction &reduction,
                               const VectorTarget &target) {
  return std::max(getMaxMergedRows(reduction, target),
                  getSharingRows(reduction, target));
}

/// Returns the number of rows of a group.
static int64_t getGroupRows(const Reduction &reduction,
                            const VectorTarget &target) {
  return getBlockSize(reduction, reduction.getNumLoops() - 2,
                      getMaxGroupRows(reduction, target));
}

/// Returns from how many rows on their strips start at a cache line. Rows that
/// are left over by groups do not keep the processor busy alone.
static int64_t getMinAlignedRows(const Reduction &reduction,
                                 const VectorTarget &target) {
  if (isOneRowEnough(reduction, target))
    return 1;
  int64_t groupRows = getMaxGroupRows(reduction, target);
  // Where results may be stored twice, the last group overlaps the one before,
  // unless what is left over takes less time.
  return reduction.mayRepeatResults() ? groupRows
                                      : limits::minAlignedGroups * groupRows;
}

/// Returns whether rows are combined whole, in groups of few loads. Their
/// strips do not start at a cache line.
static bool hasFewLoads(const Reduction &reduction,
                        const VectorTarget &target) {
  return areLoadsCounted(reduction, target) &&
         hasFewVectors(reduction, target, limits::maxUnrolledVectors);
}

/// Returns whether it is known that strips of rows start at a cache line.
static bool areRowsAligned(const Reduction &reduction,
                           const VectorTarget &target) {
  std::optional<int64_t> bytes = reduction.getInputBytes();
  if (!bytes || *bytes > target.getFarBytes() ||
      !gainsFromAlignment(reduction, target) || hasFewLoads(reduction, target))
    return false;
  unsigned innermost = reduction.getNumLoops() - 1;
  int64_t length = reduction.getExtent(innermost);
  Lengths lengths =
      getAlignedLengths(reduction, target, isKnownNear(reduction, target));
  return length % target.getLanes(reduction) != 0 && lengths.has(length) &&
         getSharingRows(reduction, target) == 0 &&
         reduction.getExtent(innermost - 1) >=
             getMinAlignedRows(reduction, target);
}

/// Returns whether it is known only at run time if strips of rows start at a
/// cache line.
static bool mayRowsBeAligned(const Reduction &reduction,
                             const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (reduction.getInputBytes() || !gainsFromAlignment(reduction, target) ||
      !areUnknownRowsAligned(reduction, target) ||
      hasFewLoads(reduction, target) ||
      isInStridedFunction(reduction.getOp()) ||
      reduction.isKnownBelow(innermost - 1,
                             getMinAlignedRows(reduction, target)))
    return false;
  bool isDynamic = reduction.isDynamic(innermost);
  int64_t length = reduction.getExtent(innermost);
  if (!isDynamic && length % target.getLanes(reduction) == 0)
    return false;
  return llvm::any_of(ArrayRef<bool>{false, true}, [&](bool isNear) {
    Lengths lengths = getAlignedLengths(reduction, target, isNear);
    return isDynamic ? lengths.least < lengths.end : lengths.has(length);
  });
}

/// Builds whether strips of rows start at a cache line if `mayRowsBeAligned`.
static Value buildAreRowsAligned(ImplicitLocOpBuilder &builder,
                                 const Reduction &reduction,
                                 const VectorTarget &target) {
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  Value isBeyond = buildIsLarger(builder, reduction, target.getL1CacheBytes());
  Lengths near = getAlignedLengths(reduction, target, /*isNear=*/true);
  Lengths beyond = getAlignedLengths(reduction, target, /*isNear=*/false);
  auto buildLength = [&](int64_t nearLength, int64_t length) -> Value {
    return builder.createOrFold<arith::SelectOp>(
        isBeyond, buildConstant(length), buildConstant(nearLength));
  };
  // Shorter lengths become large numbers.
  Value length = reduction.buildExtent(builder, reduction.getNumLoops() - 1);
  Value least = buildLength(near.least, beyond.least);
  Value isInRange = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::ult,
      arith::SubIOp::create(builder, length, least),
      buildLength(near.end - near.least, beyond.end - beyond.least));
  Value rest = arith::AndIOp::create(
      builder, length, buildConstant(target.getLanes(reduction) - 1));
  Value hasRest = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, rest,
                                        buildConstant(0));
  Value hasRows = buildIsAtLeast(
      builder, reduction.buildExtent(builder, reduction.getNumLoops() - 2),
      getMinAlignedRows(reduction, target));
  Value isFar = buildIsFar(builder, reduction, target);
  return arith::AndIOp::create(
      builder, arith::AndIOp::create(builder, isInRange, hasRest),
      arith::AndIOp::create(builder, hasRows, buildNot(builder, isFar)));
}

/// Returns the number of strips that a long row of known length has at least in
/// a cache beyond the first one. Of a single strip, each vector would be tested
/// for NaN.
static int64_t getLongCachedStrips(const Reduction &reduction,
                                   const VectorTarget &target) {
  return combinesNumbersFaster(reduction, target) ? 2 : 1;
}

/// Returns the length from which it is better to reduce each row alone. It is
/// shorter for an input in a cache beyond the first one: one row after another
/// is one run of memory.
static int64_t getLongLength(const Reduction &reduction,
                             const VectorTarget &target) {
  std::optional<int64_t> bytes = reduction.getInputBytes();
  if (!bytes)
    return getUnknownLongStrips(reduction, target) * target.getWidth(reduction);
  if (areRowsAligned(reduction, target))
    return std::numeric_limits<int64_t>::max();
  int64_t strips = limits::longStrips;
  if (*bytes > target.getLastCacheBytes()) {
    strips = getLongStripsInMemory(reduction, target);
  } else if (*bytes > target.getL1CacheBytes()) {
    strips = getLongCachedStrips(reduction, target);
  }
  if (*bytes <= target.getLastCacheBytes()) {
    int64_t numRows = reduction.getExtent(reduction.getNumLoops() - 2);
    strips =
        areFewRowsLong(reduction, target) && numRows <= limits::maxFewRows &&
                numRows % limits::busyRows != 0
            ? limits::longStripsOfFewRows
            : std::max(strips, getLongStripsOfShortVectors(reduction, target));
  }
  return strips * target.getWidth(reduction);
}

/// Returns whether it is known to be better to reduce each row alone.
static bool areRowsKnownLong(const Reduction &reduction,
                             const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  return !reduction.isDynamic(innermost) &&
         !areRowsKnownSpread(reduction, target) &&
         reduction.getExtent(innermost) >= getLongLength(reduction, target);
}

/// Returns the number of elements of `strips`, each of as many vectors as there
/// are accumulators.
static int64_t getElements(const Reduction &reduction,
                           const VectorTarget &target, int64_t strips) {
  return strips * target.getLanes(reduction) * target.getAccumulators();
}

/// Builds such a length for rows whose length is known only at run time.
static Value buildLongLength(ImplicitLocOpBuilder &builder,
                             const Reduction &reduction,
                             const VectorTarget &target) {
  Value elements = reduction.buildTraversedElements(builder);
  int64_t bits = std::max(1u, reduction.getInputBits());
  int64_t nearElements = target.getL1CacheBytes() * CHAR_BIT / bits;
  int64_t lastElements = target.getLastCacheBytes() * CHAR_BIT / bits;
  auto buildLength = [&](int64_t strips) {
    return arith::ConstantIndexOp::create(
        builder, getElements(reduction, target, strips));
  };
  auto buildConstant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  };
  int64_t nearStrips = std::max(areUnknownRowsAligned(reduction, target)
                                    ? limits::longStrips
                                    : limits::longStripsUnaligned,
                                getLongStripsOfShortVectors(reduction, target));
  Value isNear = arith::CmpIOp::create(builder, arith::CmpIPredicate::ule,
                                       elements, buildConstant(nearElements));
  Value isInMemory =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ugt, elements,
                            buildConstant(lastElements));
  Value longLength = arith::SelectOp::create(
      builder, isNear, buildLength(nearStrips),
      arith::SelectOp::create(
          builder, isInMemory,
          buildLength(getLongStripsInMemory(reduction, target)),
          buildLength(getUnknownLongStrips(reduction, target))));
  if (!areFewRowsLong(reduction, target))
    return longLength;
  Value numRows = reduction.buildExtent(builder, reduction.getNumLoops() - 2);
  Value fillGroups =
      buildIsAtLeast(builder, numRows, limits::maxDynamicFewRows + 1);
  int64_t groupRows = getMaxGroupRows(reduction, target);
  if (groupRows <= limits::maxDynamicFewRows)
    fillGroups = buildOr(
        builder, fillGroups,
        buildNot(builder, buildHasRemainder(builder, numRows, groupRows)));
  return builder.createOrFold<arith::SelectOp>(
      fillGroups, longLength, buildLength(limits::longStripsOfDynamicFewRows));
}

/// Returns the form in which strips of rows are combined.
static LoopFormKind getStripForm(const Reduction &reduction,
                                 const VectorTarget &target) {
  // Rows that are combined whole have no loop to prepare a form for.
  if (target.usesLoopForm(reduction) &&
      hasFewVectors(reduction, target, limits::maxUnrolledVectors))
    return LoopFormKind::Plain;
  return getLoopForm(reduction, target,
                     !reduction.isKnownBelow(reduction.getNumLoops() - 1,
                                             getStripWidth(reduction, target)));
}

/// Returns whether rows of known length are read one after another if the
/// second cache has the input, and whether it may have it. Shorter rows form
/// groups. Longer ones are reduced alone, unless it takes strips that start at
/// a cache line to be as fast.
static bool mayRowsBeInOrder(const Reduction &reduction,
                             const VectorTarget &target) {
  if (!areKnownRowsInOrder(reduction, target))
    return false;
  std::optional<int64_t> bytes = reduction.getInputBytes();
  if (bytes &&
      (*bytes <= target.getL1CacheBytes() || *bytes > target.getFarBytes()))
    return false;
  int64_t length = reduction.getExtent(reduction.getNumLoops() - 1);
  bool needsAlignment = areRowsAligned(reduction, target) ||
                        (isOneRowEnough(reduction, target) &&
                         length % target.getLanes(reduction) != 0);
  return needsAlignment || length < getLongCachedStrips(reduction, target) *
                                        target.getWidth(reduction);
}

static LogicalResult matchRowGroups(const Reduction &reduction,
                                    const VectorTarget &target,
                                    Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(matchReducedRows(reduction, choice)))
    return failure();
  if (innermost == 0 || reduction.isReduced(innermost - 1))
    return choice.refuse("the dimension before the innermost is reduced");
  if (target.getLanes(reduction) < 2)
    return choice.refuse("a vector holds one element");
  if (reduction.isKnownBelow(innermost - 1, 2))
    return choice.refuse("there is only one row");
  if (!choice.isMeasured && areRowsKnownLong(reduction, target) &&
      !mayRowsBeAligned(reduction, target) &&
      !mayRowsBeSpread(reduction, target) &&
      !mayRowsBeInOrder(reduction, target))
    return choice.refuse("rows are long");
  if (areRowsKnownSpread(reduction, target))
    return choice.accept(
        {getSpreadRows(reduction, target), getStripWidth(reduction, target)},
        "rows in several places of memory are read side by side",
        getStripForm(reduction, target));
  if (mayRowsBeInOrder(reduction, target))
    return choice.accept(
        {getRowsInOrder(reduction, target), reduction.getExtent(innermost)},
        reduction.getInputBytes()
            ? "rows in the second cache are read one after another, and those "
              "of a group share the combination of lanes"
            : "whether rows are in the second cache, and are read one after "
              "another, is decided at run time");
  bool isLong = areRowsKnownLong(reduction, target);
  if (isLong && mayRowsBeSpread(reduction, target) &&
      !mayRowsBeAligned(reduction, target))
    return choice.accept(
        {getSpreadRows(reduction, target), getStripWidth(reduction, target)},
        "rows are long: whether several are read side by side is decided at "
        "run time",
        getStripForm(reduction, target));
  return choice.accept(
      {getGroupRows(reduction, target), getStripWidth(reduction, target)},
      isLong ? "rows are long: whether their strips start at a cache line is "
               "decided at run time"
             : "rows are not long: those of a group share the combination of "
               "lanes",
      getStripForm(reduction, target));
}

namespace {
class RowGroupReductionBuilder : RowBuilder {
public:
  /// `isAligned`: whether strips start at a cache line.
  RowGroupReductionBuilder(const Reduction &reduction,
                           const VectorTarget &target, bool isAligned)
      : RowBuilder(
            reduction, target,
            /*joinsRows=*/!reduction.isDynamic(reduction.getNumLoops() - 1)),
        innermost(rowLoop + 1), isAligned(isAligned),
        stripWidth(getStripWidth(reduction, target)),
        groupRows(getGroupRows(reduction, target)),
        mergedRows(getMaxMergedRows(reduction, target)),
        sharingRows(isAligned ? 0 : getSharingRows(reduction, target)),
        outerReducedLoops(reduction.getReducedLoops()) {
    outerReducedLoops.pop_back();
    if (isAligned || areGroupsShifted())
      this->reduction.orderZeros();
  }

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildSpread(ImplicitLocOpBuilder &builder);

private:
  /// Builds elements of the row that is that many rows after the first one.
  using BuildRowFn = llvm::function_ref<State(ImplicitLocOpBuilder &, size_t)>;

  SmallVector<Value> combineRows(ImplicitLocOpBuilder &builder,
                                 const VectorReduction &form,
                                 ValueRange carried, BuildRowFn buildElements);
  /// Whether all vectors of a row are combined before the next row is read, in
  /// the order of memory.
  bool areRowsUnrolled() const {
    return !isAligned &&
           hasFewVectors(reduction, target, limits::maxUnrolledVectors);
  }
  /// Whether groups of rows that share vectors start at a cache line.
  bool areGroupsShifted() const {
    return sharingRows > 0 && canShiftGroups(reduction) &&
           gainsFromAlignment(reduction, target);
  }
  State combineVectors(ImplicitLocOpBuilder &builder,
                       ArrayRef<State> vectors) const;
  SmallVector<Value> buildUnrolledRows(ImplicitLocOpBuilder &builder,
                                       ValueRange carried);
  SmallVector<Value> buildSharedVectors(ImplicitLocOpBuilder &builder,
                                        ValueRange carried);
  Value buildShift(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildStrips(ImplicitLocOpBuilder &builder,
                                 ValueRange carried);
  SmallVector<Value> buildAlignedStrips(ImplicitLocOpBuilder &builder,
                                        ValueRange rowStarts,
                                        ValueRange carried);
  SmallVector<Value> buildEnds(ImplicitLocOpBuilder &builder,
                               ValueRange rowStarts, ValueRange headLengths,
                               Value stripsEnd, ValueRange carried);
  SmallVector<Value> buildGroup(ImplicitLocOpBuilder &builder,
                                ValueRange destinations, Value firstRow,
                                int64_t numRows);
  SmallVector<State> combineAll(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildMergedRows(ImplicitLocOpBuilder &builder,
                                     ValueRange destinations, Value firstRow);
  SmallVector<Value> buildSpreadRows(ImplicitLocOpBuilder &builder,
                                     ValueRange destinations,
                                     ArrayRef<Value> rowIndices);

  unsigned innermost;
  bool isAligned;
  /// The number of elements of a row that are combined at once.
  int64_t stripWidth;
  int64_t groupRows;
  /// The maximum number of rows whose lanes are combined together.
  int64_t mergedRows;
  /// The least number of rows that share vectors; 0 if rows do not.
  int64_t sharingRows;
  SmallVector<unsigned> outerReducedLoops;
  /// Whether the rows of the group share vectors.
  bool isShared = false;
  /// Where the group starts, as `buildRowStarts` returns it.
  Value groupStart;
  /// Those rows of the group whose lanes are combined together, as
  /// `buildRowStarts` returns them, and how many rows are before them.
  SmallVector<Value> rows;
  int64_t firstMerged = 0;
  /// The vectors of the group that have been read, by their numbers.
  llvm::SmallDenseMap<int64_t, State> sharedVectors;
};
} // namespace

/// Combines the accumulators of each row, in `carried`, with the elements that
/// `buildElements` builds for it in `form`: two vectors, one, or a part of one.
SmallVector<Value> RowGroupReductionBuilder::combineRows(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    ValueRange carried, BuildRowFn buildElements) {
  SmallVector<Value> combined;
  for (auto [row, accumulator] :
       llvm::enumerate(splitStates(carried, form.getNumValues()))) {
    State elements = buildElements(builder, row);
    if (getNumElements(elements) <= lanes) {
      combined.append(
          buildFrontCombination(builder, form, accumulator, elements));
    } else {
      State first = buildSlice(builder, elements, 0, lanes);
      combined.append(
          buildPairCombination(builder, form, target, accumulator, first,
                               buildSlice(builder, elements, lanes, lanes)));
    }
  }
  return combined;
}

/// Combines `vectors`, in pairs after the first one or two.
State RowGroupReductionBuilder::combineVectors(ImplicitLocOpBuilder &builder,
                                               ArrayRef<State> vectors) const {
  if (reduction.doesOrderZeros() && combinesNumbersFaster(reduction, target))
    return buildOrderedCombination(builder, reduction, vectors);
  State combined = vectors.consume_front();
  if (vectors.size() % 2 == 1)
    combined =
        reduction.buildCombination(builder, combined, vectors.consume_front());
  for (; !vectors.empty(); vectors = vectors.drop_front(2))
    combined = buildPairCombination(builder, reduction, target, combined,
                                    vectors[0], vectors[1]);
  return combined;
}

/// Combines all columns of each row with its accumulators, in `carried`. If
/// there are none, a row starts with its first elements.
SmallVector<Value>
RowGroupReductionBuilder::buildUnrolledRows(ImplicitLocOpBuilder &builder,
                                            ValueRange carried) {
  int64_t extent = reduction.getExtent(innermost);
  SmallVector<Piece> pieces;
  for (int64_t offset = 0; offset + stripWidth <= extent; offset += stripWidth)
    pieces.push_back({offset, stripWidth});
  llvm::append_range(pieces, getTailPieces(extent, stripWidth, lanes));
  size_t numValues = reduction.getNumValues();
  SmallVector<Value> combined;
  for (auto [i, row] : llvm::enumerate(rows)) {
    SmallVector<State> vectors;
    if (!carried.empty())
      vectors.emplace_back(carried.slice(i * numValues, numValues));
    for (Piece piece : pieces) {
      Value offset = arith::ConstantIndexOp::create(builder, piece.offset);
      State elements = buildPiece(builder, reduction, inputs,
                                  getPlace(builder, row, offset), piece);
      for (int64_t first = 0; first < piece.width; first += lanes)
        vectors.push_back(buildSlice(builder, elements, first, lanes));
    }
    combined.append(combineVectors(builder, vectors));
  }
  return combined;
}

/// Does what `buildUnrolledRows` does where the rows of the group together are
/// whole vectors: each of these is read once. Its lanes are those of one row or
/// of two.
SmallVector<Value>
RowGroupReductionBuilder::buildSharedVectors(ImplicitLocOpBuilder &builder,
                                             ValueRange carried) {
  // What an iteration of an outer loop has read is not there in the next one.
  if (!outerReducedLoops.empty())
    sharedVectors.clear();
  auto getVector = [&](int64_t number) {
    State &vector = sharedVectors[number];
    if (vector.empty()) {
      Value offset = arith::ConstantIndexOp::create(builder, number * lanes);
      vector = reduction.buildJoinedElements(
          builder, inputs, getPlace(builder, groupStart, offset), lanes);
    }
    return vector;
  };
  auto buildMask = [&](int64_t first, int64_t end) {
    return buildLaneMask(builder, lanes, [&](int64_t lane) {
      return lane >= first && lane < end;
    });
  };
  int64_t extent = reduction.getExtent(innermost);
  size_t numValues = reduction.getNumValues();
  SmallVector<Value> combined;
  for (int64_t row : llvm::seq<int64_t>(rows.size())) {
    int64_t start = (firstMerged + row) * extent, end = start + extent;
    int64_t firstLane = start % lanes, endLane = end % lanes;
    SmallVector<State> vectors;
    if (!carried.empty())
      vectors.emplace_back(carried.slice(row * numValues, numValues));
    for (int64_t number = llvm::divideCeil(start, lanes);
         (number + 1) * lanes <= end; ++number)
      vectors.push_back(getVector(number));
    // The parts of a vector at the start and at the end of the row.
    SmallVector<std::pair<State, Value>> parts;
    if (firstLane != 0)
      parts.emplace_back(getVector(start / lanes), buildMask(firstLane, lanes));
    if (endLane != 0)
      parts.emplace_back(getVector(end / lanes), buildMask(0, endLane));
    if (vectors.empty()) {
      // Together, they have an element for each lane.
      vectors.push_back(buildSelection(builder, parts[0].second, parts[0].first,
                                       parts[1].first));
      parts = {{parts[1].first, buildMask(firstLane, endLane)}};
    }
    if (combinesNumbersFaster(reduction, target)) {
      // Repeated elements fill the other lanes, as combiners take more
      // instructions than selections. Both parts go into one vector if they
      // have no lane in common.
      SmallVector<State> filled;
      for (auto &[elements, mask] : llvm::reverse(parts)) {
        if (filled.empty() || endLane > firstLane)
          filled.push_back(vectors.front());
        filled.back() = buildSelection(builder, mask, elements, filled.back());
      }
      llvm::append_range(vectors, filled);
      combined.append(combineVectors(builder, vectors));
      continue;
    }
    State state = combineVectors(builder, vectors);
    for (auto &[elements, mask] : parts)
      state = buildSelection(
          builder, mask, reduction.buildCombination(builder, state, elements),
          state);
    combined.append(state);
  }
  return combined;
}

/// Builds how many rows before multiples of their size the groups that share
/// vectors start, so that they start at a cache line: 0 if no row does.
Value RowGroupReductionBuilder::buildShift(ImplicitLocOpBuilder &builder) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  AlignedRow first = buildFirstAlignedRow(
      builder,
      buildUnalignedLength(builder, inputs[0], getPlace(builder, zero, zero)),
      reduction.buildExtent(builder, innermost), lanes);
  // Every `sharingRows` rows, one starts at a line.
  Value shift = arith::AndIOp::create(
      builder, arith::SubIOp::create(builder, zero, first.row),
      arith::ConstantIndexOp::create(builder, sharingRows - 1));
  return arith::SelectOp::create(builder, first.isFound, shift, zero);
}

/// Combines all columns of the rows with their accumulators.
SmallVector<Value>
RowGroupReductionBuilder::buildStrips(ImplicitLocOpBuilder &builder,
                                      ValueRange carried) {
  if (isShared)
    return buildSharedVectors(builder, carried);
  if (areRowsUnrolled())
    return buildUnrolledRows(builder, carried);
  if (isAligned) {
    // Beyond the first cache, memory is best read in its order.
    bool isInOrder =
        isOneRowEnough(reduction, target) && !isKnownNear(reduction, target);
    size_t numRows = isInOrder ? 1 : rows.size();
    size_t numValues = numRows * reduction.getNumValues();
    SmallVector<Value> combined;
    for (ValueRange left = rows; !left.empty();
         left = left.drop_front(numRows)) {
      combined.append(buildAlignedStrips(builder, left.take_front(numRows),
                                         carried.take_front(numValues)));
      carried = carried.drop_front(numValues);
    }
    return combined;
  }
  auto buildStripOf = [&](const VectorReduction &form) {
    return [&](ImplicitLocOpBuilder &strip, ValueRange iterArgs) {
      Value offset = indices[innermost];
      return combineRows(
          strip, form, iterArgs, [&](ImplicitLocOpBuilder &nested, size_t row) {
            return form.buildJoinedElements(
                nested, inputs, getPlace(nested, rows[row], offset), stripWidth,
                form.getFastestOrder(stripWidth));
          });
    };
  };
  if (reduction.isDynamic(innermost)) {
    Value extent = reduction.buildExtent(builder, innermost);
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    Value tailStart = buildRoundedDown(builder, extent, stripWidth);
    SmallVector<Value> accumulators =
        buildInLoopForm(builder, reduction, target, carried,
                        [&](const VectorReduction &form, ValueRange starts) {
                          return buildDynamicLoop(
                              builder, zero, tailStart, stripWidth,
                              indices[innermost], starts, buildStripOf(form));
                        });
    return buildDynamicTail(
        builder, reduction, target, indices, tailStart, accumulators,
        [&](ImplicitLocOpBuilder &strip, ValueRange iterArgs,
            BuildStateFn buildElements) {
          return combineRows(strip, reduction, iterArgs,
                             [&](ImplicitLocOpBuilder &nested, size_t row) {
                               indices[rowLoop] = rows[row];
                               return buildElements(nested);
                             });
        });
  }
  int64_t extent = reduction.getExtent(innermost);
  SmallVector<Value> accumulators = buildInLoopForm(
      builder, reduction, target, carried,
      [&](const VectorReduction &form, ValueRange starts) {
        return buildStripLoop(builder, extent - extent % stripWidth, stripWidth,
                              indices[innermost], starts, buildStripOf(form));
      });
  for (Piece piece : getTailPieces(extent, stripWidth, lanes))
    accumulators = combineRows(
        builder, reduction, accumulators,
        [&](ImplicitLocOpBuilder &nested, size_t row) {
          Value offset = arith::ConstantIndexOp::create(nested, piece.offset);
          return buildPiece(nested, reduction, inputs,
                            getPlace(nested, rows[row], offset), piece);
        });
  return accumulators;
}

/// Combines all columns of the rows that start at values of `rowStarts` with
/// their accumulators, in `carried`. The strips of a row start at its first
/// cache line.
SmallVector<Value> RowGroupReductionBuilder::buildAlignedStrips(
    ImplicitLocOpBuilder &builder, ValueRange rowStarts, ValueRange carried) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  // The numbers of elements before these lines.
  SmallVector<Value> headLengths;
  for (Value row : rowStarts)
    headLengths.push_back(
        buildUnalignedLength(builder, inputs[0], getPlace(builder, row, zero)));
  // The same number of strips fits into each row.
  Value end = buildRoundedDown(
      builder,
      arith::SubIOp::create(builder, reduction.buildExtent(builder, innermost),
                            arith::ConstantIndexOp::create(builder, lanes - 1)),
      stripWidth);
  SmallVector<Value> accumulators = buildInLoopForm(
      builder, reduction, target, carried,
      [&](const VectorReduction &form, ValueRange starts) {
        return buildDynamicLoop(
            builder, zero, end, stripWidth, indices[innermost], starts,
            [&](ImplicitLocOpBuilder &strip, ValueRange iterArgs) {
              Value offset = indices[innermost];
              return combineRows(
                  strip, form, iterArgs,
                  [&](ImplicitLocOpBuilder &nested, size_t row) {
                    Value start =
                        arith::AddIOp::create(nested, headLengths[row], offset);
                    return form.buildJoinedElements(
                        nested, inputs, getPlace(nested, rowStarts[row], start),
                        stripWidth, form.getFastestOrder(stripWidth));
                  });
            });
      });
  return buildEnds(builder, rowStarts, headLengths, end, accumulators);
}

/// Combines what is before and after the strips of aligned rows with their
/// accumulators: a vector that starts with the row, and others that end with it
/// at the latest. `headLengths`: the numbers of elements before the strips,
/// which have `stripsEnd` elements.
SmallVector<Value> RowGroupReductionBuilder::buildEnds(
    ImplicitLocOpBuilder &builder, ValueRange rowStarts, ValueRange headLengths,
    Value stripsEnd, ValueRange carried) {
  bool isIdempotent = reduction.getTraits().isIdempotent;
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value last =
      arith::SubIOp::create(builder, reduction.buildExtent(builder, innermost),
                            arith::ConstantIndexOp::create(builder, lanes));
  auto buildVector = [&](size_t row, Value start) {
    return reduction.buildJoinedElements(
        builder, inputs, getPlace(builder, rowStarts[row], start), lanes);
  };
  auto buildHead = [&](size_t row) {
    State elements = buildVector(row, zero);
    if (isIdempotent)
      return elements;
    return reduction.buildSelected(
        builder, buildTailMask(builder, zero, headLengths[row], lanes),
        elements);
  };
  // The vector that starts `offset` elements after the strips.
  auto buildAfterStrips = [&](size_t row, int64_t offset) {
    Value first = arith::AddIOp::create(
        builder, arith::AddIOp::create(builder, headLengths[row], stripsEnd),
        arith::ConstantIndexOp::create(builder, offset));
    Value start = arith::MinUIOp::create(builder, first, last);
    State elements = buildVector(row, start);
    if (isIdempotent)
      return elements;
    return reduction.buildNotSelected(
        builder, buildTailMask(builder, start, first, lanes), elements);
  };
  auto buildEnd = [&](size_t row, int64_t number) {
    return number == 0 ? buildHead(row)
                       : buildAfterStrips(row, (number - 1) * lanes);
  };
  // At most this number of elements follows the strips.
  int64_t maxRest = lanes - 1 + stripWidth - 1;
  int64_t numEnds = 1 + llvm::divideCeil(maxRest, lanes);
  int64_t endsAtOnce = stripWidth / lanes;
  SmallVector<Value> accumulators(carried);
  for (int64_t number = 0; number < numEnds; number += endsAtOnce)
    accumulators =
        combineRows(builder, reduction, accumulators,
                    [&](ImplicitLocOpBuilder &, size_t row) {
                      State elements = buildEnd(row, number);
                      if (number + 1 < std::min(numEnds, number + endsAtOnce))
                        for (auto [one, other] : llvm::zip_equal(
                                 elements, buildEnd(row, number + 1)))
                          one = buildConcatenation(builder, {one, other});
                      return elements;
                    });
  return accumulators;
}

/// Reduces `numRows` rows from `firstRow` on and stores the results.
SmallVector<Value>
RowGroupReductionBuilder::buildGroup(ImplicitLocOpBuilder &builder,
                                     ValueRange destinations, Value firstRow,
                                     int64_t numRows) {
  isShared = sharingRows > 0 && numRows % sharingRows == 0;
  sharedVectors.clear();
  SmallVector<Value> all = buildRowStarts(builder, firstRow, numRows);
  groupStart = all.front();
  int64_t count = std::min(numRows, mergedRows);
  SmallVector<Value> stored(destinations);
  for (firstMerged = 0; firstMerged < numRows; firstMerged += count) {
    rows.assign(all.begin() + firstMerged, all.begin() + firstMerged + count);
    stored = buildMergedRows(
        builder, stored,
        builder.createOrFold<arith::AddIOp>(
            firstRow, arith::ConstantIndexOp::create(builder, firstMerged)));
  }
  return stored;
}

/// Combines all elements of each row in `rows`. Returns a vector for each.
SmallVector<State>
RowGroupReductionBuilder::combineAll(ImplicitLocOpBuilder &builder) {
  SmallVector<State> starts;
  if (!areRowsUnrolled() || !outerReducedLoops.empty())
    starts.assign(rows.size(), reduction.buildNeutral(builder, lanes));
  return splitStates(
      buildLoops(builder, reduction, outerReducedLoops, indices,
                 joinStates(starts),
                 [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                   return buildStrips(nested, carried);
                 }),
      reduction.getNumValues());
}

/// Reduces the rows in `rows` and stores the results from `firstRow` on: the
/// index of the first of these rows.
SmallVector<Value> RowGroupReductionBuilder::buildMergedRows(
    ImplicitLocOpBuilder &builder, ValueRange destinations, Value firstRow) {
  State results = buildMerged(builder, combineAll(builder), rows.size());
  indices[rowLoop] = firstRow;
  return buildStore(builder, reduction, results, destinations,
                    reduction.getResultIndices(indices));
}

/// Reduces the rows of `rowIndices` side by side and stores the results.
SmallVector<Value>
RowGroupReductionBuilder::buildSpreadRows(ImplicitLocOpBuilder &builder,
                                          ValueRange destinations,
                                          ArrayRef<Value> rowIndices) {
  rows.clear();
  for (Value row : rowIndices)
    llvm::append_range(rows, buildRowStarts(builder, row, /*numRows=*/1));
  SmallVector<State> states = combineAll(builder);
  int64_t count = std::min<int64_t>(rowIndices.size(), lanes);
  SmallVector<Value> stored(destinations);
  for (ArrayRef<State> left = states; !left.empty();
       left = left.drop_front(count)) {
    State results = buildMerged(builder, left.take_front(count), count);
    for (int64_t lane : llvm::seq(count)) {
      indices[rowLoop] = rowIndices[lane];
      stored = buildStore(builder, reduction,
                          buildSlice(builder, results, lane, /*width=*/1),
                          stored, reduction.getResultIndices(indices));
    }
    rowIndices = rowIndices.drop_front(count);
  }
  return stored;
}

/// Reduces all rows. A group has a row of each of several consecutive parts.
/// Where the last parts have fewer rows, the last row is repeated.
SmallVector<Value>
RowGroupReductionBuilder::buildSpread(ImplicitLocOpBuilder &builder) {
  inputs = buildRowInputs(builder);
  isShared = false;
  if (areFarLoadsShort(reduction, target))
    reduction.useShortLoads();
  int64_t numRows = getSpreadRows(reduction, target);
  Value extent = reduction.buildExtent(builder, rowLoop);
  Value distance = builder.createOrFold<arith::CeilDivUIOp>(
      extent, arith::ConstantIndexOp::create(builder, numRows));
  Value last = builder.createOrFold<arith::SubIOp>(
      extent, arith::ConstantIndexOp::create(builder, 1));
  Value first;
  return buildDynamicLoop(
      builder, arith::ConstantIndexOp::create(builder, 0), distance,
      /*step=*/1, first, reduction.getDestinations(),
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        Value row = first;
        SmallVector<Value> rowIndices;
        for (int64_t part = 0; part < numRows; ++part) {
          rowIndices.push_back(arith::MinUIOp::create(body, row, last));
          row = arith::AddIOp::create(body, row, distance);
        }
        return buildSpreadRows(body, carried, rowIndices);
      });
}

SmallVector<Value>
RowGroupReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = buildRowInputs(builder);
  areBlocksUnrolled = areRowsUnrolled();
  auto buildBlock = [&](ImplicitLocOpBuilder &group, ValueRange carried,
                        Value firstRow, int64_t numRows) {
    return buildGroup(group, carried, firstRow, numRows);
  };
  if (!reduction.mayRepeatResults())
    return buildRowBlocks(builder, groupRows, buildBlock);
  if (areGroupsShifted())
    return buildRowBlocks(
        builder, groupRows, buildBlock, /*isCovered=*/{},
        [&](ImplicitLocOpBuilder &nested) { return buildShift(nested); });
  // Fewer rows take as long as so many, whose combiners take turns.
  int64_t busyRows =
      isOneRowEnough(reduction, target) ? 1 : limits::minBusyRows;
  return buildRowBlocks(
      builder, groupRows, buildBlock,
      buildIsCovered(builder, groupRows, busyRows, limits::mergeBytes));
}

/// Returns whether rows of unknown length that have from one to two pieces of
/// `pieceWidth` elements are better padded than read in pieces.
static bool isPadded(const Reduction &reduction, const VectorTarget &target,
                     int64_t pieceWidth) {
  return extendsPaddedRows(reduction, target) ||
         (target.getLanes(reduction) / pieceWidth > limits::maxRowsInPieces &&
          canPermute(reduction, target) && reduction.hasContiguousInputs());
}

/// Returns the maximum length of rows that do not occur: they have versions of
/// their own, or -reduce-outer-first reduces them, those of a vector at most if
/// few are combined. 0 if all occur.
static int64_t getOmittedLength(const Reduction &reduction,
                                const VectorTarget &target) {
  unsigned inputBits = reduction.getInputBits();
  if (reduction.isStaged() && !reduction.readsIndices() &&
      reduction.hasContiguousInputs())
    return std::min<int64_t>(limits::getSpecializedLength(inputBits),
                             target.getVectorBits() / std::max(1u, inputBits));
  return reduction.getSpecializedLength();
}

/// Builds the loops for rows that are not long and have no version of their
/// own: a choice between pieces of different widths and, for rows shorter than
/// all of them, these loops.
static SmallVector<Value> buildShorter(ImplicitLocOpBuilder &builder,
                                       const Reduction &reduction,
                                       const VectorTarget &target,
                                       ArrayRef<int64_t> pieceWidths) {
  if (pieceWidths.empty())
    return RowGroupReductionBuilder(reduction, target, /*isAligned=*/false)
        .build(builder);
  int64_t width = pieceWidths.front();
  pieceWidths = pieceWidths.drop_front();
  Value length = reduction.buildExtent(builder, reduction.getNumLoops() - 1);
  auto buildPadded = [&](ImplicitLocOpBuilder &nested) {
    return buildPaddedRows(nested, reduction, target, 2 * width,
                           /*isHalved=*/false);
  };
  auto buildOverlapped = [&](ImplicitLocOpBuilder &nested) {
    return buildOverlappedRows(nested, reduction, target, width);
  };
  auto buildPieces = [&](ImplicitLocOpBuilder &nested) {
    if (!isPadded(reduction, target, width))
      return buildOverlapped(nested);
    // Rows of any number of the widest pieces are served, but only those of two
    // are padded.
    if (width < target.getLanes(reduction))
      return buildPadded(nested);
    return buildChoice(nested, buildIsAtLeast(nested, length, 2 * width + 1),
                       buildOverlapped, buildPadded);
  };
  auto buildHalvedOrPieces = [&](ImplicitLocOpBuilder &nested) {
    int64_t maxHalved = canPermute(reduction, target)
                            ? getMaxHalvedLength(reduction, target, width)
                            : 0;
    if (maxHalved == 0)
      return buildPieces(nested);
    return buildChoice(nested, buildIsAtLeast(nested, length, maxHalved + 1),
                       buildPieces, [&](ImplicitLocOpBuilder &halved) {
                         return buildPaddedRows(halved, reduction, target,
                                                width,
                                                /*isHalved=*/true);
                       });
  };
  // Rows of exactly a piece are better read as two shorter ones.
  int64_t least = pieceWidths.empty() ? width : width + 1;
  if (least <= getOmittedLength(reduction, target) + 1)
    return buildHalvedOrPieces(builder);
  return buildChoice(builder, buildIsAtLeast(builder, length, least),
                     buildHalvedOrPieces, [&](ImplicitLocOpBuilder &nested) {
                       return buildShorter(nested, reduction, target,
                                           pieceWidths);
                     });
}

/// Builds the loops for rows that are not aligned. If the length of rows is
/// known only at run time, also builds those of `innerReduction`, and the
/// choice: for long rows, and for those that do not occur.
static SmallVector<Value> buildUnaligned(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction,
                                         const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (!reduction.isDynamic(innermost))
    return RowGroupReductionBuilder(reduction, target, /*isAligned=*/false)
        .build(builder);
  Value length = reduction.buildExtent(builder, innermost);
  Value longLength = buildLongLength(builder, reduction, target);
  if (int64_t omitted = getOmittedLength(reduction, target)) {
    // Shorter lengths become large numbers.
    int64_t strips = target.getStreams() > 1 ? limits::longStripsInStreams
                                             : limits::longStripsBeyondCache;
    Value least = arith::ConstantIndexOp::create(
        builder, std::min(omitted + 1, getElements(reduction, target, strips)));
    length = arith::SubIOp::create(builder, length, least);
    longLength = arith::SubIOp::create(builder, longLength, least);
  }
  Value isLong = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                                       length, longLength);
  return buildChoice(
      builder, isLong,
      [&](ImplicitLocOpBuilder &nested) {
        return innerReduction.build(nested, reduction, target);
      },
      [&](ImplicitLocOpBuilder &nested) {
        return buildShorter(nested, reduction, target,
                            getPieceWidths(reduction, target));
      });
}

/// Builds the loops for rows that are not spread.
static SmallVector<Value> buildAdjacent(ImplicitLocOpBuilder &builder,
                                        const Reduction &reduction,
                                        const VectorTarget &target) {
  auto buildAligned = [&](ImplicitLocOpBuilder &nested) {
    return RowGroupReductionBuilder(reduction, target, /*isAligned=*/true)
        .build(nested);
  };
  auto buildOthers = [&](ImplicitLocOpBuilder &nested) {
    return areRowsKnownLong(reduction, target)
               ? innerReduction.build(nested, reduction, target)
               : buildUnaligned(nested, reduction, target);
  };
  auto buildAlignedOrOthers = [&](ImplicitLocOpBuilder &nested) {
    if (areRowsAligned(reduction, target))
      return buildAligned(nested);
    if (mayRowsBeAligned(reduction, target))
      return buildChoice(nested, buildAreRowsAligned(nested, reduction, target),
                         buildAligned, buildOthers);
    if (mayRowsBeSpread(reduction, target) ||
        mayRowsBeInOrder(reduction, target))
      return buildOthers(nested);
    // A measured choice may name this strategy for rows that are known to be
    // long, and neither aligned nor spread.
    return buildUnaligned(nested, reduction, target);
  };
  if (!mayRowsBeInOrder(reduction, target))
    return buildAlignedOrOthers(builder);
  auto buildInOrder = [&](ImplicitLocOpBuilder &nested) {
    return buildKnownRowsInOrder(nested, reduction, target);
  };
  if (reduction.getInputBytes())
    return buildInOrder(builder);
  return buildChoice(builder, buildIsInSecondCache(builder, reduction, target),
                     buildInOrder, buildAlignedOrOthers);
}

static SmallVector<Value> buildRowGroups(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction,
                                         const VectorTarget &target) {
  if (!mayRowsBeSpread(reduction, target))
    return buildAdjacent(builder, reduction, target);
  auto buildSpread = [&](ImplicitLocOpBuilder &nested) {
    return RowGroupReductionBuilder(reduction, target, /*isAligned=*/false)
        .buildSpread(nested);
  };
  if (areRowsKnownSpread(reduction, target))
    return buildSpread(builder);
  return buildChoice(builder, buildAreRowsSpread(builder, reduction, target),
                     buildSpread, [&](ImplicitLocOpBuilder &nested) {
                       return buildAdjacent(nested, reduction, target);
                     });
}

const Strategy mlir::reduce::detail::rowGroupReduction = {
    "row-groups", /*servesStrides=*/true, matchRowGroups, buildRowGroups};
