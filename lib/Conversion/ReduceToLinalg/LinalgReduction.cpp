//===- LinalgReduction.cpp - Reductions as linalg operations --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgReduction.h"
#include "reduce/IR/TensorBitcast.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::reduce;

/// Returns how the dimensions of a tensor of `rank` group into those that are
/// not in `reducedDims`: each reduced dimension, of size 1 in the result, joins
/// the kept one before it, or else the first kept one. Empty where none is
/// kept.
static SmallVector<ReassociationIndices>
getKeepdimsReassociation(int64_t rank, ArrayRef<int64_t> reducedDims) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!llvm::binary_search(reducedDims, dim)) {
      groups.push_back(std::exchange(leading, {}));
      groups.back().push_back(dim);
    } else if (groups.empty()) {
      leading.push_back(dim);
    } else {
      groups.back().push_back(dim);
    }
  }
  return groups;
}

/// Returns the sizes of `input` without `reducedDims`.
static SmallVector<OpFoldResult> getKeptSizes(OpBuilder &builder, Location loc,
                                              Value input,
                                              ArrayRef<int64_t> reducedDims) {
  SmallVector<OpFoldResult> sizes;
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::binary_search(reducedDims, dim))
      sizes.push_back(tensor::getMixedSize(builder, loc, input, dim));
  return sizes;
}

Value mlir::reduce::buildElementwise(
    OpBuilder &builder, Location loc, Value input, ArrayRef<OpFoldResult> sizes,
    Type elementType,
    function_ref<Value(OpBuilder &, Location, Value)> buildElement) {
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, elementType);
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), input, empty, maps, iterators,
             [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
               linalg::YieldOp::create(
                   nested, nestedLoc, buildElement(nested, nestedLoc, args[0]));
             })
      .getResult(0);
}

Value mlir::reduce::buildElementwiseUpdate(
    OpBuilder &builder, Location loc, Value input, Value destination,
    function_ref<Value(OpBuilder &, Location, Value, Value)> buildElement) {
  int64_t rank = cast<RankedTensorType>(destination.getType()).getRank();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  bool isOne = cast<RankedTensorType>(input.getType()).getRank() == 0;
  AffineMap maps[] = {isOne ? AffineMap::get(rank, 0, builder.getContext())
                            : identity,
                      identity};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, destination.getType(), input, destination, maps,
             iterators,
             [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
               linalg::YieldOp::create(
                   nested, nestedLoc,
                   buildElement(nested, nestedLoc, args[0], args[1]));
             })
      .getResult(0);
}

Value mlir::reduce::buildTruths(OpBuilder &builder, Location loc, Value input) {
  return buildElementwise(builder, loc, input,
                          tensor::getMixedSizes(builder, loc, input),
                          builder.getI8Type(), buildTruth);
}

Value mlir::reduce::buildSingleReductions(OpBuilder &builder, Location loc,
                                          const Combiner &combiner,
                                          Value input) {
  return buildElementwise(
      builder, loc, input, tensor::getMixedSizes(builder, loc, input),
      getElementTypeOrSelf(input.getType()),
      [&](OpBuilder &nested, Location nestedLoc, Value element) {
        Value identity = arith::ConstantOp::create(nested, nestedLoc,
                                                   combiner.getIdentity());
        Value result =
            combiner.combine(nested, nestedLoc, identity,
                             combiner.prepare(nested, nestedLoc, element));
        return combiner.finalize(nested, nestedLoc, result);
      });
}

Value mlir::reduce::buildIdentities(OpBuilder &builder, Location loc,
                                    const Combiner &combiner,
                                    ArrayRef<OpFoldResult> sizes) {
  Value identity =
      arith::ConstantOp::create(builder, loc, combiner.getIdentity());
  Value empty = tensor::EmptyOp::create(builder, loc, sizes,
                                        combiner.getAccumulatorType());
  return linalg::FillOp::create(builder, loc, identity, empty).getResult(0);
}

Value mlir::reduce::buildAccumulation(OpBuilder &builder, Location loc,
                                      const Combiner &combiner, Value input,
                                      Value accumulators,
                                      ArrayRef<AffineExpr> resultExprs,
                                      bool isPrepared) {
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  AffineMap maps[] = {
      builder.getMultiDimIdentityMap(rank),
      AffineMap::get(rank, 0, resultExprs, builder.getContext())};
  SmallVector<utils::IteratorType> iterators;
  for (int64_t dim = 0; dim < rank; ++dim)
    iterators.push_back(
        llvm::is_contained(resultExprs, builder.getAffineDimExpr(dim))
            ? utils::IteratorType::parallel
            : utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             builder, loc, accumulators.getType(), input, accumulators, maps,
             iterators,
             [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
               Value element =
                   isPrepared ? args[0]
                              : combiner.prepare(nested, nestedLoc, args[0]);
               linalg::YieldOp::create(
                   nested, nestedLoc,
                   combiner.combine(nested, nestedLoc, args[1], element));
             })
      .getResult(0);
}

