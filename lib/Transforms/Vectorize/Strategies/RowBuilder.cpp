//===- RowBuilder.cpp - Common parts of row strategies --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/VectorBody.h"
#include "Transforms/Vectorize/Builders/NumberCombination.h"
#include "Transforms/Vectorize/Builders/Tails.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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
    start = builder.createOrFold<arith::MulIOp>(firstRow, step);
  } else {
    step = arith::ConstantIndexOp::create(builder, 1);
  }
  SmallVector<Value> starts = {start};
  while (int64_t(starts.size()) < numRows)
    starts.push_back(builder.createOrFold<arith::AddIOp>(starts.back(), step));
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

Value RowBuilder::buildIsCovered(ImplicitLocOpBuilder &builder, int64_t size,
                                 int64_t busyRows, int64_t mergeBytes) {
  unsigned innermost = rowLoop + 1;
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  Value numGroups, numRows;
  if (reduction.isDynamic(rowLoop) || reduction.isDynamic(innermost)) {
    // If this is decided at run time, each row is left over alone.
    numGroups = builder.createOrFold<arith::AndIOp>(
        reduction.buildExtent(builder, rowLoop), buildConstant(size - 1));
    numRows =
        builder.createOrFold<arith::MulIOp>(numGroups, buildConstant(busyRows));
  } else {
    SmallVector<int64_t> groups =
        getTailWidths(reduction.getExtent(rowLoop), size);
    int64_t count = 0;
    for (int64_t rows : groups)
      count += std::max(rows, busyRows);
    numGroups = buildConstant(groups.size());
    numRows = buildConstant(count);
  }
  int64_t mergeElements = mergeBytes * CHAR_BIT / reduction.getMaxElementBits();
  Value saved = builder.createOrFold<arith::MulIOp>(
      builder.createOrFold<arith::SubIOp>(buildConstant(size), numRows),
      reduction.buildExtent(builder, innermost));
  return builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::sle, saved,
      builder.createOrFold<arith::MulIOp>(numGroups,
                                          buildConstant(mergeElements)));
}

