//===- ReduceOuterFirst.cpp - Reductions of short rows in two stages ------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders/Loops.h"
#include "Builders/MemoryAccess.h"
#include "Transforms/Analysis/PartBuilder.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/Versions.h"
#include "reduce/Transforms/Vectorize/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_REDUCEOUTERFIRSTPASS
#include "reduce/Transforms/Vectorize/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// Builds a reduction of several loops in two stages: the first reduces the
/// outer loops into memory, the second the innermost of the reduced loops.
///
/// for each index of the outer kept loops:
///   for each tile of rows:
///     scratch = the elements of the rows, reduced along the outer loops
///     reduce the rows of scratch
///
/// Where a tile has room for all rows of several outer kept indices, it has
/// these instead.
class StageBuilder {
public:
  explicit StageBuilder(const Reduction &reduction)
      : reduction(reduction), op(reduction.getOp()), parts(reduction),
        target(VectorTargetAttr::lookup(op)) {}

  /// Returns whether the stages apply, perhaps depending on extents that are
  /// known only at run time.
  bool match();

  /// Returns the tensors with all results.
  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  SmallVector<Value> buildStages(ImplicitLocOpBuilder &builder);
  Value buildCapacity(ImplicitLocOpBuilder &builder, OpFoldResult elements);
  void buildTileSize(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildTiles(ImplicitLocOpBuilder &builder,
                                ValueRange destinations);
  SmallVector<Value> buildTile(ImplicitLocOpBuilder &builder,
                               ValueRange destinations, Value first);
  SmallVector<Value> buildFirstStage(ImplicitLocOpBuilder &builder,
                                     const Part &part, OpFoldResult offset,
                                     OpFoldResult size);
  SmallVector<Value> buildOuter(ImplicitLocOpBuilder &builder, ValueRange tile,
                                ValueRange states);
  SmallVector<Value> buildSecondStage(ImplicitLocOpBuilder &builder,
                                      const Part &part,
                                      MutableArrayRef<Value> states,
                                      ValueRange destinations);
  SmallVector<Value> buildInDestinations(ImplicitLocOpBuilder &builder,
                                         BuildInTensorsFn build);
  SmallVector<Value> buildGroups(ImplicitLocOpBuilder &builder,
                                 ValueRange destinations);
  SmallVector<Value> buildGroup(ImplicitLocOpBuilder &builder,
                                ValueRange destinations, Value first,
                                OpFoldResult count);

  std::optional<bool> areManyCombined() const;
  std::optional<bool> isLarge() const;
  bool matchLoops();
  bool matchOutermost();
  bool areRowsFirst() const;
  bool isDecidedAtRunTime() const;
  bool mayGroup() const;
  bool areIndicesShort() const;
  int64_t getGroupSize() const;
  SmallVector<ReassociationIndices> getRowDims() const;
  Value buildAreManyCombined(ImplicitLocOpBuilder &builder);
  Value buildLimit(ImplicitLocOpBuilder &builder, int64_t few, int64_t many);
  Value buildHasManyColumns(ImplicitLocOpBuilder &builder);
  Value buildIsLarge(ImplicitLocOpBuilder &builder, Value elements);
  Value buildIsOutermost(ImplicitLocOpBuilder &builder);
  Value buildAreLong(ImplicitLocOpBuilder &builder);

  const Reduction &reduction;
  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  PartBuilder parts;
  VectorTarget target;
  /// The loop over rows: all loops after it are in a row, and the next one is
  /// the innermost of the reduced loops.
  unsigned rowLoop = 0;
  SmallVector<unsigned> outerKept, outerReduced;
  /// Whether the first stage reduces the outermost loop alone.
  bool isOutermost = false;
  /// The maximum number of elements of a row; of one if many partial results
  /// become one, where that is not known; of one whose innermost dimension is
  /// kept and has at most `maxColumns` elements, or `maxManyColumns` if many
  /// partial results become one; and the number of elements of the memory. If
  /// the input `isLarge()`, a row may take all of it.
  int64_t maxRowElements = 0, maxManyRowElements = 0, maxColumnElements = 0,
          maxColumns = 0, maxManyColumns = 0, scratchElements = 0;
  /// The number of elements of a row if it is known; kDynamic if not.
  int64_t knownRowElements = 1;
  /// The number of elements of a row, and of rows in a tile.
  OpFoldResult rowElements, tileRows;
  /// If outer kept indices may be grouped, the number of elements of all rows
  /// of one.
  OpFoldResult indexElements;
  /// The inputs, with rows as one dimension.
  SmallVector<Value> inputs;
  /// Whether destinations have one dimension instead of those of the results.
  bool areFlat = false;
  /// Memory for the elements of a tile.
  SmallVector<Value> scratch;
  SmallVector<Value> indices;
};
} // namespace

