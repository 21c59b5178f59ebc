//===- PackedRowReduction.cpp - Reduction across rows of unknown length ---===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost dimension is kept, short and not a power of two, or is found to
// be short at run time. As many successive rows as the accumulators have room
// for are read as one vector and accumulate in parallel. The elements at the
// end of the vector, which belong to the next row, are dropped at the end. A
// row that several machine vectors and their parts would read is read this way
// even if the accumulators have no room for another.
//
// Where possible, a group is whole machine vectors. If the grouping of elements
// does not affect the result, the first group starts with the first row that is
// at a cache line: then all vectors are. Strips of a group that has more
// vectors than accumulate are reduced one after the other.
//
// Where one test for NaN serves two vectors, those of two groups are combined
// at once, unless memory, or the second cache in whole lines, is read faster in
// its order. On machines that read memory faster in several places, by
// instructions of their own, an iteration has a group of rows in each place.
//
// for each index of the outer kept loops:
//   for each strip of the groups:
//     accumulators = neutral
//     for each index of the outer reduced loops, for each group of rows:
//       combine the accumulators with the strip or, of groups that are not
//       whole vectors, with the group and the elements after it
//     store the accumulators to memory, from which single rows can be loaded
//   for each index of the outer reduced loops:
//     combine the rows before the first group, and after the last, in memory
//   combine successive parts of these, if a group is several times as many rows
//   as are whole vectors, into one part
//   for each vector of columns:
//     combine the accumulators of the first row, of the second, and so on
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/MemoryAccess.h"
#include "Transforms/Vectorize/Builders/Tails.h"
#include "Transforms/Vectorize/Columns/ColumnStrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the minimum number of elements of all rows that are packed into
/// accumulators of `width` elements. `isWide`: whether few rows fit. `isNear`:
/// whether the input is in the first cache.
static int64_t getMinElements(int64_t width, bool isWide, bool isNear) {
  if (!isWide)
    return limits::minPackedFills * width;
  return (isNear ? limits::minNearWideFills : limits::minWideFills) * width;
}

int64_t mlir::reduce::detail::getMinPackedElements(const Reduction &reduction,
                                                   const VectorTarget &target) {
  return getMinElements(target.getWidth(reduction), /*isWide=*/false,
                        /*isNear=*/false);
}

/// Returns so many eighths of `width`, rounded up.
static int64_t getEighths(int64_t width, int64_t count) {
  return llvm::divideCeil(width * count, 8);
}

/// Returns the minimum number of elements that few rows use of accumulators of
/// `width` elements.
static int64_t getMinUsed(int64_t width, bool isNear) {
  return getEighths(width, isNear ? limits::minNearPackedEighths
                                  : limits::minPackedEighths);
}

/// Returns the number of elements of a row from which rows are better read in
/// pieces than packed: states wider than elements take shuffles, of more
/// vectors if they are packed.
static int64_t getMinPieceLength(const Reduction &reduction,
                                 const VectorTarget &target) {
  if (reduction.getStateBits() <= reduction.getInputBits())
    return std::numeric_limits<int64_t>::max();
  return llvm::divideCeil(limits::maxPackedExtendedBits(target.getVectorBits()),
                          std::max(1u, reduction.getInputBits()));
}

namespace {
/// How rows are packed.
struct Packing {
  /// The number of elements of the accumulators.
  int64_t width;
  /// The maximum number of elements of all rows of a group.
  int64_t maxGroupLength;
  /// The number of these; kDynamic if it is not known.
  int64_t groupLength = ShapedType::kDynamic;
};
} // namespace

/// Returns whether whole groups may start at a cache line and drop NaN, so that
/// loops mark them, in as many registers as accumulate.
static bool areNaNMarked(const Reduction &reduction,
                         const VectorTarget &target) {
  return gainsFromAlignment(reduction, target) &&
         combinesNumbersFaster(reduction, target);
}

/// Returns how many vectors of whole groups accumulate side by side: most
/// registers if the instruction that combines a vector also loads it, and half
/// of them otherwise, or if rows may be so few that they leave most
/// accumulators unused.
static int64_t getNumWholeVectors(const Reduction &reduction,
                                  const VectorTarget &target) {
  int64_t registers = target.getShuffledVectors();
  if (areNaNMarked(reduction, target))
    return std::max<int64_t>(1,
                             (registers - limits::packedTemporaries + 1) / 2);
  int64_t numVectors =
      isOneOperation(reduction, target) && reduction.getInputBytes()
          ? registers - limits::packedTemporaries
          : registers / 2 / reduction.getStateTypes().size();
  return std::max<int64_t>(1, numVectors);
}

/// Returns how many elements of `reduction` a part of the first cache of
/// `bytes` holds.
static int64_t getCachedElements(const Reduction &reduction, int64_t bytes) {
  return bytes * CHAR_BIT / reduction.getStateBits();
}

/// Returns the maximum number of elements of a usual group that is read in
/// strips.
static int64_t getMaxStripedLength(const Reduction &reduction,
                                   const VectorTarget &target) {
  return getCachedElements(reduction, target.getTileBytes());
}

/// Returns the maximum number of elements of a group that may be larger than
/// usual: if it is aligned, all of the first cache may hold it.
static int64_t getMaxWholeLength(const Reduction &reduction,
                                 const VectorTarget &target) {
  return gainsFromAlignment(reduction, target)
             ? getCachedElements(reduction, target.getL1CacheBytes())
             : getMaxStripedLength(reduction, target);
}

/// Returns the minimum number of groups that are read in strips. `isCostly`:
/// whether the input is in the first cache, or groups are larger than usual.
static int64_t getMinGroups(bool isCostly) {
  return isCostly ? limits::minCostlyGroups : limits::minStripGroups;
}

