//===- Combiners.cpp - The operators of reductions ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Combiners.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::reduce;

Type mlir::reduce::getStorageType(Type elementType) {
  if (elementType.isSignlessInteger(1))
    return IntegerType::get(elementType.getContext(), 8);
  // There are no bytes for one bit without the rules of bool.
  if (elementType.isUnsignedInteger() && !elementType.isInteger(1))
    return IntegerType::get(elementType.getContext(),
                            elementType.getIntOrFloatBitWidth());
  return elementType;
}

bool mlir::reduce::isUnsigned(Type elementType) {
  return elementType.isUnsignedInteger() || elementType.isInteger(1);
}

static Value buildConstant(OpBuilder &builder, Location loc, TypedAttr value) {
  return arith::ConstantOp::create(builder, loc, value);
}

Value mlir::reduce::buildTruth(OpBuilder &builder, Location loc, Value byte) {
  // Clause bool-bytes.
  Value zero = buildConstant(builder, loc, builder.getZeroAttr(byte.getType()));
  Value isTrue =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, byte, zero);
  return arith::ExtUIOp::create(builder, loc, byte.getType(), isTrue);
}

//===----------------------------------------------------------------------===//
// Minimum
//===----------------------------------------------------------------------===//

/// Returns the bits of +inf of a 16-bit float.
static uint16_t getInfinityBits(Type type) {
  return APFloat::getInf(cast<FloatType>(type).getFloatSemantics())
      .bitcastToAPInt()
      .getZExtValue();
}

Type MinCombiner::getAccumulatorType() const {
  if (usesKeys())
    return IntegerType::get(elementType.getContext(), 16);
  return getStorageType(elementType);
}

TypedAttr MinCombiner::getIdentity() const {
  // Clause empty-set.
  Type type = getAccumulatorType();
  if (usesKeys()) {
    // The key of +inf.
    uint16_t key =
        nanMode == NanMode::Ignore ? getInfinityBits(elementType) : 0;
    return IntegerAttr::get(type, APInt(16, key));
  }
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(floatType,
                          APFloat::getInf(floatType.getFloatSemantics()));
  unsigned width = type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, isUnsigned(elementType)
                                    ? APInt::getMaxValue(width)
                                    : APInt::getSignedMaxValue(width));
}

/// Where numbers of one sign are their own keys, those of the other are taken
/// from the bits of +inf, which reverses their order, modulo 2^16, which puts
/// NaN of either sign at the same end:
///
///          propagate: the greatest, unsigned    ignore: the least, signed
///   +0     inf                                  0
///   +inf   0                                    inf
///   +NaN   2^15 + inf + 1 and more              inf + 1 and more
///   -0     2^15                                 inf - 2^15
///   -inf   2^15 + inf                           -2^15
///   -NaN   2^15 + inf + 1 and more              inf + 1 and more
///
/// Numbers and +inf become themselves again in the same way, and so does a NaN
/// that is propagated, except for its sign.
Value MinCombiner::buildKey(OpBuilder &builder, Location loc,
                            Value bits) const {
  // Clauses nan-ignore, nan-min.
  Value zero =
      buildConstant(builder, loc, builder.getIntegerAttr(bits.getType(), 0));
  Value infinity = buildConstant(
      builder, loc,
      builder.getIntegerAttr(bits.getType(), getInfinityBits(elementType)));
  auto reversedSign = nanMode == NanMode::Ignore ? arith::CmpIPredicate::slt
                                                 : arith::CmpIPredicate::sge;
  Value isReversed =
      arith::CmpIOp::create(builder, loc, reversedSign, bits, zero);
  Value reversed = arith::SubIOp::create(builder, loc, infinity, bits);
  return arith::SelectOp::create(builder, loc, isReversed, reversed, bits);
}

Value MinCombiner::prepare(OpBuilder &builder, Location loc,
                           Value element) const {
  if (usesKeys())
    return buildKey(
        builder, loc,
        arith::BitcastOp::create(builder, loc, getAccumulatorType(), element));
  // Clause nan-ignore.
  if (isa<FloatType>(elementType) && nanMode == NanMode::Ignore) {
    Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                        element, element);
    Value identity = buildConstant(builder, loc, getIdentity());
    return arith::SelectOp::create(builder, loc, isNaN, identity, element);
  }
  return element;
}