/// Returns whether the first stage combines many elements into one, if known.
std::optional<bool> StageBuilder::areManyCombined() const {
  int64_t count = 1;
  for (unsigned loop : outerReduced) {
    if (reduction.isDynamic(loop))
      return std::nullopt;
    // No more matters, and the product might overflow.
    count = std::min(
        count * std::min(reduction.getExtent(loop), limits::minStagedCount),
        limits::minStagedCount);
  }
  return count >= limits::minStagedCount;
}

/// Returns whether the input does not fit into the second cache, and the first
/// stage combines many elements into one, if known. Its order of memory then
/// gains more than writing and reading partial results costs, however many
/// columns there are.
std::optional<bool> StageBuilder::isLarge() const {
  std::optional<bool> areMany = areManyCombined();
  std::optional<int64_t> bytes = reduction.getInputBytes();
  if (areMany == false || (bytes && *bytes <= target.getL2CacheBytes()))
    return false;
  if (areMany && bytes)
    return true;
  return std::nullopt;
}

/// Returns whether -reduce-inner-first is known to be better: it reads the
/// input in the order of memory. The stages here read tiles of rows with gaps,
/// which matters if no cache has the input, unless one instruction loads and
/// combines: more of them then look ahead.
bool StageBuilder::areRowsFirst() const {
  unsigned innermost = reduction.getNumLoops() - 1;
  return !isOneOperation(reduction, target) &&
         reduction.getInputBytes().value_or(0) >
             target.getLastCacheBytes() / 2 &&
         outerReduced.size() == 1 && reduction.isReduced(innermost) &&
         reduction.getExtent(innermost) >= limits::minStagedRow &&
         reduction.getExtent(rowLoop) > scratchElements / knownRowElements;
}

/// Returns whether the code has to decide if the stages apply.
bool StageBuilder::isDecidedAtRunTime() const {
  if (isOutermost)
    return op.hasDynamicShape();
  unsigned innermost = reduction.getNumLoops() - 1;
  return ShapedType::isDynamic(knownRowElements) ||
         (!reduction.isReduced(innermost) &&
          knownRowElements > maxRowElements &&
          (reduction.getExtent(innermost) > maxColumns ||
           knownRowElements > maxColumnElements));
}

/// Returns whether tiles may have all rows of several outer kept indices, if
/// these are found to fit: each stage of unknown extents takes as long to begin
/// as to reduce several rows.
bool StageBuilder::mayGroup() const {
  if (outerKept != SmallVector<unsigned>{0} ||
      outerReduced != SmallVector<unsigned>{1} ||
      !reduction.hasContiguousInputs())
    return false;
  return op.hasDynamicShape() || areIndicesShort();
}

/// Returns whether outer kept indices of known extents have so few elements
/// that the second stage would wait for what the first one has just written: it
/// reads vectors that several stores have written. An even number of rows of a
/// power of two is read as it was written. What no cache has takes longer to
/// read in groups.
bool StageBuilder::areIndicesShort() const {
  if (!reduction.isReduced(reduction.getNumLoops() - 1) ||
      isKnownInMemory(reduction, target))
    return false;
  for (unsigned loop : llvm::seq(1u, reduction.getNumLoops()))
    if (reduction.isKnownBelow(loop, 1))
      return false;
  int64_t numRows = reduction.getExtent(rowLoop);
  int64_t length = reduction.getExtent(rowLoop + 1);
  if (reduction.getExtent(0) < 2 ||
      (numRows % 2 == 0 && llvm::isPowerOf2_64(length)))
    return false;
  auto getElements = [&](int64_t bytes) {
    return bytes * CHAR_BIT / std::max(1u, reduction.getInputBits());
  };
  int64_t maxElements = std::min(getElements(limits::maxGroupedRowBytes),
                                 scratchElements / limits::minGroupedIndices);
  return numRows <= maxElements / knownRowElements &&
         reduction.getExtent(1) <= getElements(limits::maxGroupedIndexBytes) /
                                       (numRows * knownRowElements);
}

