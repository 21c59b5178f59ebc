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
// even if the accumulators have no room for another. Where possible, a group is
// whole machine vectors: if the first vector starts at a cache line, all do.
//
// for each index of the outer kept loops:
//   accumulators = neutral
//   for each index of the outer reduced loops, for each group of rows:
//     combine the accumulators with the group and the elements after it
//   combine the accumulators with the last groups, under a mask or in memory
//   store the accumulators to memory, from which single rows can be loaded
//   for each vector of columns:
//     combine the accumulators of the first row, of the second, and so on
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/MemoryAccess.h"
#include "Transforms/Vectorize/Builders/Tails.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

/// Returns whether groups of rows gain from being whole vectors. If vectors are
/// shorter than lines, few of them touch two; extending them takes longer.
static bool gainsFromWholeVectors(const Reduction &reduction,
                                  const VectorTarget &target) {
  return areVectorsLines(target) &&
         reduction.getStateBits() <= reduction.getInputBits();
}

/// Returns the number of elements of accumulators that are whole vectors and
/// have whole rows of `length` elements: at least as many as accumulate
/// otherwise, or else as many as possible; 0 if there are none.
static int64_t getWholeWidth(const Reduction &reduction,
                             const VectorTarget &target, int64_t length) {
  if (!gainsFromWholeVectors(reduction, target))
    return 0;
  // Most registers accumulate if the instruction that combines a vector also
  // loads it, and half of them otherwise, or if rows may be so few that they
  // leave most accumulators unused.
  int64_t registers = target.getShuffledVectors();
  int64_t numVectors =
      isOneOperation(reduction, target) && reduction.getInputBytes()
          ? registers - limits::packedTemporaries
          : registers / 2 / reduction.getStateTypes().size();
  int64_t lanes = target.getLanes(reduction);
  int64_t most = std::max<int64_t>(numVectors, 1) * lanes;
  if (length > most)
    return 0;
  int64_t least = std::lcm(length, lanes);
  int64_t whole = llvm::alignTo(target.getWidth(reduction), least);
  return whole <= most ? whole : most - most % least;
}

/// Returns the number of elements of the accumulators that rows of `length`
/// elements are packed into; 0 if they are better read in pieces.
static int64_t getPackedWidth(const Reduction &reduction,
                              const VectorTarget &target, int64_t length) {
  int64_t width = target.getWidth(reduction);
  if (length >= getMinPieceLength(reduction, target))
    return 0;
  bool isShort = length <= width / limits::minPackedRows;
  bool startsAnywhere = length % target.getLanes(reduction) != 0;
  bool mayBeInSecondCache =
      !isKnownNear(reduction, target) && !isKnownFar(reduction, target);
  if (isShort || (startsAnywhere && mayBeInSecondCache)) {
    int64_t whole = getWholeWidth(reduction, target, length);
    int64_t minRows = llvm::divideCeil(
        getMinElements(whole, /*isWide=*/false, /*isNear=*/false), length);
    if (whole > 0 &&
        !reduction.isKnownBelow(reduction.getNumLoops() - 2, minRows))
      return whole;
    if (isShort)
      return width;
  }
  int64_t minParts = limits::minPackedParts;
  if (isKnownFar(reduction, target) &&
      gainsFromPrefetches(reduction, target, /*isAligned=*/false)) {
    // With prefetches, pieces are as fast, except if there are two loops.
    if (!combinesNumbersFaster(reduction, target))
      return 0;
    minParts = 1;
  }
  int64_t wide = target.getColumnWidth(reduction);
  int64_t numParts =
      llvm::popcount<uint64_t>(length % target.getLanes(reduction));
  bool isUsed = wide / length * length >=
                getMinUsed(wide, isKnownNear(reduction, target));
  return isUsed && numParts >= minParts ? wide : 0;
}