SmallVector<Value> RowBuilder::buildRowBlocks(ImplicitLocOpBuilder &builder,
                                              int64_t size,
                                              BuildBlockFn buildBlock,
                                              Value isCovered,
                                              BuildValueFn buildShift) {
  BlockPrefetches prefetches;
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  bool areInOrder = rowLoop == 0 && !reduction.isReduced(rowLoop) &&
                    reduction.hasContiguousInputs();
  Streams streams;
  if (areInOrder && areBlocksUnrolled && isKnownInMemory(reduction, target))
    streams = buildUnrolledStreams(builder, reduction, target,
                                   reduction.buildExtent(builder, rowLoop + 1),
                                   limits::maxShortBlockBytes);
  if (streams.areUnrolled) {
    reduction.usePrefetches(/*distance=*/0);
    if (areFarLoadsShort(reduction, target))
      reduction.useShortLoads();
  } else if (areInOrder &&
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
  if (!streams.areUsed && rowLoop == 0 && !reduction.isReduced(rowLoop))
    streams = buildStreams(builder, reduction, target,
                           reduction.buildExtent(builder, rowLoop + 1));
  return buildResultBlocks(
      builder, reduction, rowLoop, size, indices,
      [&](ImplicitLocOpBuilder &block, ValueRange carried, Value firstRow,
          int64_t numRows) {
        if (numRows == size)
          prefetches.build(block, reduction.getOp().getDpsInputs(),
                           {firstRow, zero});
        return buildBlock(block, carried, firstRow, numRows);
      },
      isCovered, buildShift, streams);
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

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

namespace {
/// Which lanes of two states, one after the other, are combined with each
/// other.
struct CombinedLanes {
  SmallVector<int64_t> fronts, backs;
};

/// How states of several rows each are merged to one. Groups of lanes have the
/// elements of one row, or of as many rows each.
class MergePlan {
public:
  /// For states of `lanes` elements with `numGroups` groups each. `blends`:
  /// whether one of the two shuffles leaves elements in their lanes.
  /// `swapsQuarters`: whether it takes the second and third quarters of the
  /// second vector instead of its second half.
  MergePlan(int64_t lanes, int64_t numGroups, bool blends, bool swapsQuarters)
      : numGroups(numGroups), blends(blends), swapsQuarters(swapsQuarters),
        places(llvm::to_vector(llvm::seq(lanes))) {}

  /// Returns the lanes to combine so that two states become one: the halves of
  /// each group. The groups of the second state follow those of the first one.
  CombinedLanes mergePairs();

  /// Returns the lanes to combine so that a state has half as many, sorted.
  CombinedLanes halve();

  /// Numbers the groups in the order of their lanes. Returns the previous
  /// number of each group, in the new order.
  SmallVector<int64_t> sortGroups();

  /// Returns whether the lanes are in the order of the groups.
  bool isSorted() const { return llvm::is_sorted(places); }

  /// Returns the lanes of the first group, of the second one, and so on.
  ArrayRef<int64_t> getPlaces() const { return places; }

private:
  int64_t getLength() const { return places.size() / numGroups; }

  /// Returns the lane of an element of a group.
  int64_t getPlace(int64_t group, int64_t element) const {
    return places[group * getLength() + element];
  }

  int64_t numGroups;
  bool blends, swapsQuarters;
  SmallVector<int64_t> places;
};
} // namespace

CombinedLanes MergePlan::mergePairs() {
  int64_t lanes = places.size(), half = getLength() / 2;
  CombinedLanes combined{SmallVector<int64_t>(lanes),
                         SmallVector<int64_t>(lanes)};
  SmallVector<int64_t> merged(lanes);
  // The combination of `front` and `back` goes into `lane`.
  auto combine = [&](int64_t place, int64_t lane, int64_t front, int64_t back) {
    combined.fronts[lane] = front;
    combined.backs[lane] = back;
    merged[place] = lane;
  };
  for (int64_t group : llvm::seq(numGroups))
    for (int64_t element : llvm::seq(half)) {
      int64_t front = getPlace(group, element);
      int64_t back = getPlace(group, element + half);
      int64_t first = group * half + element;
      int64_t second = (numGroups + group) * half + element;
      if (!blends) {
        combine(first, first, front, back);
        combine(second, second, lanes + front, lanes + back);
        continue;
      }
      // The first state's result replaces one of its elements, and the second
      // state's the other one.
      if (swapsQuarters && 2 * half == lanes && element >= half / 2)
        std::swap(front, back);
      combine(first, front, front, back);
      combine(second, back, lanes + back, lanes + front);
    }
  places = std::move(merged);
  numGroups *= 2;
  return combined;
}

CombinedLanes MergePlan::halve() {
  int64_t half = getLength() / 2;
  CombinedLanes combined;
  for (int64_t group : llvm::seq(numGroups))
    for (int64_t element : llvm::seq(half)) {
      combined.fronts.push_back(getPlace(group, element));
      combined.backs.push_back(getPlace(group, element + half));
    }
  places = llvm::to_vector(llvm::seq(numGroups * half));
  return combined;
}

SmallVector<int64_t> MergePlan::sortGroups() {
  int64_t length = getLength();
  auto order = llvm::to_vector(llvm::seq(numGroups));
  llvm::sort(order, [&](int64_t one, int64_t other) {
    return getPlace(one, 0) < getPlace(other, 0);
  });
  SmallVector<int64_t> sorted;
  for (int64_t group : order)
    llvm::append_range(sorted, ArrayRef(places).slice(group * length, length));
  places = std::move(sorted);
  return order;
}

using CombineFn =
    llvm::function_ref<State(ImplicitLocOpBuilder &, ValueRange, ValueRange)>;

/// Combines those elements of `first` and `second`, whose lanes follow, that
/// are in `lanes`.
static State buildCombined(ImplicitLocOpBuilder &builder, ValueRange first,
                           ValueRange second, const CombinedLanes &lanes,
                           CombineFn combine) {
  State front = buildShuffled(builder, first, second, lanes.fronts);
  return combine(builder, front,
                 buildShuffled(builder, first, second, lanes.backs));
}

/// Merges pairs of `states` as often as `levels` says, then combines lanes of
/// the state that remains.
static SmallVector<Value> buildMergedBy(ImplicitLocOpBuilder &builder,
                                        ArrayRef<State> states,
                                        ArrayRef<CombinedLanes> levels,
                                        CombineFn combine) {
  SmallVector<State> merged(states);
  for (const CombinedLanes &lanes : levels) {
    size_t count = llvm::divideCeil(merged.size(), 2);
    for (size_t i : llvm::seq(count))
      merged[i] = buildCombined(builder, merged[2 * i],
                                merged[std::min(2 * i + 1, merged.size() - 1)],
                                lanes, combine);
    merged.truncate(count);
  }
  return llvm::to_vector_of<Value>(merged.front());
}

/// Builds whether no element of `states`, an even number, is NaN.
static Value buildAreAllNumbers(ImplicitLocOpBuilder &builder,
                                ArrayRef<State> states) {
  Value areNumbers;
  for (size_t i = 0; i < states.size(); i += 2) {
    Value next = buildAreNumbers(builder, states[i][0], states[i + 1][0]);
    areNumbers =
        areNumbers ? arith::AndIOp::create(builder, areNumbers, next) : next;
  }
  return vector::ReductionOp::create(builder, vector::CombiningKind::AND,
                                     areNumbers);
}

bool RowBuilder::hasShuffledParts() const {
  return target.getBlends() &&
         target.getVectorBits() == 2 * limits::shuffledPartBits;
}

bool RowBuilder::sortsParts(int64_t numStates, int64_t numParts) const {
  return hasShuffledParts() && numParts > 1 &&
         (!reduction.isDynamic(rowLoop + 1) ||
          numStates * numParts <= limits::maxSortedRows);
}

SmallVector<int64_t> RowBuilder::getPartOrder(int64_t numStates,
                                              int64_t numParts) const {
  auto order = llvm::to_vector(llvm::seq(numStates * numParts));
  if (!sortsParts(numStates, numParts))
    return order;
  // The order is the same if parts have more elements.
  MergePlan plan(numStates * numParts, numParts, mergesByBlends(),
                 /*swapsQuarters=*/false);
  for (int64_t count = numStates; count > 1; count /= 2)
    plan.mergePairs();
  for (auto [place, part] : llvm::enumerate(plan.sortGroups()))
    order[part] = place;
  return order;
}

State RowBuilder::buildMerged(ImplicitLocOpBuilder &builder,
                              ArrayRef<State> states, int64_t numRows,
                              int64_t numParts) const {
  auto type = cast<VectorType>(states.front().front().getType());
  int64_t width = type.getNumElements();
  MergePlan plan(width, numParts, mergesByBlends(),
                 width * getElementBits(type.getElementType()) ==
                     limits::shuffledHalvesBits);
  SmallVector<CombinedLanes> levels;
  for (size_t count = states.size(); count > 1; count /= 2)
    levels.push_back(plan.mergePairs());
  // Where a state is one group, results are in order if the states are merged
  // in the order of the lanes that they get.
  SmallVector<State> ordered(states);
  if (numParts == 1)
    for (auto [state, group] : llvm::zip_equal(states, plan.sortGroups()))
      ordered[group] = state;
  else if (sortsParts(states.size(), numParts))
    plan.sortGroups();
  for (; width > numRows; width /= 2)
    levels.push_back(plan.halve());
  auto buildPlain = [&](ImplicitLocOpBuilder &nested) {
    return buildMergedBy(
        nested, ordered, levels,
        [&](ImplicitLocOpBuilder &body, ValueRange first, ValueRange second) {
          return reduction.buildCombination(body, first, second);
        });
  };
  auto buildNumbers = [&](ImplicitLocOpBuilder &nested) {
    return buildMergedBy(
        nested, ordered, levels,
        [&](ImplicitLocOpBuilder &body, ValueRange first, ValueRange second) {
          return buildNumberCombination(body, reduction, first, second);
        });
  };
  SmallVector<Value> results;
  if (states.size() < limits::minMergedNumbers ||
      !combinesNumbersFaster(reduction, target))
    results = buildPlain(builder);
  else
    results = buildChoice(builder, buildAreAllNumbers(builder, ordered),
                          buildNumbers, buildPlain);
  return plan.isSorted()
             ? llvm::to_vector_of<Value, 2>(results)
             : buildShuffled(builder, results, results, plan.getPlaces());
}
