//===- PieceBuilder.cpp - A reduction in pieces ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Returns the number of indices that `cut` leaves over; 0 if the last piece
/// contains the remainder.
int64_t PieceBuilder::getRest(const Cut &cut) const {
  std::optional<int64_t> count = getConstantIntValue(cut.count);
  std::optional<int64_t> tile = getConstantIntValue(cut.tile);
  if (reduction.isDynamic(cut.loop) || !count || !tile)
    return 0;
  return std::max<int64_t>(0, reduction.getExtent(cut.loop) - *count * *tile);
}

/// Returns the piece that has the number `numbers[i]` in `cuts[i]`.
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

/// Returns the part that `cut` leaves over.
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

/// Builds the epilogue, if there is one, of all accumulated results.
SmallVector<Value> PieceBuilder::buildEpilogue(ImplicitLocOpBuilder &builder,
                                               ValueRange accumulated) const {
  if (const std::optional<Epilogue> &epilogue = reduction.getEpilogue())
    return {epilogue->buildWhole(builder, accumulated)};
  return accumulated;
}

/// Builds the results of `part` in `slices`, its slices of the destinations,
/// and in `accumulators` as `buildResults` does. Returns the slices.
SmallVector<Value>
PieceBuilder::buildPieceResults(ImplicitLocOpBuilder &builder, const Part &part,
                                ValueRange slices,
                                ValueRange accumulators) const {
  auto reduce = [&](ValueRange tensors) {
    return buildReduction(builder, part, getStarts(), tensors);
  };
  return takesEpilogue
             ? buildResults(builder, part, slices, reduce, accumulators)
             : reduce(slices);
}

SmallVector<Value> PieceBuilder::buildWhole(ImplicitLocOpBuilder &builder) {
  SmallVector<Value> starts = buildFills(builder, getStarts(), getFilled());
  SmallVector<Value> operands = op.getDpsInputs();
  llvm::append_range(operands, starts);
  return buildEpilogue(
      builder, mlir::clone(builder, op, ValueRange(starts).getTypes(), operands)
                   ->getResults());
}

//===----------------------------------------------------------------------===//
// Cuts of kept loops
//===----------------------------------------------------------------------===//

/// Builds memory with the dimensions `sizes` for the accumulators of all
/// results, if pieces may store them: a piece with memory of its own would not
/// run on a thread. Those of several reduced loops may, if an epilogue follows.
SmallVector<Value>
PieceBuilder::buildAccumulators(ImplicitLocOpBuilder &builder,
                                ArrayRef<OpFoldResult> sizes) const {
  SmallVector<Value> memory;
  if (!takesEpilogue || !reduction.getEpilogue() ||
      reduction.getReducedLoops().size() < 2)
    return memory;
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, shape);
  for (Type type : reduction.getStateTypes())
    memory.push_back(memref::AllocOp::create(
        builder, MemRefType::get(shape, type), dynamicSizes));
  return memory;
}

/// Returns a part of `memory` as a tensor with the dimensions `dims`, to which
/// a single one is expanded.
static Value buildTensorOf(ImplicitLocOpBuilder &builder, Value memory,
                           ArrayRef<OpFoldResult> offsets,
                           ArrayRef<OpFoldResult> sizes,
                           ArrayRef<OpFoldResult> dims) {
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  auto part = memref::SubViewOp::create(builder, memory, offsets, sizes, ones);
  Value tensor = bufferization::ToTensorOp::create(
      builder, memref::getTensorTypeFromMemRefType(part.getType()), part,
      /*restrict=*/true, /*writable=*/true);
  return buildExpanded(builder, tensor, dims);
}

SmallVector<Value> PieceBuilder::buildKept(ImplicitLocOpBuilder &builder,
                                           ArrayRef<Cut> cuts) {
  SmallVector<Value> outputs =
      takesEpilogue ? reduction.getDestinations() : getFilled();
  Part whole = getWhole(builder);
  SmallVector<OpFoldResult> dims = getKept(whole.sizes), extents = dims;
  // Whether the results of a piece are a run, and no type would say so.
  bool areRuns =
      cuts.size() == 1 && cuts.front().loop == keptLoops.front() && hidesRuns();
  if (areRuns) {
    extents = {buildRun(builder, whole).size};
    for (Value &output : outputs)
      output = buildFlattened(builder, output);
  }
  SmallVector<Value> memory = buildAccumulators(builder, extents);
  auto counts =
      llvm::map_to_vector(cuts, [](const Cut &cut) { return cut.count; });
  auto forall = scf::ForallOp::create(builder, counts, outputs,
                                      /*mapping=*/std::nullopt);
  {
    ImplicitLocOpBuilder body = ImplicitLocOpBuilder::atBlockTerminator(
        builder.getLoc(), forall.getBody());
    Part part = getPiece(body, cuts, forall.getInductionVars());
    SmallVector<OpFoldResult> pieceDims = getKept(part.sizes);
    SmallVector<OpFoldResult> sizes = pieceDims,
                              offsets = getKept(part.offsets);
    if (areRuns) {
      Run run = buildRun(body, part);
      offsets = {run.offset};
      sizes = {run.size};
    }
    auto accumulators = llvm::map_to_vector(memory, [&](Value memref) {
      return buildTensorOf(body, memref, offsets, sizes, pieceDims);
    });
    SmallVector<OpFoldResult> ones = getOnes(sizes.size());
    ValueRange shared = forall.getRegionIterArgs();
    auto slices = llvm::map_to_vector(shared, [&](Value all) -> Value {
      return tensor::ExtractSliceOp::create(body, all, offsets, sizes, ones);
    });
    auto buildIn = [&](ValueRange tensors) {
      return buildPieceResults(body, part, tensors, accumulators);
    };
    SmallVector<Value> results =
        areRuns ? buildInRuns(body, slices, pieceDims, buildIn)
                : buildIn(slices);
    body.setInsertionPointToEnd(forall.getTerminator().getBody());
    for (auto [result, all] : llvm::zip_equal(results, shared))
      tensor::ParallelInsertSliceOp::create(body, result, all, offsets, sizes,
                                            ones);
  }
  SmallVector<Value> all = forall.getResults();
  if (areRuns)
    for (Value &results : all)
      results = buildExpanded(builder, results, dims);
  if (getRest(cuts.back()) > 0) {
    Part part = getRestOf(builder, cuts.back());
    SmallVector<Value> results =
        buildPieceResults(builder, part, buildResultSlices(builder, part, all));
    all = buildInsertions(builder, part, results, all);
  }
  return takesEpilogue ? all : buildEpilogue(builder, all);
}