static LogicalResult matchPackedRows(const Reduction &reduction,
                                     const VectorTarget &target,
                                     Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(matchKeptRows(reduction, choice)))
    return failure();
  LoopFormKind form = getLoopForm(reduction, target, /*combinePairs=*/false);
  if (reduction.isDynamic(innermost))
    return choice.accept({ShapedType::kDynamic, ShapedType::kDynamic},
                         "kept rows may be short: whether several are packed "
                         "into the accumulators is decided at run time",
                         form);
  int64_t length = reduction.getExtent(innermost);
  int64_t width = length == 0 ? 0 : getPackedWidth(reduction, target, length);
  int64_t usual = target.getWidth(reduction);
  bool isWide = width > usual && length > usual / limits::minPackedRows;
  if (width == 0)
    return choice.refuse(
        "rows are empty, too long for the accumulators, or as fast to read in "
        "pieces");
  int64_t numRows = reduction.getExtent(innermost - 1);
  if (!choice.isMeasured && !ShapedType::isDynamic(numRows) &&
      numRows <
          llvm::divideCeilSigned(
              getMinElements(width, isWide, isKnownNear(reduction, target)),
              length))
    return choice.refuse("rows are few");
  return choice.accept(
      {width / length, length},
      "kept rows are short: as many as fit are packed into the "
      "accumulators",
      form);
}

namespace {
class PackedRowReductionBuilder : RowBuilder {
public:
  /// `width`: the number of elements of the accumulators.
  PackedRowReductionBuilder(const Reduction &reduction,
                            const VectorTarget &target, int64_t width)
      : RowBuilder(reduction, target), width(width),
        parts(getTailPieces(width, 2 * llvm::bit_floor<uint64_t>(width),
                            /*smallest=*/1)),
        outerReducedLoops(reduction.getReducedLoops()) {
    outerReducedLoops.pop_back();
  }

  /// Builds whether there are many rows, several of which fit into the
  /// accumulators; if `hasWideRows`, or one that uses most of them.
  Value buildIsServed(ImplicitLocOpBuilder &builder, bool hasWideRows);

  /// Builds whether there are many rows, and whole machine vectors of them use
  /// most of the accumulators.
  Value buildIsWhole(ImplicitLocOpBuilder &builder);

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  Value buildConstant(ImplicitLocOpBuilder &builder, int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  }
  Value
  buildAreRows(ImplicitLocOpBuilder &builder, int64_t maxLength,
               int64_t minElements,
               llvm::function_ref<Value(ImplicitLocOpBuilder &, Value, Value)>
                   buildMore = nullptr);
  /// The number of rows of a group, and whether they use most of the
  /// accumulators.
  struct WholeRows {
    Value count, isEnough;
  };
  WholeRows buildWholeRows(ImplicitLocOpBuilder &builder, Value rowLength);
  SmallVector<Value> buildWholeVectors(ImplicitLocOpBuilder &builder,
                                       const VectorReduction &form,
                                       ValueRange starts);
  SmallVector<Value> buildGroups(ImplicitLocOpBuilder &builder,
                                 ValueRange accumulator);
  /// Combines carried values with the rows from `offset` to `groupEnd`.
  using BuildGroupFn = llvm::function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, ValueRange, Value offset, Value groupEnd)>;
  SmallVector<Value> buildRest(ImplicitLocOpBuilder &builder, Value next,
                               ValueRange carried, BuildGroupFn buildGroup);
  SmallVector<Value> buildMaskedRest(ImplicitLocOpBuilder &builder, Value next,
                                     ValueRange accumulator);
  SmallVector<Value> buildRestInMemory(ImplicitLocOpBuilder &builder,
                                       Value next, ValueRange accumulator);
  void combineInMemory(ImplicitLocOpBuilder &builder, Value offset, Value from,
                       Value to, int64_t count);
  /// Builds, for each part of the accumulators, what `buildPart` returns for
  /// its first lane and its width.
  SmallVector<Value>
  buildParts(ImplicitLocOpBuilder &builder,
             llvm::function_ref<State(Value lane, int64_t count)> buildPart);
  /// Builds the combination, in `form`, of each part of `accumulators` with
  /// what `buildPart` returns.
  SmallVector<Value>
  combineParts(ImplicitLocOpBuilder &builder, const VectorReduction &form,
               ValueRange accumulators,
               llvm::function_ref<State(Value lane, int64_t count)> buildPart);
  State buildFromScratch(ImplicitLocOpBuilder &builder, Value lane,
                         int64_t count);
  void buildStoreInScratch(ImplicitLocOpBuilder &builder, ValueRange state,
                           Value lane);
  void buildStoreOfParts(ImplicitLocOpBuilder &builder, ValueRange states);
  SmallVector<Value> buildColumns(ImplicitLocOpBuilder &builder,
                                  ValueRange destinations, Value column);
  SmallVector<Value> buildResult(ImplicitLocOpBuilder &builder,
                                 ValueRange destinations);

