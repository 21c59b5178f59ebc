//===- Extremum.cpp - Minimum and maximum ---------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extremum.h"
#include "SplitKeys.h"
#include "reduce/IR/Combiners/StorageTypes.h"

using namespace mlir;
using namespace mlir::reduce;

CombinerTraits ExtremumCombiner::getTraits() const {
  CombinerTraits traits;
  traits.isIdempotent = true;
  traits.isFloatExtremum = isa<FloatType>(elementType) && !usesKeys();
  traits.isMergeable = true;
  traits.isIdentityOnOneElement = !isa<FloatType>(elementType) || !ignoresNaN;
  return traits;
}

/// Returns the result for no elements, of the storage type.
TypedAttr ExtremumCombiner::getIdentity() const {
  // Clause empty-set.
  Type type = getStorageType(elementType);
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(
        floatType,
        APFloat::getInf(floatType.getFloatSemantics(), /*Negative=*/isMaximum));
  unsigned width = type.getIntOrFloatBitWidth();
  bool areUnsigned = isUnsigned(elementType);
  return IntegerAttr::get(type, isMaximum
                                    ? APSInt::getMinValue(width, areUnsigned)
                                    : APSInt::getMaxValue(width, areUnsigned));
}

SmallVector<TypedAttr> ExtremumCombiner::getNeutralState() const {
  if (!usesKeys())
    return {getIdentity()};
  // If NaN are ignored, this is not the key of a number: `finalize` turns it,
  // and the keys of NaN, into the identity.
  bool areUnsigned = !hasSignedKeys();
  Type type = IntegerType::get(elementType.getContext(), 16);
  return {IntegerAttr::get(type, ignoresNaN
                                     ? APSInt::getMaxValue(16, areUnsigned)
                                     : APSInt::getMinValue(16, areUnsigned))};
}

State ExtremumCombiner::prepare(ImplicitLocOpBuilder &builder, Value element,
                                Value) const {
  // Clauses nan-ignore, nan-min.
  if (usesKeys()) {
    SplitKeys keys(elementType, hasSignedKeys());
    return {keys.buildKey(builder, keys.buildBits(builder, element))};
  }
  // Clause nan-ignore.
  if (isa<FloatType>(elementType) && ignoresNaN) {
    Value isNaN = arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO,
                                        element, element);
    Value identity = buildConstantLike(builder, getIdentity(), element);
    return {arith::SelectOp::create(builder, isNaN, identity, element)};
  }
  return {element};
}

/// Builds the lesser or greater of two signed or unsigned integers.
static Value buildIntegerExtremum(ImplicitLocOpBuilder &builder,
                                  bool isGreatest, bool areUnsigned,
                                  Value first, Value second) {
  if (isGreatest && areUnsigned)
    return arith::MaxUIOp::create(builder, first, second);
  if (isGreatest)
    return arith::MaxSIOp::create(builder, first, second);
  if (areUnsigned)
    return arith::MinUIOp::create(builder, first, second);
  return arith::MinSIOp::create(builder, first, second);
}

State ExtremumCombiner::combine(ImplicitLocOpBuilder &builder,
                                ValueRange accumulator,
                                ValueRange element) const {
  Value first = accumulator[0], second = element[0];
  // The keys of NaN are the greatest: they win, or lose if NaN are ignored.
  if (usesKeys())
    return {buildIntegerExtremum(builder, /*isGreatest=*/!ignoresNaN,
                                 /*areUnsigned=*/!hasSignedKeys(), first,
                                 second)};
  // Clauses bool-order, exact.
  if (!isa<FloatType>(elementType))
    return {buildIntegerExtremum(builder, isMaximum, isUnsigned(elementType),
                                 first, second)};
  // Clauses exact, nan-min, signed-zero.
  // Without nsz, x86 needs three more instructions for each vector to order
  // the zeros, which no specification requires. With the element as the first
  // operand, x86 keeps a NaN without copying the accumulator.
  auto flags = arith::FastMathFlags::nsz;
  if (ignoresNaN)
    flags = flags | arith::FastMathFlags::nnan;
  if (isMaximum)
    return {arith::MaximumFOp::create(builder, second, first, flags)};
  return {arith::MinimumFOp::create(builder, second, first, flags)};
}

