//===- CollapsedRuns.cpp - Dimensions of slices as one --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartBuilder.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

/// Returns whether the dimensions `dims` of `slice` are one run of memory if
/// those of its source are: it has a part of at most one of them, before which
/// it has single indices.
static bool isRun(tensor::ExtractSliceOp slice, ArrayRef<int64_t> dims) {
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  dims = dims.drop_while(
      [&](int64_t dim) { return isConstantIntValue(sizes[dim], 1); });
  if (dims.empty())
    return true;
  return isConstantIntValue(slice.getMixedStrides()[dims.front()], 1) &&
         llvm::all_of(dims.drop_front(),
                      [&](int64_t dim) { return hasWholeDim(slice, dim); });
}

bool mlir::reduce::detail::isContiguousSlice(tensor::ExtractSliceOp slice) {
  return isRun(slice, llvm::to_vector(llvm::seq<int64_t>(
                          0, slice.getSourceType().getRank())));
}

/// Returns the slice that `tensor` is, perhaps as another type; null if it is
/// none.
static tensor::ExtractSliceOp getSlice(Value tensor) {
  while (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    tensor = cast.getSource();
  return tensor.getDefiningOp<tensor::ExtractSliceOp>();
}

static bool dropsDims(tensor::ExtractSliceOp slice) {
  return slice.getType().getRank() != slice.getSourceType().getRank();
}

bool mlir::reduce::detail::areRuns(Value tensor,
                                   ArrayRef<ReassociationIndices> groups) {
  tensor::ExtractSliceOp slice = getSlice(tensor);
  if (!slice)
    return true;
  if (dropsDims(slice))
    return isContiguousSlice(slice);
  return llvm::all_of(groups, [&](const ReassociationIndices &group) {
    return group.size() == 1 || isRun(slice, group);
  });
}

/// Returns whether the type of the memref of `slice` does not say that `groups`
/// of dimensions, which are runs of memory, are that.
static bool areHidden(tensor::ExtractSliceOp slice,
                      ArrayRef<ReassociationIndices> groups) {
  return !dropsDims(slice) &&
         llvm::any_of(groups, [&](const ReassociationIndices &group) {
           return llvm::any_of(ArrayRef(group).drop_front(), [&](int64_t dim) {
             return slice.getSourceType().isDynamicDim(dim);
           });
         });
}

/// Builds the product of those of `ofDims` that are of `dims`.
static OpFoldResult buildProductOf(ImplicitLocOpBuilder &builder,
                                   ArrayRef<OpFoldResult> ofDims,
                                   ArrayRef<int64_t> dims) {
  OpFoldResult product = builder.getIndexAttr(1);
  for (int64_t dim : dims)
    product = buildProduct(builder, product, ofDims[dim]);
  return product;
}

/// Builds the offset of `slice` in the dimensions `dims` of its source, which
/// are collapsed.
static OpFoldResult buildOffset(ImplicitLocOpBuilder &builder,
                                tensor::ExtractSliceOp slice,
                                ArrayRef<int64_t> dims) {
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(builder, builder.getLoc(), slice.getSource());
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  OpFoldResult sum = builder.getIndexAttr(0);
  for (; !dims.empty(); dims = dims.drop_front()) {
    OpFoldResult stride = buildProductOf(builder, extents, dims.drop_front());
    sum = buildSum(builder, sum,
                   buildProduct(builder, offsets[dims.front()], stride));
  }
  return sum;
}

Value mlir::reduce::detail::buildCollapsedRun(
    ImplicitLocOpBuilder &builder, Value tensor,
    ArrayRef<ReassociationIndices> groups) {
  tensor::ExtractSliceOp slice = getSlice(tensor);
  if (!slice || !areRuns(tensor, groups) || !areHidden(slice, groups))
    return tensor::CollapseShapeOp::create(builder, tensor, groups);
  Value source = buildCollapsedRun(builder, slice.getSource(), groups);
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(builder, builder.getLoc(), tensor);
  SmallVector<OpFoldResult> offsets, sizes, strides;
  for (const ReassociationIndices &group : groups) {
    offsets.push_back(buildOffset(builder, slice, group));
    sizes.push_back(buildProductOf(builder, extents, group));
    strides.push_back(group.size() == 1 ? slice.getMixedStrides()[group[0]]
                                        : builder.getIndexAttr(1));
  }
  return tensor::ExtractSliceOp::create(builder, source, offsets, sizes,
                                        strides);
}

/// Returns `rank` dimensions in groups: one for each before `first`, and one
/// for all others.
static SmallVector<ReassociationIndices> getGroups(int64_t first,
                                                   int64_t rank) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim : llvm::seq(first))
    groups.push_back({dim});
  groups.push_back(llvm::to_vector<2>(llvm::seq(first, rank)));
  return groups;
}