/// Returns how many outer kept indices of known extents a group has: there are
/// as few groups as the memory has room for, and only the last one is smaller.
int64_t StageBuilder::getGroupSize() const {
  int64_t extent = reduction.getExtent(outerKept[0]);
  int64_t capacity =
      scratchElements / (reduction.getExtent(rowLoop) * knownRowElements);
  return llvm::divideCeil(extent, llvm::divideCeil(extent, capacity));
}

/// Builds whether the first stage combines many elements into one.
Value StageBuilder::buildAreManyCombined(ImplicitLocOpBuilder &builder) {
  Value count = arith::ConstantIndexOp::create(builder, 1);
  for (unsigned loop : outerReduced)
    count = builder.createOrFold<arith::MulIOp>(
        count, reduction.buildExtent(builder, loop));
  return buildIsAtLeast(builder, count, limits::minStagedCount);
}

/// Builds `many` if the first stage combines many elements into one, and `few`
/// otherwise.
Value StageBuilder::buildLimit(ImplicitLocOpBuilder &builder, int64_t few,
                               int64_t many) {
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  if (many <= few)
    return buildConstant(few);
  return arith::SelectOp::create(builder, buildAreManyCombined(builder),
                                 buildConstant(many), buildConstant(few));
}

/// Returns whether the first of three reduced loops or more is the outermost
/// one, and the memory has room for all elements of one iteration, if that is
/// known: the first stage then reads long rows in the order of memory.
bool StageBuilder::matchOutermost() {
  SmallVector<unsigned> reduced = reduction.getReducedLoops();
  if (reduced.size() < 3 || reduced[0] != 0 || reduced[1] != 2 ||
      reduction.isKnownBelow(0, limits::minStagedCount))
    return false;
  // Versions of many loops have much code.
  if (op.hasDynamicShape() &&
      reduction.getNumLoops() > limits::maxOutermostLoops)
    return false;
  int64_t elements = 1, ofRow = 1;
  bool areKnown = true;
  for (unsigned loop : llvm::seq(1u, reduction.getNumLoops())) {
    if (reduction.isDynamic(loop)) {
      areKnown = false;
      ofRow = loop > 1 ? ShapedType::kDynamic : ofRow;
      continue;
    }
    if (reduction.isKnownBelow(loop, 1) ||
        reduction.getExtent(loop) > scratchElements)
      return false;
    // The product does not overflow: each time, both factors are small.
    elements *= reduction.getExtent(loop);
    if (elements > scratchElements)
      return false;
    if (loop > 1 && !ShapedType::isDynamic(ofRow))
      ofRow *= reduction.getExtent(loop);
  }
  // Fewer do not fill a vector.
  if (areKnown && elements < maxRowElements)
    return false;
  knownRowElements = ofRow;
  rowLoop = 1;
  outerReduced = {0};
  return true;
}

/// Returns the dimensions of an input for each loop up to that over rows, which
/// gets all others, too.
SmallVector<ReassociationIndices> StageBuilder::getRowDims() const {
  SmallVector<ReassociationIndices> dims;
  for (unsigned loop : llvm::seq(reduction.getNumLoops())) {
    if (loop <= rowLoop)
      dims.emplace_back();
    dims.back().push_back(loop);
  }
  return dims;
}

bool StageBuilder::match() {
  // Rows of a slice may have gaps.
  return matchLoops() && llvm::all_of(op.getDpsInputs(), [&](Value input) {
           return areRuns(input, getRowDims());
         });
}

