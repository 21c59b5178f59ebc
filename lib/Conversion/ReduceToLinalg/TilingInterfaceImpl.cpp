//===- TilingInterfaceImpl.cpp - Tiling of reductions ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Conversion/ReduceToLinalg/TilingInterfaceImpl.h"
#include "LinalgReduction.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "reduce/IR/Combiners/StorageTypes.h"
#include "reduce/IR/ExternalModels.h"
#include "reduce/IR/ReduceDialect.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

using Sizes = SmallVector<OpFoldResult>;

/// Returns whether it is known that loop `dim` is over a kept dimension.
static bool isKept(ReductionOpInterface op, int64_t dim) {
  return op.hasStaticReducedDims() &&
         !llvm::binary_search(op.getReducedDims(), dim);
}

static int64_t getRank(ReductionOpInterface op) {
  TensorType type = op.getInput().getType();
  return type.hasRank() ? type.getRank() : 0;
}

static Value buildSlice(OpBuilder &builder, Location loc, Value tensor,
                        ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes) {
  Sizes strides(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, tensor, offsets, sizes,
                                        strides);
}

//===----------------------------------------------------------------------===//
// Tiles of kept dimensions
//===----------------------------------------------------------------------===//

/// Returns whether a tile contains the whole reduced dimension `dim`.
static bool isWhole(ReductionOpInterface op, int64_t dim, OpFoldResult offset,
                    OpFoldResult size) {
  if (!isZeroInteger(offset))
    return false;
  FailureOr<bool> isEqual = ValueBoundsConstraintSet::areEqual(
      size, ValueBoundsConstraintSet::Variable(op.getInput(), dim));
  return succeeded(isEqual) && *isEqual;
}

/// Returns the position and size of the result for a tile of the iteration
/// domain.
static void getResultTile(OpBuilder &builder, ReductionOpInterface op,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes, Sizes &resultOffsets,
                          Sizes &resultSizes) {
  for (int64_t dim = 0, rank = getRank(op); dim < rank; ++dim) {
    if (isKept(op, dim)) {
      resultOffsets.push_back(offsets[dim]);
      resultSizes.push_back(sizes[dim]);
    } else if (op.getKeepdims()) {
      resultOffsets.push_back(builder.getIndexAttr(0));
      resultSizes.push_back(builder.getIndexAttr(1));
    }
  }
}

