//===- ExpandFloat16.cpp - f16 and bf16 on machines without them ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementType.h"
#include "Support/PatternCounter.h"
#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_EXPANDFLOAT16PASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// Builds integer operations on values of a given shape.
class BitBuilder {
public:
  BitBuilder(OpBuilder &builder, Location loc, Type shape)
      : builder(loc, builder), shape(shape) {}

  /// Returns the type of values with elements of `elementType`.
  Type getType(Type elementType) const {
    return withElementType(shape, elementType);
  }
  Type getI16() { return getType(builder.getI16Type()); }
  Type getI32() { return getType(builder.getI32Type()); }
  Type getF32() { return getType(builder.getF32Type()); }

  Value constant(uint32_t value) { return constant(getI32(), value); }
  Value constant16(uint16_t value) { return constant(getI16(), value); }
  Value asFloat(Value bits) {
    return arith::BitcastOp::create(builder, getF32(), bits);
  }
  Value asBits(Value value) {
    return arith::BitcastOp::create(builder, getI32(), value);
  }
  Value bitAnd(Value bits, uint32_t mask) {
    return arith::AndIOp::create(builder, bits, constant(mask));
  }
  Value bitOr(Value a, Value b) { return arith::OrIOp::create(builder, a, b); }
  Value shiftLeft(Value bits, unsigned by) {
    return arith::ShLIOp::create(builder, bits, constant(by));
  }
  Value shiftRight(Value bits, unsigned by) {
    return arith::ShRUIOp::create(builder, bits, constant(by));
  }
  Value add(Value a, Value b) { return arith::AddIOp::create(builder, a, b); }
  Value isAtLeast(Value bits, uint32_t limit) {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::uge, bits,
                                 constant(limit));
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, condition, a, b);
  }

  ImplicitLocOpBuilder builder;

private:
  Value constant(Type type, uint32_t value) {
    Attribute attribute =
        builder.getIntegerAttr(getElementTypeOrSelf(type), value);
    if (auto vector = dyn_cast<VectorType>(type))
      return arith::ConstantOp::create(
          builder, DenseElementsAttr::get(vector, attribute));
    return arith::ConstantOp::create(builder, cast<TypedAttr>(attribute));
  }

  Type shape;
};

struct ExpandExtF : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getIn().getType()).isF16() ||
        !getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not from f16 to f32");
    BitBuilder bits(rewriter, op.getLoc(), op.getType());
    Value half =
        arith::BitcastOp::create(bits.builder, bits.getI16(), op.getIn());
    Value wide = arith::ExtUIOp::create(bits.builder, bits.getI32(), half);
    Value sign = bits.shiftLeft(bits.bitAnd(wide, 0x8000), 16);
    Value magnitude = bits.bitAnd(wide, 0x7FFF);
    // As an f32, these bits are 2^-112 times the number, subnormal or not.
    Value scale = bits.asFloat(bits.constant((127 + 112) << 23));
    Value scaled = bits.asBits(arith::MulFOp::create(
        bits.builder, bits.asFloat(bits.shiftLeft(magnitude, 13)), scale));
    // Infinities and NaN need the greatest exponent.
    Value special = bits.bitOr(scaled, bits.constant(0x7F800000));
    Value number =
        bits.select(bits.isAtLeast(magnitude, 0x7C00), special, scaled);
    rewriter.replaceOp(op, bits.asFloat(bits.bitOr(number, sign)));
    return success();
  }
};

/// Extends every second bf16 of a vector. In each word of 32 bits, one bf16 is
/// the upper half, which is its f32, and the other is the lower half.
struct ExpandDeinterleavedExtF : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    auto halves = op.getIn().getDefiningOp<vector::DeinterleaveOp>();
    if (!type || !type.getElementType().isF32() || !halves ||
        halves.getSourceVectorType().getRank() != 1 ||
        !halves.getSourceVectorType().getElementType().isBF16())
      return rewriter.notifyMatchFailure(op, "not of every second bf16 to f32");
    BitBuilder bits(rewriter, op.getLoc(), type);
    Value words = vector::BitCastOp::create(
        bits.builder, cast<VectorType>(bits.getI32()), halves.getSource());
    rewriter.replaceOp(op, bits.asFloat(op.getIn() == halves.getRes1()
                                            ? bits.shiftLeft(words, 16)
                                            : bits.bitAnd(words, 0xFFFF0000)));
    return success();
  }
};

