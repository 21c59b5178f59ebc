//===- ReduceInnerFirst.cpp - Reductions in the order of memory -----------===//
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
#define GEN_PASS_DEF_REDUCEINNERFIRSTPASS
#include "reduce/Transforms/Vectorize/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// Builds a reduction whose two reduced loops have a kept loop between them, in
/// two stages: the first reduces rows, one after the other as they are in
/// memory, and the second combines their results.
///
/// for each index of the outer kept loops:
///   for each tile of the kept loop between the reduced ones:
///     for each chunk of the outer reduced loop:
///       for each run of rows of the tile and chunk that are next to each
///       other:
///         scratch = the rows of the run, each reduced
///       combine scratch, reduced along the chunk, with the results
///
/// If the size of the input is unknown, the results of earlier chunks are one
/// more row of scratch, except in parallel loops. Then the second stage starts
/// with constants, and other versions of the reduction share its loops
/// (-reduce-outline-kernels).
///
/// There is a run for each index of the chunk; one of tiles of all rows is a
/// single run if the input is contiguous.
class RowStageBuilder {
public:
  explicit RowStageBuilder(const Reduction &reduction)
      : reduction(reduction), op(reduction.getOp()),
        target(VectorTargetAttr::lookup(op)), parts(reduction) {}

  /// Returns whether the stages apply and gain, perhaps depending on extents
  /// that are known only at run time.
  bool match();