bool StageBuilder::matchLoops() {
  SmallVector<unsigned> reduced = reduction.getReducedLoops();
  if (reduced.size() < 2 || reduced.back() != reduced.end()[-2] + 2 ||
      !reduction.hasConstantStart() || !reduction.isReassociable() ||
      reduction.readsIndices())
    return false;
  maxRowElements =
      target.getVectorBits() / std::max(1u, reduction.getInputBits());
  // Partial results may fill the first cache: those of the second one cost less
  // than rows that are read in short pieces.
  scratchElements = 2 * target.getTileBytes() /
                    std::max(1u, reduction.getStateBits() / CHAR_BIT);
  isOutermost = matchOutermost();
  if (isOutermost)
    return true;
  rowLoop = reduced.back() - 1;
  for (unsigned loop : llvm::seq(rowLoop))
    (reduction.isReduced(loop) ? outerReduced : outerKept).push_back(loop);
  // A few columns do not fill a vector, either.
  unsigned innermost = reduction.getNumLoops() - 1;
  auto setLimits = [&](int64_t &few, int64_t &many) {
    if (std::optional<bool> areMany = areManyCombined())
      few = many = *areMany ? many : few;
  };
  int64_t mostElements = maxRowElements;
  if (reduction.isReduced(innermost)) {
    maxManyRowElements = limits::maxStagedVectors * maxRowElements;
    setLimits(maxRowElements, maxManyRowElements);
    mostElements = maxRowElements;
  } else {
    maxColumns = maxRowElements / limits::minRowsOfColumns;
    maxManyColumns = limits::maxStagedColumnVectors * maxRowElements;
    setLimits(maxColumns, maxManyColumns);
    maxColumnElements = scratchElements / limits::minRowsOfColumns;
    if (isLarge() == true)
      maxColumns = maxManyColumns = maxColumnElements = scratchElements;
    if (isLarge() != false)
      mostElements = std::max(mostElements, scratchElements);
    else if (reduction.isDynamic(innermost) ||
             reduction.getExtent(innermost) <= maxManyColumns)
      mostElements = std::max(mostElements, maxColumnElements);
  }
  for (unsigned loop : llvm::seq(rowLoop + 1, reduction.getNumLoops())) {
    if (reduction.isDynamic(loop)) {
      knownRowElements = ShapedType::kDynamic;
      continue;
    }
    int64_t extent = reduction.getExtent(loop);
    if (extent == 0 || extent > mostElements)
      return false;
    if (!ShapedType::isDynamic(knownRowElements))
      knownRowElements *= extent;
  }
  if (knownRowElements > mostElements || mostElements > scratchElements ||
      areRowsFirst())
    return false;
  // Versions of many loops have much code.
  return !isDecidedAtRunTime() ||
         reduction.getNumLoops() <= limits::maxStagedLoops;
}

/// Builds the elements of a tile of rows, reduced along the outer loops. `part`
/// has the offsets of the outer loops; `offset` and `size` are those of the
/// tile's elements.
SmallVector<Value> StageBuilder::buildFirstStage(ImplicitLocOpBuilder &builder,
                                                 const Part &part,
                                                 OpFoldResult offset,
                                                 OpFoldResult size) {
  SmallVector<OpFoldResult> offsets(ArrayRef(part.offsets).take_front(rowLoop));
  SmallVector<OpFoldResult> sizes(ArrayRef(part.sizes).take_front(rowLoop));
  offsets.push_back(offset);
  sizes.push_back(size);
  SmallVector<Value> ignored;
  SmallVector<int64_t> tileShape, shape;
  dispatchIndexOpFoldResults({size}, ignored, tileShape);
  for (unsigned loop : outerReduced)
    shape.push_back(reduction.getExtent(loop));
  llvm::append_range(shape, tileShape);

  auto states = llvm::map_to_vector(
      scratch, [&](Value memory) { return buildFront(builder, memory, size); });
  auto buildSlices = [&](ImplicitLocOpBuilder &nested) {
    return buildOuter(
        nested,
        llvm::map_to_vector(
            inputs,
            [&](Value input) -> Value {
              return tensor::ExtractSliceOp::create(
                  nested,
                  RankedTensorType::get(shape, getElementTypeOrSelf(input)),
                  input, offsets, sizes, parts.getOnes(offsets.size()));
            }),
        states);
  };
  if (isOutermost && ShapedType::isDynamic(tileShape[0]))
    return buildOuter(builder, inputs, states);
  if (!outerKept.empty() || !ShapedType::isDynamic(tileShape[0]))
    return buildSlices(builder);
  // A single tile is all of the input, whose rows are then known to be next to
  // each other.
  Value rows = getValueOrCreateConstantIndexOp(builder, op.getLoc(), tileRows);
  Value areSeveral =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ugt,
                            reduction.buildExtent(builder, rowLoop), rows);
  return buildChoice(builder, areSeveral, buildSlices,
                     [&](ImplicitLocOpBuilder &nested) {
                       return buildOuter(nested, inputs, states);
                     });
}

