//===- OperationGenerator.cpp - Operations around reductions --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::fuzz;

void ModuleGenerator::addCast() {
  Value input = drawValue([](TensorType) { return true; });
  auto type = cast<TensorType>(input.getType());
  TensorType result = drawDeclared(type, /*maxRank=*/4);
  if (result != type)
    add(tensor::CastOp::create(builder, result, input));
}

void ModuleGenerator::addConstant() {
  RankedTensorType type = drawType();
  if (!isSignless(type.getElementType()) || !type.hasStaticShape() ||
      !hasRepresentableByteSize(type))
    return;
  add(buildConstant(type));
}

void ModuleGenerator::addCollapse() {
  Value input = drawValue([](TensorType type) {
    return type.hasRank() && cast<RankedTensorType>(type).getRank() > 1;
  });
  if (!input)
    return;
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<ReassociationIndices> groups(1);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (dim != 0 && bytes.ConsumeBool())
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  // One-shot bufferization builds an invalid type from an unknown size and 0.
  if (llvm::is_contained(type.getShape(), 0) && !type.hasStaticShape())
    isLowerable = false;
  // Larger tensors can be rejected, because their bytes cannot be counted.
  if (hasRepresentableByteSize(type) &&
      groups.size() < static_cast<size_t>(type.getRank()))
    add(tensor::CollapseShapeOp::create(builder, input, groups));
}

void ModuleGenerator::addExpand() {
  Value input = drawValue([](TensorType type) {
    return type.hasRank() && cast<RankedTensorType>(type).getRank() > 0;
  });
  if (!input)
    return;
  // Each dimension becomes itself and some dimensions of size 1.
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<ReassociationIndices> groups;
  SmallVector<int64_t> shape;
  for (int64_t extent : type.getShape()) {
    unsigned front = bytes.ConsumeIntegralInRange(0, 1);
    unsigned back = bytes.ConsumeIntegralInRange(0, 1);
    groups.emplace_back();
    for (unsigned i = 0; i < front + 1 + back; ++i) {
      groups.back().push_back(shape.size());
      shape.push_back(i == front ? extent : 1);
    }
  }
  constexpr size_t maxRank = 6;
  if (shape.size() <= maxRank &&
      shape.size() > static_cast<size_t>(type.getRank()))
    add(tensor::ExpandShapeOp::create(
        builder, RankedTensorType::get(shape, type.getElementType()), input,
        groups));
}

void ModuleGenerator::addCall() {
  auto functions = llvm::to_vector(module->getOps<func::FuncOp>());
  functions.pop_back(); // this one
  if (functions.empty())
    return;
  func::FuncOp callee =
      functions[bytes.ConsumeIntegralInRange<size_t>(0, functions.size() - 1)];
  SmallVector<Value> operands;
  for (Type expected : callee.getArgumentTypes()) {
    auto ranked = cast<RankedTensorType>(expected);
    Value value = drawValue([&](TensorType type) {
      return tensor::CastOp::areCastCompatible(type, expected);
    });
    if (!value && ranked.hasStaticShape() && hasRepresentableByteSize(ranked) &&
        isSignless(ranked.getElementType()))
      value = buildConstant(ranked);
    if (!value)
      return;
    if (value.getType() != expected)
      value = tensor::CastOp::create(builder, expected, value);
    operands.push_back(value);
  }
  for (Value result :
       func::CallOp::create(builder, callee, operands).getResults())
    add(result);
}

Value ModuleGenerator::buildCombination(OpBuilder &builder, Location loc,
                                        Value a, Value b) {
  unsigned kind = bytes.ConsumeIntegralInRange(0, 11);
  if (isa<FloatType>(a.getType())) {
    auto fastmath = arith::FastMathFlags::none;
    if (bytes.ConsumeBool())
      fastmath = static_cast<arith::FastMathFlags>(
          bytes.ConsumeIntegralInRange(0, 127));
    switch (kind) {
    case 0:
      return arith::AddFOp::create(builder, loc, a, b, fastmath);
    case 1:
      return arith::SubFOp::create(builder, loc, a, b, fastmath);
    case 2:
    case 3:
      return arith::MulFOp::create(builder, loc, a, b, fastmath);
    case 4:
      return arith::MinNumFOp::create(builder, loc, a, b, fastmath);
    case 5:
      return arith::MaxNumFOp::create(builder, loc, a, b, fastmath);
    case 6:
      return arith::MaximumFOp::create(builder, loc, a, b, fastmath);
    case 7:
      return arith::DivFOp::create(builder, loc, a, b, fastmath);
    case 8: {
      Value less =
          arith::CmpFOp::create(builder, loc,
                                static_cast<arith::CmpFPredicate>(
                                    bytes.ConsumeIntegralInRange(0, 15)),
                                a, b);
      return arith::SelectOp::create(builder, loc, less, a, b);
    }
    default:
      return arith::MinimumFOp::create(builder, loc, a, b, fastmath);
    }
  }
  switch (kind) {
  case 0:
    return arith::AddIOp::create(builder, loc, a, b);
  case 1:
    return arith::SubIOp::create(builder, loc, a, b);
  case 2:
    return arith::AndIOp::create(builder, loc, a, b);
  case 3:
    return arith::OrIOp::create(builder, loc, a, b);
  case 4:
    return arith::XOrIOp::create(builder, loc, a, b);
  case 5:
    return arith::MaxSIOp::create(builder, loc, a, b);
  case 6:
    return arith::MaxUIOp::create(builder, loc, a, b);
  case 7:
    return arith::MinUIOp::create(builder, loc, a, b);
  case 8: {
    Value less = arith::CmpIOp::create(
        builder, loc,
        static_cast<arith::CmpIPredicate>(bytes.ConsumeIntegralInRange(0, 9)),
        a, b);
    return arith::SelectOp::create(builder, loc, less, a, b);
  }
  case 9:
    return arith::MinSIOp::create(builder, loc, a, b);
  default:
    return arith::MulIOp::create(builder, loc, a, b);
  }
}

