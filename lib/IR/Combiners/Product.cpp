//===- Product.cpp - Product ----------------------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Product.h"
#include "reduce/IR/Combiners/StorageTypes.h"

using namespace mlir;
using namespace mlir::reduce;

Type ProductCombiner::getAccumulatorType() const {
  // Clause prod-half-accumulation.
  if (elementType.isF16() || elementType.isBF16())
    return Float32Type::get(elementType.getContext());
  return getStorageType(elementType);
}

bool ProductCombiner::hasFinalize() const {
  return getAccumulatorType() != getStorageType(elementType);
}

CombinerTraits ProductCombiner::getTraits() const {
  // Clauses prod-order, prod-strict-order.
  bool isFloat = isa<FloatType>(elementType);
  CombinerTraits traits;
  traits.isAssociative = !isFloat || !hasStrictOrder;
  traits.isMergeable = !isFloat || (!hasStrictOrder && !hasFinalize());
  traits.isIdentityOnOneElement = true;
  return traits;
}

/// Returns 1 of `type`.
static TypedAttr getOne(Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(floatType, 1.0);
  return IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(), 1));
}

SmallVector<TypedAttr> ProductCombiner::getNeutralState() const {
  // Clause empty-set.
  return {getOne(getAccumulatorType())};
}

State ProductCombiner::prepare(ImplicitLocOpBuilder &builder, Value element,
                               Value) const {
  if (!hasFinalize())
    return {element};
  return {arith::ExtFOp::create(
      builder, getTypeLike(getAccumulatorType(), element), element)};
}

State ProductCombiner::combine(ImplicitLocOpBuilder &builder,
                               ValueRange accumulator,
                               ValueRange element) const {
  // Clause integer-wrap.
  if (!isa<FloatType>(elementType))
    return {arith::MulIOp::create(builder, accumulator[0], element[0])};
  // Clauses nan-prod, prod-order, prod-strict-order.
  return {arith::MulFOp::create(builder, accumulator[0], element[0],
                                hasStrictOrder
                                    ? arith::FastMathFlags::none
                                    : arith::FastMathFlags::reassoc)};
}

Value ProductCombiner::finalize(ImplicitLocOpBuilder &builder, ValueRange state,
                                Value) const {
  if (!hasFinalize())
    return state[0];
  return arith::TruncFOp::create(builder, getTypeLike(elementType, state[0]),
                                 state[0]);
}

namespace {
/// Products of f16 or bf16 as f32.
class RoundedWireForm : public WireForm {
public:
  RoundedWireForm(Type accumulatorType, Type resultType)
      : WireForm(accumulatorType, accumulatorType, CollectiveKind::Product),
        resultType(resultType) {}

  Value decode(ImplicitLocOpBuilder &builder, Value wire) const override {
    return arith::TruncFOp::create(builder, resultType, wire);
  }

private:
  Type resultType;
};
} // namespace

std::unique_ptr<WireForm> ProductCombiner::getWireForm() const {
  // Clause prod-strict-order.
  if (!getTraits().isReassociable())
    return nullptr;
  // Clause prod-half-accumulation.
  if (hasFinalize())
    return std::make_unique<RoundedWireForm>(getAccumulatorType(), elementType);
  return std::make_unique<WireForm>(elementType, getStorageType(elementType),
                                    CollectiveKind::Product);
}

NumberState ProductCombiner::evaluateNeutral() const {
  return {getNumber(getOne(getAccumulatorType()), elementType)};
}

NumberState ProductCombiner::evaluatePrepare(const Number &element,
                                             int64_t) const {
  return {convertNumber(element, getAccumulatorType())};
}

NumberState ProductCombiner::evaluateCombine(const NumberState &accumulator,
                                             const NumberState &element) const {
  return {evaluateNumbers(
      accumulator[0], element[0],
      [](const auto &a, const auto &b) -> Number { return a * b; })};
}

Number ProductCombiner::evaluateFinalize(const NumberState &state,
                                         int64_t) const {
  return convertNumber(state[0], elementType);
}