namespace {
template <typename OpTy>
struct ReductionTiling
    : TilingInterface::ExternalModel<ReductionTiling<OpTy>, OpTy> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto reduction = cast<ReductionOpInterface>(op);
    return llvm::map_to_vector(llvm::seq(getRank(reduction)), [&](int64_t dim) {
      return isKept(reduction, dim) ? utils::IteratorType::parallel
                                    : utils::IteratorType::reduction;
    });
  }

  SmallVector<Range> getIterationDomain(Operation *op,
                                        OpBuilder &builder) const {
    auto reduction = cast<ReductionOpInterface>(op);
    return llvm::map_to_vector(
        llvm::seq(getRank(reduction)), [&](int64_t dim) -> Range {
          return {builder.getIndexAttr(0),
                  tensor::getMixedSize(builder, op->getLoc(),
                                       reduction.getInput(), dim),
                  builder.getIndexAttr(1)};
        });
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &builder,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto reduction = cast<ReductionOpInterface>(op);
    for (int64_t dim = 0, rank = getRank(reduction); dim < rank; ++dim)
      if (!isKept(reduction, dim) &&
          !isWhole(reduction, dim, offsets[dim], sizes[dim]))
        return op->emitOpError()
               << "cannot be tiled along dimension " << dim
               << ", which is reduced: there is no tensor to accumulate in; "
                  "tile it to a partial reduction";
    Value slice =
        buildSlice(builder, op->getLoc(), reduction.getInput(), offsets, sizes);
    FailureOr<TensorType> type = reduction.inferResultType(
        cast<TensorType>(slice.getType()), [&] { return op->emitOpError(); });
    if (failed(type))
      return failure();
    SmallVector<Value> operands(op->getOperands());
    operands[0] = slice;
    Operation *tiled = mlir::clone(builder, op, Type(*type), operands);
    return TilingResult{
        {tiled}, {tiled->getResult(0)}, {slice.getDefiningOp()}};
  }

  LogicalResult getResultTilePosition(Operation *op, OpBuilder &builder,
                                      unsigned, ArrayRef<OpFoldResult> offsets,
                                      ArrayRef<OpFoldResult> sizes,
                                      Sizes &resultOffsets,
                                      Sizes &resultSizes) const {
    getResultTile(builder, cast<ReductionOpInterface>(op), offsets, sizes,
                  resultOffsets, resultSizes);
    return success();
  }

  LogicalResult getIterationDomainTileFromResultTile(
      Operation *op, OpBuilder &builder, unsigned,
      ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
      SmallVectorImpl<OpFoldResult> &domainOffsets,
      SmallVectorImpl<OpFoldResult> &domainSizes) const {
    auto reduction = cast<ReductionOpInterface>(op);
    if (!reduction.hasStaticReducedDims())
      return failure();
    int64_t resultDim = 0;
    for (auto [dim, range] : llvm::enumerate(getIterationDomain(op, builder))) {
      bool kept = isKept(reduction, dim);
      domainOffsets.push_back(kept ? offsets[resultDim] : range.offset);
      domainSizes.push_back(kept ? sizes[resultDim] : range.size);
      resultDim += kept || reduction.getKeepdims();
    }
    return success();
  }

  FailureOr<TilingResult>
  generateResultTileValue(Operation *op, OpBuilder &builder,
                          unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    Sizes domainOffsets, domainSizes;
    if (failed(getIterationDomainTileFromResultTile(
            op, builder, resultNumber, offsets, sizes, domainOffsets,
            domainSizes)))
      return failure();
    return getTiledImplementation(op, builder, domainOffsets, domainSizes);
  }

  LogicalResult getIterationDomainTileFromOperandTiles(
      Operation *op, OpBuilder &, ArrayRef<unsigned> operandNumbers,
      ArrayRef<Sizes> offsets, ArrayRef<Sizes> sizes,
      SmallVectorImpl<OpFoldResult> &domainOffsets,
      SmallVectorImpl<OpFoldResult> &domainSizes) const {
    if (operandNumbers != ArrayRef<unsigned>{0})
      return failure();
    domainOffsets.assign(offsets[0]);
    domainSizes.assign(sizes[0]);
    return success();
  }

  FailureOr<TilingResult> getTiledImplementationFromOperandTiles(
      Operation *op, OpBuilder &builder, ArrayRef<unsigned> operandNumbers,
      ArrayRef<Sizes> offsets, ArrayRef<Sizes> sizes) const {
    Sizes domainOffsets, domainSizes;
    if (failed(getIterationDomainTileFromOperandTiles(
            op, builder, operandNumbers, offsets, sizes, domainOffsets,
            domainSizes)))
      return failure();
    return getTiledImplementation(op, builder, domainOffsets, domainSizes);
  }

  bool isOpFusableWithConsumerSlice(Operation *op, unsigned,
                                    ArrayRef<OpFoldResult>,
                                    ArrayRef<OpFoldResult>) const {
    return cast<ReductionOpInterface>(op).hasStaticReducedDims();
  }

  bool isOpFusableWithProducerSlices(Operation *op,
                                     ArrayRef<unsigned> operandNumbers,
                                     ArrayRef<Sizes> offsets,
                                     ArrayRef<Sizes> sizes) const {
    auto reduction = cast<ReductionOpInterface>(op);
    if (operandNumbers != ArrayRef<unsigned>{0})
      return false;
    return llvm::all_of(llvm::seq(getRank(reduction)), [&](int64_t dim) {
      return isKept(reduction, dim) ||
             isWhole(reduction, dim, offsets[0][dim], sizes[0][dim]);
    });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Partial reductions
//===----------------------------------------------------------------------===//

/// Fails, with an error, if `op` cannot be split into partial reductions.
static LogicalResult checkIsSplittable(ReductionOpInterface op) {
  auto emitError = [&] {
    return op.emitOpError() << "cannot be a partial reduction: ";
  };
  if (!op.hasStaticReducedDims())
    return emitError() << "its axes are an operand";
  return verifyIsSplittable(op, emitError);
}

/// Returns the loop of each dimension of a partial result: first the kept
/// loops, then those that are split.
static SmallVector<unsigned>
getPartialResultLoops(ReductionOpInterface op,
                      const SetVector<unsigned> &reductionDims) {
  SmallVector<unsigned> loops;
  for (unsigned dim = 0, rank = getRank(op); dim < rank; ++dim)
    if (isKept(op, dim))
      loops.push_back(dim);
  llvm::append_range(loops, reductionDims);
  return loops;
}

namespace {
template <typename OpTy>
struct PartialReduction
    : PartialReductionOpInterface::ExternalModel<PartialReduction<OpTy>, OpTy> {
  FailureOr<SmallVector<Value>> generateInitialTensorForPartialReduction(
      Operation *op, OpBuilder &builder, Location loc,
      ArrayRef<OpFoldResult> tileSizes,
      const SetVector<unsigned> &reductionDims) const {
    auto reduction = cast<ReductionOpInterface>(op);
    if (failed(checkIsSplittable(reduction)))
      return failure();
    Sizes sizes =
        llvm::map_to_vector(getPartialResultLoops(reduction, reductionDims),
                            [&](unsigned loop) { return tileSizes[loop]; });
    return buildNeutralStates(builder, loc, *reduction.getCombiner(), sizes);
  }

  FailureOr<TilingResult>
  tileToPartialReduction(Operation *op, OpBuilder &builder, Location loc,
                         ReductionTilingStrategy strategy, ValueRange init,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes,
                         const SetVector<unsigned> &reductionDims,
                         ArrayRef<OpFoldResult> splitReductionIvs) const {
    auto reduction = cast<ReductionOpInterface>(op);
    if (failed(checkIsSplittable(reduction)))
      return failure();
    Sizes initOffsets, initSizes;
    getPartialResultTile(builder, reduction, strategy, offsets, sizes,
                         reductionDims, splitReductionIvs, initOffsets,
                         initSizes);
    bool splitsLoops =
        strategy == ReductionTilingStrategy::PartialReductionOuterParallel;

    // Each iteration of a parallel loop has a slice of its own, which it
    // reduces to completely.
    SmallVector<AffineExpr> resultExprs;
    SmallVector<int64_t> shape;
    for (auto [loop, size] : llvm::zip_equal(
             getPartialResultLoops(reduction, reductionDims), initSizes)) {
      if (splitsLoops && reductionDims.contains(loop))
        continue;
      resultExprs.push_back(builder.getAffineDimExpr(loop));
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    }
    Sizes strides(initOffsets.size(), builder.getIndexAttr(1));
    SmallVector<Operation *> slices;
    SmallVector<Value> initSlices;
    for (Value tensor : init) {
      slices.push_back(tensor::ExtractSliceOp::create(
          builder, loc, cast<RankedTensorType>(tensor.getType()).clone(shape),
          tensor, initOffsets, initSizes, strides));
      initSlices.push_back(slices.back()->getResult(0));
    }
    Value slice =
        buildSlice(builder, loc, reduction.getInput(), offsets, sizes);
    slices.insert(slices.begin(), slice.getDefiningOp());
    slice = buildStorageConversion(
        builder, loc, slice,
        getStorageType(getElementTypeOrSelf(slice.getType())));
    SmallVector<Value> partial = buildAccumulation(
        builder, loc, NamedCombiner(reduction, /*isNamed=*/false), slice,
        initSlices, resultExprs,
        /*arePrepared=*/false);
    return TilingResult{{partial.front().getDefiningOp()}, partial, slices};
  }

  LogicalResult getPartialResultTilePosition(
      Operation *op, OpBuilder &builder, unsigned,
      ReductionTilingStrategy strategy, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes, const SetVector<unsigned> &reductionDims,
      ArrayRef<OpFoldResult> splitReductionIvs, Sizes &resultOffsets,
      Sizes &resultSizes) const {
    getPartialResultTile(builder, cast<ReductionOpInterface>(op), strategy,
                         offsets, sizes, reductionDims, splitReductionIvs,
                         resultOffsets, resultSizes);
    return success();
  }

  FailureOr<MergeResult>
  mergeReductions(Operation *op, OpBuilder &builder, Location loc,
                  ValueRange partialReduce,
                  const SetVector<unsigned> &reductionDims) const {
    auto reduction = cast<ReductionOpInterface>(op);
    int64_t partialRank =
        cast<RankedTensorType>(partialReduce[0].getType()).getRank();
    auto splitDims = llvm::to_vector(
        llvm::seq<int64_t>(partialRank - reductionDims.size(), partialRank));
    Value merged = buildMergedReduction(builder, loc, reduction, partialReduce,
                                        splitDims, reduction.getInput());
    // The result may be declared with more or fewer static sizes.
    Type type = op->getResult(0).getType();
    if (merged.getType() != type)
      merged = tensor::CastOp::create(builder, loc, type, merged);
    return MergeResult{{merged.getDefiningOp()}, {merged}};
  }

private:
  /// Returns the position and size of the partial result of a tile.
  static void getPartialResultTile(OpBuilder &builder, ReductionOpInterface op,
                                   ReductionTilingStrategy strategy,
                                   ArrayRef<OpFoldResult> offsets,
                                   ArrayRef<OpFoldResult> sizes,
                                   const SetVector<unsigned> &reductionDims,
                                   ArrayRef<OpFoldResult> splitReductionIvs,
                                   Sizes &resultOffsets, Sizes &resultSizes) {
    unsigned numKept = 0;
    for (auto [index, loop] :
         llvm::enumerate(getPartialResultLoops(op, reductionDims))) {
      if (!reductionDims.contains(loop)) {
        resultOffsets.push_back(offsets[loop]);
        resultSizes.push_back(sizes[loop]);
        ++numKept;
      } else if (strategy ==
                 ReductionTilingStrategy::PartialReductionOuterParallel) {
        resultOffsets.push_back(splitReductionIvs[index - numKept]);
        resultSizes.push_back(builder.getIndexAttr(1));
      } else {
        resultOffsets.push_back(builder.getIndexAttr(0));
        resultSizes.push_back(sizes[loop]);
      }
    }
  }
};
} // namespace

void mlir::reduce::registerTilingInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ReduceDialect *) {
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         linalg::LinalgDialect, tensor::TensorDialect>();
    attachToAllOps<ReductionTiling>(context);
    attachToAllOps<PartialReduction>(context);
  });
}