  /// The number of elements of the accumulators.
  int64_t width;
  /// The accumulators: LLVM takes vectors apart whose width is not a power of
  /// two.
  SmallVector<Piece> parts;
  SmallVector<unsigned> outerReducedLoops;
  /// The number of elements of a row, of rows in a group, of elements of a
  /// group, and of elements of all rows.
  Value length, groupRows, groupLength, end;
  /// Whether prefetches gain; null if this is known.
  Value isFar;
  /// Memory for the accumulators: one memref for each value of a state.
  SmallVector<Value> scratch;
};
} // namespace

/// Builds how many rows of `rowLength` elements, at least one, are whole
/// vectors, and whether they use most of the accumulators.
PackedRowReductionBuilder::WholeRows
PackedRowReductionBuilder::buildWholeRows(ImplicitLocOpBuilder &builder,
                                          Value rowLength) {
  Value zero = buildConstant(builder, 0);
  auto buildNegative = [&](Value value) -> Value {
    return arith::SubIOp::create(builder, zero, value);
  };
  // The greatest power of two that divides the length, up to a vector.
  Value negative = buildNegative(rowLength);
  Value factor = arith::MinUIOp::create(
      builder, buildConstant(builder, lanes),
      arith::AndIOp::create(builder, rowLength, negative));
  Value period =
      arith::DivUIOp::create(builder, buildConstant(builder, lanes), factor);
  Value fitting =
      arith::DivUIOp::create(builder, buildConstant(builder, width), rowLength);
  Value negativePeriod = buildNegative(period);
  Value count = arith::AndIOp::create(builder, fitting, negativePeriod);
  // All lanes are read, so most of them must be used.
  Value isEnough =
      buildIsAtLeast(builder, arith::MulIOp::create(builder, count, rowLength),
                     getEighths(width, limits::minWholeEighths));
  return {count, isEnough};
}

/// Builds whether there are at least `minElements` elements in rows of at most
/// `maxLength`. If so, the length is not 0, and `buildMore` builds what else is
/// required of it and of the number of elements.
Value PackedRowReductionBuilder::buildAreRows(
    ImplicitLocOpBuilder &builder, int64_t maxLength, int64_t minElements,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value rowLength,
                             Value numElements)>
        buildMore) {
  Value rowLength = reduction.buildExtent(builder, rowLoop + 1);
  Value numElements = arith::MulIOp::create(
      builder, rowLength, reduction.buildExtent(builder, rowLoop));
  Value areShort = buildIsInRange(
      builder, rowLength, 1,
      std::min(maxLength, getMinPieceLength(reduction, target) - 1));
  Value areRows = arith::AndIOp::create(
      builder, areShort, buildIsAtLeast(builder, numElements, minElements));
  if (!buildMore)
    return areRows;
  return buildChoice(
      builder, areRows,
      [&](ImplicitLocOpBuilder &nested) -> SmallVector<Value> {
        return {buildMore(nested, rowLength, numElements)};
      },
      [&](ImplicitLocOpBuilder &nested) -> SmallVector<Value> {
        return {arith::ConstantIntOp::create(nested, /*value=*/0, /*width=*/1)};
      })[0];
}

