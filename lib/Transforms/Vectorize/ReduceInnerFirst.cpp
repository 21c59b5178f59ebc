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
///     for each run of rows of the tile that are next to each other:
///       scratch = the rows of the run, each reduced
///     reduce the outer dimension of scratch
///
/// There is a run for each index of the outer reduced loop; a tile of all rows
/// is a single run if the input is contiguous.
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
  SmallVector<Value> buildTiles(ImplicitLocOpBuilder &builder,
                                ValueRange destinations);
  SmallVector<Value> buildTile(ImplicitLocOpBuilder &builder,
                               ValueRange destinations, OpFoldResult first,
                               OpFoldResult numRows);
  SmallVector<Value> buildStates(ImplicitLocOpBuilder &builder,
                                 OpFoldResult first, OpFoldResult numRows);
  SmallVector<Value> buildRun(ImplicitLocOpBuilder &builder, OpFoldResult run,
                              OpFoldResult first, OpFoldResult numRows,
                              ValueRange states);

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
  /// row, of rows of a tile for each index of `outerLoop`, and of runs.
  OpFoldResult numOuter, extent, rowResults, tileRows, numRuns;
  /// Whether there is a single run; null if `numRuns` says so.
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
  // Each index of the outer loop has a partial result at least.
  if (!reduction.isDynamic(outerLoop) &&
      reduction.getExtent(outerLoop) > scratchElements)
    return false;
  isJoined = reduction.hasContiguousInputs();
  if (reduction.getInputBytes())
    return setKnownSizes();
  // Versions of many loops have much code. Runs of rows with an unknown number
  // of columns, and of an unknown number of rows, are slow.
  return reduction.getNumLoops() <= limits::maxStagedLoops && !hasColumns();
}

/// Returns the minimum number of elements of rows that are next to each other.
static int64_t getMinRunElements(const Reduction &reduction) {
  return limits::minStreamBytes /
         std::max<int64_t>(1, reduction.getInputBits() / CHAR_BIT);
}

/// Sets the sizes for known extents. Returns whether stages gain.
bool RowStageBuilder::setKnownSizes() {
  int64_t outer = reduction.getExtent(outerLoop),
          rows = reduction.getExtent(tileLoop),
          length = reduction.getExtent(tileLoop + 1),
          columns = hasColumns() ? reduction.getExtent(tileLoop + 2) : 1;
  if (columns == 0 || columns > scratchElements ||
      outer > scratchElements / columns)
    return false;
  int64_t maxRows = scratchElements / (outer * columns);
  int64_t most = llvm::divideCeil(rows, llvm::divideCeil(rows, maxRows));
  // The product might overflow.
  if (most < rows && length <= getMinRunElements(reduction) &&
      most * length * columns < getMinRunElements(reduction))
    return false;
  Builder builder(op.getContext());
  numOuter = builder.getIndexAttr(outer);
  extent = builder.getIndexAttr(rows);
  rowResults = builder.getIndexAttr(columns);
  tileRows = builder.getIndexAttr(most);
  numRuns = builder.getIndexAttr(isJoined && most == rows ? 1 : outer);
  return true;
}

