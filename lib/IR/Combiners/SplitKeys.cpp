//===- SplitKeys.cpp - Floats of 16 bits as integer keys ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitKeys.h"

using namespace mlir;
using namespace mlir::reduce;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

SplitKeys::SplitKeys(Type elementType, bool areSigned) : areSigned(areSigned) {
  const llvm::fltSemantics &semantics =
      cast<FloatType>(elementType).getFloatSemantics();
  infinity = APFloat::getInf(semantics).bitcastToAPInt();
  keyType = IntegerType::get(elementType.getContext(), infinity.getBitWidth());
}

TypedAttr SplitKeys::getAttr(const APInt &value) const {
  return IntegerAttr::get(keyType, value);
}

APInt SplitKeys::getKey(const APInt &bits) const {
  return bits.isNegative() == areSigned ? infinity - bits : bits;
}

Value SplitKeys::buildBits(ImplicitLocOpBuilder &builder, Value element) const {
  return arith::BitcastOp::create(builder, getTypeLike(keyType, element),
                                  element);
}

Value SplitKeys::buildKey(ImplicitLocOpBuilder &builder, Value bits) const {
  // Clauses nan-ignore, nan-min.
  Value zero =
      buildConstantLike(builder, builder.getIntegerAttr(keyType, 0), bits);
  Value base = buildConstantLike(builder, getAttr(infinity), bits);
  Value isReversed = arith::CmpIOp::create(
      builder,
      areSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sge, bits,
      zero);
  Value reversed = arith::SubIOp::create(builder, base, bits);
  return arith::SelectOp::create(builder, isReversed, reversed, bits);
}

//===----------------------------------------------------------------------===//
// Accumulation
//===----------------------------------------------------------------------===//

// Let S be 2^(width - 1) and K the bits of +inf. The state has two values, over
// all elements:
//
//   key                 bits               reversed
//   greatest, unsigned  greatest unsigned  greatest unsigned K - bits
//   greatest, signed    greatest signed    greatest signed K - bits
//   least, unsigned     least signed       least unsigned K - bits
//   least, signed       least unsigned     least unsigned S + K - bits
//
// In these orders, bits that are keys win over bits that are not. Among the
// reversed bits, those that are keys of NaN win in the greatest, and those that
// are keys of numbers win in the least.

CombinerTraits SplitKeysForm::getTraits() const {
  CombinerTraits traits;
  traits.isIdempotent = true;
  return traits;
}

SmallVector<TypedAttr> SplitKeysForm::getNeutralState() const {
  unsigned width = keys.getInfinity().getBitWidth();
  if (takesGreatest) {
    TypedAttr least = keys.getAttr(areSigned ? APInt::getSignedMinValue(width)
                                             : APInt::getZero(width));
    return {least, least};
  }
  TypedAttr greatest = keys.getAttr(APInt::getMaxValue(width));
  return {areSigned ? greatest : keys.getAttr(APInt::getSignedMaxValue(width)),
          greatest};
}

State SplitKeysForm::prepare(ImplicitLocOpBuilder &builder,
                             Value element) const {
  Value bits = keys.buildBits(builder, element);
  APInt base = keys.getInfinity();
  if (!takesGreatest && areSigned)
    base.setSignBit();
  Value reversed = arith::SubIOp::create(
      builder, buildConstantLike(builder, keys.getAttr(base), bits), bits);
  return {bits, reversed};
}

State SplitKeysForm::combine(ImplicitLocOpBuilder &builder,
                             ValueRange accumulator, ValueRange element) const {
  State result;
  for (auto [first, second] : llvm::zip_equal(accumulator, element)) {
    bool isBits = result.empty();
    if (takesGreatest && areSigned)
      result.push_back(arith::MaxSIOp::create(builder, first, second));
    else if (takesGreatest)
      result.push_back(arith::MaxUIOp::create(builder, first, second));
    else if (isBits && !areSigned)
      result.push_back(arith::MinSIOp::create(builder, first, second));
    else
      result.push_back(arith::MinUIOp::create(builder, first, second));
  }
  return result;
}

State SplitKeysForm::finish(ImplicitLocOpBuilder &builder,
                            ValueRange state) const {
  return {takesGreatest ? buildGreatest(builder, state[0], state[1])
                        : buildLeast(builder, state[0], state[1])};
}

/// Builds the greatest key. If no bits are keys, all keys are reversed bits.
/// Otherwise the bits are the result, unless reversed bits are greater than the
/// key of any number: then there is a NaN.
Value SplitKeysForm::buildGreatest(ImplicitLocOpBuilder &builder, Value bits,
                                   Value reversed) const {
  auto buildCompare = [&](arith::CmpIPredicate predicate, Value value,
                          const APInt &limit) -> Value {
    return arith::CmpIOp::create(
        builder, predicate, value,
        buildConstantLike(builder, keys.getAttr(limit), value));
  };
  APInt base = keys.getInfinity();
  unsigned width = base.getBitWidth();
  Value areReversed = buildCompare(areSigned ? arith::CmpIPredicate::slt
                                             : arith::CmpIPredicate::sge,
                                   bits, APInt::getZero(width));
  Value hasGreater =
      areSigned ? buildCompare(arith::CmpIPredicate::sgt, reversed, base)
                : buildCompare(arith::CmpIPredicate::ugt, reversed,
                               APInt::getSignMask(width) + base);
  Value greatest;
  if (areSigned)
    greatest = arith::MaxSIOp::create(builder, bits, reversed);
  else
    greatest = arith::MaxUIOp::create(builder, bits, reversed);
  Value mixed = arith::SelectOp::create(builder, hasGreater, greatest, bits);
  return arith::SelectOp::create(builder, areReversed, reversed, mixed);
}

/// Builds the least key. If reversed bits are the key of a number, that is the
/// result. Otherwise the least bits are, limited to values that are keys: bits
/// that are not keys belong to a NaN.
Value SplitKeysForm::buildLeast(ImplicitLocOpBuilder &builder, Value bits,
                                Value reversed) const {
  auto buildConstant = [&](const APInt &value) {
    return buildConstantLike(builder, keys.getAttr(value), bits);
  };
  APInt sign = APInt::getSignMask(keys.getInfinity().getBitWidth());
  Value isReversed =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, reversed,
                            buildConstant(keys.getInfinity()));
  Value key = reversed, least;
  if (areSigned) {
    key = arith::XOrIOp::create(builder, reversed, buildConstant(sign));
    least = arith::MinUIOp::create(builder, bits, buildConstant(sign - 1));
  } else {
    least = arith::MinSIOp::create(
        builder, bits, buildConstant(APInt::getAllOnes(sign.getBitWidth())));
  }
  return arith::SelectOp::create(builder, isReversed, key, least);
}