/// Returns the packing of rows of `length` elements into groups that are whole
/// vectors, if there are some.
static std::optional<Packing> getWholePacking(const Reduction &reduction,
                                              const VectorTarget &target,
                                              int64_t length) {
  if (!gainsFromWholeVectors(reduction, target))
    return std::nullopt;
  int64_t lanes = target.getLanes(reduction);
  int64_t most = getNumWholeVectors(reduction, target) * lanes;
  int64_t maxLength = getMaxWholeLength(reduction, target);
  // Multiples of longer rows might overflow.
  if (length > std::max(most, maxLength))
    return std::nullopt;
  int64_t least = std::lcm(length, lanes), numRows, width, group;
  if (least <= most) {
    // At least as many elements as accumulate otherwise, or else as many as
    // possible.
    int64_t whole = llvm::alignTo(target.getWidth(reduction), least);
    width = group = whole <= most ? whole : most - most % least;
    numRows = llvm::divideCeil(
        getMinElements(width, /*isWide=*/false, /*isNear=*/false), length);
  } else {
    // Strips are as wide as each other. They start at lines, which matters for
    // the second cache of some machines.
    bool isNear = isKnownNear(reduction, target);
    if (!reduction.getInputBytes() || isKnownFar(reduction, target) ||
        !(isNear || target.getSlowSplitLoads()) || least > maxLength)
      return std::nullopt;
    int64_t numStrips = llvm::divideCeil(least, most);
    width = llvm::divideCeil(least / lanes, numStrips) * lanes;
    group = least;
    bool isCostly = isNear || group > getMaxStripedLength(reduction, target);
    numRows = getMinGroups(isCostly) * (group / length);
  }
  if (reduction.isKnownBelow(reduction.getNumLoops() - 2, numRows))
    return std::nullopt;
  return Packing{width, group, group};
}

/// Returns how rows of `length` elements are packed; nothing if they are better
/// read in pieces.
static std::optional<Packing> getPacking(const Reduction &reduction,
                                         const VectorTarget &target,
                                         int64_t length) {
  if (length == 0 || length >= getMinPieceLength(reduction, target))
    return std::nullopt;
  int64_t width = target.getWidth(reduction);
  auto getPackingInto = [&](int64_t accumulated) {
    return Packing{accumulated, accumulated, accumulated / length * length};
  };
  bool isShort = length <= width / limits::minPackedRows;
  // Longer rows are as fast in pieces if these start at lines, memory is the
  // limit, or the first cache is not.
  bool areSplit =
      length % target.getLanes(reduction) != 0 &&
      !isKnownFar(reduction, target) &&
      (!isKnownNear(reduction, target) || isOneOperation(reduction, target));
  if (isShort || areSplit)
    if (std::optional<Packing> whole =
            getWholePacking(reduction, target, length))
      return whole;
  if (isShort)
    return getPackingInto(width);
  // Without masks, a row would be alone in a group. Its pieces take as many
  // vectors, and no instruction stores its results.
  if (!target.getMaskRegisters() && !target.getMaskedArithmetic())
    return std::nullopt;
  int64_t minParts = limits::minPackedParts;
  if (isKnownFar(reduction, target) &&
      gainsFromPrefetches(reduction, target, /*isAligned=*/false)) {
    // With prefetches, pieces are as fast, except if there are two loops.
    if (!combinesNumbersFaster(reduction, target))
      return std::nullopt;
    minParts = 1;
  }
  int64_t wide = target.getColumnWidth(reduction);
  int64_t numParts =
      llvm::popcount<uint64_t>(length % target.getLanes(reduction));
  Packing packing = getPackingInto(wide);
  if (numParts < minParts ||
      packing.groupLength < getMinUsed(wide, isKnownNear(reduction, target)))
    return std::nullopt;
  return packing;
}

/// Returns how many elements of the input `bytes` have.
static int64_t getInputElements(const Reduction &reduction, int64_t bytes) {
  return bytes * CHAR_BIT / std::max<int64_t>(1, reduction.getInputBits());
}

/// Returns the maximum length of rows whose groups are read in unrolled
/// streams.
static int64_t getMaxUnrolledLength(const Reduction &reduction) {
  return getInputElements(reduction, limits::maxUnrolledRowBytes);
}

/// Returns whether rows are known to be read faster apart than as one, on
/// machines that read memory in unrolled streams.
static bool areApartFaster(const Reduction &reduction,
                           const VectorTarget &target) {
  if (!reduction.getInputBytes() || target.getUnrolledStreams() == 1)
    return false;
  unsigned innermost = reduction.getNumLoops() - 1;
  int64_t length = reduction.getExtent(innermost);
  // Other rows of several outer indices are as fast in the second cache.
  bool areFasterInCache = !isKnownNear(reduction, target) &&
                          !isKnownFar(reduction, target) &&
                          (reduction.getNumLoops() == 2 ||
                           combinesNumbersFaster(reduction, target));
  if (length > getMaxUnrolledLength(reduction) &&
      (areFasterInCache || areRowsInUnrolledStreams(reduction, target)))
    return true;
  return isKnownInMemory(reduction, target) && reduction.getNumLoops() > 2 &&
         length > getInputElements(reduction, limits::lineBytes) &&
         reduction.getExtent(innermost - 1) <=
             getInputElements(reduction, limits::maxApartRowsBytes) / length;
}

static LogicalResult matchPackedRows(const Reduction &reduction,
                                     const VectorTarget &target,
                                     Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(matchKeptRows(reduction, choice)))
    return failure();
  LoopFormKind form = getLoopForm(reduction, target, /*combinePairs=*/true);
  if (reduction.isDynamic(innermost))
    return choice.accept({ShapedType::kDynamic, ShapedType::kDynamic},
                         "kept rows may be short: whether several are packed "
                         "into the accumulators is decided at run time",
                         form);
  int64_t length = reduction.getExtent(innermost);
  if (!choice.isMeasured && areApartFaster(reduction, target))
    return choice.refuse("rows are not short, and read faster apart");
  std::optional<Packing> packing = getPacking(reduction, target, length);
  if (!packing)
    return choice.refuse(
        "rows are empty, too long for the accumulators, or as fast to read in "
        "pieces");
  int64_t width = packing->width, usual = target.getWidth(reduction);
  bool isShort = length <= usual / limits::minPackedRows;
  int64_t numRows = reduction.getExtent(innermost - 1);
  int64_t minElements =
      getMinElements(width, /*isWide=*/width > usual && !isShort,
                     isKnownNear(reduction, target));
  int64_t lanes = target.getLanes(reduction);
  if (isShort && length > lanes && areVectorsLines(target))
    minElements = std::max(minElements,
                           limits::minPackedFillsOfVector *
                               llvm::divideCeilSigned(length, lanes) * usual);
  if (!choice.isMeasured && !ShapedType::isDynamic(numRows) &&
      numRows < llvm::divideCeilSigned(minElements, length))
    return choice.refuse("rows are few");
  return choice.accept(
      {packing->groupLength / length, length},
      "kept rows are short: as many as fit are packed into the "
      "accumulators",
      form);
}

