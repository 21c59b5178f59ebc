//===- CollapsedRuns.cpp - Dimensions of slices as one --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollapsedRuns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns whether `slice` has all of dimension `dim` of its source. Then its
/// offset is 0, even if that is not known.
static bool hasWholeDim(tensor::ExtractSliceOp slice, unsigned dim) {
  OpFoldResult size = slice.getMixedSizes()[dim];
  int64_t extent = slice.getSourceType().getDimSize(dim);
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return *known == extent;
  auto dimOp = cast<Value>(size).getDefiningOp<tensor::DimOp>();
  return dimOp && dimOp.getSource() == slice.getSource() &&
         dimOp.getConstantIndex() == dim;
}

bool mlir::reduce::detail::isContiguousSlice(tensor::ExtractSliceOp slice) {
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  unsigned dim = 0, rank = sizes.size();
  while (dim < rank && isConstantIntValue(sizes[dim], 1))
    ++dim;
  if (dim == rank)
    return true;
  if (!isConstantIntValue(slice.getMixedStrides()[dim], 1))
    return false;
  return llvm::all_of(llvm::seq(dim + 1, rank), [&](unsigned other) {
    return hasWholeDim(slice, other);
  });
}

/// Returns the operation that defines `tensor` as the same elements, or as some
/// of them, in the same order; null if there is none.
static Operation *getView(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return isa_and_present<tensor::CastOp, tensor::CollapseShapeOp,
                         tensor::ExpandShapeOp, tensor::ExtractSliceOp>(op)
             ? op
             : nullptr;
}

/// Returns whether `tensor` is one run of memory although its memref does not
/// say so: it is a slice whose strides are not known.
static bool isHiddenRun(Value tensor) {
  bool isHidden = false;
  for (; Operation *view = getView(tensor); tensor = view->getOperand(0)) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(view);
    if (!slice)
      continue;
    if (!isContiguousSlice(slice))
      return false;
    ArrayRef<int64_t> extents = slice.getSourceType().getShape();
    isHidden |=
        extents.size() > 1 && ShapedType::isDynamicShape(extents.drop_front());
  }
  return isHidden;
}

static OpFoldResult buildProduct(ImplicitLocOpBuilder &builder,
                                 ArrayRef<OpFoldResult> factors) {
  OpFoldResult product = builder.getIndexAttr(1);
  for (OpFoldResult factor : factors) {
    std::optional<int64_t> known = getConstantIntValue(factor);
    std::optional<int64_t> before = getConstantIntValue(product);
    if (known && before)
      product = builder.getIndexAttr(*known * *before);
    else
      product = builder.createOrFold<arith::MulIOp>(
          getValueOrCreateConstantIndexOp(builder, builder.getLoc(), product),
          getValueOrCreateConstantIndexOp(builder, builder.getLoc(), factor));
  }
  return product;
}

/// Builds `tensor`, one run of memory, as a tensor of one dimension.
static Value buildFlat(ImplicitLocOpBuilder &builder, Value tensor) {
  if (!isHiddenRun(tensor)) {
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    ReassociationIndices all = llvm::to_vector<2>(llvm::seq(rank));
    if (rank == 1)
      return tensor;
    return tensor::CollapseShapeOp::create(builder, tensor,
                                           ArrayRef<ReassociationIndices>(all));
  }
  Operation *view = getView(tensor);
  Value source = view->getOperand(0);
  Value flat = buildFlat(builder, source);
  auto slice = dyn_cast<tensor::ExtractSliceOp>(view);
  if (!slice)
    return flat;
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(builder, builder.getLoc(), source);
  Value offset = arith::ConstantIndexOp::create(builder, 0);
  for (auto [dim, index] : llvm::enumerate(slice.getMixedOffsets())) {
    OpFoldResult distance = buildProduct(
        builder,
        {index, buildProduct(builder, ArrayRef(extents).drop_front(dim + 1))});
    offset = builder.createOrFold<arith::AddIOp>(
        offset,
        getValueOrCreateConstantIndexOp(builder, builder.getLoc(), distance));
  }
  return tensor::ExtractSliceOp::create(
      builder, flat, {OpFoldResult(offset)},
      {buildProduct(builder, slice.getMixedSizes())},
      {builder.getIndexAttr(1)});
}

Value mlir::reduce::detail::buildCollapsedRun(
    ImplicitLocOpBuilder &builder, Value tensor,
    ArrayRef<ReassociationIndices> groups) {
  if (!isHiddenRun(tensor))
    return tensor::CollapseShapeOp::create(builder, tensor, groups);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, builder.getLoc(), tensor);
  auto collapsed =
      llvm::map_to_vector(groups, [&](const ReassociationIndices &group) {
        return buildProduct(builder,
                            llvm::map_to_vector(group, [&](int64_t dim) {
                              return sizes[dim];
                            }));
      });
  Value flat = buildFlat(builder, tensor);
  if (groups.size() == 1)
    return flat;
  SmallVector<int64_t> shape;
  SmallVector<Value> ignored;
  dispatchIndexOpFoldResults(collapsed, ignored, shape);
  ReassociationIndices all =
      llvm::to_vector<2>(llvm::seq<int64_t>(0, groups.size()));
  return tensor::ExpandShapeOp::create(
      builder, RankedTensorType::get(shape, getElementTypeOrSelf(tensor)), flat,
      ArrayRef<ReassociationIndices>(all), collapsed);
}