Value PackedRowReductionBuilder::buildIsServed(ImplicitLocOpBuilder &builder,
                                               bool hasWideRows) {
  int64_t minElements =
      getMinElements(width, /*isWide=*/hasWideRows, /*isNear=*/false);
  if (!hasWideRows)
    return buildAreRows(builder, width / limits::minPackedRows, minElements);
  return buildAreRows(
      builder, width, minElements,
      [&](ImplicitLocOpBuilder &nested, Value rowLength,
          Value numElements) -> Value {
        Value used = arith::MulIOp::create(
            nested, rowLength,
            arith::DivUIOp::create(nested, buildConstant(nested, width),
                                   rowLength));
        Value isLarge =
            buildIsLarger(nested, reduction, target.getL1CacheBytes());
        auto buildReaches = [&](Value value,
                                llvm::function_ref<int64_t(bool)> getLimit) {
          Value limit = arith::SelectOp::create(
              nested, isLarge, buildConstant(nested, getLimit(false)),
              buildConstant(nested, getLimit(true)));
          return arith::CmpIOp::create(nested, arith::CmpIPredicate::uge, value,
                                       limit);
        };
        return arith::AndIOp::create(
            nested,
            buildReaches(
                used, [&](bool isNear) { return getMinUsed(width, isNear); }),
            buildReaches(numElements, [&](bool isNear) {
              return getMinElements(width, /*isWide=*/true, isNear);
            }));
      });
}