std::optional<arith::CmpFPredicate>
ExtremumCombiner::getNaNDroppingComparison() const {
  if (!isa<FloatType>(elementType) || usesKeys() || ignoresNaN)
    return std::nullopt;
  return isMaximum ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT;
}

std::unique_ptr<LoopForm> ExtremumCombiner::getLoopForm() const {
  if (!usesKeys())
    return nullptr;
  return std::make_unique<SplitKeysForm>(elementType, hasSignedKeys(),
                                         /*takesGreatest=*/!ignoresNaN);
}

namespace mlir::reduce {
/// f16, compared as such.
class Float16Form : public LoopForm {
public:
  explicit Float16Form(const ExtremumCombiner &keys)
      : keys(keys), floats(keys) {
    floats.comparesFloat16 = true;
  }

  CombinerTraits getTraits() const override { return floats.getTraits(); }
  SmallVector<TypedAttr> getNeutralState() const override {
    return floats.getNeutralState();
  }
  State combine(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                ValueRange element) const override {
    return floats.combine(builder, accumulator, element);
  }
  std::optional<arith::CmpFPredicate>
  getNaNDroppingComparison() const override {
    return floats.getNaNDroppingComparison();
  }
  State prepare(ImplicitLocOpBuilder &builder, Value element) const override {
    return floats.prepare(builder, element, /*position=*/{});
  }
  State finish(ImplicitLocOpBuilder &builder, ValueRange state) const override {
    return keys.prepare(builder, state[0], /*position=*/{});
  }

private:
  ExtremumCombiner keys, floats;
};
} // namespace mlir::reduce

std::unique_ptr<LoopForm> ExtremumCombiner::getFloat16Form() const {
  if (!usesKeys() || !elementType.isF16() || ignoresNaN)
    return nullptr;
  return std::make_unique<Float16Form>(*this);
}

bool ExtremumCombiner::hasFinalize() const {
  return usesKeys() || elementType.isInteger(1);
}

Value ExtremumCombiner::finalize(ImplicitLocOpBuilder &builder,
                                 ValueRange state, Value) const {
  if (elementType.isInteger(1))
    return buildTruth(builder, builder.getLoc(), state[0]);
  if (!usesKeys())
    return state[0];
  SplitKeys keys(elementType, hasSignedKeys());
  Value key = state[0];
  if (ignoresNaN)
    key = combine(
        builder, state,
        buildConstantLike(
            builder,
            keys.getAttr(keys.getKey(
                cast<FloatAttr>(getIdentity()).getValue().bitcastToAPInt())),
            key))[0];
  return arith::BitcastOp::create(builder, getTypeLike(elementType, key),
                                  keys.buildKey(builder, key));
}

//===----------------------------------------------------------------------===//
// Wire forms
//===----------------------------------------------------------------------===//

namespace {
/// Floats as keys: NaN win, and zeros are ordered. If NaN are ignored, no
/// partial result is NaN.
class KeyWireForm : public WireForm {
public:
  KeyWireForm(FloatType type, bool isMaximum)
      : WireForm(type, IntegerType::get(type.getContext(), type.getWidth()),
                 CollectiveKind::Maximum),
        keys(type, /*areSigned=*/isMaximum), areSigned(isMaximum) {}

  Value encode(ImplicitLocOpBuilder &builder, Value partial) const override {
    // Clause nan-min.
    // One NaN stands for all, so that the result does not depend on how the
    // tensor is sharded.
    auto type = cast<FloatType>(getPartialType());
    Value isNaN = arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO,
                                        partial, partial);
    Value nan = arith::ConstantOp::create(
        builder,
        FloatAttr::get(type, APFloat::getNaN(type.getFloatSemantics())));
    Value number = arith::SelectOp::create(builder, isNaN, nan, partial);
    return flipSign(builder,
                    keys.buildKey(builder, keys.buildBits(builder, number)));
  }

