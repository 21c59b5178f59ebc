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
  if (elementType.isInteger(1))
    return IntegerType::get(elementType.getContext(), 8);
  if (elementType.isUnsignedInteger())
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

/// The sign bit of a 16-bit float aside, its bits.
static constexpr uint16_t magnitudeMask = 0x7FFF;
static constexpr uint16_t signBit = 0x8000;

/// Returns the bits of +inf of a 16-bit float.
static uint16_t getInfinityBits(Type type) {
  return APFloat::getInf(cast<FloatType>(type).getFloatSemantics())
      .bitcastToAPInt()
      .getZExtValue();
}

/// As a signed integer, bits ^ (bits < 0 ? 0x7FFF : 0) orders numbers as they
/// are, from negative NaN to positive NaN. The offset turns this circle of 2^16
/// values so that, unsigned, all NaN come first (propagate) or last (ignore).
uint16_t MinCombiner::getKeyOffset() const {
  uint16_t infinity = getInfinityBits(elementType);
  // Clauses nan-ignore, nan-min.
  if (nanMode == NanMode::Ignore)
    // The signed value of -inf is ~infinity; make it 0.
    return infinity + 1;
  // The signed value of +inf is infinity; make it the greatest.
  return 0xFFFF - infinity;
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
    uint16_t key = getInfinityBits(elementType) + getKeyOffset();
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

/// Builds bits ^ (bits < 0 ? 0x7FFF : 0), which is its own inverse.
static Value buildOrderedBits(OpBuilder &builder, Location loc, Value bits) {
  Value lastBit = buildConstant(builder, loc, builder.getI16IntegerAttr(15));
  Value mask =
      buildConstant(builder, loc, builder.getI16IntegerAttr(magnitudeMask));
  Value sign = arith::ShRSIOp::create(builder, loc, bits, lastBit);
  Value flip = arith::AndIOp::create(builder, loc, sign, mask);
  return arith::XOrIOp::create(builder, loc, bits, flip);
}

Value MinCombiner::prepare(OpBuilder &builder, Location loc,
                           Value element) const {
  if (usesKeys()) {
    auto buildInteger = [&](uint16_t value) {
      return buildConstant(
          builder, loc,
          builder.getIntegerAttr(builder.getI16Type(), APInt(16, value)));
    };
    // What buildOrderedBits builds, plus 2^15, which the offset takes back.
    // LLVM would make a select of buildOrderedBits, and x86 an instruction
    // more.
    Value bits =
        arith::BitcastOp::create(builder, loc, builder.getI16Type(), element);
    Value sign = arith::ShRSIOp::create(builder, loc, bits, buildInteger(15));
    Value flip =
        arith::OrIOp::create(builder, loc, sign, buildInteger(signBit));
    Value ordered = arith::XOrIOp::create(builder, loc, bits, flip);
    return arith::AddIOp::create(builder, loc, ordered,
                                 buildInteger(getKeyOffset() - signBit));
  }
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
  // Clauses bool-order, exact.
  if (usesKeys() || isUnsigned(elementType))
    return arith::MinUIOp::create(builder, loc, accumulator, element);
  return arith::MinSIOp::create(builder, loc, accumulator, element);
}

Value MinCombiner::finalize(OpBuilder &builder, Location loc,
                            Value accumulator) const {
  if (elementType.isInteger(1))
    return buildTruth(builder, loc, accumulator);
  if (!usesKeys())
    return accumulator;
  Value offset = buildConstant(
      builder, loc,
      builder.getIntegerAttr(builder.getI16Type(), APInt(16, getKeyOffset())));
  Value ordered = arith::SubIOp::create(builder, loc, accumulator, offset);
  return arith::BitcastOp::create(builder, loc, elementType,
                                  buildOrderedBits(builder, loc, ordered));
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
