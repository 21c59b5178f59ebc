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
///     scratch = the rows of the tile, each reduced, for all indices of the
///               outer reduced loop
///     reduce the outer dimension of scratch
class RowStageBuilder {
public:
  explicit RowStageBuilder(const Reduction &reduction)
      : reduction(reduction), op(reduction.getOp()), parts(reduction) {}

  /// Returns whether the stages apply, and gain.
  bool match();

  /// Returns the tensors with all results.
  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  SmallVector<Value> buildTiles(ImplicitLocOpBuilder &builder,
                                ValueRange destinations);
  SmallVector<Value> buildTile(ImplicitLocOpBuilder &builder,
                               ValueRange destinations, OpFoldResult first,
                               int64_t numRows);
  SmallVector<Value> buildStates(ImplicitLocOpBuilder &builder,
                                 OpFoldResult first, int64_t numRows);
  SmallVector<Value> buildRows(ImplicitLocOpBuilder &builder, Value outer,
                               OpFoldResult first, int64_t numRows,
                               ValueRange states);

  /// Whether rows have several results: their innermost loop is kept.
  bool hasColumns() const { return tileLoop + 2 < reduction.getNumLoops(); }

  const Reduction &reduction;
  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  PartBuilder parts;
  /// The outer reduced loop, the kept one after it, and the loops before them.
  unsigned outerLoop = 0, tileLoop = 0;
  SmallVector<unsigned> outerKept;
  /// The extents of `outerLoop` and of `tileLoop`, the number of rows of a tile
  /// for each index of `outerLoop`, and of results of a row.
  int64_t numOuter = 0, extent = 0, tileRows = 0, rowResults = 1;
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
  std::optional<int64_t> bytes = reduction.getInputBytes();
  // In the first cache, the order of memory does not matter.
  if (!bytes || isKnownNear(reduction))
    return false;
  outerLoop = reduced[0];
  tileLoop = outerLoop + 1;
  if (reduction.getNumLoops() > tileLoop + 3)
    return false;
  outerKept = llvm::to_vector(llvm::seq(outerLoop));
  numOuter = reduction.getExtent(outerLoop);
  extent = reduction.getExtent(tileLoop);
  // A single row for each result is read in order by other loops, too.
  if (numOuter < 2 || extent < 2)
    return false;
  int64_t rowElements = 1;
  for (unsigned loop : llvm::seq(tileLoop + 1, reduction.getNumLoops())) {
    rowElements *= reduction.getExtent(loop);
    if (!reduction.isReduced(loop))
      rowResults *= reduction.getExtent(loop);
  }
  if (rowElements == 0 || rowElements / rowResults < limits::minStagedRow)
    return false;
  int64_t scratchElements =
      limits::tileBytes / std::max(1u, reduction.getStateBits() / CHAR_BIT);
  if (rowResults > scratchElements || numOuter > scratchElements / rowResults)
    return false;
  int64_t maxRows = scratchElements / (numOuter * rowResults);
  tileRows = llvm::divideCeil(extent, llvm::divideCeil(extent, maxRows));
  int64_t runBytes = tileRows * rowElements *
                     std::max<int64_t>(1, reduction.getInputBits() / CHAR_BIT);
  return tileRows == extent || runBytes >= limits::minStreamBytes;
}

/// Returns `type` with the shape `shape`.
static RankedTensorType getShaped(Value tensor, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, getElementTypeOrSelf(tensor));
}