  /// Returns the tensors with all results.
  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  bool setKnownSizes();
  Value buildSizes(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildStages(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildTile(ImplicitLocOpBuilder &builder,
                               ValueRange destinations, OpFoldResult first,
                               OpFoldResult numRows);
  SmallVector<Value> buildChunk(ImplicitLocOpBuilder &builder,
                                ValueRange accumulated, const Part &part);
  OpFoldResult buildNumScratchRows(ImplicitLocOpBuilder &builder,
                                   const Part &part) const;
  SmallVector<Value> buildScratchRows(ImplicitLocOpBuilder &builder,
                                      ValueRange accumulated, const Part &part,
                                      OpFoldResult numScratchRows);
  SmallVector<Value> buildStates(ImplicitLocOpBuilder &builder,
                                 ValueRange states, const Part &part);
  SmallVector<Value> buildRun(ImplicitLocOpBuilder &builder, const Part &part,
                              OpFoldResult run, OpFoldResult numRows,
                              ValueRange states);

  /// Whether the results of earlier chunks become a row of scratch. Parallel
  /// loops have no calls of kernels.
  bool areResultsInScratch() const {
    return !reduction.getInputBytes() && reduction.startsNeutral() &&
           !op->getParentOfType<scf::ForallOp>();
  }
  /// Whether rows have several results: their innermost loop is kept.
  bool hasColumns() const { return tileLoop + 2 < reduction.getNumLoops(); }

  const Reduction &reduction;
  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  VectorTarget target;
  PartBuilder parts;
  /// The outer reduced loop, the kept one after it, and the loops before them.
  unsigned outerLoop = 0, tileLoop = 0;
  SmallVector<unsigned> outerKept;
  /// The number of partial results that the memory has room for.
  int64_t scratchElements = 0;
  /// The extents of `outerLoop` and of `tileLoop`, the number of results of a
  /// row, and of indices of a chunk and of a tile.
  OpFoldResult numOuter, extent, rowResults, chunkSize, tileRows;
  /// Whether a chunk is a single run: known, or at run time.
  bool isKnownRun = false;
  Value isOneRun;
  /// Whether `outerLoop` and `tileLoop` are one dimension of `inputs`.
  bool isJoined = false;
  SmallVector<Value> inputs;
  SmallVector<Value> scratch;
  SmallVector<Value> indices;
};
} // namespace

bool RowStageBuilder::match() {
  SmallVector<unsigned> reduced = reduction.getReducedLoops();
  if (reduced.size() != 2 || reduced[1] != reduced[0] + 2 ||
      !reduction.hasConstantStart() || !reduction.isReassociable() ||
      reduction.readsIndices())
    return false;
  outerLoop = reduced[0];
  tileLoop = outerLoop + 1;
  if (reduction.getNumLoops() > tileLoop + 3)
    return false;
  outerKept = llvm::to_vector(llvm::seq(outerLoop));
  // A single row for each result is read in order by other loops, too. In the
  // first cache, the order of memory does not matter.
  if (reduction.isKnownBelow(outerLoop, 2) ||
      reduction.isKnownBelow(tileLoop, 2) ||
      reduction.isKnownBelow(tileLoop + 1, limits::minStagedRow) ||
      isKnownNear(reduction, target))
    return false;
  scratchElements =
      target.getTileBytes() / std::max(1u, reduction.getStateBits() / CHAR_BIT);
  isJoined = reduction.hasContiguousInputs();
  if (reduction.getInputBytes())
    return setKnownSizes();
  // Versions of many loops have much code. Runs of rows with an unknown number
  // of columns, and of an unknown number of rows, are slow.
  return scratchElements > 1 &&
         reduction.getNumLoops() <= limits::maxStagedLoops && !hasColumns();
}

/// Returns the size of the fewest pieces of `extent` of at most `limit`, which
/// are nearly equal.
static int64_t getPieceSize(int64_t extent, int64_t limit) {
  return llvm::divideCeil(extent, llvm::divideCeil(extent, limit));
}

/// Sets the sizes for known extents. Returns whether the memory has room for
/// two rows: one alone would be combined with the results after all.
bool RowStageBuilder::setKnownSizes() {
  int64_t outer = reduction.getExtent(outerLoop),
          rows = reduction.getExtent(tileLoop),
          columns = hasColumns() ? reduction.getExtent(tileLoop + 2) : 1;
  if (columns == 0 || columns > scratchElements / 2)
    return false;
  int64_t most = getPieceSize(rows, scratchElements / 2 / columns);
  Builder builder(op.getContext());
  numOuter = builder.getIndexAttr(outer);
  extent = builder.getIndexAttr(rows);
  rowResults = builder.getIndexAttr(columns);
  tileRows = builder.getIndexAttr(most);
  chunkSize = builder.getIndexAttr(
      getPieceSize(outer, scratchElements / (most * columns)));
  isKnownRun = isJoined && most == rows;
  return true;
}

/// Builds the sizes if an extent is known only at run time. Returns whether
/// stages gain.
Value RowStageBuilder::buildSizes(ImplicitLocOpBuilder &builder) {
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  Value outer = reduction.buildExtent(builder, outerLoop);
  Value rows = reduction.buildExtent(builder, tileLoop);
  Value length = reduction.buildExtent(builder, tileLoop + 1);
  Value most = builder.createOrFold<arith::MinUIOp>(
      rows, buildConstant(scratchElements / 2));
  // An input that is larger than the first cache has no dimension of extent 0,
  // so nothing divides by 0 where the quotient matters.
  Value maxChunk = builder.createOrFold<arith::DivUIOp>(
      buildConstant(scratchElements),
      builder.createOrFold<arith::MaxUIOp>(most, buildConstant(1)));
  numOuter = getAsOpFoldResult(outer);
  extent = getAsOpFoldResult(rows);
  rowResults = builder.getIndexAttr(1);
  tileRows = getAsOpFoldResult(most);
  chunkSize =
      getAsOpFoldResult(builder.createOrFold<arith::MinUIOp>(outer, maxChunk));
  if (isJoined)
    isOneRun = builder.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq,
                                                   most, rows);
  Value gains = buildIsLarger(builder, reduction, target.getL1CacheBytes());
  for (Value condition :
       {buildIsAtLeast(builder, outer, 2), buildIsAtLeast(builder, rows, 2),
        buildIsAtLeast(builder, length, limits::minStagedRow)})
    gains = arith::AndIOp::create(builder, gains, condition);
  return gains;
}

/// Builds, for pieces of at most `step` of `extent`, what `buildPiece` returns
/// for the carried tensors, the first index of a piece and its size.
static SmallVector<Value> buildPieces(
    ImplicitLocOpBuilder &builder, OpFoldResult extent, OpFoldResult step,
    ValueRange carried,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, ValueRange,
                                          OpFoldResult, OpFoldResult)>
        buildPiece) {
  Location loc = builder.getLoc();
  Value stepValue = getValueOrCreateConstantIndexOp(builder, loc, step);
  auto buildLoop = [&](Value end, auto buildSize) {
    Value first;
    return buildDynamicLoop(
        builder, arith::ConstantIndexOp::create(builder, 0), end, stepValue,
        first, carried, [&](ImplicitLocOpBuilder &body, ValueRange inner) {
          return buildPiece(body, inner, first, buildSize(body, first));
        });
  };
  std::optional<int64_t> all = getConstantIntValue(extent),
                         most = getConstantIntValue(step);
  if (!all || !most) {
    Value end = getValueOrCreateConstantIndexOp(builder, loc, extent);
    return buildLoop(end, [&](ImplicitLocOpBuilder &body, Value first) {
      Value rest = arith::SubIOp::create(body, end, first);
      return OpFoldResult(
          arith::MinUIOp::create(body, stepValue, rest).getResult());
    });
  }
  if (*all == *most)
    return buildPiece(builder, carried, builder.getIndexAttr(0), extent);
  int64_t end = *all / *most * *most;
  SmallVector<Value> results =
      buildLoop(arith::ConstantIndexOp::create(builder, end),
                [&](ImplicitLocOpBuilder &, Value) { return step; });
  if (end < *all)
    results = buildPiece(builder, results, builder.getIndexAttr(end),
                         builder.getIndexAttr(*all - end));
  return results;
}