/// Builds the sizes if an extent is known only at run time. Returns whether
/// stages gain.
Value RowStageBuilder::buildSizes(ImplicitLocOpBuilder &builder) {
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  auto multiply = [&](Value first, Value second) {
    return builder.createOrFold<arith::MulIOp>(first, second);
  };
  Value outer = reduction.buildExtent(builder, outerLoop);
  Value rows = reduction.buildExtent(builder, tileLoop);
  Value length = reduction.buildExtent(builder, tileLoop + 1);
  // An input that is larger than the first cache has no dimension of extent 0,
  // so nothing divides by 0 where the quotient matters.
  Value one = buildConstant(1);
  Value maxRows = builder.createOrFold<arith::DivUIOp>(
      buildConstant(scratchElements),
      builder.createOrFold<arith::MaxUIOp>(outer, one));
  Value isWhole = builder.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ule,
                                                      rows, maxRows);
  Value most = builder.createOrFold<arith::MinUIOp>(rows, maxRows);
  Value isRun = buildIsAtLeast(builder, multiply(most, length),
                               getMinRunElements(reduction));
  numOuter = getAsOpFoldResult(outer);
  extent = getAsOpFoldResult(rows);
  rowResults = builder.getIndexAttr(1);
  tileRows = getAsOpFoldResult(most);
  numRuns = numOuter;
  if (isJoined) {
    isOneRun = isWhole;
    numRuns = getAsOpFoldResult(
        builder.createOrFold<arith::SelectOp>(isWhole, one, outer));
  }
  Value gains = buildIsLarger(builder, reduction, target.getL1CacheBytes());
  for (Value condition :
       {buildIsAtLeast(builder, outer, 2), buildIsAtLeast(builder, rows, 2),
        buildIsAtLeast(builder, length, limits::minStagedRow),
        buildIsAtLeast(builder, maxRows, 1),
        Value(arith::OrIOp::create(builder, isWhole, isRun))})
    gains = arith::AndIOp::create(builder, gains, condition);
  return gains;
}

/// Returns the type of `tensor` with the shape `sizes`.
static RankedTensorType getShaped(Value tensor, ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> ignored;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults(sizes, ignored, shape);
  return RankedTensorType::get(shape, getElementTypeOrSelf(tensor));
}

