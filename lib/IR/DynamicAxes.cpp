//===- DynamicAxes.cpp - Axes computed at run time ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/DynamicAxes.h"

#include "ConstantTensors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "reduce/IR/Combiners/StorageTypes.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Reading axes
//===----------------------------------------------------------------------===//

/// If the rank is unknown, axes are listed only up to this number.
static constexpr int64_t maxListedAxes = 1 << 16;

std::optional<SmallVector<int64_t>>
mlir::reduce::getConstantAxes(ReductionOpInterface op) {
  Value operand = op.getDynamicAxes();
  if (!operand)
    return std::nullopt;
  SmallVector<int64_t> axes;
  if (op.getReductionAxes().getCount() != 0) {
    // In a graph region, a cast may be an operand of itself.
    llvm::SmallPtrSet<Operation *, 4> casts;
    for (auto cast = operand.getDefiningOp<tensor::CastOp>();
         cast && casts.insert(cast).second;
         cast = operand.getDefiningOp<tensor::CastOp>())
      operand = cast.getSource();
    DenseElementsAttr elements = getConstantElements(operand);
    if (!elements)
      return std::nullopt;
    int64_t count = elements.getNumElements();
    // More axes than the rank are invalid anyway: two are equal, or one is out
    // of range. One more than the rank suffices to detect this.
    if (op.getInput().getType().hasRank())
      count = std::min(count, op.getInput().getType().getRank() + 1);
    else if (count > maxListedAxes)
      return std::nullopt;
    bool areUnsigned = isUnsigned(elements.getElementType());
    auto values = elements.getValues<APInt>();
    for (int64_t i : llvm::seq(count)) {
      APSInt axis(values[i], areUnsigned);
      // Out of range for any tensor, before and after this conversion.
      axes.push_back(axis.isRepresentableByInt64()
                         ? axis.getExtValue()
                         : std::numeric_limits<int64_t>::max());
    }
  }
  if (axes.empty() && !op.getNoopWithEmptyAxes()) {
    if (!op.getInput().getType().hasRank())
      return std::nullopt;
    llvm::append_range(axes, llvm::seq(op.getInput().getType().getRank()));
  }
  return axes;
}

static Value buildInteger(ImplicitLocOpBuilder &builder, Type type,
                          int64_t value) {
  return arith::ConstantOp::create(builder,
                                   builder.getIntegerAttr(type, value));
}

/// Builds the dimension of type `type` that `axis` names in a tensor of `rank`.
/// For an axis out of range, it is at least `rank` as an unsigned number.
static Value buildDim(ImplicitLocOpBuilder &builder, Value axis,
                      bool isUnsigned, int64_t rank, Type type) {
  if (isUnsigned)
    return axis.getType() == type
               ? axis
               : arith::ExtUIOp::create(builder, type, axis).getResult();
  if (axis.getType() != type)
    axis = arith::ExtSIOp::create(builder, type, axis);
  Value isNegative = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::slt, axis, buildInteger(builder, type, 0));
  Value fromEnd =
      arith::AddIOp::create(builder, axis, buildInteger(builder, type, rank));
  return arith::SelectOp::create(builder, isNegative, fromEnd, axis);
}

namespace {
/// The state of a loop over the axes: one bit for each dimension that the axes
/// so far name, and whether they are valid.
struct AxesState {
  Value dims, areInRange, areUnique;
};
} // namespace

/// Builds the state after `state` and one more `axis`.
static AxesState buildStep(ImplicitLocOpBuilder &builder, AxesState state,
                           Value axis, bool isUnsigned, int64_t rank) {
  Type type = state.dims.getType();
  Value zero = buildInteger(builder, type, 0);
  Value dim = buildDim(builder, axis, isUnsigned, rank, type);
  Value isInRange =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, dim,
                            buildInteger(builder, type, rank));
  // A shift by the bit width or more is poison.
  Value shift = arith::SelectOp::create(builder, isInRange, dim, zero);
  Value bit = arith::ShLIOp::create(
      builder, arith::ExtUIOp::create(builder, type, isInRange), shift);
  Value isNew = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::eq,
      arith::AndIOp::create(builder, state.dims, bit), zero);
  return {arith::OrIOp::create(builder, state.dims, bit),
          arith::AndIOp::create(builder, state.areInRange, isInRange),
          arith::AndIOp::create(builder, state.areUnique, isNew)};
}