/// Whether `op` rounds to nearest, ties to even.
bool roundsToNearest(arith::TruncFOp op) {
  return op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) ==
         arith::RoundingMode::to_nearest_even;
}

struct ExpandTruncF : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getIn().getType()).isF32() ||
        !getElementTypeOrSelf(op.getType()).isF16() || !roundsToNearest(op))
      return rewriter.notifyMatchFailure(
          op, "not from f32 to f16, rounding to nearest even");
    BitBuilder bits(rewriter, op.getLoc(), op.getType());
    Value wide = bits.asBits(op.getIn());
    Value sign = bits.shiftRight(bits.bitAnd(wide, 0x80000000), 16);
    Value magnitude = bits.bitAnd(wide, 0x7FFFFFFF);

    // Normal: rebias the exponent, add just under half a unit in the last place
    // kept, and one more if that place is odd.
    Value odd = bits.bitAnd(bits.shiftRight(magnitude, 13), 1);
    Value rebiased =
        bits.add(magnitude, bits.constant((uint32_t(15 - 127) << 23) + 0xFFF));
    Value normal = bits.shiftRight(bits.add(rebiased, odd), 13);

    // Subnormal: the sum with 1/2 rounds, since its last place is that of f16.
    Value half = bits.constant(126 << 23);
    Value sum = bits.asBits(arith::AddFOp::create(
        bits.builder, bits.asFloat(magnitude), bits.asFloat(half)));
    Value subnormal = arith::SubIOp::create(bits.builder, sum, half);

    Value infinity = bits.constant(0x7C00);
    Value nan = bits.constant(0x7E00);
    Value special =
        bits.select(bits.isAtLeast(magnitude, 0x7F800001), nan, infinity);
    Value number =
        bits.select(bits.isAtLeast(magnitude, 113 << 23), normal, subnormal);
    // Special from 2^16 on. Smaller numbers that round to 2^16 become infinity
    // already.
    number = bits.select(bits.isAtLeast(magnitude, 143 << 23), special, number);
    Value narrow = arith::TruncIOp::create(bits.builder, bits.getI16(),
                                           bits.bitOr(number, sign));
    rewriter.replaceOp(
        op, arith::BitcastOp::create(bits.builder, op.getType(), narrow));
    return success();
  }
};

/// Whether NaN that `op` rounds to bf16 have zeros in the lower halves of their
/// bits. So they are not rounded up, and remain NaN.
bool hasNaNOfBF16(arith::TruncFOp op) {
  return ReduceDialect::Bf16NanAttrHelper(op->getContext()).isAttrPresent(op);
}

/// Like upstream's pattern, except that a NaN is selected before narrowing:
/// InstCombine would turn a select of 16-bit integers into one of bf16, which
/// most machines compute element by element.
struct ExpandTruncBF16 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getIn().getType()).isF32() ||
        !getElementTypeOrSelf(op.getType()).isBF16() || !roundsToNearest(op))
      return rewriter.notifyMatchFailure(
          op, "not from f32 to bf16, rounding to nearest even");
    BitBuilder bits(rewriter, op.getLoc(), op.getType());
    Value wide = bits.asBits(op.getIn());

    // Add just under half a unit in the last place kept, and one more if that
    // place is odd.
    Value odd = bits.bitAnd(bits.shiftRight(wide, 16), 1);
    Value rounded = bits.add(bits.add(wide, bits.constant(0x7FFF)), odd);
    Value number = bits.shiftRight(rounded, 16);
    if (!hasNaNOfBF16(op)) {
      Value magnitude = bits.bitAnd(wide, 0x7FFFFFFF);
      number = bits.select(bits.isAtLeast(magnitude, 0x7F800001),
                           bits.constant(0x7FC0), number);
    }
    Value narrow = arith::TruncIOp::create(bits.builder, bits.getI16(), number);
    rewriter.replaceOp(
        op, arith::BitcastOp::create(bits.builder, op.getType(), narrow));
    return success();
  }
};