/// Returns all dimensions of `tensor` as one group.
static SmallVector<ReassociationIndices> getAllDims(Value tensor) {
  return getGroups(0, cast<RankedTensorType>(tensor.getType()).getRank());
}

Value mlir::reduce::detail::buildFlattened(ImplicitLocOpBuilder &builder,
                                           Value tensor) {
  return builder.createOrFold<tensor::CollapseShapeOp>(tensor,
                                                       getAllDims(tensor));
}

Value mlir::reduce::detail::buildUnflattened(ImplicitLocOpBuilder &builder,
                                             Value flat, Value tensor) {
  auto expanded = tensor.getDefiningOp<tensor::ExpandShapeOp>();
  SmallVector<OpFoldResult> sizes =
      expanded ? expanded.getMixedOutputShape()
               : tensor::getMixedSizes(builder, builder.getLoc(), tensor);
  return tensor::ExpandShapeOp::create(builder,
                                       cast<RankedTensorType>(tensor.getType()),
                                       flat, getAllDims(tensor), sizes);
}

RankedTensorType mlir::reduce::detail::getShaped(Value tensor,
                                                 ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> ignored;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults(sizes, ignored, shape);
  return RankedTensorType::get(shape, getElementTypeOrSelf(tensor));
}

Value mlir::reduce::detail::buildExpanded(ImplicitLocOpBuilder &builder,
                                          Value tensor,
                                          ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (static_cast<size_t>(type.getRank()) == sizes.size())
    return tensor;
  return tensor::ExpandShapeOp::create(
      builder, getShaped(tensor, sizes), tensor,
      getGroups(type.getRank() - 1, sizes.size()), sizes);
}

SmallVector<Value>
mlir::reduce::detail::buildInRuns(ImplicitLocOpBuilder &builder,
                                  ValueRange runs, ArrayRef<OpFoldResult> sizes,
                                  BuildInTensorsFn build) {
  auto layout =
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {1});
  SmallVector<Value> memory, expanded, tensors;
  for (Value run : runs) {
    auto type = cast<RankedTensorType>(run.getType());
    auto memRefType =
        MemRefType::get(type.getShape(), type.getElementType(), layout);
    memory.push_back(
        bufferization::ToBufferOp::create(builder, memRefType, run));
    expanded.push_back(memref::ExpandShapeOp::create(
        builder, getShaped(run, sizes).getShape(), memory.back(),
        getGroups(0, sizes.size()), sizes));
    // Immediately after the memref, the tensor would be folded to `run`.
    Value tensor = bufferization::ToTensorOp::create(
        builder, type, memory.back(), /*restrict=*/true, /*writable=*/true);
    tensors.push_back(buildExpanded(builder, tensor, sizes));
  }
  for (auto [result, memref] : llvm::zip_equal(build(tensors), expanded)) {
    auto inPlace = bufferization::MaterializeInDestinationOp::create(
        builder, /*result=*/Type(), result, memref);
    inPlace.setRestrict(true);
    inPlace.setWritable(true);
  }
  SmallVector<Value> results;
  for (auto [run, memref] : llvm::zip_equal(runs, memory))
    results.push_back(bufferization::ToTensorOp::create(
        builder, run.getType(), memref, /*restrict=*/true));
  return results;
}