namespace {
class PackedRowReductionBuilder : RowBuilder {
public:
  PackedRowReductionBuilder(const Reduction &reduction,
                            const VectorTarget &target, Packing packing)
      : RowBuilder(reduction, target), packing(packing), width(packing.width),
        parts(getTailPieces(width, 2 * llvm::bit_floor<uint64_t>(width),
                            /*smallest=*/1)),
        outerReducedLoops(reduction.getReducedLoops()) {
    outerReducedLoops.pop_back();
  }

  /// Builds whether there are many rows, several of which fit into the
  /// accumulators; if `hasWideRows`, or one that uses most of them.
  Value buildIsServed(ImplicitLocOpBuilder &builder, bool hasWideRows);

  /// Builds whether there are many rows, and whole machine vectors of them use
  /// most of the accumulators. If so, `build` reads these.
  Value buildIsWhole(ImplicitLocOpBuilder &builder);

  /// Builds whether there are many groups that are whole machine vectors and
  /// take several strips. If so, `build` reads these.
  Value buildIsStriped(ImplicitLocOpBuilder &builder);

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  Value buildConstant(ImplicitLocOpBuilder &builder, int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  }
  /// Builds whether no cache has the input.
  Value buildIsUncached(ImplicitLocOpBuilder &builder) {
    return buildIsLarger(builder, reduction, target.getLastCacheBytes());
  }
  /// Whether the pieces of a row are faster than a row that leaves accumulators
  /// unused: each accumulator takes several instructions. Narrower elements
  /// have more pieces.
  bool arePiecesFaster() const {
    return !isOneOperation(reduction, target) && reduction.getInputBits() >= 64;
  }
  Value buildAreRows(ImplicitLocOpBuilder &builder, int64_t maxLength,
                     int64_t minElements);
  /// Whether groups are whole vectors, and how many rows they have if they are.
  struct WholeRows {
    Value areWhole, count;
  };
  Value buildPeriod(ImplicitLocOpBuilder &builder, Value rowLength);
  Value
  buildAreWholeRows(ImplicitLocOpBuilder &builder, int64_t maxLength,
                    int64_t minElements,
                    llvm::function_ref<WholeRows(ImplicitLocOpBuilder &,
                                                 Value rowLength, Value period)>
                        buildRows);
  bool hasStrips() const { return packing.maxGroupLength > width; }
  /// Whether groups may be whole vectors.
  bool mayBeWhole() const {
    return ShapedType::isDynamic(packing.groupLength)
               ? wholeRows.areWhole != nullptr
               : packing.groupLength % lanes == 0;
  }
  /// Whether groups may start with another row than the first one.
  bool mayBeAligned() const {
    return mayBeWhole() && gainsFromAlignment(reduction, target);
  }
  SmallVector<Value> combineGroups(ImplicitLocOpBuilder &builder,
                                   const VectorReduction &form,
                                   const Streams &loopStreams,
                                   ValueRange accumulators, Value first,
                                   Value end, bool arePairs);
  SmallVector<Value> buildWholeGroups(ImplicitLocOpBuilder &builder,
                                      const VectorReduction &form,
                                      const Streams &loopStreams,
                                      ValueRange accumulators, Value first,
                                      bool arePairs);
  Value buildIsInOrder(ImplicitLocOpBuilder &builder, bool isFar);
  SmallVector<Value> buildGroupsInOrder(ImplicitLocOpBuilder &builder,
                                        const VectorReduction &form,
                                        ValueRange accumulators, Value first);
  SmallVector<Value> buildGroupsInStreams(ImplicitLocOpBuilder &builder,
                                          const VectorReduction &form,
                                          ValueRange accumulators, Value first);
  SmallVector<Value> buildGroups(ImplicitLocOpBuilder &builder,
                                 ValueRange accumulator);
  void buildStrip(ImplicitLocOpBuilder &builder, Value first);
  void buildStrips(ImplicitLocOpBuilder &builder);
  Value buildFirstPlace(ImplicitLocOpBuilder &builder);
  void buildRest(ImplicitLocOpBuilder &builder);
  State combineScratch(ImplicitLocOpBuilder &builder, Value place, Value count,
                       Value distance);
  void buildFolded(ImplicitLocOpBuilder &builder);
  void combineInMemory(ImplicitLocOpBuilder &builder, Value from, Value to);
  /// Builds, for each part of the accumulators, what `buildPart` returns for
  /// its first lane and its width.
  SmallVector<Value>
  buildParts(ImplicitLocOpBuilder &builder,
             llvm::function_ref<State(Value lane, int64_t count)> buildPart);
  State buildFromScratch(ImplicitLocOpBuilder &builder, Value lane,
                         int64_t count);
  void buildStoreInScratch(ImplicitLocOpBuilder &builder, ValueRange state,
                           Value lane);
  SmallVector<Value> buildColumns(ImplicitLocOpBuilder &builder,
                                  ValueRange destinations, Value column);
  SmallVector<Value> buildResult(ImplicitLocOpBuilder &builder,
                                 ValueRange destinations);

  Packing packing;
  /// The number of elements of the accumulators.
  int64_t width;
  /// The accumulators: LLVM takes vectors apart whose width is not a power of
  /// two.
  SmallVector<Piece> parts;
  SmallVector<unsigned> outerReducedLoops;
  /// The number of elements of a row, of rows in a group, of elements of a
  /// group, of those that are read with it, and of elements of all rows.
  Value length, groupRows, groupLength, readLength, end;
  /// The number of rows of accumulators that remain in memory, and of their
  /// elements.
  Value memoryRows, memoryLength;
  /// Whether groups are whole vectors, and how many rows they then have, if the
  /// length of rows is not known.
  WholeRows wholeRows;
  /// Where the strip that is reduced starts in a group.
  Value strip;
  /// The streams of the outer kept loop, and those of groups of rows.
  NestedStreams streams;
  /// Whether groups are read in unrolled streams.
  Value areUnrolled;
  /// Whether prefetches gain; null if this is known.
  Value isFar;
  /// Memory for the accumulators: one memref for each value of a state.
  SmallVector<Value> scratch;
};
} // namespace