/// Builds the results that `accumulators` stand for, of type `storageType`.
static Value buildFinalized(OpBuilder &builder, Location loc,
                            const Combiner &combiner, Value accumulators,
                            ArrayRef<OpFoldResult> sizes, Type storageType) {
  if (!combiner.hasFinalize())
    return accumulators;
  return buildElementwise(
      builder, loc, accumulators, sizes, storageType,
      [&](OpBuilder &nested, Location nestedLoc, Value accumulator) {
        return combiner.finalize(nested, nestedLoc, accumulator);
      });
}

/// Builds the reduction of `input` without the reduced dimensions. Its elements
/// are of the storage type, or, where `isPrepared`, accumulators themselves.
static Value buildDroppingReduction(OpBuilder &builder, Location loc,
                                    const Combiner &combiner, Value input,
                                    ArrayRef<int64_t> reducedDims,
                                    Type storageType, bool isPrepared) {
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  SmallVector<AffineExpr> keptExprs;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::binary_search(reducedDims, dim))
      keptExprs.push_back(builder.getAffineDimExpr(dim));
  // Clause empty-kept.
  SmallVector<OpFoldResult> keptSizes =
      getKeptSizes(builder, loc, input, reducedDims);
  Value accumulators =
      buildAccumulation(builder, loc, combiner, input,
                        buildIdentities(builder, loc, combiner, keptSizes),
                        keptExprs, isPrepared);
  return buildFinalized(builder, loc, combiner, accumulators, keptSizes,
                        storageType);
}

Value mlir::reduce::buildEmptySets(OpBuilder &builder, Location loc,
                                   const Combiner &combiner, Type storageType,
                                   ArrayRef<OpFoldResult> sizes) {
  Value identity =
      arith::ConstantOp::create(builder, loc, combiner.getIdentity());
  Value result = combiner.finalize(builder, loc, identity);
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, storageType);
  return linalg::FillOp::create(builder, loc, result, empty).getResult(0);
}

/// Returns the sizes of the reduction of `input` with `keepdims`.
static SmallVector<OpFoldResult>
getKeepdimsSizes(OpBuilder &builder, Location loc, Value input,
                 ArrayRef<int64_t> reducedDims) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, input);
  for (int64_t dim : reducedDims)
    sizes[dim] = builder.getIndexAttr(1);
  return sizes;
}

/// Builds the expansion of `result` by a dimension of size 1 for each reduced
/// one of `input`.
static Value buildExpandShape(OpBuilder &builder, Location loc, Value result,
                              Value input, ArrayRef<int64_t> reducedDims) {
  auto inputType = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> shape(inputType.getShape());
  for (int64_t dim : reducedDims)
    shape[dim] = 1;
  return tensor::ExpandShapeOp::create(
      builder, loc, inputType.clone(shape), result,
      getKeepdimsReassociation(inputType.getRank(), reducedDims),
      getKeepdimsSizes(builder, loc, input, reducedDims));
}

Value mlir::reduce::buildReduction(OpBuilder &builder, Location loc,
                                   const Combiner &combiner, Value input,
                                   ArrayRef<int64_t> reducedDims,
                                   bool keepdims) {
  auto inputType = cast<RankedTensorType>(input.getType());
  if (llvm::is_contained(inputType.getShape(), 0))
    return buildEmptySets(
        builder, loc, combiner, inputType.getElementType(),
        keepdims ? getKeepdimsSizes(builder, loc, input, reducedDims)
                 : getKeptSizes(builder, loc, input, reducedDims));
  Value result = buildDroppingReduction(builder, loc, combiner, input,
                                        reducedDims, inputType.getElementType(),
                                        /*isPrepared=*/false);
  if (!keepdims || reducedDims.empty())
    return result;
  return buildExpandShape(builder, loc, result, input, reducedDims);
}

Value mlir::reduce::buildMergedReduction(OpBuilder &builder, Location loc,
                                         ReductionOpInterface op, Value partial,
                                         ArrayRef<int64_t> splitDims) {
  Type elementType = op.getInput().getType().getElementType();
  Value result = buildDroppingReduction(
      builder, loc, *op.getCombiner(), partial, splitDims,
      getStorageType(elementType), /*isPrepared=*/true);
  result = buildTensorBitcast(builder, loc, result, elementType);
  if (op.getKeepdims())
    result = buildExpandShape(builder, loc, result, op.getInput(),
                              op.getReducedDims());
  // The result may be declared with more or fewer static sizes.
  Type resultType = op->getResult(0).getType();
  if (result.getType() != resultType)
    result = tensor::CastOp::create(builder, loc, resultType, result);
  return result;
}