//===----------------------------------------------------------------------===//
// Cuts of reduced loops
//===----------------------------------------------------------------------===//

/// Builds the partial results of `part` in the slices of `partials` at
/// `offsets` with `sizes`. The first `numReduced` sizes are 1.
SmallVector<Value> PieceBuilder::buildPartialResults(
    ImplicitLocOpBuilder &builder, const Part &part, ValueRange neutral,
    ValueRange partials, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, size_t numReduced) const {
  ArrayRef<OpFoldResult> keptSizes = sizes.drop_front(numReduced);
  auto slices = llvm::map_to_vector(partials, [&](Value tensor) -> Value {
    return tensor::ExtractSliceOp::create(builder, getShaped(tensor, keptSizes),
                                          tensor, offsets, sizes,
                                          getOnes(sizes.size()));
  });
  auto buildIn = [&](ValueRange tensors) {
    return buildReduction(builder, part, neutral, tensors);
  };
  bool areRuns = keptSizes.size() != keptLoops.size();
  return areRuns ? buildInRuns(builder, slices, getKept(part.sizes), buildIn)
                 : buildIn(slices);
}

SmallVector<Value> PieceBuilder::buildReduced(ImplicitLocOpBuilder &builder,
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
  SmallVector<OpFoldResult> keptExtents = getKept(getWhole(builder).sizes);
  SmallVector<OpFoldResult> allExtents = extents;
  llvm::append_range(allExtents, keptExtents);
  bool areRuns = hidesRuns() && plan.kept.empty();
  if (areRuns)
    keptExtents = {buildRun(builder, getWhole(builder)).size};
  llvm::append_range(extents, keptExtents);
  SmallVector<Value> neutral, empty;
  for (TypedAttr value : reduction.getNeutral()) {
    neutral.push_back(arith::ConstantOp::create(builder, value));
    empty.push_back(tensor::EmptyOp::create(builder, extents, value.getType()));
  }
  auto forall =
      scf::ForallOp::create(builder, counts, empty, /*mapping=*/std::nullopt);
  SmallVector<OpFoldResult> offsets, sizes;
  auto setSlice = [&](ArrayRef<OpFoldResult> numbers, const Part &part) {
    offsets.assign(numbers.begin(), numbers.end());
    sizes = getOnes(numReduced);
    if (areRuns) {
      offsets.push_back(builder.getIndexAttr(0));
      llvm::append_range(sizes, keptExtents);
      return;
    }
    llvm::append_range(offsets, getKept(part.offsets));
    llvm::append_range(sizes, getKept(part.sizes));
  };
  {
    ImplicitLocOpBuilder body = ImplicitLocOpBuilder::atBlockTerminator(
        builder.getLoc(), forall.getBody());
    SmallVector<Value> numbers = forall.getInductionVars();
    Part part = getPiece(body, cuts, numbers);
    setSlice(getAsOpFoldResult(ArrayRef(numbers).take_front(numReduced)), part);
    ValueRange shared = forall.getRegionIterArgs();
    SmallVector<Value> results = buildPartialResults(
        body, part, neutral, shared, offsets, sizes, numReduced);
    body.setInsertionPointToEnd(forall.getTerminator().getBody());
    for (auto [result, all] : llvm::zip_equal(results, shared))
      tensor::ParallelInsertSliceOp::create(body, result, all, offsets, sizes,
                                            getOnes(sizes.size()));
  }
  SmallVector<Value> partials = forall.getResults();
  if (hasRest) {
    Part part = getRestOf(builder, plan.reduced.back());
    setSlice(plan.reduced.back().count, part);
    for (auto [tensor, results] : llvm::zip_equal(
             partials, buildPartialResults(builder, part, neutral, partials,
                                           offsets, sizes, numReduced)))
      tensor = tensor::InsertSliceOp::create(builder, results, tensor, offsets,
                                             sizes, getOnes(sizes.size()));
  }
  if (areRuns)
    for (Value &tensor : partials)
      tensor = buildExpanded(builder, tensor, allExtents);
  // In order: the result does not depend on scheduling.
  SmallVector<utils::IteratorType> iterators(numReduced,
                                             utils::IteratorType::reduction);
  iterators.append(keptLoops.size(), utils::IteratorType::parallel);
  auto starts = llvm::map_to_vector(
      fills, [](linalg::FillOp &fill) -> Value { return fill.getResult(0); });
  return buildEpilogue(builder,
                       buildCombination(builder, partials, starts, iterators));
}
