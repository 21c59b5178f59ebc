//===- MarkedForm.cpp - Numbers with marks of NaN -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkedForm.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

Value mlir::reduce::detail::buildOrderedExtremum(ImplicitLocOpBuilder &builder,
                                                 arith::CmpFPredicate predicate,
                                                 Value accumulator,
                                                 Value element) {
  // No nsz, so zeros are ordered.
  auto flags = arith::FastMathFlags::nnan;
  if (predicate == arith::CmpFPredicate::OGT)
    return arith::MaximumFOp::create(builder, element, accumulator, flags);
  return arith::MinimumFOp::create(builder, element, accumulator, flags);
}

Value mlir::reduce::detail::buildDefaultNaN(ImplicitLocOpBuilder &builder,
                                            Value value) {
  auto type = cast<FloatType>(getElementTypeOrSelf(value));
  return buildConstantLike(
      builder,
      FloatAttr::get(type, APFloat::getNaN(type.getFloatSemantics(),
                                           /*Negative=*/true)),
      value);
}

/// Builds NaN where `first` or `second` is, and `value` elsewhere.
static Value buildNaNWhere(ImplicitLocOpBuilder &builder, Value first,
                           Value second, Value value) {
  Value hasNaN =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, first, second);
  return arith::SelectOp::create(builder, hasNaN,
                                 buildDefaultNaN(builder, value), value);
}

CombinerTraits MarkedForm::getTraits() const {
  CombinerTraits traits;
  traits.isIdempotent = true;
  return traits;
}

SmallVector<TypedAttr> MarkedForm::getNeutralState() const {
  return {neutral, neutral};
}

State MarkedForm::combine(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                          ValueRange element) const {
  return {buildOrderedExtremum(builder, predicate, accumulator[0], element[0]),
          buildNaNWhere(builder, element[1], element[1], accumulator[1])};
}

State MarkedForm::combinePair(ImplicitLocOpBuilder &builder,
                              ValueRange accumulator, ValueRange first,
                              ValueRange second) const {
  Value numbers =
      buildOrderedExtremum(builder, predicate, accumulator[0], first[0]);
  return {buildOrderedExtremum(builder, predicate, numbers, second[0]),
          buildNaNWhere(builder, first[1], second[1], accumulator[1])};
}

State MarkedForm::prepare(ImplicitLocOpBuilder &builder, Value element) const {
  return {element, element};
}

State MarkedForm::finish(ImplicitLocOpBuilder &builder,
                         ValueRange state) const {
  return {buildNaNWhere(builder, state[1], state[1], state[0])};
}