  Value decode(ImplicitLocOpBuilder &builder, Value wire) const override {
    return arith::BitcastOp::create(
        builder, getPartialType(),
        keys.buildKey(builder, flipSign(builder, wire)));
  }

private:
  /// Turns unsigned keys into signed integers of the same order, and back.
  Value flipSign(ImplicitLocOpBuilder &builder, Value key) const {
    if (areSigned)
      return key;
    Value sign = arith::ConstantOp::create(
        builder,
        keys.getAttr(APInt::getSignMask(keys.getInfinity().getBitWidth())));
    return arith::XOrIOp::create(builder, key, sign);
  }

  SplitKeys keys;
  bool areSigned;
};

/// Unsigned integers as signed integers of the same order.
class UnsignedWireForm : public WireForm {
public:
  UnsignedWireForm(IntegerType type, CollectiveKind kind)
      : WireForm(type, IntegerType::get(type.getContext(), type.getWidth()),
                 kind) {}

  Value encode(ImplicitLocOpBuilder &builder, Value value) const override {
    Value sign = arith::ConstantOp::create(
        builder,
        builder.getIntegerAttr(
            getWireType(),
            APInt::getSignMask(getWireType().getIntOrFloatBitWidth())));
    return arith::XOrIOp::create(builder, value, sign);
  }

  Value decode(ImplicitLocOpBuilder &builder, Value wire) const override {
    return encode(builder, wire);
  }
};

/// Bools as the bytes 0 and 1.
class BoolWireForm : public WireForm {
public:
  BoolWireForm(Type type, CollectiveKind kind)
      : WireForm(type, IntegerType::get(type.getContext(), 8), kind) {}

  Value encode(ImplicitLocOpBuilder &builder, Value partial) const override {
    return arith::ExtUIOp::create(builder, getWireType(), partial);
  }

  Value decode(ImplicitLocOpBuilder &builder, Value wire) const override {
    return arith::TruncIOp::create(builder, getPartialType(), wire);
  }
};
} // namespace

std::unique_ptr<WireForm> ExtremumCombiner::getWireForm() const {
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return std::make_unique<KeyWireForm>(floatType, isMaximum);
  CollectiveKind kind =
      isMaximum ? CollectiveKind::Maximum : CollectiveKind::Minimum;
  // Clauses bool-order, bool-bytes.
  if (elementType.isInteger(1))
    return std::make_unique<BoolWireForm>(elementType, kind);
  if (isUnsigned(elementType))
    return std::make_unique<UnsignedWireForm>(cast<IntegerType>(elementType),
                                              kind);
  return std::make_unique<WireForm>(elementType, elementType, kind);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

NumberState ExtremumCombiner::evaluateNeutral() const {
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return {APFloat::getInf(floatType.getFloatSemantics(),
                            /*Negative=*/isMaximum)};
  unsigned width = elementType.getIntOrFloatBitWidth();
  bool areUnsigned = isUnsigned(elementType);
  return {isMaximum ? APSInt::getMinValue(width, areUnsigned)
                    : APSInt::getMaxValue(width, areUnsigned)};
}

namespace {
/// Evaluates the extremum of two numbers.
struct EvaluateExtremum {
  Number operator()(const APFloat &accumulator, const APFloat &element) const {
    if (ignoresNaN && element.isNaN())
      return accumulator;
    return isMaximum ? llvm::maximum(accumulator, element)
                     : llvm::minimum(accumulator, element);
  }
  Number operator()(const APSInt &accumulator, const APSInt &element) const {
    return isMaximum ? std::max(accumulator, element)
                     : std::min(accumulator, element);
  }

  bool isMaximum, ignoresNaN;
};
} // namespace

NumberState
ExtremumCombiner::evaluateCombine(const NumberState &accumulator,
                                  const NumberState &element) const {
  return {evaluateNumbers(accumulator[0], element[0],
                          EvaluateExtremum{isMaximum, ignoresNaN})};
}