/// Builds the reductions of a run of `numRows` rows in `states`. `first`: the
/// index of `tileLoop` of its first row. `run`: the index of `outerLoop`; 0 if
/// there is a single run.
SmallVector<Value> RowStageBuilder::buildRun(ImplicitLocOpBuilder &builder,
                                             OpFoldResult run,
                                             OpFoldResult first,
                                             OpFoldResult numRows,
                                             ValueRange states) {
  SmallVector<OpFoldResult> offsets;
  for (unsigned loop : outerKept)
    offsets.push_back(indices[loop]);
  if (isJoined)
    first = buildSum(builder, buildProduct(builder, run, extent), first);
  else
    offsets.push_back(run);
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

/// Builds the first stage: the partial results of `numRows` indices of
/// `tileLoop` from `first` on, for all indices of `outerLoop`.
SmallVector<Value> RowStageBuilder::buildStates(ImplicitLocOpBuilder &builder,
                                                OpFoldResult first,
                                                OpFoldResult numRows) {
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  OpFoldResult allRows = buildProduct(builder, numOuter, numRows);
  SmallVector<OpFoldResult> shape = {allRows};
  if (hasColumns())
    shape.push_back(rowResults);
  SmallVector<Value> states;
  for (Value memory : scratch) {
    Value all = bufferization::ToTensorOp::create(
        builder, memref::getTensorTypeFromMemRefType(memory.getType()), memory,
        /*restrict=*/true, /*writable=*/true);
    OpFoldResult size = buildProduct(builder, allRows, rowResults);
    Value used =
        tensor::ExtractSliceOp::create(builder, all, {zero}, {size}, {one});
    if (hasColumns())
      used = tensor::ExpandShapeOp::create(
          builder, getShaped(used, shape), used,
          ArrayRef<ReassociationIndices>{{0, 1}}, shape);
    states.push_back(used);
  }
  if (getConstantIntValue(numRuns) == 1)
    return buildRun(builder, zero, first, allRows, states);
  OpFoldResult runRows = numRows;
  if (isOneRun)
    runRows = getAsOpFoldResult(builder.createOrFold<arith::SelectOp>(
        isOneRun,
        getValueOrCreateConstantIndexOp(builder, op.getLoc(), allRows),
        getValueOrCreateConstantIndexOp(builder, op.getLoc(), numRows)));
  auto loop = scf::ForOp::create(
      builder, arith::ConstantIndexOp::create(builder, 0),
      getValueOrCreateConstantIndexOp(builder, op.getLoc(), numRuns),
      arith::ConstantIndexOp::create(builder, 1), states,
      [&](OpBuilder &nested, Location loc, Value run, ValueRange carried) {
        ImplicitLocOpBuilder body(loc, nested);
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
        SmallVector<Value> reduced =
            buildRun(body, run, first, runRows, slices);
        SmallVector<Value> inserted;
        for (auto [rows, all] : llvm::zip_equal(reduced, carried))
          inserted.push_back(tensor::InsertSliceOp::create(
              body, rows, all, offsets, sizes, ones));
        scf::YieldOp::create(body, inserted);
      });
  return llvm::to_vector(ValueRange(loop.getResults()));
}

/// Builds the second stage: the results of `numRows` indices of `tileLoop` from
/// `first` on, in `destinations`.
SmallVector<Value> RowStageBuilder::buildTile(ImplicitLocOpBuilder &builder,
                                              ValueRange destinations,
                                              OpFoldResult first,
                                              OpFoldResult numRows) {
  SmallVector<Value> states = buildStates(builder, first, numRows);
  Part part = parts.getWhole(builder);
  for (unsigned loop : outerKept) {
    part.offsets[loop] = indices[loop];
    part.sizes[loop] = builder.getIndexAttr(1);
  }
  part.offsets[tileLoop] = first;
  part.sizes[tileLoop] = numRows;
  SmallVector<OpFoldResult> stateShape = {numOuter};
  stateShape.append(outerKept.size(), builder.getIndexAttr(1));
  stateShape.push_back(numRows);
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
  SmallVector<Value> results =
      parts.buildResults(builder, part, destinations, [&](ValueRange slices) {
        return parts.buildCombination(
            builder, states, buildFills(builder, parts.getStarts(), slices),
            iterators);
      });
  return parts.buildInsertions(builder, part, results, destinations);
}

SmallVector<Value> RowStageBuilder::buildTiles(ImplicitLocOpBuilder &builder,
                                               ValueRange destinations) {
  Value step = getValueOrCreateConstantIndexOp(builder, op.getLoc(), tileRows);
  auto buildLoop = [&](Value end, auto buildNumRows) {
    auto loop = scf::ForOp::create(
        builder, arith::ConstantIndexOp::create(builder, 0), end, step,
        destinations,
        [&](OpBuilder &nested, Location loc, Value first, ValueRange carried) {
          ImplicitLocOpBuilder body(loc, nested);
          scf::YieldOp::create(
              body, buildTile(body, carried, first, buildNumRows(body, first)));
        });
    return llvm::to_vector(ValueRange(loop.getResults()));
  };
  std::optional<int64_t> rows = getConstantIntValue(extent),
                         most = getConstantIntValue(tileRows);
  if (!rows || !most) {
    Value end = getValueOrCreateConstantIndexOp(builder, op.getLoc(), extent);
    return buildLoop(end, [&](ImplicitLocOpBuilder &body, Value first) {
      Value rest = arith::SubIOp::create(body, end, first);
      return OpFoldResult(arith::MinUIOp::create(body, step, rest).getResult());
    });
  }
  if (*rows == *most)
    return buildTile(builder, destinations, builder.getIndexAttr(0), extent);
  int64_t end = *rows / *most * *most;
  SmallVector<Value> carried =
      buildLoop(arith::ConstantIndexOp::create(builder, end),
                [&](ImplicitLocOpBuilder &, Value) { return tileRows; });
  if (end < *rows)
    carried = buildTile(builder, carried, builder.getIndexAttr(end),
                        builder.getIndexAttr(*rows - end));
  return carried;
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
      input = tensor::CollapseShapeOp::create(builder, input, dims);
  }
  std::optional<int64_t> states = getConstantIntValue(buildProduct(
      builder, buildProduct(builder, numOuter, tileRows), rowResults));
  scratch = buildScratch(builder, reduction, reduction.getStateTypes(),
                         states.value_or(scratchElements));
  indices.resize(reduction.getNumLoops());
  return buildLoops(builder, reduction, outerKept, indices,
                    reduction.getDestinations(),
                    [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                      return buildTiles(nested, carried);
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