/// Builds the reduction of `tile` along all dimensions except the last, in
/// `states`.
SmallVector<Value> StageBuilder::buildOuter(ImplicitLocOpBuilder &builder,
                                            ValueRange tile,
                                            ValueRange states) {
  SmallVector<utils::IteratorType> iterators(outerReduced.size(),
                                             utils::IteratorType::reduction);
  iterators.push_back(utils::IteratorType::parallel);
  return parts.buildStage(builder, tile, states, iterators);
}

/// Builds the results of the rows from `first` on, in `destinations`.
SmallVector<Value> StageBuilder::buildTile(ImplicitLocOpBuilder &builder,
                                           ValueRange destinations,
                                           Value first) {
  Part part = parts.getWhole(builder);
  for (unsigned loop : outerKept) {
    part.offsets[loop] = indices[loop];
    part.sizes[loop] = builder.getIndexAttr(1);
  }
  OpFoldResult numRows = tileRows;
  std::optional<int64_t> knownTileRows = getConstantIntValue(tileRows);
  if (reduction.isDynamic(rowLoop) || !knownTileRows ||
      reduction.getExtent(rowLoop) % *knownTileRows != 0)
    numRows =
        arith::MinUIOp::create(
            builder,
            getValueOrCreateConstantIndexOp(builder, op.getLoc(), tileRows),
            arith::SubIOp::create(
                builder, reduction.buildExtent(builder, rowLoop), first))
            .getResult();
  part.offsets[rowLoop] = first;
  part.sizes[rowLoop] = numRows;
  SmallVector<Value> states =
      buildFirstStage(builder, part, buildProduct(builder, first, rowElements),
                      buildProduct(builder, numRows, rowElements));
  return buildSecondStage(builder, part, states, destinations);
}

/// Builds the results of `part` in `destinations` from `states`, which the
/// first stage returned.
SmallVector<Value> StageBuilder::buildSecondStage(ImplicitLocOpBuilder &builder,
                                                  const Part &part,
                                                  MutableArrayRef<Value> states,
                                                  ValueRange destinations) {
  // The second stage has the kept loops of the reduction, and the innermost of
  // the reduced ones.
  SmallVector<OpFoldResult> sizes;
  SmallVector<utils::IteratorType> iterators;
  for (unsigned loop : llvm::seq(reduction.getNumLoops())) {
    bool isReduced = reduction.isReduced(loop);
    if (isReduced && loop < rowLoop)
      continue;
    sizes.push_back(part.sizes[loop]);
    iterators.push_back(isReduced ? utils::IteratorType::reduction
                                  : utils::IteratorType::parallel);
  }
  for (Value &state : states)
    state = buildExpanded(builder, state, sizes);
  auto buildIn = [&](ValueRange tensors) {
    if (parts.reducesResults())
      return parts.buildStage(builder, states, tensors, iterators);
    return parts.buildResults(builder, part, tensors, [&](ValueRange slices) {
      return parts.buildCombination(
          builder, states, buildFills(builder, parts.getStarts(), slices),
          iterators);
    });
  };
  if (!areFlat)
    return parts.buildInsertions(
        builder, part,
        buildIn(parts.buildResultSlices(builder, part, destinations)),
        destinations);
  PartBuilder::Run run = parts.buildRun(builder, part);
  OpFoldResult one = builder.getIndexAttr(1);
  SmallVector<Value> slices, inserted;
  for (Value all : destinations)
    slices.push_back(tensor::ExtractSliceOp::create(builder, all, {run.offset},
                                                    {run.size}, {one}));
  SmallVector<Value> results =
      buildInRuns(builder, slices, parts.getKept(part.sizes), buildIn);
  for (auto [result, all] : llvm::zip_equal(results, destinations))
    inserted.push_back(tensor::InsertSliceOp::create(
        builder, result, all, {run.offset}, {run.size}, {one}));
  return inserted;
}

