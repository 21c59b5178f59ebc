//===- PieceBuilder.cpp - A reduction in pieces ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::reduce;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Returns the indices that `cut` leaves over; none where the last piece is
/// what is left.
int64_t PieceBuilder::getRest(const Cut &cut) const {
  std::optional<int64_t> count = getConstantIntValue(cut.count);
  std::optional<int64_t> tile = getConstantIntValue(cut.tile);
  if (reduction.isDynamic(cut.loop) || !count || !tile)
    return 0;
  return std::max<int64_t>(0, reduction.getExtent(cut.loop) - *count * *tile);
}

Part PieceBuilder::getWhole(ImplicitLocOpBuilder &builder) const {
  Part part;
  for (unsigned loop : llvm::seq(reduction.getNumLoops())) {
    part.offsets.push_back(builder.getIndexAttr(0));
    part.sizes.push_back(
        getAsOpFoldResult(reduction.buildExtent(builder, loop)));
  }
  return part;
}

/// Returns the piece with one of `numbers` for each of `cuts`.
Part PieceBuilder::getPiece(ImplicitLocOpBuilder &builder, ArrayRef<Cut> cuts,
                            ValueRange numbers) const {
  Part part = getWhole(builder);
  for (auto [cut, number] : llvm::zip_equal(cuts, numbers)) {
    OpFoldResult &size = part.sizes[cut.loop];
    Value tile =
        getValueOrCreateConstantIndexOp(builder, builder.getLoc(), cut.tile);
    Value offset = arith::MulIOp::create(builder, number, tile);
    part.offsets[cut.loop] = offset;
    std::optional<int64_t> extent = getConstantIntValue(size);
    std::optional<int64_t> count = getConstantIntValue(cut.count);
    std::optional<int64_t> staticTile = getConstantIntValue(cut.tile);
    if (extent && count && staticTile && *count * *staticTile <= *extent) {
      size = cut.tile;
      continue;
    }
    Value end =
        getValueOrCreateConstantIndexOp(builder, builder.getLoc(), size);
    Value left = arith::SubIOp::create(builder, end, offset);
    size = OpFoldResult(arith::MinUIOp::create(builder, tile, left));
  }
  return part;
}

/// Returns what `cut` leaves over.
Part PieceBuilder::getRestOf(ImplicitLocOpBuilder &builder,
                             const Cut &cut) const {
  Part part = getWhole(builder);
  int64_t rest = getRest(cut);
  part.offsets[cut.loop] =
      builder.getIndexAttr(reduction.getExtent(cut.loop) - rest);
  part.sizes[cut.loop] = builder.getIndexAttr(rest);
  return part;
}

//===----------------------------------------------------------------------===//
// Reductions of parts
//===----------------------------------------------------------------------===//

/// Builds the reduction of `part`, which starts with `start`, in `destination`.
Value PieceBuilder::buildReduction(ImplicitLocOpBuilder &builder,
                                   const Part &part, Value start,
                                   Value destination) const {
  SmallVector<Value> operands;
  for (Value input : op.getDpsInputs())
    operands.push_back(tensor::ExtractSliceOp::create(
        builder, input, part.offsets, part.sizes, getOnes(part.sizes.size())));
  operands.push_back(
      linalg::FillOp::create(builder, start, destination).getResult(0));
  return mlir::clone(builder, op, destination.getType(), operands).getResult(0);
}

/// Builds what the epilogue makes of all that was accumulated.
Value PieceBuilder::buildEpilogue(ImplicitLocOpBuilder &builder,
                                  Value accumulated) const {
  const std::optional<Epilogue> &epilogue = reduction.getEpilogue();
  return epilogue ? epilogue->buildWhole(builder, accumulated) : accumulated;
}

/// Builds the results that `part` alone makes, in its slice of `destination`,
/// and returns that.
Value PieceBuilder::buildResults(ImplicitLocOpBuilder &builder,
                                 const Part &part, Value destination) const {
  auto slice = [&](Value tensor) -> Value {
    return tensor::ExtractSliceOp::create(
        builder, tensor, getKept(part.offsets), getKept(part.sizes),
        getOnes(keptLoops.size()));
  };
  Value start = fill.getInputs()[0];
  Value results = slice(destination);
  const std::optional<Epilogue> &epilogue = reduction.getEpilogue();
  if (!takesEpilogue || !epilogue)
    return buildReduction(builder, part, start, results);
  // Vectors are never stored there, and so nothing is.
  Value accumulators =
      epilogue->getDestination() ? slice(fill.getOutputs()[0]) : results;
  return epilogue->buildPart(
      builder, buildReduction(builder, part, start, accumulators), results,
      getKept(part.offsets), getKept(part.sizes));
}

Value PieceBuilder::buildWhole(ImplicitLocOpBuilder &builder) {
  Value start =
      linalg::FillOp::create(builder, fill.getInputs()[0], fill.getOutputs()[0])
          .getResult(0);
  SmallVector<Value> operands = op.getDpsInputs();
  operands.push_back(start);
  Value accumulated =
      mlir::clone(builder, op, start.getType(), operands).getResult(0);
  return buildEpilogue(builder, accumulated);
}

//===----------------------------------------------------------------------===//
// Cuts of kept loops
//===----------------------------------------------------------------------===//