Value PackedRowReductionBuilder::buildIsWhole(ImplicitLocOpBuilder &builder) {
  return buildAreRows(
      builder, width, getMinElements(width, /*isWide=*/false, /*isNear=*/false),
      [&](ImplicitLocOpBuilder &nested, Value rowLength, Value) {
        return buildWholeRows(nested, rowLength).isEnough;
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

SmallVector<Value> PackedRowReductionBuilder::combineParts(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    ValueRange accumulators,
    llvm::function_ref<State(Value lane, int64_t count)> buildPart) {
  SmallVector<Value> combined;
  for (auto [part, state] :
       llvm::zip_equal(parts, splitStates(accumulators, form.getNumValues())))
    combined.append(form.buildCombination(
        builder, state,
        buildPart(buildConstant(builder, part.offset), part.width)));
  return combined;
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

/// Stores `states`, of all parts, in the memory of the accumulators.
void PackedRowReductionBuilder::buildStoreOfParts(ImplicitLocOpBuilder &builder,
                                                  ValueRange states) {
  for (auto [part, state] :
       llvm::zip_equal(parts, splitStates(states, reduction.getNumValues())))
    buildStoreInScratch(builder, state, buildConstant(builder, part.offset));
}

/// Combines the accumulators, in `form`, with groups of rows as long as a whole
/// vector can be read. `starts` is the offset of the first group, followed by
/// the accumulators. Returns the offset after the last one, and theirs.
SmallVector<Value>
PackedRowReductionBuilder::buildWholeVectors(ImplicitLocOpBuilder &builder,
                                             const VectorReduction &form,
                                             ValueRange starts) {
  auto whole = scf::WhileOp::create(
      builder, ValueRange(starts).getTypes(), starts,
      [&](OpBuilder &opBuilder, Location loc, ValueRange carried) {
        ImplicitLocOpBuilder before(loc, opBuilder);
        Value last = arith::AddIOp::create(before, carried[0],
                                           buildConstant(before, width));
        Value isWhole =
            arith::CmpIOp::create(before, arith::CmpIPredicate::ule, last, end);
        scf::ConditionOp::create(before, isWhole, carried);
      },
      [&](OpBuilder &opBuilder, Location loc, ValueRange carried) {
        ImplicitLocOpBuilder body(loc, opBuilder);
        SmallVector<Value> combined = combineParts(
            body, form, carried.drop_front(), [&](Value lane, int64_t count) {
              Value place = arith::AddIOp::create(body, carried[0], lane);
              return form.buildJoinedElements(body, inputs,
                                              getJoinedIndices(place), count);
            });
        SmallVector<Value> after = {
            arith::AddIOp::create(body, carried[0], groupLength)};
        after.append(combined);
        scf::YieldOp::create(body, after);
      });
  return whole.getResults();
}

/// Combines the accumulators with all rows.
SmallVector<Value>
PackedRowReductionBuilder::buildGroups(ImplicitLocOpBuilder &builder,
                                       ValueRange accumulator) {
  Value next;
  SmallVector<Value> whole = buildInLoopForm(
      builder, reduction, target, accumulator,
      [&](const VectorReduction &form, ValueRange carried) {
        SmallVector<Value> starts = {buildConstant(builder, 0)};
        llvm::append_range(starts, carried);
        SmallVector<Value> ends = buildNearOrFar(
            builder, isFar, [&](ImplicitLocOpBuilder &loop, bool prefetches) {
              VectorReduction loopForm = form;
              if (prefetches)
                loopForm.usePrefetches(getPrefetchDistance(reduction, target));
              return buildWholeVectors(loop, loopForm, starts);
            });
        next = ends.front();
        return llvm::to_vector(llvm::drop_begin(ends));
      });
  return target.hasMaskedLoads() ? buildMaskedRest(builder, next, whole)
                                 : buildRestInMemory(builder, next, whole);
}

/// Builds a loop over the groups of the rows from `next` on, fewer than a
/// vector and a group.
SmallVector<Value>
PackedRowReductionBuilder::buildRest(ImplicitLocOpBuilder &builder, Value next,
                                     ValueRange carried,
                                     BuildGroupFn buildGroup) {
  auto rest = scf::ForOp::create(
      builder, next, end, groupLength, carried,
      [&](OpBuilder &opBuilder, Location loc, Value offset,
          ValueRange iterArgs) {
        ImplicitLocOpBuilder body(loc, opBuilder);
        Value groupEnd = arith::MinUIOp::create(
            body, end, arith::AddIOp::create(body, offset, groupLength));
        scf::YieldOp::create(body,
                             buildGroup(body, iterArgs, offset, groupEnd));
      });
  return rest.getResults();
}

/// Combines `accumulator` with the rows from `next` on.
SmallVector<Value>
PackedRowReductionBuilder::buildMaskedRest(ImplicitLocOpBuilder &builder,
                                           Value next, ValueRange accumulator) {
  return buildRest(
      builder, next, accumulator,
      [&](ImplicitLocOpBuilder &body, ValueRange carried, Value offset,
          Value groupEnd) {
        return combineParts(
            body, reduction, carried, [&](Value lane, int64_t count) {
              Value place = arith::AddIOp::create(body, offset, lane);
              return reduction.buildMaskedJoinedElements(
                  body, inputs, getJoinedIndices(place),
                  buildTailMask(body, place, groupEnd, count));
            });
      });
}

/// Combines the accumulators in memory with the elements from `from` to `to` of
/// the group at `offset`, `count` at a time.
void PackedRowReductionBuilder::combineInMemory(ImplicitLocOpBuilder &builder,
                                                Value offset, Value from,
                                                Value to, int64_t count) {
  Value lane;
  buildDynamicLoop(
      builder, from, to, count, lane, /*carried=*/{},
      [&](ImplicitLocOpBuilder &body, ValueRange) -> SmallVector<Value> {
        Value place = arith::AddIOp::create(body, offset, lane);
        State elements = reduction.buildJoinedElements(
            body, inputs, getJoinedIndices(place), count);
        State combined = reduction.buildCombination(
            body, buildFromScratch(body, lane, count), elements);
        buildStoreInScratch(body, combined, lane);
        return {};
      });
}

/// Like `buildMaskedRest`, without masked loads: combines machine vectors, and
/// then single elements, in memory.
SmallVector<Value> PackedRowReductionBuilder::buildRestInMemory(
    ImplicitLocOpBuilder &builder, Value next, ValueRange accumulator) {
  Value zero = buildConstant(builder, 0);
  buildStoreOfParts(builder, accumulator);
  buildRest(builder, next, /*carried=*/{},
            [&](ImplicitLocOpBuilder &body, ValueRange, Value offset,
                Value groupEnd) -> SmallVector<Value> {
              Value count = arith::SubIOp::create(body, groupEnd, offset);
              Value whole = buildRoundedDown(body, count, lanes);
              combineInMemory(body, offset, zero, whole, lanes);
              combineInMemory(body, offset, whole, count, /*count=*/1);
              return {};
            });
  return buildParts(builder, [&](Value lane, int64_t count) {
    return buildFromScratch(builder, lane, count);
  });
}

/// Combines the accumulators of all rows of a group for one vector of columns,
/// from `column` on, and stores the results.
SmallVector<Value>
PackedRowReductionBuilder::buildColumns(ImplicitLocOpBuilder &builder,
                                        ValueRange destinations, Value column) {
  Value row;
  SmallVector<Value> result = buildDynamicLoop(
      builder, buildConstant(builder, 0), groupRows, /*step=*/1, row,
      reduction.buildNeutral(builder, lanes),
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        Value offset = arith::AddIOp::create(
            body, column, arith::MulIOp::create(body, row, length));
        return SmallVector<Value>(reduction.buildCombination(
            body, carried, buildFromScratch(body, offset, lanes)));
      });
  indices.back() = column;
  return buildStore(builder, reduction, result, destinations,
                    reduction.getResultIndices(indices), /*inBounds=*/false);
}

/// Reduces all elements of one row of results and stores it.
SmallVector<Value>
PackedRowReductionBuilder::buildResult(ImplicitLocOpBuilder &builder,
                                       ValueRange destinations) {
  SmallVector<Value> accumulator =
      buildLoops(builder, reduction, outerReducedLoops, indices,
                 buildParts(builder,
                            [&](Value, int64_t count) {
                              return reduction.buildNeutral(builder, count);
                            }),
                 [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                   return buildGroups(nested, carried);
                 });
  buildStoreOfParts(builder, accumulator);
  Value column;
  return buildDynamicLoop(builder, buildConstant(builder, 0), length, lanes,
                          column, destinations,
                          [&](ImplicitLocOpBuilder &body, ValueRange carried) {
                            return buildColumns(body, carried, column);
                          });
}

SmallVector<Value>
PackedRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = reduction.buildJoinedInputs(builder);
  if (!reduction.getInputBytes() &&
      gainsFromPrefetches(reduction, target, /*isAligned=*/false))
    isFar = buildIsFar(builder, reduction, target);
  length = reduction.buildExtent(builder, rowLoop + 1);
  groupRows =
      arith::DivUIOp::create(builder, buildConstant(builder, width), length);
  if (reduction.isDynamic(rowLoop + 1) &&
      gainsFromWholeVectors(reduction, target)) {
    WholeRows whole = buildWholeRows(builder, length);
    groupRows = arith::SelectOp::create(builder, whole.isEnough, whole.count,
                                        groupRows);
  }
  groupLength = arith::MulIOp::create(builder, groupRows, length);
  end = arith::MulIOp::create(builder, length,
                              reduction.buildExtent(builder, rowLoop));
  // A vector of columns of the last row may extend beyond the accumulators.
  scratch = buildScratch(builder, reduction, reduction.getStateTypes(),
                         width + lanes);
  return buildKeptLoops(builder, reduction, indices,
                        [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                          return buildResult(nested, carried);
                        });
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
                                     getPackedWidth(reduction, target, length))
        .build(builder);
  PackedRowReductionBuilder packed(reduction, target,
                                   target.getWidth(reduction));
  PackedRowReductionBuilder packedWide(reduction, target,
                                       target.getColumnWidth(reduction));
  Choice choice;
  bool mayBeMany =
      succeeded(outerBlockReduction.match(reduction, target, choice));
  const Strategy &longRows = mayBeMany ? outerBlockReduction : outerReduction;
  Value areNarrow = packed.buildIsServed(builder, /*hasWideRows=*/false);
  Value areWide = arith::AndIOp::create(
      builder, packedWide.buildIsServed(builder, /*hasWideRows=*/true),
      buildNot(builder, areNarrow));
  if (gainsFromWholeVectors(reduction, target))
    areWide = arith::OrIOp::create(builder, areWide,
                                   packedWide.buildIsWhole(builder));
  return buildChoice(
      builder, areWide,
      [&](ImplicitLocOpBuilder &wide) { return packedWide.build(wide); },
      [&](ImplicitLocOpBuilder &nested) {
        return buildChoice(
            nested, areNarrow,
            [&](ImplicitLocOpBuilder &narrow) { return packed.build(narrow); },
            [&](ImplicitLocOpBuilder &others) {
              return longRows.build(others, reduction, target);
            });
      });
}

const Strategy mlir::reduce::detail::packedRowReduction = {
    "packed-rows", /*servesStrides=*/false, matchPackedRows, buildPackedRows};