Value ModuleGenerator::buildArithmetic(OpBuilder &builder, Location loc,
                                       ValueRange operands) {
  SmallVector<Value> pool(operands);
  Type type = pool.front().getType();
  for (unsigned i = 0, e = bytes.ConsumeIntegralInRange(1, 4); i < e; ++i) {
    auto drawOperand = [&]() -> Value {
      if (bytes.ConsumeIntegralInRange(0, 5) == 0)
        return arith::ConstantOp::create(builder, loc, drawNumber(type));
      return pool[bytes.ConsumeIntegralInRange<size_t>(0, pool.size() - 1)];
    };
    Value a = drawOperand(), b = drawOperand();
    if (isa<FloatType>(type) && bytes.ConsumeIntegralInRange(0, 5) == 0)
      pool.push_back(arith::NegFOp::create(builder, loc, a));
    else
      pool.push_back(buildCombination(builder, loc, a, b));
  }
  return pool.back();
}

void ModuleGenerator::addElementwise() {
  auto accept = [](TensorType type) {
    return type.hasRank() && isSignless(type.getElementType()) &&
           hasRepresentableByteSize(cast<RankedTensorType>(type));
  };
  Value first = drawValue(accept);
  if (!first)
    return;
  auto type = cast<RankedTensorType>(first.getType());
  int64_t rank = type.getRank();
  SmallVector<Value> inputs = {first};
  SmallVector<AffineMap> maps = {builder.getMultiDimIdentityMap(rank)};
  // Other operands with the same shape, or with some of its dimensions in
  // order.
  for (unsigned i = 0, e = bytes.ConsumeIntegralInRange(0, 2); i < e; ++i) {
    SmallVector<AffineExpr> exprs;
    Value other = drawValue([&](TensorType candidate) {
      if (!accept(candidate) ||
          candidate.getElementType() != type.getElementType())
        return false;
      exprs.clear();
      ArrayRef<int64_t> shape = cast<RankedTensorType>(candidate).getShape();
      for (int64_t dim = 0; dim < rank; ++dim)
        if (exprs.size() < shape.size() &&
            shape[exprs.size()] == type.getDimSize(dim))
          exprs.push_back(builder.getAffineDimExpr(dim));
      return exprs.size() == shape.size();
    });
    if (!other)
      break;
    inputs.push_back(other);
    maps.push_back(AffineMap::get(rank, 0, exprs, builder.getContext()));
  }
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, first, dim));
  Value init = buildEmpty(type, sizes);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  add(linalg::GenericOp::create(
          builder, type, inputs, init, maps, iterators,
          [&](OpBuilder &nested, Location loc, ValueRange elements) {
            linalg::YieldOp::create(
                nested, loc,
                buildArithmetic(nested, loc, elements.drop_back()));
          })
          .getResult(0));
}

void ModuleGenerator::addGenericReduction() {
  Value input = drawValue([](TensorType type) {
    return type.hasRank() && isSignless(type.getElementType()) &&
           hasRepresentableByteSize(cast<RankedTensorType>(type));
  });
  if (!input)
    return;
  auto type = cast<RankedTensorType>(input.getType());
  int64_t rank = type.getRank();
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  SmallVector<AffineExpr> exprs;
  SmallVector<utils::IteratorType> iterators;
  uint8_t reduced = bytes.ConsumeIntegral<uint8_t>();
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isReduced = reduced >> dim & 1;
    iterators.push_back(isReduced ? utils::IteratorType::reduction
                                  : utils::IteratorType::parallel);
    if (isReduced)
      continue;
    shape.push_back(type.getDimSize(dim));
    exprs.push_back(builder.getAffineDimExpr(dim));
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, input, dim));
  }
  auto resultType = RankedTensorType::get(shape, type.getElementType());
  Value neutral =
      arith::ConstantOp::create(builder, drawNumber(type.getElementType()));
  Value init =
      linalg::FillOp::create(builder, neutral, buildEmpty(resultType, sizes))
          .getResult(0);
  SmallVector<AffineMap> maps = {
      builder.getMultiDimIdentityMap(rank),
      AffineMap::get(rank, 0, exprs, builder.getContext())};
  bool swap = bytes.ConsumeBool();
  add(linalg::GenericOp::create(
          builder, resultType, input, init, maps, iterators,
          [&](OpBuilder &nested, Location loc, ValueRange elements) {
            Value element = elements[0];
            if (bytes.ConsumeIntegralInRange(0, 3) == 0)
              element = buildArithmetic(nested, loc, element);
            Value a = swap ? elements[1] : element;
            Value b = swap ? element : elements[1];
            linalg::YieldOp::create(nested, loc,
                                    buildCombination(nested, loc, a, b));
          })
          .getResult(0));
}