/// Builds the reductions of `numRows` rows from `first` on, which are next to
/// each other in memory, in `states`. `outer`: the index of the outer loop;
/// null if rows for all of its indices are one dimension.
SmallVector<Value> RowStageBuilder::buildRows(ImplicitLocOpBuilder &builder,
                                              Value outer, OpFoldResult first,
                                              int64_t numRows,
                                              ValueRange states) {
  SmallVector<OpFoldResult> offsets;
  for (unsigned loop : outerKept)
    offsets.push_back(indices[loop]);
  if (outer)
    offsets.push_back(outer);
  SmallVector<OpFoldResult> sizes(offsets.size(), builder.getIndexAttr(1));
  offsets.push_back(first);
  sizes.push_back(builder.getIndexAttr(numRows));
  SmallVector<int64_t> shape = {numRows};
  SmallVector<utils::IteratorType> iterators = {utils::IteratorType::parallel};
  for (unsigned loop : llvm::seq(tileLoop + 1, reduction.getNumLoops())) {
    offsets.push_back(builder.getIndexAttr(0));
    sizes.push_back(builder.getIndexAttr(reduction.getExtent(loop)));
    shape.push_back(reduction.getExtent(loop));
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
                                                int64_t numRows) {
  int64_t allRows = numOuter * numRows;
  SmallVector<int64_t> shape = {allRows};
  if (hasColumns())
    shape.push_back(rowResults);
  SmallVector<Value> states;
  for (Value memory : scratch) {
    Value all = bufferization::ToTensorOp::create(
        builder, memref::getTensorTypeFromMemRefType(memory.getType()), memory,
        /*restrict=*/true, /*writable=*/true);
    OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1),
                 size = builder.getIndexAttr(allRows * rowResults);
    Value used =
        tensor::ExtractSliceOp::create(builder, all, {zero}, {size}, {one});
    if (hasColumns())
      used =
          tensor::ExpandShapeOp::create(builder, getShaped(used, shape), used,
                                        ArrayRef<ReassociationIndices>{{0, 1}});
    states.push_back(used);
  }
  if (isJoined)
    return buildRows(builder, /*outer=*/{}, builder.getIndexAttr(0), allRows,
                     states);
  auto loop = scf::ForOp::create(
      builder, arith::ConstantIndexOp::create(builder, 0),
      arith::ConstantIndexOp::create(builder, numOuter),
      arith::ConstantIndexOp::create(builder, 1), states,
      [&](OpBuilder &nested, Location loc, Value index, ValueRange carried) {
        ImplicitLocOpBuilder body(loc, nested);
        Value firstState = arith::MulIOp::create(
            body, index, arith::ConstantIndexOp::create(body, numRows));
        SmallVector<OpFoldResult> offsets = {firstState};
        SmallVector<OpFoldResult> sizes = {body.getIndexAttr(numRows)};
        if (hasColumns()) {
          offsets.push_back(body.getIndexAttr(0));
          sizes.push_back(body.getIndexAttr(rowResults));
        }
        SmallVector<OpFoldResult> ones = parts.getOnes(offsets.size());
        auto slices = llvm::map_to_vector(carried, [&](Value all) -> Value {
          return tensor::ExtractSliceOp::create(body, all, offsets, sizes,
                                                ones);
        });
        SmallVector<Value> reduced =
            buildRows(body, index, first, numRows, slices);
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
                                              int64_t numRows) {
  SmallVector<Value> states = buildStates(builder, first, numRows);
  Part part = parts.getWhole(builder);
  for (unsigned loop : outerKept) {
    part.offsets[loop] = indices[loop];
    part.sizes[loop] = builder.getIndexAttr(1);
  }
  part.offsets[tileLoop] = first;
  part.sizes[tileLoop] = builder.getIndexAttr(numRows);
  SmallVector<int64_t> stateShape = {numOuter};
  stateShape.append(outerKept.size(), 1);
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
                                          state, dims);
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
  int64_t end = extent / tileRows * tileRows;
  SmallVector<Value> carried;
  if (end == tileRows) {
    carried = buildTile(builder, destinations, builder.getIndexAttr(0), end);
  } else {
    auto loop = scf::ForOp::create(
        builder, arith::ConstantIndexOp::create(builder, 0),
        arith::ConstantIndexOp::create(builder, end),
        arith::ConstantIndexOp::create(builder, tileRows), destinations,
        [&](OpBuilder &nested, Location loc, Value first, ValueRange values) {
          ImplicitLocOpBuilder body(loc, nested);
          scf::YieldOp::create(body, buildTile(body, values, first, tileRows));
        });
    carried = llvm::to_vector(ValueRange(loop.getResults()));
  }
  if (end < extent)
    carried =
        buildTile(builder, carried, builder.getIndexAttr(end), extent - end);
  return carried;
}

SmallVector<Value> RowStageBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = op.getDpsInputs();
  // Rows of a slice with gaps are not one dimension.
  isJoined = tileRows == extent && reduction.hasContiguousInputs();
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
  scratch = buildScratch(builder, reduction, reduction.getStateTypes(),
                         numOuter * tileRows * rowResults);
  indices.resize(reduction.getNumLoops());
  return buildLoops(builder, reduction, outerKept, indices,
                    reduction.getDestinations(),
                    [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                      return buildTiles(nested, carried);
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