/// Builds the reductions of a run of `numRows` rows of `part` in `states`.
/// `run`: its index of `outerLoop` in `part`; 0 if there is a single run.
SmallVector<Value> RowStageBuilder::buildRun(ImplicitLocOpBuilder &builder,
                                             const Part &part, OpFoldResult run,
                                             OpFoldResult numRows,
                                             ValueRange states) {
  SmallVector<OpFoldResult> offsets;
  for (unsigned loop : outerKept)
    offsets.push_back(indices[loop]);
  OpFoldResult outer = buildSum(builder, part.offsets[outerLoop], run);
  OpFoldResult first = part.offsets[tileLoop];
  if (isJoined)
    first = buildSum(builder, buildProduct(builder, outer, extent), first);
  else
    offsets.push_back(outer);
  SmallVector<OpFoldResult> sizes(offsets.size(), builder.getIndexAttr(1));
  offsets.push_back(first);
  sizes.push_back(numRows);
  SmallVector<OpFoldResult> shape = {numRows};
  SmallVector<utils::IteratorType> iterators = {utils::IteratorType::parallel};
  for (unsigned loop : llvm::seq(tileLoop + 1, reduction.getNumLoops())) {
    offsets.push_back(builder.getIndexAttr(0));
    sizes.push_back(getAsOpFoldResult(reduction.buildExtent(builder, loop)));
    shape.push_back(sizes.back());
    iterators.push_back(reduction.isReduced(loop)
                            ? utils::IteratorType::reduction
                            : utils::IteratorType::parallel);
  }
  SmallVector<Value> rows;
  for (Value input : inputs)
    rows.push_back(tensor::ExtractSliceOp::create(
        builder, getShaped(input, shape), input, offsets, sizes,
        parts.getOnes(offsets.size())));
  return parts.buildStage(builder, rows, states, iterators);
}

/// Builds the number of rows of scratch for `part`: one for each index of
/// `outerLoop`, and one for the results if there are any.
OpFoldResult RowStageBuilder::buildNumScratchRows(ImplicitLocOpBuilder &builder,
                                                  const Part &part) const {
  if (!areResultsInScratch())
    return part.sizes[outerLoop];
  Value isLater = builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::ne,
      getValueOrCreateConstantIndexOp(builder, op.getLoc(),
                                      part.offsets[outerLoop]),
      arith::ConstantIndexOp::create(builder, 0));
  Value asIndex = builder.createOrFold<arith::IndexCastUIOp>(
      builder.getIndexType(), isLater);
  return buildSum(builder, part.sizes[outerLoop], getAsOpFoldResult(asIndex));
}

/// Builds tensors in scratch for the partial results of `part`. Their last row
/// has the results `accumulated` of earlier chunks if there are any.
SmallVector<Value>
RowStageBuilder::buildScratchRows(ImplicitLocOpBuilder &builder,
                                  ValueRange accumulated, const Part &part,
                                  OpFoldResult numScratchRows) {
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  OpFoldResult numRows = part.sizes[tileLoop];
  OpFoldResult size = buildProduct(builder, numScratchRows, numRows);
  SmallVector<OpFoldResult> shape = {size};
  if (hasColumns())
    shape.push_back(rowResults);
  SmallVector<Value> rows;
  for (Value memory : scratch)
    rows.push_back(buildExpanded(
        builder,
        buildFront(builder, memory, buildProduct(builder, size, rowResults)),
        shape));
  OpFoldResult ofStates = buildProduct(builder, part.sizes[outerLoop], numRows);
  OpFoldResult ofResults = buildDifference(builder, size, ofStates);
  // A single chunk has no earlier ones.
  if (isZeroInteger(ofResults))
    return rows;
  SmallVector<OpFoldResult> offsets(outerKept.size() + 1, zero);
  SmallVector<OpFoldResult> sizes(outerKept.size(), one);
  sizes.push_back(ofResults);
  for (auto [row, result] : llvm::zip_equal(rows, accumulated)) {
    Value results = tensor::ExtractSliceOp::create(
        builder, getShaped(result, {ofResults}), result, offsets, sizes,
        parts.getOnes(sizes.size()));
    Value last = tensor::ExtractSliceOp::create(builder, row, {ofStates},
                                                {ofResults}, {one});
    last = linalg::CopyOp::create(builder, results, last).getResult(0);
    row = tensor::InsertSliceOp::create(builder, last, row, {ofStates},
                                        {ofResults}, {one});
  }
  return rows;
}