Value PieceBuilder::buildKept(ImplicitLocOpBuilder &builder,
                              ArrayRef<Cut> cuts) {
  Value destination =
      takesEpilogue ? reduction.getDestination() : fill.getOutputs()[0];
  auto counts =
      llvm::map_to_vector(cuts, [](const Cut &cut) { return cut.count; });
  auto forall = scf::ForallOp::create(builder, counts, destination,
                                      /*mapping=*/std::nullopt);
  {
    ImplicitLocOpBuilder body = ImplicitLocOpBuilder::atBlockTerminator(
        builder.getLoc(), forall.getBody());
    Part part = getPiece(body, cuts, forall.getInductionVars());
    Value shared = forall.getRegionIterArgs()[0];
    Value results = buildResults(body, part, shared);
    body.setInsertionPointToEnd(forall.getTerminator().getBody());
    tensor::ParallelInsertSliceOp::create(
        body, results, shared, getKept(part.offsets), getKept(part.sizes),
        getOnes(keptLoops.size()));
  }
  Value all = forall.getResult(0);
  if (getRest(cuts.back()) > 0) {
    Part part = getRestOf(builder, cuts.back());
    Value results = buildResults(builder, part, all);
    all = tensor::InsertSliceOp::create(
        builder, results, all, getKept(part.offsets), getKept(part.sizes),
        getOnes(keptLoops.size()));
  }
  return takesEpilogue ? all : buildEpilogue(builder, all);
}

//===----------------------------------------------------------------------===//
// Cuts of reduced loops
//===----------------------------------------------------------------------===//

/// Builds the partial result of `part`, in the slice of `partials` that has
/// `offsets` and `sizes`, of which all but those of kept loops are 1.
Value PieceBuilder::buildPartialResult(ImplicitLocOpBuilder &builder,
                                       const Part &part, Value neutral,
                                       Value partials,
                                       ArrayRef<OpFoldResult> offsets,
                                       ArrayRef<OpFoldResult> sizes) const {
  auto type = cast<RankedTensorType>(partials.getType());
  SmallVector<int64_t> shape;
  SmallVector<Value> ignored;
  dispatchIndexOpFoldResults(getKept(part.sizes), ignored, shape);
  Value slice = tensor::ExtractSliceOp::create(
      builder, RankedTensorType::get(shape, type.getElementType()), partials,
      offsets, sizes, getOnes(sizes.size()));
  return buildReduction(builder, part, neutral, slice);
}

/// Builds the results of all partial ones, one after the other: no scheduling
/// has a say in their order.
Value PieceBuilder::buildCombination(ImplicitLocOpBuilder &builder,
                                     Value partials) {
  unsigned rank = cast<RankedTensorType>(partials.getType()).getRank();
  unsigned numReduced = rank - keptLoops.size();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  std::fill_n(iterators.begin(), numReduced, utils::IteratorType::reduction);
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  AffineMap kept =
      AffineMap::get(rank, 0, all.getResults().take_back(keptLoops.size()),
                     builder.getContext());
  auto combination = linalg::GenericOp::create(
      builder, fill.getResultTypes(), partials, fill.getResult(0),
      ArrayRef<AffineMap>{all, kept}, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder body(loc, nested);
        linalg::YieldOp::create(
            body, reduction.buildCombination(body, arguments[1], arguments[0]));
      });
  return buildEpilogue(builder, combination.getResult(0));
}

Value PieceBuilder::buildReduced(ImplicitLocOpBuilder &builder,
                                 const PiecePlan &plan) {
  size_t numReduced = plan.reduced.size();
  bool hasRest = getRest(plan.reduced.back()) > 0;
  SmallVector<Cut> cuts = llvm::to_vector(plan.reduced);
  llvm::append_range(cuts, plan.kept);
  auto counts =
      llvm::map_to_vector(cuts, [](const Cut &cut) { return cut.count; });
  SmallVector<OpFoldResult> extents(counts.begin(),
                                    counts.begin() + numReduced);
  if (hasRest)
    extents.back() =
        builder.getIndexAttr(*getConstantIntValue(extents.back()) + 1);
  llvm::append_range(extents, getKept(getWhole(builder).sizes));
  Value neutral = arith::ConstantOp::create(builder, reduction.getNeutral());
  Value empty =
      tensor::EmptyOp::create(builder, extents, reduction.getAccumulatorType());
  auto forall =
      scf::ForallOp::create(builder, counts, empty, /*mapping=*/std::nullopt);
  SmallVector<OpFoldResult> offsets, sizes;
  auto setSlice = [&](ArrayRef<OpFoldResult> numbers, const Part &part) {
    offsets.assign(numbers.begin(), numbers.end());
    llvm::append_range(offsets, getKept(part.offsets));
    sizes = getOnes(numReduced);
    llvm::append_range(sizes, getKept(part.sizes));
  };
  {
    ImplicitLocOpBuilder body = ImplicitLocOpBuilder::atBlockTerminator(
        builder.getLoc(), forall.getBody());
    SmallVector<Value> numbers = forall.getInductionVars();
    Part part = getPiece(body, cuts, numbers);
    setSlice(getAsOpFoldResult(ArrayRef(numbers).take_front(numReduced)), part);
    Value shared = forall.getRegionIterArgs()[0];
    Value results =
        buildPartialResult(body, part, neutral, shared, offsets, sizes);
    body.setInsertionPointToEnd(forall.getTerminator().getBody());
    tensor::ParallelInsertSliceOp::create(body, results, shared, offsets, sizes,
                                          getOnes(sizes.size()));
  }
  Value partials = forall.getResult(0);
  if (hasRest) {
    Part part = getRestOf(builder, plan.reduced.back());
    setSlice(plan.reduced.back().count, part);
    Value results =
        buildPartialResult(builder, part, neutral, partials, offsets, sizes);
    partials = tensor::InsertSliceOp::create(
        builder, results, partials, offsets, sizes, getOnes(sizes.size()));
  }
  return buildCombination(builder, partials);
}