/// Builds the least number of rows of `rowLength` elements that are whole
/// vectors.
Value PackedRowReductionBuilder::buildPeriod(ImplicitLocOpBuilder &builder,
                                             Value rowLength) {
  return arith::ShRUIOp::create(builder, buildConstant(builder, lanes),
                                buildCommonFactor(builder, rowLength, lanes));
}

/// Builds whether there are at least `minElements` elements in rows of at most
/// `maxLength`. If so, the length is not 0.
Value PackedRowReductionBuilder::buildAreRows(ImplicitLocOpBuilder &builder,
                                              int64_t maxLength,
                                              int64_t minElements) {
  Value rowLength = reduction.buildExtent(builder, rowLoop + 1);
  Value numElements = arith::MulIOp::create(
      builder, rowLength, reduction.buildExtent(builder, rowLoop));
  Value areShort = buildIsInRange(builder, rowLength, 1, maxLength);
  // Beyond the caches, the order of memory gains more than pieces do.
  int64_t pieceLength = getMinPieceLength(reduction, target);
  if (pieceLength <= maxLength)
    areShort = arith::AndIOp::create(
        builder, areShort,
        arith::OrIOp::create(
            builder,
            arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, rowLength,
                                  buildConstant(builder, pieceLength)),
            buildIsUncached(builder)));
  return arith::AndIOp::create(
      builder, areShort, buildIsAtLeast(builder, numElements, minElements));
}

Value PackedRowReductionBuilder::buildIsServed(ImplicitLocOpBuilder &builder,
                                               bool hasWideRows) {
  int64_t minElements =
      getMinElements(width, /*isWide=*/hasWideRows, /*isNear=*/false);
  if (!hasWideRows)
    return buildAreRows(builder, width / limits::minPackedRows, minElements);
  return buildChoice(
      builder, buildAreRows(builder, width, minElements),
      [&](ImplicitLocOpBuilder &nested) -> SmallVector<Value> {
        Value rowLength = reduction.buildExtent(nested, rowLoop + 1);
        Value numElements = arith::MulIOp::create(
            nested, rowLength, reduction.buildExtent(nested, rowLoop));
        Value used = arith::MulIOp::create(
            nested, rowLength,
            arith::DivUIOp::create(nested, buildConstant(nested, width),
                                   rowLength));
        Value isLarge =
            buildIsLarger(nested, reduction, target.getL1CacheBytes());
        auto getLeastUsed = [&](bool isNear) {
          return isNear || arePiecesFaster() ? getMinUsed(width, isNear) : 0;
        };
        auto buildReaches = [&](Value value,
                                llvm::function_ref<int64_t(bool)> getLimit) {
          Value limit = arith::SelectOp::create(
              nested, isLarge, buildConstant(nested, getLimit(false)),
              buildConstant(nested, getLimit(true)));
          return arith::CmpIOp::create(nested, arith::CmpIPredicate::uge, value,
                                       limit);
        };
        return {arith::AndIOp::create(
            nested,
            arith::OrIOp::create(nested, buildIsUncached(nested),
                                 buildReaches(used, getLeastUsed)),
            buildReaches(numElements, [&](bool isNear) {
              return getMinElements(width, /*isWide=*/true, isNear);
            }))};
      },
      [&](ImplicitLocOpBuilder &nested) -> SmallVector<Value> {
        return {arith::ConstantIntOp::create(nested, /*value=*/0, /*width=*/1)};
      })[0];
}

/// Builds whether `buildAreRows`, and groups are whole vectors. `buildRows`
/// builds that and their rows: a multiple of `period`, the number of rows of
/// `rowLength` elements that are whole vectors.
Value PackedRowReductionBuilder::buildAreWholeRows(
    ImplicitLocOpBuilder &builder, int64_t maxLength, int64_t minElements,
    llvm::function_ref<WholeRows(ImplicitLocOpBuilder &, Value rowLength,
                                 Value period)>
        buildRows) {
  SmallVector<Value> values = buildChoice(
      builder, buildAreRows(builder, maxLength, minElements),
      [&](ImplicitLocOpBuilder &nested) -> SmallVector<Value> {
        Value rowLength = reduction.buildExtent(nested, rowLoop + 1);
        Value period = buildPeriod(nested, rowLength);
        WholeRows rows = buildRows(nested, rowLength, period);
        return {rows.areWhole, rows.count};
      },
      [&](ImplicitLocOpBuilder &nested) -> SmallVector<Value> {
        return {arith::ConstantIntOp::create(nested, /*value=*/0, /*width=*/1),
                buildConstant(nested, 0)};
      });
  wholeRows = {values[0], values[1]};
  return wholeRows.areWhole;
}

Value PackedRowReductionBuilder::buildIsWhole(ImplicitLocOpBuilder &builder) {
  return buildAreWholeRows(
      builder, width, getMinElements(width, /*isWide=*/false, /*isNear=*/false),
      [&](ImplicitLocOpBuilder &nested, Value rowLength,
          Value period) -> WholeRows {
        Value fitting = arith::DivUIOp::create(
            nested, buildConstant(nested, width), rowLength);
        Value count = arith::AndIOp::create(
            nested, fitting,
            arith::SubIOp::create(nested, buildConstant(nested, 0), period));
        // All lanes are read, so most of them must be used.
        Value used = arith::MulIOp::create(nested, count, rowLength);
        return {buildIsAtLeast(nested, used,
                               getEighths(width, limits::minWholeEighths)),
                count};
      });
}

