//===- ArithCombiner.cpp - Arith operations as combiners ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArithCombiner.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Whether `op` has the fast-math flag `flag`.
static bool hasFastMathFlag(Operation *op, arith::FastMathFlags flag) {
  auto fastMath = dyn_cast<arith::ArithFastMathInterface>(op);
  return fastMath && fastMath.getFastMathFlagsAttr() &&
         bitEnumContainsAll(fastMath.getFastMathFlagsAttr().getValue(), flag);
}

/// Returns the neutral element of `op`, if it is known.
static std::optional<TypedAttr> getNeutralElement(Operation *op) {
  // With upstream's +0.0, a sum of nothing but -0.0 would lose its sign.
  if (auto add = dyn_cast<arith::AddFOp>(op)) {
    auto type = cast<FloatType>(add.getType());
    return FloatAttr::get(
        type, APFloat::getZero(type.getFloatSemantics(), /*Negative=*/true));
  }
  // Upstream treats an index as an integer of a fixed width.
  if (op->getResult(0).getType().isIndex() &&
      isa<arith::AndIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
          arith::MaxUIOp>(op))
    return std::nullopt;
  return arith::getNeutralElement(op);
}

std::unique_ptr<ArithCombiner>
ArithCombiner::match(Operation *op, Value accumulator, StringRef &reason) {
  std::optional<TypedAttr> neutral = getNeutralElement(op);
  if (!neutral) {
    reason = "the combiner has no known neutral element";
    return nullptr;
  }
  // With nnan, a neutral element that is NaN, as that of minnumf, is poison.
  auto number = dyn_cast<FloatAttr>(*neutral);
  if (number && number.getValue().isNaN() &&
      hasFastMathFlag(op, arith::FastMathFlags::nnan)) {
    reason = "the combiner's fast-math flags rule out its neutral element";
    return nullptr;
  }
  return std::unique_ptr<ArithCombiner>(
      new ArithCombiner(op, op->getOperand(0) == accumulator, *neutral));
}

CombinerTraits ArithCombiner::getTraits() const {
  CombinerTraits traits;
  traits.isIdempotent =
      isa<arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp,
          arith::MaxNumFOp, arith::MinSIOp, arith::MinUIOp, arith::MaxSIOp,
          arith::MaxUIOp, arith::AndIOp, arith::OrIOp>(op);
  traits.isFloatExtremum = isa<arith::MinimumFOp, arith::MaximumFOp>(op);
  // Clauses prod-order, prod-strict-order.
  traits.isAssociative = traits.isIdempotent ||
                         !isa<FloatType>(neutral.getType()) ||
                         hasFastMathFlag(op, arith::FastMathFlags::reassoc);
  return traits;
}

State ArithCombiner::combine(ImplicitLocOpBuilder &builder,
                             ValueRange accumulator, ValueRange element) const {
  IRMapping mapping;
  mapping.map(op->getOperand(isAccumulatorFirst ? 0 : 1), accumulator[0]);
  mapping.map(op->getOperand(isAccumulatorFirst ? 1 : 0), element[0]);
  Operation *clone = builder.clone(*op, mapping);
  clone->getResult(0).setType(accumulator[0].getType());
  return {clone->getResult(0)};
}

std::optional<arith::CmpFPredicate>
ArithCombiner::getNaNDroppingComparison() const {
  // A comparison does not order -0.0 before +0.0.
  if (hasFastMathFlag(op, arith::FastMathFlags::nnan) ||
      !hasFastMathFlag(op, arith::FastMathFlags::nsz))
    return std::nullopt;
  if (isa<arith::MinimumFOp>(op))
    return arith::CmpFPredicate::OLT;
  if (isa<arith::MaximumFOp>(op))
    return arith::CmpFPredicate::OGT;
  return std::nullopt;
}