/// Builds the results of `count` outer kept indices from `first` on, in
/// `destinations`. They are a run of memory.
SmallVector<Value> StageBuilder::buildGroup(ImplicitLocOpBuilder &builder,
                                            ValueRange destinations,
                                            Value first, OpFoldResult count) {
  OpFoldResult numReduced =
      getAsOpFoldResult(reduction.buildExtent(builder, outerReduced[0]));
  OpFoldResult inputElements = buildProduct(builder, numReduced, indexElements);
  SmallVector<Value> tiles, states;
  for (Value input : op.getDpsInputs()) {
    int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
    ReassociationIndices all = llvm::to_vector<2>(llvm::seq<int64_t>(0, rank));
    Value flat = buildCollapsedRun(builder, input, all);
    tiles.push_back(buildExpanded(
        builder,
        tensor::ExtractSliceOp::create(
            builder, flat, {buildProduct(builder, first, inputElements)},
            {buildProduct(builder, count, inputElements)},
            {builder.getIndexAttr(1)}),
        {count, numReduced, indexElements}));
  }
  for (Value memory : scratch)
    states.push_back(
        buildExpanded(builder,
                      buildFront(builder, memory,
                                 buildProduct(builder, count, indexElements)),
                      {count, indexElements}));
  states = parts.buildStage(builder, tiles, states,
                            {utils::IteratorType::parallel,
                             utils::IteratorType::reduction,
                             utils::IteratorType::parallel});
  ReassociationIndices both = {0, 1};
  for (Value &state : states)
    state = tensor::CollapseShapeOp::create(
        builder, state, ArrayRef<ReassociationIndices>(both));
  Part part = parts.getWhole(builder);
  part.offsets[outerKept[0]] = first;
  part.sizes[outerKept[0]] = count;
  return buildSecondStage(builder, part, states, destinations);
}

/// Builds how many rows or outer kept indices of `elements` elements the memory
/// has room for. Empty ones do not divide by 0.
Value StageBuilder::buildCapacity(ImplicitLocOpBuilder &builder,
                                  OpFoldResult elements) {
  return builder.createOrFold<arith::DivUIOp>(
      arith::ConstantIndexOp::create(builder, scratchElements),
      builder.createOrFold<arith::MaxUIOp>(
          getValueOrCreateConstantIndexOp(builder, op.getLoc(), elements),
          arith::ConstantIndexOp::create(builder, 1)));
}

/// Builds the loop over groups of outer kept indices. Requires that the memory
/// has room for all rows of one.
SmallVector<Value> StageBuilder::buildGroups(ImplicitLocOpBuilder &builder,
                                             ValueRange destinations) {
  Value zero = arith::ConstantIndexOp::create(builder, 0), first;
  if (!op.hasDynamicShape()) {
    int64_t extent = reduction.getExtent(outerKept[0]), size = getGroupSize();
    Value end = arith::ConstantIndexOp::create(builder, extent / size * size);
    SmallVector<Value> results = buildDynamicLoop(
        builder, zero, end, size, first, destinations,
        [&](ImplicitLocOpBuilder &body, ValueRange carried) {
          return buildGroup(body, carried, first, builder.getIndexAttr(size));
        });
    return extent % size == 0 ? results
                              : buildGroup(builder, results, end,
                                           builder.getIndexAttr(extent % size));
  }
  Value size = buildCapacity(builder, indexElements);
  Value extent = reduction.buildExtent(builder, outerKept[0]);
  return buildDynamicLoop(builder, zero, extent, size, first, destinations,
                          [&](ImplicitLocOpBuilder &body, ValueRange carried) {
                            Value count = arith::MinUIOp::create(
                                body, size,
                                arith::SubIOp::create(body, extent, first));
                            return buildGroup(body, carried, first, count);
                          });
}

SmallVector<Value> StageBuilder::buildTiles(ImplicitLocOpBuilder &builder,
                                            ValueRange destinations) {
  Value first;
  return buildDynamicLoop(
      builder, arith::ConstantIndexOp::create(builder, 0),
      reduction.buildExtent(builder, rowLoop),
      getValueOrCreateConstantIndexOp(builder, op.getLoc(), tileRows), first,
      destinations, [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        return buildTile(body, carried, first);
      });
}