Value PackedRowReductionBuilder::buildIsStriped(ImplicitLocOpBuilder &builder) {
  int64_t least = limits::minPackedStrips * width;
  return buildAreWholeRows(
      builder, packing.maxGroupLength, getMinGroups(/*isCostly=*/false) * least,
      [&](ImplicitLocOpBuilder &nested, Value rowLength,
          Value period) -> WholeRows {
        // Groups have several strips, since the last two may overlap.
        Value numPeriods = arith::AddIOp::create(
            nested, buildConstant(nested, 1),
            arith::DivUIOp::create(
                nested, buildConstant(nested, least - 1),
                arith::MulIOp::create(nested, period, rowLength)));
        Value count = arith::MulIOp::create(nested, period, numPeriods);
        Value isLarge =
            buildIsLarger(nested, reduction, target.getL1CacheBytes());
        Value minGroups =
            buildConstant(nested, getMinGroups(/*isCostly=*/false));
        Value areStriped =
            buildNot(nested, buildIsFar(nested, reduction, target));
        auto require = [&](Value condition) {
          areStriped = arith::AndIOp::create(nested, areStriped, condition);
        };
        if (!target.getSlowSplitLoads())
          require(buildNot(nested, isLarge));
        if (isOneOperation(reduction, target))
          minGroups = arith::SelectOp::create(
              nested, isLarge, minGroups,
              buildConstant(nested, getMinGroups(/*isCostly=*/true)));
        else
          require(isLarge);
        require(arith::CmpIOp::create(
            nested, arith::CmpIPredicate::uge,
            reduction.buildExtent(nested, rowLoop),
            arith::MulIOp::create(nested, count, minGroups)));
        // Single rows that are whole vectors are as well read in pieces.
        require(buildIsAtLeast(nested, period, 2));
        require(arith::CmpIOp::create(
            nested, arith::CmpIPredicate::ule,
            arith::MulIOp::create(nested, count, rowLength),
            buildConstant(nested, packing.maxGroupLength)));
        return {areStriped, count};
      });
}

SmallVector<Value> PackedRowReductionBuilder::buildParts(
    ImplicitLocOpBuilder &builder,
    llvm::function_ref<State(Value lane, int64_t count)> buildPart) {
  SmallVector<Value> values;
  for (Piece part : parts)
    values.append(buildPart(buildConstant(builder, part.offset), part.width));
  return values;
}

/// Loads `count` elements of the accumulators in memory, from `lane` on.
State PackedRowReductionBuilder::buildFromScratch(ImplicitLocOpBuilder &builder,
                                                  Value lane, int64_t count) {
  State state;
  for (auto [type, memory] :
       llvm::zip_equal(reduction.getStateTypes(), scratch))
    state.push_back(vector::LoadOp::create(
        builder, VectorType::get(count, type), memory, ValueRange(lane)));
  return state;
}

/// Stores `state` in the memory of the accumulators, from `lane` on.
void PackedRowReductionBuilder::buildStoreInScratch(
    ImplicitLocOpBuilder &builder, ValueRange state, Value lane) {
  for (auto [value, memory] : llvm::zip_equal(state, scratch))
    vector::StoreOp::create(builder, value, memory, lane);
}

/// Combines the accumulators, in `form`, with the strips of groups of rows. The
/// first group starts at `first`. An iteration combines one group, or two if
/// `arePairs`. No iteration starts at `end` or after it.
SmallVector<Value> PackedRowReductionBuilder::combineGroups(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    const Streams &loopStreams, ValueRange accumulators, Value first, Value end,
    bool arePairs) {
  Value step = groupLength, offset;
  if (arePairs)
    step = builder.createOrFold<arith::AddIOp>(groupLength, groupLength);
  return buildStreamLoop(
      builder, first, end, step, loopStreams, offset, accumulators,
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        Value start = body.createOrFold<arith::AddIOp>(offset, strip);
        auto buildElements = [&](Value place, int64_t count) {
          return form.buildJoinedElements(body, inputs, getJoinedIndices(place),
                                          count);
        };
        SmallVector<Value> combined;
        for (auto [part, state] : llvm::zip_equal(
                 parts, splitStates(carried, form.getNumValues()))) {
          Value place = arith::AddIOp::create(body, start,
                                              buildConstant(body, part.offset));
          State elements = buildElements(place, part.width);
          if (!arePairs) {
            combined.append(form.buildCombination(body, state, elements));
            continue;
          }
          Value next = arith::AddIOp::create(body, place, groupLength);
          combined.append(
              buildPairCombination(body, form, target, state, elements,
                                   buildElements(next, part.width)));
        }
        return combined;
      });
}

/// Combines the accumulators, in `form`, with the strip of each group of rows.
/// The first group starts at `first`, and the last one is the last of which
/// whole vectors can be read.
SmallVector<Value> PackedRowReductionBuilder::buildWholeGroups(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    const Streams &loopStreams, ValueRange accumulators, Value first,
    bool arePairs) {
  // No group starts after the last place from which all can be read.
  Value places = arith::AddIOp::create(
      builder, arith::SubIOp::create(builder, end, readLength),
      buildConstant(builder, 1));
  if (!arePairs)
    return combineGroups(builder, form, loopStreams, accumulators, first,
                         places, /*arePairs=*/false);
  Value pairPlaces = builder.createOrFold<arith::SubIOp>(places, groupLength);
  Value pair = builder.createOrFold<arith::AddIOp>(groupLength, groupLength);
  Value length = builder.createOrFold<arith::MaxSIOp>(
      builder.createOrFold<arith::SubIOp>(pairPlaces, first),
      buildConstant(builder, 0));
  Value last = builder.createOrFold<arith::AddIOp>(
      first, builder.createOrFold<arith::MulIOp>(
                 builder.createOrFold<arith::CeilDivUIOp>(length, pair), pair));
  SmallVector<Value> pairs =
      combineGroups(builder, form, loopStreams, accumulators, first, pairPlaces,
                    /*arePairs=*/true);
  return combineGroups(builder, form, loopStreams, pairs, last, places,
                       /*arePairs=*/false);
}

