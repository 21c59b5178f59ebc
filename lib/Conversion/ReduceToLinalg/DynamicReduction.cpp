//===- DynamicReduction.cpp - Reductions along run-time axes --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If axes are known only at run time, vector code has two cases: the innermost
// dimensions are reduced, or they are kept. Each case is one reduction of a
// reshaped input in which reduced and kept dimensions alternate. Adjacent
// dimensions of the same kind are merged, and missing dimensions, at the front,
// have size 1. So the choice is made once, before the loops.
//
//===----------------------------------------------------------------------===//

#include "LinalgReduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "reduce/Support/Status.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

void mlir::reduce::detail::buildAxesAssertions(OpBuilder &builder, Location loc,
                                               const DynamicAxes &axes) {
  // Clauses runtime-axes-range, runtime-axes-unique.
  // Clause runtime-axes-unknown-length.
  for (auto [condition, status] :
       {std::pair(axes.areInRange, Status::AXIS_RANGE),
        std::pair(axes.areUnique, Status::AXIS_DUPLICATE),
        std::pair(axes.haveValidCount, Status::AXES_COUNT)})
    if (condition)
      cf::AssertOp::create(builder, loc, condition, getStatusText(status));
}

static Value buildCompare(ImplicitLocOpBuilder &builder,
                          arith::CmpIPredicate predicate, Value value,
                          int64_t constant) {
  return arith::CmpIOp::create(
      builder, predicate, value,
      arith::ConstantIndexOp::create(builder, constant));
}

namespace {
/// The dimensions of a tensor, grouped by whether they are reduced.
struct DimGroups {
  /// The sizes; a group is reduced if and only if the next one is not.
  SmallVector<Value> sizes;
  /// Whether the last group is reduced.
  Value isLastReduced;
};
} // namespace

/// Builds the groups of the dimensions with `sizes`. A dimension of size 1 may
/// count as reduced or as kept, so it joins any group.
static DimGroups buildDimGroups(ImplicitLocOpBuilder &builder,
                                ArrayRef<Value> sizes,
                                ArrayRef<Value> isReduced) {
  int64_t rank = sizes.size();
  SmallVector<Value> isUnit;
  for (Value size : sizes)
    isUnit.push_back(buildCompare(builder, arith::CmpIPredicate::eq, size, 1));
  DimGroups groups;
  groups.isLastReduced =
      arith::ConstantOp::create(builder, builder.getBoolAttr(false));
  for (int64_t dim : llvm::seq(rank))
    groups.isLastReduced = arith::SelectOp::create(
        builder, isUnit[dim], groups.isLastReduced, isReduced[dim]);

  // At least two groups, so that one of them is kept.
  int64_t numGroups = std::max<int64_t>(rank, 2);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  groups.sizes.assign(numGroups, one);
  // The group of the current dimension, counted from the last group.
  Value place = arith::ConstantIndexOp::create(builder, 0);
  Value kind = groups.isLastReduced;
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    Value nextKind =
        arith::SelectOp::create(builder, isUnit[dim], kind, isReduced[dim]);
    Value isNew = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, kind,
                                        nextKind);
    place = arith::AddIOp::create(
        builder, place,
        arith::IndexCastUIOp::create(builder, builder.getIndexType(), isNew));
    kind = nextKind;
    for (int64_t group : llvm::seq(rank - dim)) {
      Value &size = groups.sizes[numGroups - 1 - group];
      Value isHere =
          buildCompare(builder, arith::CmpIPredicate::eq, place, group);
      Value factor = arith::SelectOp::create(builder, isHere, sizes[dim], one);
      size = arith::MulIOp::create(builder, size, factor);
    }
  }
  return groups;
}

/// Returns the type of a list of elements of `type`.
static RankedTensorType getListType(Type type) {
  return RankedTensorType::get(ShapedType::kDynamic,
                               getElementTypeOrSelf(type));
}

/// Builds the elements of `tensor`, whose rank is at least 1, as a list.
static Value buildList(ImplicitLocOpBuilder &builder, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getRank() > 1)
    tensor = tensor::CollapseShapeOp::create(
        builder, tensor,
        ReassociationIndices(llvm::to_vector(llvm::seq(type.getRank()))));
  if (tensor.getType() != getListType(type))
    tensor = tensor::CastOp::create(builder, getListType(type), tensor);
  return tensor;
}

/// Reshapes `list` to `sizes`, by tensor.expand_shape if `expands`. All sizes
/// are dynamic in the result type, so they are passed as values, even
/// constants.
static Value buildReshape(ImplicitLocOpBuilder &builder, Value list,
                          ArrayRef<Value> sizes, bool expands) {
  if (sizes.size() == 1)
    return list;
  auto type = RankedTensorType::get(
      SmallVector<int64_t>(sizes.size(), ShapedType::kDynamic),
      getElementTypeOrSelf(list.getType()));
  if (!expands)
    return tensor::ReshapeOp::create(
        builder, type, list,
        tensor::FromElementsOp::create(builder, ValueRange(sizes)));
  return tensor::ExpandShapeOp::create(
      builder, type, list,
      ReassociationIndices(
          llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()))),
      SmallVector<OpFoldResult>(sizes.begin(), sizes.end()));
}

Value mlir::reduce::detail::buildDynamicReduction(
    OpBuilder &opBuilder, ReductionOpInterface op, const NamedCombiner &named,
    Value input, const DynamicAxes &axes, bool expandsShapes) {
  ImplicitLocOpBuilder builder(op.getLoc(), opBuilder);
  SmallVector<Value> sizes = getValueOrCreateConstantIndexOp(
      builder, builder.getLoc(),
      tensor::getMixedSizes(builder, builder.getLoc(), input));
  SmallVector<Value> resultSizes = buildResultSizes(builder, op, axes, sizes);
  auto inputType = cast<RankedTensorType>(input.getType());
  if (llvm::is_contained(inputType.getShape(), 0))
    return buildEmptySets(builder, builder.getLoc(), *named.combiner,
                          getAsOpFoldResult(resultSizes));

  DimGroups groups = buildDimGroups(builder, sizes, axes.isReduced);
  Value grouped = buildReshape(builder, buildList(builder, input), groups.sizes,
                               expandsShapes);

  auto buildCase = [&](OpBuilder &nested, Location loc, bool isLastReduced) {
    SmallVector<int64_t> reducedDims;
    int64_t last = groups.sizes.size() - 1;
    for (int64_t dim : llvm::seq(last + 1))
      if ((last - dim) % 2 == (isLastReduced ? 0 : 1))
        reducedDims.push_back(dim);
    ImplicitLocOpBuilder body(loc, nested);
    Value result = buildStaticReduction(body, loc, named, grouped, reducedDims,
                                        /*keepdims=*/false);
    scf::YieldOp::create(body, buildList(body, result));
  };
  auto choice = scf::IfOp::create(
      builder, groups.isLastReduced,
      [&](OpBuilder &nested, Location loc) { buildCase(nested, loc, true); },
      [&](OpBuilder &nested, Location loc) { buildCase(nested, loc, false); });
  return buildReshape(builder, choice.getResult(0), resultSizes, expandsShapes);
}
