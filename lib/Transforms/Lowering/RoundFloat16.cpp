//===- RoundFloat16.cpp - Each operation on f16 or bf16 rounds once -------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementType.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_ROUNDFLOAT16PASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static bool isFloat16(Value value) {
  return isa<Float16Type, BFloat16Type>(getElementTypeOrSelf(value.getType()));
}

/// Clears the flag `contract` of `op`, a conversion of floats. Returns whether
/// it was set.
template <typename ConversionOp> static bool clearContract(ConversionOp op) {
  arith::FastMathFlags flags =
      op.getFastmath().value_or(arith::FastMathFlags::none);
  if (!bitEnumContainsAll(flags, arith::FastMathFlags::contract))
    return false;
  flags = flags & ~arith::FastMathFlags::contract;
  if (flags == arith::FastMathFlags::none)
    op.removeFastmathAttr();
  else
    op.setFastmath(flags);
  return true;
}

/// Rounds a number to odd, where `rounded` is that number rounded to nearest.
/// An exact number does not change; otherwise, the result is the next number
/// towards zero with its last bit set. `excess`, an f64, is positive if the
/// exact number is greater in magnitude than `rounded`, negative if it is less,
/// and 0 or NaN if `rounded` is the result.
static Value buildOdd(ImplicitLocOpBuilder &builder, Value rounded,
                      Value excess) {
  Value zero = arith::ConstantOp::create(
      builder, cast<TypedAttr>(builder.getZeroAttr(excess.getType())));
  Value isLess =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::OLT, excess, zero);
  Value isInexact =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::ONE, excess, zero);
  Type type = rounded.getType();
  Type bitsType = withElementType(
      type, builder.getIntegerType(
                getElementTypeOrSelf(type).getIntOrFloatBitWidth()));
  Value bits = arith::BitcastOp::create(builder, bitsType, rounded);
  bits = arith::AddIOp::create(
      builder, bits, arith::ExtSIOp::create(builder, bitsType, isLess));
  bits = arith::OrIOp::create(
      builder, bits, arith::ExtUIOp::create(builder, bitsType, isInexact));
  return arith::BitcastOp::create(builder, type, bits);
}

/// Builds a * b + c of f16 or bf16. The product is exact in f64. The sum is
/// rounded to odd, first to f64 and then to f32. These have more than two bits
/// more than the result, so the result is the exact sum rounded once. A sum
/// rounded to nearest could become a tie, as 7 * 37 - 2^-100 does in bf16.
static Value buildFMA(ImplicitLocOpBuilder &builder, math::FmaOp op) {
  Type wide = withElementType(op.getType(), builder.getF64Type());
  Type middle = withElementType(op.getType(), builder.getF32Type());
  // Convert by way of f32, since -reduce-expand-float16 handles these
  // conversions.
  auto extend = [&](Value value) -> Value {
    value = arith::ExtFOp::create(builder, middle, value);
    return arith::ExtFOp::create(builder, wide, value);
  };
  auto add = [&](Value a, Value b) -> Value {
    return arith::AddFOp::create(builder, a, b);
  };
  auto subtract = [&](Value a, Value b) -> Value {
    return arith::SubFOp::create(builder, a, b);
  };
  auto multiply = [&](Value a, Value b) -> Value {
    return arith::MulFOp::create(builder, a, b);
  };
  Value a = extend(op.getA());
  Value b = extend(op.getB());
  Value addend = extend(op.getC());
  Value product = multiply(a, b);
  Value sum = add(product, addend);
  // Knuth's TwoSum: the error of the sum is an f64, too. None of its products
  // here underflows or overflows.
  Value added = subtract(sum, product);
  Value productRest = subtract(product, subtract(sum, added));
  Value addendRest = subtract(addend, added);
  Value rest = add(productRest, addendRest);
  sum = buildOdd(builder, sum, multiply(rest, sum));

  Value narrow = arith::TruncFOp::create(builder, middle, sum);
  rest = subtract(sum, arith::ExtFOp::create(builder, wide, narrow));
  narrow = buildOdd(builder, narrow, multiply(rest, sum));
  return arith::TruncFOp::create(builder, op.getType(), narrow);
}

namespace {
struct RoundFloat16Pass : reduce::impl::RoundFloat16PassBase<RoundFloat16Pass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      if (auto extension = dyn_cast<arith::ExtFOp>(op)) {
        if (isFloat16(extension.getIn()))
          numKept += clearContract(extension);
      } else if (auto truncation = dyn_cast<arith::TruncFOp>(op)) {
        if (isFloat16(truncation.getOut()))
          numKept += clearContract(truncation);
      } else if (auto fma = dyn_cast<math::FmaOp>(op)) {
        if (!isFloat16(fma.getResult()) || isa<TensorType>(fma.getType()))
          return;
        rewriter.setInsertionPoint(fma);
        ImplicitLocOpBuilder builder(fma.getLoc(), rewriter);
        rewriter.replaceOp(fma, buildFMA(builder, fma));
        ++numExpanded;
      }
    });
  }
};
} // namespace