/// Builds whether groups are combined one by one, in the order of memory. That
/// is faster than pairs of groups if no cache has the input, or if the second
/// one has it and groups start at lines. Elsewhere, pairs are faster for some
/// combiners. `isFar`: whether the size of the input is known only at run time,
/// and the second cache does not have it; groups are in order then.
Value PackedRowReductionBuilder::buildIsInOrder(ImplicitLocOpBuilder &builder,
                                                bool isFar) {
  auto buildBool = [&](bool value) {
    return arith::ConstantIntOp::create(builder, value, /*width=*/1);
  };
  if (!combinesPairsFaster(reduction, target))
    return buildBool(true);
  if (isFar || isKnownInMemory(reduction, target))
    return buildBool(true);
  if (isKnownFar(reduction, target) || !mayBeAligned())
    return buildBool(false);
  return buildIsLarger(builder, reduction, target.getL1CacheBytes());
}

/// Combines the accumulators, in `form`, with the strip of all groups from
/// `first` on, which are read in the order of memory.
SmallVector<Value> PackedRowReductionBuilder::buildGroupsInOrder(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    ValueRange accumulators, Value first) {
  return buildNearOrFar(
      builder, isFar, [&](ImplicitLocOpBuilder &loop, bool prefetches) {
        VectorReduction loopForm = form;
        if (prefetches)
          loopForm.usePrefetches(getPrefetchDistance(reduction, target));
        auto buildOf = [&](bool arePairs) {
          return [&, arePairs](ImplicitLocOpBuilder &groups) {
            return buildWholeGroups(groups, loopForm, streams.inner,
                                    accumulators, first, arePairs);
          };
        };
        return buildChoice(loop, buildIsInOrder(loop, prefetches),
                           buildOf(/*arePairs=*/false),
                           buildOf(/*arePairs=*/true));
      });
}

/// Combines the accumulators, in `form`, with the strip of all groups from
/// `first` on, which are read in unrolled streams.
SmallVector<Value> PackedRowReductionBuilder::buildGroupsInStreams(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    ValueRange accumulators, Value first) {
  VectorReduction loopForm = form;
  loopForm.usePrefetches(/*distance=*/0);
  if (areFarLoadsShort(reduction, target))
    loopForm.useShortLoads();
  return buildWholeGroups(
      builder, loopForm,
      buildUnrolledStreams(builder, reduction, target,
                           /*elements=*/buildConstant(builder, 1),
                           std::numeric_limits<int64_t>::max()),
      accumulators, first, /*arePairs=*/false);
}

/// Combines the accumulators with the strip of all groups.
SmallVector<Value>
PackedRowReductionBuilder::buildGroups(ImplicitLocOpBuilder &builder,
                                       ValueRange accumulator) {
  Value first = buildFirstPlace(builder);
  return buildInLoopForm(
      builder, reduction, target, accumulator,
      [&](const VectorReduction &form, ValueRange carried) {
        return buildChoice(
            builder, areUnrolled,
            [&](ImplicitLocOpBuilder &nested) {
              return buildGroupsInStreams(nested, form, carried, first);
            },
            [&](ImplicitLocOpBuilder &nested) {
              return buildGroupsInOrder(nested, form, carried, first);
            });
      });
}

/// Stores the accumulators of the strip that starts at `first` in memory.
void PackedRowReductionBuilder::buildStrip(ImplicitLocOpBuilder &builder,
                                           Value first) {
  strip = first;
  SmallVector<Value> accumulators =
      buildLoops(builder, reduction, outerReducedLoops, indices,
                 buildParts(builder,
                            [&](Value, int64_t count) {
                              return reduction.buildNeutral(builder, count);
                            }),
                 [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                   return buildGroups(nested, carried);
                 });
  for (auto [part, state] : llvm::zip_equal(
           parts, splitStates(accumulators, reduction.getNumValues())))
    buildStoreInScratch(builder, state,
                        builder.createOrFold<arith::AddIOp>(
                            strip, buildConstant(builder, part.offset)));
}

/// Stores the accumulators of all strips of groups in memory.
void PackedRowReductionBuilder::buildStrips(ImplicitLocOpBuilder &builder) {
  Value zero = buildConstant(builder, 0), next;
  if (!hasStrips())
    return buildStrip(builder, zero);
  // The last strip ends with the group.
  Value last =
      arith::SubIOp::create(builder, readLength, buildConstant(builder, width));
  buildDynamicLoop(
      builder, zero, readLength, width, next, /*carried=*/{},
      [&](ImplicitLocOpBuilder &body, ValueRange) -> SmallVector<Value> {
        buildStrip(body, arith::MinUIOp::create(body, next, last));
        return {};
      });
}

/// Builds the offset of the first row from which groups are read: the first one
/// at a cache line, if groups are whole vectors and rows start at lines at all;
/// 0 if not.
Value PackedRowReductionBuilder::buildFirstPlace(
    ImplicitLocOpBuilder &builder) {
  Value zero = buildConstant(builder, 0);
  if (!mayBeAligned())
    return zero;
  Value unaligned =
      buildUnalignedLength(builder, inputs.front(), getJoinedIndices(zero));
  AlignedRow first = buildFirstAlignedRow(builder, unaligned, length, lanes);
  Value place = arith::MinUIOp::create(
      builder, end, arith::MulIOp::create(builder, first.row, length));
  Value isFound = first.isFound;
  if (wholeRows.areWhole)
    isFound = arith::AndIOp::create(builder, isFound, wholeRows.areWhole);
  return arith::SelectOp::create(builder, isFound, place, zero);
}

/// Combines `count` vectors of accumulators in memory. The first one starts at
/// `place`, and each is `distance` elements after the one before.
State PackedRowReductionBuilder::combineScratch(ImplicitLocOpBuilder &builder,
                                                Value place, Value count,
                                                Value distance) {
  Value index;
  auto combine = [&](Value from, Value to, ValueRange states) {
    unsigned numStates = states.size() / reduction.getNumValues();
    return buildDynamicLoop(
        builder, from, to, numStates, index, states,
        [&](ImplicitLocOpBuilder &body, ValueRange carried) {
          SmallVector<Value> combined;
          Value offset = arith::AddIOp::create(
              body, place, arith::MulIOp::create(body, index, distance));
          for (ValueRange state :
               splitStates(carried, reduction.getNumValues())) {
            combined.append(reduction.buildCombination(
                body, state, buildFromScratch(body, offset, lanes)));
            offset = arith::AddIOp::create(body, offset, distance);
          }
          return combined;
        });
  };
  // Several states hide the latency of the combiner.
  SmallVector<Value> states;
  for (int64_t state = 0; state < limits::packedStates; ++state)
    states.append(reduction.buildNeutral(builder, lanes));
  Value several = buildRoundedDown(builder, count, limits::packedStates);
  states = combine(buildConstant(builder, 0), several, states);
  SmallVector<State> split = splitStates(states, reduction.getNumValues());
  State result = split.front();
  for (const State &state : llvm::drop_begin(split))
    result = reduction.buildCombination(builder, result, state);
  return State(combine(several, count, result));
}