/// Builds the state after `state` and all `count` elements of the list `axes`.
static AxesState buildLoop(ImplicitLocOpBuilder &builder, AxesState state,
                           Value axes, Value count, bool isUnsigned,
                           int64_t rank) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  auto loop = scf::ForOp::create(
      builder, zero, count, one,
      ValueRange{state.dims, state.areInRange, state.areUnique},
      [&](OpBuilder &nested, Location loc, Value i, ValueRange carried) {
        ImplicitLocOpBuilder body(loc, nested);
        Value axis = tensor::ExtractOp::create(body, axes, i);
        AxesState next = buildStep(body, {carried[0], carried[1], carried[2]},
                                   axis, isUnsigned, rank);
        scf::YieldOp::create(
            body, ValueRange{next.dims, next.areInRange, next.areUnique});
      });
  return {loop.getResult(0), loop.getResult(1), loop.getResult(2)};
}

/// Builds whether `count` axes reduce a tensor of `rank` to `resultRank`
/// dimensions, without keepdims.
static Value buildIsValidCount(ImplicitLocOpBuilder &builder, Value count,
                               int64_t rank, int64_t resultRank,
                               bool noopWithEmptyAxes) {
  auto buildIsCount = [&](int64_t valid) -> Value {
    return arith::CmpIOp::create(
        builder, arith::CmpIPredicate::eq, count,
        arith::ConstantIndexOp::create(builder, valid));
  };
  SmallVector<Value> alternatives;
  if (resultRank < rank)
    alternatives.push_back(buildIsCount(rank - resultRank));
  if (resultRank == (noopWithEmptyAxes ? rank : 0))
    alternatives.push_back(buildIsCount(0));
  Value valid = buildInteger(builder, builder.getI1Type(), 0);
  for (Value alternative : alternatives)
    valid = arith::OrIOp::create(builder, valid, alternative);
  return valid;
}