/// Sets `rowElements` and `tileRows`.
void StageBuilder::buildTileSize(ImplicitLocOpBuilder &builder) {
  if (!ShapedType::isDynamic(knownRowElements)) {
    int64_t rows = scratchElements / knownRowElements;
    // Tiles of nearly the same size.
    if (int64_t extent = reduction.getExtent(rowLoop);
        !ShapedType::isDynamic(extent) && extent > 0)
      rows = llvm::divideCeil(extent, llvm::divideCeil(extent, rows));
    rowElements = builder.getIndexAttr(knownRowElements);
    tileRows = builder.getIndexAttr(rows);
    return;
  }
  rowElements = builder.getIndexAttr(1);
  for (unsigned loop : llvm::seq(rowLoop + 1, reduction.getNumLoops()))
    rowElements =
        buildProduct(builder, rowElements,
                     getAsOpFoldResult(reduction.buildExtent(builder, loop)));
  tileRows = buildCapacity(builder, rowElements);
}

SmallVector<Value> StageBuilder::buildStages(ImplicitLocOpBuilder &builder) {
  SmallVector<ReassociationIndices> dims = getRowDims();
  for (Value input : op.getDpsInputs())
    inputs.push_back(buildCollapsedRun(builder, input, dims));
  int64_t tileElements = scratchElements;
  if (mayGroup() && !op.hasDynamicShape())
    tileElements =
        getGroupSize() * reduction.getExtent(rowLoop) * knownRowElements;
  else if (std::optional<int64_t> rows = getConstantIntValue(tileRows);
           rows && !mayGroup())
    tileElements = *rows * knownRowElements;
  SmallVector<Type> types(reduction.getStateTypes());
  if (parts.mayReduceResults()) {
    parts.reduceResults(buildScratch(builder, reduction, types, tileElements));
    types = {getElementTypeOrSelf(inputs[0])};
  }
  scratch = buildScratch(builder, reduction, types, tileElements);
  indices.resize(reduction.getNumLoops());
  auto buildAllTiles = [&](ImplicitLocOpBuilder &inner) {
    return buildInDestinations(inner, [&](ValueRange destinations) {
      return buildLoops(inner, reduction, outerKept, indices, destinations,
                        [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                          return buildTiles(nested, carried);
                        });
    });
  };
  if (!mayGroup())
    return buildAllTiles(builder);
  indexElements =
      buildProduct(builder, rowElements,
                   getAsOpFoldResult(reduction.buildExtent(builder, rowLoop)));
  if (!op.hasDynamicShape())
    return buildInDestinations(builder, [&](ValueRange destinations) {
      return buildGroups(builder, destinations);
    });
  Value fits = builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::ule,
      getValueOrCreateConstantIndexOp(builder, op.getLoc(), indexElements),
      arith::ConstantIndexOp::create(builder, scratchElements /
                                                  limits::minGroupedIndices));
  return buildChoice(
      builder, fits,
      [&](ImplicitLocOpBuilder &inner) {
        return buildInDestinations(inner, [&](ValueRange destinations) {
          return buildGroups(inner, destinations);
        });
      },
      buildAllTiles);
}

/// Builds all results by `build`, in destinations that have one dimension if
/// results of a tile are a run of memory whose type does not say so.
SmallVector<Value>
StageBuilder::buildInDestinations(ImplicitLocOpBuilder &builder,
                                  BuildInTensorsFn build) {
  SmallVector<Value> destinations = reduction.getDestinations();
  // Slices may have gaps.
  areFlat = parts.hidesRuns() && llvm::all_of(destinations, [](Value tensor) {
              return !tensor.getDefiningOp<tensor::ExtractSliceOp>();
            });
  if (!areFlat)
    return build(destinations);
  SmallVector<Value> results =
      build(llvm::map_to_vector(destinations, [&](Value destination) -> Value {
        return buildFlattened(builder, destination);
      }));
  for (auto [result, destination] : llvm::zip_equal(results, destinations))
    result = buildUnflattened(builder, result, destination);
  return results;
}