/// Builds the first stage in `states`: the partial results of `part`, for each
/// index of `outerLoop` and `tileLoop`.
SmallVector<Value> RowStageBuilder::buildStates(ImplicitLocOpBuilder &builder,
                                                ValueRange states,
                                                const Part &part) {
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  OpFoldResult chunk = part.sizes[outerLoop], numRows = part.sizes[tileLoop];
  OpFoldResult allRows = buildProduct(builder, chunk, numRows);
  if (isKnownRun)
    return buildRun(builder, part, zero, allRows, states);
  OpFoldResult numRuns = chunk, runRows = numRows;
  if (isOneRun) {
    auto select = [&](OpFoldResult single, OpFoldResult several) {
      return getAsOpFoldResult(builder.createOrFold<arith::SelectOp>(
          isOneRun,
          getValueOrCreateConstantIndexOp(builder, op.getLoc(), single),
          getValueOrCreateConstantIndexOp(builder, op.getLoc(), several)));
    };
    numRuns = select(one, chunk);
    runRows = select(allRows, numRows);
  }
  Value run;
  return buildDynamicLoop(
      builder, arith::ConstantIndexOp::create(builder, 0),
      getValueOrCreateConstantIndexOp(builder, op.getLoc(), numRuns),
      /*step=*/1, run, states,
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        SmallVector<OpFoldResult> offsets = {buildProduct(body, run, runRows)};
        SmallVector<OpFoldResult> sizes = {runRows};
        if (hasColumns()) {
          offsets.push_back(zero);
          sizes.push_back(rowResults);
        }
        SmallVector<OpFoldResult> ones = parts.getOnes(offsets.size());
        auto slices = llvm::map_to_vector(carried, [&](Value all) -> Value {
          return tensor::ExtractSliceOp::create(body, all, offsets, sizes,
                                                ones);
        });
        SmallVector<Value> reduced = buildRun(body, part, run, runRows, slices);
        SmallVector<Value> inserted;
        for (auto [rows, all] : llvm::zip_equal(reduced, carried))
          inserted.push_back(tensor::InsertSliceOp::create(
              body, rows, all, offsets, sizes, ones));
        return inserted;
      });
}

/// Builds both stages for `part`, which is of one tile and one chunk. Returns
/// `accumulated` combined with them.
SmallVector<Value> RowStageBuilder::buildChunk(ImplicitLocOpBuilder &builder,
                                               ValueRange accumulated,
                                               const Part &part) {
  OpFoldResult numScratchRows = buildNumScratchRows(builder, part);
  SmallVector<Value> states = buildStates(
      builder, buildScratchRows(builder, accumulated, part, numScratchRows),
      part);
  SmallVector<OpFoldResult> stateShape = {numScratchRows};
  stateShape.append(outerKept.size(), builder.getIndexAttr(1));
  stateShape.push_back(part.sizes[tileLoop]);
  SmallVector<ReassociationIndices> dims(1);
  for (unsigned dim : llvm::seq<unsigned>(stateShape.size()))
    dims.front().push_back(dim);
  SmallVector<utils::IteratorType> iterators = {utils::IteratorType::reduction};
  iterators.append(outerKept.size() + 1, utils::IteratorType::parallel);
  if (hasColumns()) {
    dims.push_back({static_cast<int64_t>(stateShape.size())});
    stateShape.push_back(rowResults);
    iterators.push_back(utils::IteratorType::parallel);
  }
  for (Value &state : states)
    state = tensor::ExpandShapeOp::create(builder, getShaped(state, stateShape),
                                          state, dims, stateShape);
  if (parts.reducesResults())
    return parts.buildStage(builder, states, accumulated, iterators);
  if (!areResultsInScratch())
    return parts.buildCombination(builder, states, accumulated, iterators);
  return parts.buildCombination(
      builder, states, parts.buildNeutral(builder, accumulated), iterators);
}