DynamicAxes mlir::reduce::buildDynamicAxes(OpBuilder &opBuilder,
                                           ReductionOpInterface op,
                                           Value axes) {
  ImplicitLocOpBuilder builder(op.getLoc(), opBuilder);
  int64_t rank = op.getInput().getType().getRank();
  int64_t resultRank = cast<TensorType>(op->getResult(0).getType()).getRank();
  auto originalType = cast<RankedTensorType>(op.getDynamicAxes().getType());
  bool isUnsigned = originalType.getElementType().isUnsignedInteger();
  auto type = cast<RankedTensorType>(axes.getType());
  if (type.getElementType().isUnsignedInteger()) {
    type = type.clone(builder.getIntegerType(type.getElementTypeBitWidth()));
    axes = tensor::BitcastOp::create(builder, type, axes);
  }

  // Wide enough for one bit per dimension and for any axis.
  Type bitsType = builder.getIntegerType(std::max<int64_t>(64, rank));
  Value valid = buildInteger(builder, builder.getI1Type(), 1);
  AxesState state{buildInteger(builder, bitsType, 0), valid, valid};
  DynamicAxes result;
  if (type.getRank() == 0) {
    Value axis = tensor::ExtractOp::create(builder, axes, ValueRange());
    state = buildStep(builder, state, axis, isUnsigned, rank);
  } else {
    Value count = tensor::DimOp::create(builder, axes, 0);
    state = buildLoop(builder, state, axes, count, isUnsigned, rank);
    if (!op.getNoopWithEmptyAxes()) {
      Value isEmpty =
          arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, count,
                                arith::ConstantIndexOp::create(builder, 0));
      Value all = arith::ConstantOp::create(
          builder,
          builder.getIntegerAttr(
              bitsType, APInt::getAllOnes(bitsType.getIntOrFloatBitWidth())));
      state.dims = arith::SelectOp::create(builder, isEmpty, all, state.dims);
    }
    if (!op.getKeepdims() && type.isDynamicDim(0))
      result.haveValidCount = buildIsValidCount(
          builder, count, rank, resultRank, op.getNoopWithEmptyAxes());
  }
  for (int64_t dim : llvm::seq(rank)) {
    Value bits = arith::ShRUIOp::create(builder, state.dims,
                                        buildInteger(builder, bitsType, dim));
    result.isReduced.push_back(
        arith::TruncIOp::create(builder, builder.getI1Type(), bits));
  }
  result.areInRange = state.areInRange;
  result.areUnique = state.areUnique;
  return result;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SmallVector<Value> mlir::reduce::buildResultSizes(OpBuilder &opBuilder,
                                                  ReductionOpInterface op,
                                                  const DynamicAxes &axes,
                                                  ValueRange inputSizes) {
  ImplicitLocOpBuilder builder(op.getLoc(), opBuilder);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  if (op.getKeepdims())
    return llvm::map_to_vector(
        llvm::zip_equal(inputSizes, axes.isReduced), [&](auto pair) -> Value {
          auto [size, isReduced] = pair;
          return arith::SelectOp::create(builder, isReduced, one, size);
        });
  int64_t resultRank = cast<TensorType>(op->getResult(0).getType()).getRank();
  SmallVector<Value> keptSizes(resultRank, one);
  // The position of the current dimension in the result if it is kept.
  Value place = arith::ConstantIndexOp::create(builder, 0);
  for (auto [size, isReduced] : llvm::zip_equal(inputSizes, axes.isReduced)) {
    Value next = arith::AddIOp::create(builder, place, one);
    for (auto [i, keptSize] : llvm::enumerate(keptSizes)) {
      Value isHere =
          arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, place,
                                arith::ConstantIndexOp::create(builder, i));
      // Of the dimensions with the same position, the last one is kept.
      keptSize = arith::SelectOp::create(builder, isHere, size, keptSize);
    }
    place = arith::SelectOp::create(builder, isReduced, place, next);
  }
  return keptSizes;
}

LogicalResult
mlir::reduce::reifyReductionShape(OpBuilder &builder, ReductionOpInterface op,
                                  ReifiedRankedShapedTypeDims &shapes) {
  auto inputType = dyn_cast<RankedTensorType>(op.getInput().getType());
  auto resultType = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!inputType || !resultType)
    return failure();
  SmallVector<OpFoldResult> inputSizes =
      tensor::getMixedSizes(builder, op.getLoc(), op.getInput());
  SmallVector<OpFoldResult> sizes;
  if (std::optional<SmallVector<int64_t>> dims =
          getImpliedReducedDims(inputType, op.getReductionAxes(),
                                op.getKeepdims(), resultType.getRank())) {
    for (auto [dim, size] : llvm::enumerate(inputSizes)) {
      if (!llvm::binary_search(*dims, static_cast<int64_t>(dim)))
        sizes.push_back(size);
      else if (op.getKeepdims())
        sizes.push_back(builder.getIndexAttr(1));
    }
  } else {
    SmallVector<Value> values = buildResultSizes(
        builder, op, buildDynamicAxes(builder, op, op.getDynamicAxes()),
        getValueOrCreateConstantIndexOp(builder, op.getLoc(), inputSizes));
    sizes.assign(values.begin(), values.end());
  }
  // Use the declared size if there is one.
  for (auto [size, declared] : llvm::zip_equal(sizes, resultType.getShape())) {
    if (!ShapedType::isDynamic(declared))
      size = builder.getIndexAttr(declared);
    else
      size = getValueOrCreateConstantIndexOp(builder, op.getLoc(), size);
  }
  shapes.push_back(std::move(sizes));
  return success();
}