/// Rounds the interleaved elements of two vectors to bf16. Each word of 32 bits
/// gets a bf16 of each, so no shuffle brings them into order, and both are
/// rounded in one vector of 16-bit integers.
struct ExpandInterleavedTruncBF16 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    auto interleave = op.getIn().getDefiningOp<vector::InterleaveOp>();
    if (!type || !type.getElementType().isBF16() || !roundsToNearest(op) ||
        !interleave || interleave.getSourceVectorType().getRank() != 1 ||
        !interleave.getSourceVectorType().getElementType().isF32())
      return rewriter.notifyMatchFailure(
          op, "not of interleaved f32 to bf16, rounding to nearest even");
    BitBuilder bits(rewriter, op.getLoc(), interleave.getSourceVectorType());
    // Replaces NaN whose lower halves may not be zero: rounding could make
    // numbers of them.
    auto getBits = [&](Value value) -> Value {
      if (hasNaNOfBF16(op))
        return bits.asBits(value);
      Value isNaN = arith::CmpFOp::create(
          bits.builder, arith::CmpFPredicate::UNO, value, value);
      return bits.select(isNaN, bits.constant(0x7FC00000), bits.asBits(value));
    };
    Value even = getBits(interleave.getLhs());
    Value odd = getBits(interleave.getRhs());
    auto getHalves = [&](Value lower, Value upper) -> Value {
      return vector::BitCastOp::create(bits.builder,
                                       type.clone(bits.builder.getI16Type()),
                                       bits.bitOr(lower, upper));
    };
    Value kept =
        getHalves(bits.shiftRight(even, 16), bits.bitAnd(odd, 0xFFFF0000));
    Value dropped =
        getHalves(bits.bitAnd(even, 0xFFFF), bits.shiftLeft(odd, 16));

    // Round up from half a unit in the last place kept on, and at half a unit
    // only if that place is odd.
    BitBuilder halves(rewriter, op.getLoc(), kept.getType());
    Value one = halves.constant16(1);
    Value last = arith::AndIOp::create(halves.builder, kept, one);
    Value roundsUp = arith::CmpIOp::create(
        halves.builder, arith::CmpIPredicate::ugt, halves.bitOr(dropped, last),
        halves.constant16(0x8000));
    Value rounded = halves.select(roundsUp, halves.add(kept, one), kept);
    rewriter.replaceOp(op,
                       arith::BitcastOp::create(bits.builder, type, rounded));
    return success();
  }
};

/// Returns whether an operation below `root` converts tensors of floats:
/// upstream's patterns and ours cannot build constants of dynamic sizes.
bool convertsTensors(Operation *root) {
  return root
      ->walk([](Operation *op) {
        bool isConversion = isa<arith::ExtFOp, arith::TruncFOp>(op) &&
                            isa<TensorType>(op->getResult(0).getType());
        return isConversion ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

struct ExpandFloat16Pass
    : reduce::impl::ExpandFloat16PassBase<ExpandFloat16Pass> {
  using ExpandFloat16PassBase::ExpandFloat16PassBase;

  void runOnOperation() override {
    if (convertsTensors(getOperation()))
      return;
    RewritePatternSet patterns(&getContext());
    if (!VectorTargetAttr::lookup(getOperation()).getConvertsF16())
      patterns.add<ExpandExtF, ExpandTruncF>(&getContext());
    if (expandBF16) {
      patterns.add<ExpandDeinterleavedExtF, ExpandTruncBF16>(&getContext(),
                                                             /*benefit=*/2);
      patterns.add<ExpandInterleavedTruncBF16>(&getContext(), /*benefit=*/3);
      arith::populateExpandBFloat16Patterns(patterns);
    }
    PatternCounter counter(numExpanded);
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
