//===- SplitKeys.cpp - Keys of two kinds, accumulated apart ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the sign of `bits` chooses between two keys, in S = 2^(width - 1) and a
// `base` K below it,
//
//   bits < 0 ? bits : K - bits, of which the greatest, unsigned, is wanted, or
//   bits < 0 ? K - bits : bits, of which the least, signed, is wanted,
//
// a loop need not choose: it accumulates both for all elements, each in an
// order that keeps those apart to which it does not belong, and the end tells
// which one counts. That is one operation and two combinations instead of one
// combination and a choice, which is three operations or more unless a machine
// computes some lanes of a vector only.
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;

void Reduction::matchSplitKeys() {
  auto choice = combinedElement.getDefiningOp<arith::SelectOp>();
  if (!choice)
    return;
  auto comparison = choice.getCondition().getDefiningOp<arith::CmpIOp>();
  auto reversal = choice.getTrueValue().getDefiningOp<arith::SubIOp>();
  Value bits = choice.getFalseValue();
  APInt base;
  if (!comparison || !reversal || comparison.getLhs() != bits ||
      !matchPattern(comparison.getRhs(), m_Zero()) ||
      reversal.getRhs() != bits ||
      !matchPattern(reversal.getLhs(), m_ConstantInt(&base)) ||
      base.isNegative() || bits.getType() != accumulatorType ||
      !accumulatorType.isSignlessInteger())
    return;
  bool isMaximum = isa<arith::MaxUIOp>(combiner) &&
                   comparison.getPredicate() == arith::CmpIPredicate::sge;
  // Which one of the bits that become keys above K is the least is not known in
  // the end; it does not matter where the reduction starts with less.
  auto firstKey = dyn_cast_or_null<IntegerAttr>(start);
  bool isMinimum = isa<arith::MinSIOp>(combiner) &&
                   comparison.getPredicate() == arith::CmpIPredicate::slt &&
                   firstKey && firstKey.getValue().sle(base);
  if (isMaximum || isMinimum)
    split = SplitKeys{bits, base, isMaximum};
}

Reduction Reduction::getSplitForm() const {
  assert(hasSplitForm() && "expected keys that can be split");
  Reduction form(*this);
  form.isSplit = true;
  return form;
}

/// Builds a vector of `value` with the shape of `like`.
static Value buildSplatLike(ImplicitLocOpBuilder &builder, const APInt &value,
                            Value like) {
  auto type = cast<VectorType>(like.getType());
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, value));
}

Value Reduction::buildSplitKeys(ImplicitLocOpBuilder &builder,
                                Value bits) const {
  // Of the minimum, S + K - bits: bits that are negative become 0 to K, others
  // more.
  APInt base = split->base;
  if (!split->isMaximum)
    base.setSignBit();
  Value reversed =
      arith::SubIOp::create(builder, buildSplatLike(builder, base, bits), bits);
  int64_t width = cast<VectorType>(bits.getType()).getDimSize(0);
  return vector::ShuffleOp::create(
      builder, bits, reversed, llvm::to_vector(llvm::seq<int64_t>(2 * width)));
}

TypedAttr Reduction::getSplitNeutral() const {
  unsigned bits = split->base.getBitWidth();
  return IntegerAttr::get(accumulatorType, split->isMaximum
                                               ? APInt::getZero(bits)
                                               : APInt::getMaxValue(bits));
}

Value Reduction::buildSplitCombination(ImplicitLocOpBuilder &builder,
                                       Value accumulator,
                                       Value elements) const {
  if (split->isMaximum)
    return arith::MaxUIOp::create(builder, accumulator, elements);
  return arith::MinUIOp::create(builder, accumulator, elements);
}

Value Reduction::buildJoinedKeys(ImplicitLocOpBuilder &builder,
                                 Value accumulator) const {
  int64_t width = cast<VectorType>(accumulator.getType()).getDimSize(0) / 2;
  auto buildHalf = [&](int64_t offset) -> Value {
    return vector::ExtractStridedSliceOp::create(
        builder, accumulator, ArrayRef<int64_t>(offset),
        ArrayRef<int64_t>(width), /*strides=*/ArrayRef<int64_t>(1));
  };
  auto buildCompare = [&](arith::CmpIPredicate predicate, Value value,
                          const APInt &limit) -> Value {
    return arith::CmpIOp::create(builder, predicate, value,
                                 buildSplatLike(builder, limit, value));
  };
  Value bits = buildHalf(0), reversed = buildHalf(width);
  const APInt &base = split->base;
  APInt sign = APInt::getSignMask(base.getBitWidth());
  if (!split->isMaximum) {
    // Negative bits that become keys up to K come first; without any, the least
    // bits count. Others than negative ones are less than all those.
    Value isReversed = buildCompare(arith::CmpIPredicate::ule, reversed, base);
    Value key = arith::XOrIOp::create(builder, reversed,
                                      buildSplatLike(builder, sign, reversed));
    Value least = arith::MinUIOp::create(
        builder, bits, buildSplatLike(builder, sign - 1, bits));
    return arith::SelectOp::create(builder, isReversed, key, least);
  }
  // Where no bits are negative, all are reversed. Else those count which become
  // more than any that are negative do when they are reversed.
  Value areReversed = buildCompare(arith::CmpIPredicate::sge, bits,
                                   APInt::getZero(base.getBitWidth()));
  Value hasGreater =
      buildCompare(arith::CmpIPredicate::ugt, reversed, sign + base);
  Value greatest = arith::MaxUIOp::create(builder, bits, reversed);
  Value mixed = arith::SelectOp::create(builder, hasGreater, greatest, bits);
  return arith::SelectOp::create(builder, areReversed, reversed, mixed);
}