/// Combines the accumulators of the `memoryRows` first rows of a group in
/// memory with those of all others.
void PackedRowReductionBuilder::buildFolded(ImplicitLocOpBuilder &builder) {
  if (!mayBeWhole())
    return;
  Value offset, lane;
  Value zero = buildConstant(builder, 0);
  Value count = builder.createOrFold<arith::DivUIOp>(groupRows, memoryRows);
  Value areMany = buildIsAtLeast(builder, count, limits::packedStates);
  auto buildSelect = [&](Value first, Value second) {
    return builder.createOrFold<arith::SelectOp>(areMany, first, second);
  };
  // Many in registers: memory that was just written takes several cycles to
  // read.
  buildDynamicLoop(builder, zero, buildSelect(memoryLength, zero), lanes, lane,
                   /*carried=*/{}, [&](ImplicitLocOpBuilder &body, ValueRange) {
                     State folded =
                         combineScratch(body, lane, count, memoryLength);
                     buildStoreInScratch(body, folded, lane);
                     return SmallVector<Value>();
                   });
  buildDynamicLoop(
      builder, memoryLength, buildSelect(memoryLength, groupLength),
      memoryLength, offset,
      /*carried=*/{}, [&](ImplicitLocOpBuilder &body, ValueRange) {
        return buildDynamicLoop(
            body, buildConstant(body, 0), memoryLength, lanes, lane,
            /*carried=*/{}, [&](ImplicitLocOpBuilder &nested, ValueRange) {
              Value other = arith::AddIOp::create(nested, offset, lane);
              buildStoreInScratch(nested,
                                  reduction.buildCombination(
                                      nested,
                                      buildFromScratch(nested, lane, lanes),
                                      buildFromScratch(nested, other, lanes)),
                                  lane);
              return SmallVector<Value>();
            });
      });
}

/// Combines the accumulators in memory with the elements from `from` to `to`,
/// at most `groupLength`.
void PackedRowReductionBuilder::combineInMemory(ImplicitLocOpBuilder &builder,
                                                Value from, Value to) {
  Value lane;
  auto combine = [&](Value first, Value last, int64_t count,
                     llvm::function_ref<State(ImplicitLocOpBuilder &, Value)>
                         buildElements) {
    buildDynamicLoop(
        builder, first, last, count, lane, /*carried=*/{},
        [&](ImplicitLocOpBuilder &body, ValueRange) -> SmallVector<Value> {
          State elements = buildElements(
              body, arith::AddIOp::create(body, from, lane).getResult());
          State combined = reduction.buildCombination(
              body, buildFromScratch(body, lane, count), elements);
          buildStoreInScratch(body, combined, lane);
          return {};
        });
  };
  auto buildElementsOf = [&](int64_t count) {
    return [&, count](ImplicitLocOpBuilder &body, Value place) {
      return reduction.buildJoinedElements(body, inputs,
                                           getJoinedIndices(place), count);
    };
  };
  Value all = arith::SubIOp::create(builder, to, from);
  Value whole = buildRoundedDown(builder, all, lanes);
  combine(buildConstant(builder, 0), whole, lanes, buildElementsOf(lanes));
  if (!target.hasMaskedLoads())
    return combine(whole, all, /*count=*/1, buildElementsOf(1));
  combine(whole, all, lanes, [&](ImplicitLocOpBuilder &body, Value place) {
    return reduction.buildMaskedJoinedElements(
        body, inputs, getJoinedIndices(place),
        buildTailMask(body, place, to, lanes));
  });
}

/// Combines the accumulators in memory with the rows before the first group and
/// after the last one.
void PackedRowReductionBuilder::buildRest(ImplicitLocOpBuilder &builder) {
  Value zero = buildConstant(builder, 0);
  Value first = buildFirstPlace(builder);
  if (mayBeAligned())
    combineInMemory(builder, zero, first);
  // Fewer elements than a group and those that are read with it.
  Value places = arith::SubIOp::create(
      builder, arith::AddIOp::create(builder, end, groupLength),
      arith::AddIOp::create(builder, first, readLength));
  Value groups = arith::MulIOp::create(
      builder,
      arith::DivSIOp::create(
          builder, arith::MaxSIOp::create(builder, places, zero), groupLength),
      groupLength);
  Value offset;
  buildDynamicLoop(
      builder, arith::AddIOp::create(builder, first, groups), end, groupLength,
      offset, /*carried=*/{}, [&](ImplicitLocOpBuilder &body, ValueRange) {
        Value after = arith::AddIOp::create(body, offset, groupLength);
        combineInMemory(body, offset, arith::MinUIOp::create(body, end, after));
        return SmallVector<Value>();
      });
}

/// Combines the accumulators of all rows in memory for one vector of columns,
/// from `column` on, and stores the results.
SmallVector<Value>
PackedRowReductionBuilder::buildColumns(ImplicitLocOpBuilder &builder,
                                        ValueRange destinations, Value column) {
  State results = combineScratch(builder, column, memoryRows, length);
  indices.back() = column;
  return buildStore(builder, reduction, results, destinations,
                    reduction.getResultIndices(indices), /*inBounds=*/false);
}

/// Reduces all elements of one row of results and stores it.
SmallVector<Value>
PackedRowReductionBuilder::buildResult(ImplicitLocOpBuilder &builder,
                                       ValueRange destinations) {
  buildStrips(builder);
  buildLoops(builder, reduction, outerReducedLoops, indices, /*carried=*/{},
             [&](ImplicitLocOpBuilder &nested, ValueRange) {
               buildRest(nested);
               return SmallVector<Value>();
             });
  buildFolded(builder);
  Value column;
  return buildDynamicLoop(builder, buildConstant(builder, 0), length, lanes,
                          column, destinations,
                          [&](ImplicitLocOpBuilder &body, ValueRange carried) {
                            return buildColumns(body, carried, column);
                          });
}