Value MinCombiner::combine(OpBuilder &builder, Location loc, Value accumulator,
                           Value element) const {
  if (isa<FloatType>(accumulator.getType())) {
    // Clauses exact, nan-min, signed-zero.
    // Without nsz, x86 spends three more instructions on each vector to order
    // the zeros, which no specification asks for. With the element first it
    // keeps a NaN without a copy of the accumulator.
    auto flags = arith::FastMathFlags::nsz;
    if (nanMode == NanMode::Ignore)
      flags = flags | arith::FastMathFlags::nnan;
    return arith::MinimumFOp::create(builder, loc, element, accumulator, flags);
  }
  if (usesKeys() && nanMode == NanMode::Propagate)
    return arith::MaxUIOp::create(builder, loc, accumulator, element);
  // Clauses bool-order, exact.
  if (isUnsigned(elementType))
    return arith::MinUIOp::create(builder, loc, accumulator, element);
  return arith::MinSIOp::create(builder, loc, accumulator, element);
}

Value MinCombiner::finalize(OpBuilder &builder, Location loc,
                            Value accumulator) const {
  if (elementType.isInteger(1))
    return buildTruth(builder, loc, accumulator);
  if (!usesKeys())
    return accumulator;
  return arith::BitcastOp::create(builder, loc, elementType,
                                  buildKey(builder, loc, accumulator));
}

TypedAttr MinCombiner::evaluateEmpty() const {
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return FloatAttr::get(floatType,
                          APFloat::getInf(floatType.getFloatSemantics()));
  return IntegerAttr::get(
      elementType, APSInt::getMaxValue(elementType.getIntOrFloatBitWidth(),
                                       isUnsigned(elementType)));
}

APFloat MinCombiner::evaluate(const APFloat &accumulator,
                              const APFloat &element) const {
  if (nanMode == NanMode::Ignore && element.isNaN())
    return accumulator;
  return llvm::minimum(accumulator, element);
}

APSInt MinCombiner::evaluate(const APSInt &accumulator,
                             const APSInt &element) const {
  return std::min(accumulator, element);
}

bool MinCombiner::keepsSingleElement() const {
  return !isa<FloatType>(elementType) || nanMode == NanMode::Propagate;
}

//===----------------------------------------------------------------------===//
// Product
//===----------------------------------------------------------------------===//

Type ProdCombiner::getAccumulatorType() const {
  // Clause prod-half-accumulation.
  if (elementType.isF16() || elementType.isBF16())
    return Float32Type::get(elementType.getContext());
  return getStorageType(elementType);
}

TypedAttr ProdCombiner::getIdentity() const {
  // Clause empty-set.
  Type type = getAccumulatorType();
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(floatType, 1.0);
  return IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(), 1));
}

Value ProdCombiner::prepare(OpBuilder &builder, Location loc,
                            Value element) const {
  if (!hasFinalize())
    return element;
  return arith::ExtFOp::create(builder, loc, getAccumulatorType(), element);
}

Value ProdCombiner::combine(OpBuilder &builder, Location loc, Value accumulator,
                            Value element) const {
  // Clause integer-wrap.
  if (!isa<FloatType>(accumulator.getType()))
    return arith::MulIOp::create(builder, loc, accumulator, element);
  // Clauses nan-prod, prod-order, prod-strict-order.
  return arith::MulFOp::create(builder, loc, accumulator, element,
                               strictOrder ? arith::FastMathFlags::none
                                           : arith::FastMathFlags::reassoc);
}

Value ProdCombiner::finalize(OpBuilder &builder, Location loc,
                             Value accumulator) const {
  if (!hasFinalize())
    return accumulator;
  return arith::TruncFOp::create(builder, loc, elementType, accumulator);
}

TypedAttr ProdCombiner::evaluateEmpty() const {
  Type type = hasFinalize() ? getAccumulatorType() : elementType;
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(floatType, 1.0);
  return IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(), 1));
}

APFloat ProdCombiner::evaluate(const APFloat &accumulator,
                               const APFloat &element) const {
  return accumulator * element;
}

APSInt ProdCombiner::evaluate(const APSInt &accumulator,
                              const APSInt &element) const {
  return accumulator * element;
}

bool ProdCombiner::isMergeable() const {
  return !isa<FloatType>(elementType) || (!strictOrder && !hasFinalize());
}