/// Builds whether the memory has room for all elements of one iteration of the
/// outermost loop, and these and the iterations are not few.
Value StageBuilder::buildIsOutermost(ImplicitLocOpBuilder &builder) {
  OpFoldResult elements =
      buildProduct(builder, rowElements,
                   getAsOpFoldResult(reduction.buildExtent(builder, rowLoop)));
  Value fits = buildIsInRange(
      builder, getValueOrCreateConstantIndexOp(builder, op.getLoc(), elements),
      maxRowElements, scratchElements);
  return arith::AndIOp::create(builder, fits,
                               buildIsAtLeast(builder,
                                              reduction.buildExtent(builder, 0),
                                              limits::minStagedCount));
}

/// Builds whether the innermost dimension, which is kept, has too many elements
/// for an input that is not large.
Value StageBuilder::buildHasManyColumns(ImplicitLocOpBuilder &builder) {
  return arith::CmpIOp::create(
      builder, arith::CmpIPredicate::ugt,
      reduction.buildExtent(builder, reduction.getNumLoops() - 1),
      buildLimit(builder, maxColumns, maxManyColumns));
}

/// Builds whether `isLarge()`, and the memory has room for the `elements` of a
/// row.
Value StageBuilder::buildIsLarge(ImplicitLocOpBuilder &builder,
                                 Value elements) {
  if (isLarge() == false)
    return arith::ConstantIntOp::create(builder, 0, 1);
  Value isFar = buildIsLarger(builder, reduction, target.getL2CacheBytes());
  return arith::AndIOp::create(
      builder,
      arith::AndIOp::create(builder, isFar, buildAreManyCombined(builder)),
      buildNot(builder,
               buildIsAtLeast(builder, elements, scratchElements + 1)));
}

/// Builds whether rows are empty or too long, if `isDecidedAtRunTime()`.
Value StageBuilder::buildAreLong(ImplicitLocOpBuilder &builder) {
  unsigned innermost = reduction.getNumLoops() - 1;
  Value elements =
      getValueOrCreateConstantIndexOp(builder, op.getLoc(), rowElements);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  // This includes empty rows.
  Value areLong = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::uge,
      arith::SubIOp::create(builder, elements, one),
      buildLimit(builder, maxRowElements, maxManyRowElements));
  if (reduction.isReduced(innermost))
    return areLong;
  Value areMany = buildHasManyColumns(builder);
  Value areLonger = buildIsAtLeast(builder, elements, maxColumnElements + 1);
  Value areEmpty =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, elements,
                            arith::ConstantIndexOp::create(builder, 0));
  Value exceeds = arith::OrIOp::create(builder, areMany, areLonger);
  exceeds = arith::AndIOp::create(
      builder, exceeds, buildNot(builder, buildIsLarge(builder, elements)));
  return arith::AndIOp::create(
      builder, areLong, arith::OrIOp::create(builder, exceeds, areEmpty));
}

SmallVector<Value> StageBuilder::build(ImplicitLocOpBuilder &builder) {
  buildTileSize(builder);
  if (!isDecidedAtRunTime())
    return buildStages(builder);
  auto buildOthers = [&](ImplicitLocOpBuilder &nested) {
    SmallVector<int64_t> known(reduction.getNumLoops(), ShapedType::kDynamic);
    return SmallVector<Value>(Versions(reduction).build(nested, known));
  };
  auto buildBoth = [&](ImplicitLocOpBuilder &nested) {
    return buildStages(nested);
  };
  return isOutermost ? buildChoice(builder, buildIsOutermost(builder),
                                   buildBoth, buildOthers)
                     : buildChoice(builder, buildAreLong(builder), buildOthers,
                                   buildBoth);
}

namespace {
struct ReduceOuterFirstPass
    : reduce::impl::ReduceOuterFirstPassBase<ReduceOuterFirstPass> {
  void runOnOperation() override {
    numStaged += replaceContiguousReductions(
        getOperation(),
        [](ImplicitLocOpBuilder &builder,
           const Reduction &reduction) -> FailureOr<SmallVector<Value>> {
          StageBuilder stages(reduction);
          if (!stages.match())
            return failure();
          return stages.build(builder);
        });
  }
};
} // namespace