SmallVector<Value>
PackedRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  if (mayBeAligned())
    reduction.orderZeros();
  inputs = reduction.buildJoinedInputs(builder);
  if (!reduction.getInputBytes() &&
      gainsFromPrefetches(reduction, target, /*isAligned=*/false))
    isFar = buildIsFar(builder, reduction, target);
  length = reduction.buildExtent(builder, rowLoop + 1);
  Value accumulated = buildConstant(builder, width);
  if (!ShapedType::isDynamic(packing.groupLength)) {
    groupLength = buildConstant(builder, packing.groupLength);
    groupRows = arith::DivUIOp::create(builder, groupLength, length);
  } else {
    groupRows = arith::DivUIOp::create(builder, accumulated, length);
    if (wholeRows.areWhole)
      groupRows = arith::SelectOp::create(builder, wholeRows.areWhole,
                                          wholeRows.count, groupRows);
    groupLength = arith::MulIOp::create(builder, groupRows, length);
  }
  memoryRows = groupRows;
  if (wholeRows.areWhole) {
    memoryRows = arith::SelectOp::create(
        builder, wholeRows.areWhole, buildPeriod(builder, length), groupRows);
  } else if (mayBeWhole()) {
    int64_t rowLength = reduction.getExtent(rowLoop + 1);
    memoryRows = buildConstant(builder, std::lcm(rowLength, lanes) / rowLength);
  }
  memoryLength = arith::MulIOp::create(builder, memoryRows, length);
  readLength = accumulated;
  if (hasStrips())
    readLength = builder.createOrFold<arith::MaxUIOp>(groupLength, accumulated);
  end = arith::MulIOp::create(builder, length,
                              reduction.buildExtent(builder, rowLoop));
  // A vector of columns of the last row may extend beyond the accumulators:
  // what no one wrote might be numbers that take long to combine.
  scratch = buildScratch(builder, reduction, reduction.getStateTypes(),
                         packing.maxGroupLength + lanes);
  buildStoreInScratch(builder, reduction.buildNeutral(builder, lanes),
                      readLength);
  areUnrolled = buildAreRowsInUnrolledStreams(builder, reduction, target);
  streams = buildNestedStreams(builder, reduction, target, end,
                               buildConstant(builder, 1));
  return buildKeptLoops(
      builder, reduction, indices,
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        return buildResult(nested, carried);
      },
      streams.outer);
}

/// Builds the loops. If the length of rows is known only at run time, also
/// builds those of `outerBlockReduction`, or else `outerReduction`, for long
/// rows, and the choice.
static SmallVector<Value> buildPackedRows(ImplicitLocOpBuilder &builder,
                                          const Reduction &reduction,
                                          const VectorTarget &target) {
  int64_t length = reduction.getExtent(reduction.getNumLoops() - 1);
  if (!ShapedType::isDynamic(length))
    return PackedRowReductionBuilder(reduction, target,
                                     *getPacking(reduction, target, length))
        .build(builder);
  bool mayBeWhole = gainsFromWholeVectors(reduction, target);
  int64_t narrow = target.getWidth(reduction);
  int64_t wide = target.getColumnWidth(reduction);
  if (mayBeWhole && areNaNMarked(reduction, target))
    wide = std::min(wide, getNumWholeVectors(reduction, target) *
                              target.getLanes(reduction));
  int64_t maxGroupLength = narrow;
  // Strips of several operations are only for the second cache.
  bool mayBeStriped = mayBeWhole && (isOneOperation(reduction, target) ||
                                     target.getSlowSplitLoads());
  if (mayBeStriped)
    maxGroupLength = std::max(narrow, getMaxStripedLength(reduction, target));
  PackedRowReductionBuilder packed(reduction, target, {narrow, maxGroupLength});
  PackedRowReductionBuilder packedWide(reduction, target, {wide, wide});
  Choice choice;
  bool mayBeMany =
      succeeded(outerBlockReduction.match(reduction, target, choice));
  const Strategy &longRows = mayBeMany ? outerBlockReduction : outerReduction;
  Value areNarrow = packed.buildIsServed(builder, /*hasWideRows=*/false);
  Value areWide = arith::AndIOp::create(
      builder, packedWide.buildIsServed(builder, /*hasWideRows=*/true),
      buildNot(builder, areNarrow));
  if (mayBeStriped) {
    Value areStriped = packed.buildIsStriped(builder);
    areNarrow = arith::OrIOp::create(builder, areNarrow, areStriped);
    areWide =
        arith::AndIOp::create(builder, areWide, buildNot(builder, areStriped));
  }
  if (mayBeWhole)
    areWide = arith::OrIOp::create(builder, packedWide.buildIsWhole(builder),
                                   areWide);
  if (target.getUnrolledStreams() > 1) {
    // The condition of `areApartFaster` that matters most: more of them take
    // time that small inputs do not have.
    Value arePacked = buildNot(
        builder, builder.createOrFold<arith::AndIOp>(
                     buildAreRowsInUnrolledStreams(builder, reduction, target),
                     buildIsAtLeast(builder,
                                    reduction.buildExtent(
                                        builder, reduction.getNumLoops() - 1),
                                    getMaxUnrolledLength(reduction) + 1)));
    areWide = builder.createOrFold<arith::AndIOp>(areWide, arePacked);
    areNarrow = builder.createOrFold<arith::AndIOp>(areNarrow, arePacked);
  }
  return buildChoice(
      builder, areWide,
      [&](ImplicitLocOpBuilder &wide) { return packedWide.build(wide); },
      [&](ImplicitLocOpBuilder &nested) {
        return buildChoice(
            nested, areNarrow,
            [&](ImplicitLocOpBuilder &others) { return packed.build(others); },
            [&](ImplicitLocOpBuilder &others) {
              return longRows.build(others, reduction, target);
            });
      });
}

const Strategy mlir::reduce::detail::packedRowReduction = {
    "packed-rows", /*servesStrides=*/false, matchPackedRows, buildPackedRows};