/// Builds the results of `numRows` indices of `tileLoop` from `first` on, in
/// `destinations`.
SmallVector<Value> RowStageBuilder::buildTile(ImplicitLocOpBuilder &builder,
                                              ValueRange destinations,
                                              OpFoldResult first,
                                              OpFoldResult numRows) {
  Part part = parts.getWhole(builder);
  for (unsigned loop : outerKept) {
    part.offsets[loop] = indices[loop];
    part.sizes[loop] = builder.getIndexAttr(1);
  }
  part.offsets[tileLoop] = first;
  part.sizes[tileLoop] = numRows;
  auto buildChunks = [&](ValueRange slices) {
    return buildPieces(builder, numOuter, chunkSize,
                       areResultsInScratch()
                           ? llvm::to_vector(slices)
                           : buildFills(builder, parts.getStarts(), slices),
                       [&](ImplicitLocOpBuilder &nested, ValueRange carried,
                           OpFoldResult firstOuter, OpFoldResult size) {
                         Part chunk = part;
                         chunk.offsets[outerLoop] = firstOuter;
                         chunk.sizes[outerLoop] = size;
                         return buildChunk(nested, carried, chunk);
                       });
  };
  SmallVector<Value> slices =
      parts.buildResultSlices(builder, part, destinations);
  SmallVector<Value> results =
      parts.reducesResults()
          ? buildChunks(slices)
          : parts.buildResults(builder, part, slices, buildChunks);
  return parts.buildInsertions(builder, part, results, destinations);
}

SmallVector<Value> RowStageBuilder::buildStages(ImplicitLocOpBuilder &builder) {
  inputs = op.getDpsInputs();
  // Rows of a slice with gaps are not one dimension.
  if (isJoined) {
    SmallVector<ReassociationIndices> dims;
    for (unsigned loop : llvm::seq(reduction.getNumLoops())) {
      if (loop != tileLoop)
        dims.emplace_back();
      dims.back().push_back(loop);
    }
    for (Value &input : inputs)
      input = buildCollapsedRun(builder, input, dims);
  }
  // A row of scratch has the results of a tile, at most half of the elements.
  int64_t most = scratchElements;
  OpFoldResult numRows = chunkSize;
  if (areResultsInScratch()) {
    most += scratchElements / 2;
    numRows = buildSum(builder, chunkSize, builder.getIndexAttr(1));
  }
  std::optional<int64_t> states = getConstantIntValue(buildProduct(
      builder, buildProduct(builder, numRows, tileRows), rowResults));
  SmallVector<Type> types(reduction.getStateTypes());
  if (parts.mayReduceResults()) {
    parts.reduceResults(
        buildScratch(builder, reduction, types, states.value_or(most)));
    types = {getElementTypeOrSelf(inputs[0])};
  }
  scratch = buildScratch(builder, reduction, types, states.value_or(most));
  indices.resize(reduction.getNumLoops());
  return buildLoops(
      builder, reduction, outerKept, indices, reduction.getDestinations(),
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        return buildPieces(nested, extent, tileRows, carried,
                           [&](ImplicitLocOpBuilder &body, ValueRange inner,
                               OpFoldResult first, OpFoldResult numRows) {
                             return buildTile(body, inner, first, numRows);
                           });
      });
}

SmallVector<Value> RowStageBuilder::build(ImplicitLocOpBuilder &builder) {
  if (tileRows)
    return buildStages(builder);
  Value gains = buildSizes(builder);
  return buildChoice(
      builder, gains,
      [&](ImplicitLocOpBuilder &nested) { return buildStages(nested); },
      [&](ImplicitLocOpBuilder &nested) {
        SmallVector<int64_t> known(reduction.getNumLoops(),
                                   ShapedType::kDynamic);
        return SmallVector<Value>(Versions(reduction).build(nested, known));
      });
}

namespace {
struct ReduceInnerFirstPass
    : reduce::impl::ReduceInnerFirstPassBase<ReduceInnerFirstPass> {
  void runOnOperation() override {
    numStaged += replaceContiguousReductions(
        getOperation(),
        [](ImplicitLocOpBuilder &builder,
           const Reduction &reduction) -> FailureOr<SmallVector<Value>> {
          RowStageBuilder stages(reduction);
          if (!stages.match())
            return failure();
          return stages.build(builder);
        });
  }
};
} // namespace
