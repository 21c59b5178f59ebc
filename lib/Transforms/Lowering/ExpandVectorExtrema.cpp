//===- ExpandVectorExtrema.cpp - Extrema by a machine's instructions ------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_EXPANDVECTOREXTREMAPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// The widths in bits of the vectors that AVX-512's instructions take.
static constexpr int64_t leastBits = 128, mostBits = 512;

static Value buildInteger(ImplicitLocOpBuilder &builder, int64_t value,
                          unsigned bits) {
  return LLVM::ConstantOp::create(
      builder, builder.getIntegerAttr(builder.getIntegerType(bits), value));
}

/// Builds the instruction `name` on all lanes of vectors of `type`, which has a
/// width that AVX-512 has: on `operands`, the constant `immediate`, and what
/// masked lanes would keep, if the instruction needs that.
static Value buildInstruction(ImplicitLocOpBuilder &builder, StringRef name,
                              VectorType type, SmallVector<Value> operands,
                              int64_t immediate, Value kept = {}) {
  unsigned elementBits = type.getElementTypeBitWidth();
  int64_t lanes = type.getDimSize(0), bits = lanes * elementBits;
  operands.push_back(buildInteger(builder, immediate, 32));
  if (kept)
    operands.push_back(kept);
  operands.push_back(buildInteger(builder, -1, std::max<int64_t>(8, lanes)));
  constexpr int64_t currentRounding = 4;
  if (bits == mostBits)
    operands.push_back(buildInteger(builder, currentRounding, 32));
  StringRef suffix = elementBits == 32 ? ".ps." : ".pd.";
  auto call = LLVM::CallIntrinsicOp::create(
      builder, type,
      builder.getStringAttr("llvm.x86.avx512.mask." + name + suffix +
                            Twine(bits)),
      operands);
  // MLIR's greedy rewriter merges blocks whose operations have other operands,
  // but not those whose operations have other attributes.
  ReduceDialect::ImmediateAttrHelper(builder.getContext())
      .setAttr(call, builder.getI32IntegerAttr(immediate));
  return call.getResult(0);
}

/// Builds the lesser or greater of two vectors of numbers, with ordered zeros.
/// A quiet NaN is dropped.
static Value buildRange(ImplicitLocOpBuilder &builder, Value a, Value b,
                        bool isMaximum) {
  // The lower two bits choose the lesser or greater; the next two, the sign of
  // the operand that is chosen.
  constexpr int64_t keepsSign = 1 << 2;
  return buildInstruction(builder, "range", cast<VectorType>(a.getType()),
                          {a, b}, isMaximum | keepsSign, /*kept=*/a);
}

/// Builds `value` with `getIndefinite` in the lanes in which `tested` is NaN.
static Value buildFixup(ImplicitLocOpBuilder &builder, Value value,
                        Value tested) {
  // Four bits for each class of numbers, from quiet and signaling NaN on: the
  // default NaN for these, and no change for others.
  constexpr int64_t responses = 0x33;
  auto type = cast<VectorType>(value.getType());
  Type integer = builder.getIntegerType(type.getElementTypeBitWidth());
  Value table = arith::ConstantOp::create(
      builder,
      DenseElementsAttr::get(cast<ShapedType>(type.clone(integer)),
                             builder.getIntegerAttr(integer, responses)));
  return buildInstruction(builder, "fixupimm", type, {value, tested, table},
                          /*immediate: no flags=*/0);
}

/// Returns the default NaN of x86, of `type`.
static APFloat getIndefinite(VectorType type) {
  auto floatType = cast<FloatType>(type.getElementType());
  return APFloat::getNaN(floatType.getFloatSemantics(), /*Negative=*/true);
}

//===----------------------------------------------------------------------===//
// Vectors of any width
//===----------------------------------------------------------------------===//

/// Returns `width` lanes of `vector` from `offset` on; those beyond its end are
/// poison.
static Value buildPart(ImplicitLocOpBuilder &builder, Value vector,
                       int64_t offset, int64_t width) {
  int64_t end = cast<VectorType>(vector.getType()).getDimSize(0);
  if (offset == 0 && width == end)
    return vector;
  SmallVector<int64_t> lanes;
  for (int64_t lane : llvm::seq(offset, offset + width))
    lanes.push_back(lane < end ? lane : vector::ShuffleOp::kPoisonIndex);
  return vector::ShuffleOp::create(builder, vector, vector, lanes);
}

/// Builds what `build` does for two vectors of any width, in registers of
/// `registerBits` bits.
static Value
buildInParts(ImplicitLocOpBuilder &builder, Value a, Value b,
             int64_t registerBits,
             llvm::function_ref<Value(Value partOfA, Value partOfB)> build) {
  auto type = cast<VectorType>(a.getType());
  int64_t elementBits = type.getElementTypeBitWidth();
  int64_t length = type.getDimSize(0);
  int64_t most = std::clamp(registerBits, leastBits, mostBits) / elementBits;
  Value result;
  for (int64_t offset = 0; offset < length; offset += most) {
    int64_t width = std::clamp<int64_t>(llvm::PowerOf2Ceil(length - offset),
                                        leastBits / elementBits, most);
    Value part = build(buildPart(builder, a, offset, width),
                       buildPart(builder, b, offset, width));
    part = buildPart(builder, part, 0, std::min(width, length - offset));
    if (part.getType() == type)
      return part;
    if (!result)
      result = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
    result = vector::InsertStridedSliceOp::create(
        builder, part, result, ArrayRef<int64_t>(offset), ArrayRef<int64_t>(1));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ExpandVectorExtremaPass
    : reduce::impl::ExpandVectorExtremaPassBase<ExpandVectorExtremaPass> {
  void runOnOperation() override {
    target = VectorTargetAttr::lookup(getOperation());
    // Collect them first: the expansion builds such operations, too.
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::MinimumFOp, arith::MaximumFOp, arith::SelectOp>(op) &&
          isVectorOfFloats(op->getResult(0).getType()))
        ops.push_back(op);
    });
    // What selections took: a test, and the NaN that others may take, too.
    llvm::SetVector<Operation *> maybeDead;
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
      Value result = isa<arith::SelectOp>(op)
                         ? expandSelect(builder, cast<arith::SelectOp>(op))
                         : expandExtremum(builder, op);
      if (!result)
        continue;
      if (auto select = dyn_cast<arith::SelectOp>(op)) {
        maybeDead.insert(select.getCondition().getDefiningOp());
        maybeDead.insert(select.getTrueValue().getDefiningOp());
      }
      rewriter.replaceOp(op, result);
      ++numExpanded;
    }
    for (Operation *op : maybeDead)
      if (isOpTriviallyDead(op))
        rewriter.eraseOp(op);
  }

  static bool isVectorOfFloats(Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.getRank() == 1 && !vector.isScalable() &&
           (vector.getElementType().isF32() || vector.getElementType().isF64());
  }

  Value buildFixups(ImplicitLocOpBuilder &builder, Value value, Value tested) {
    return buildInParts(builder, value, tested, target.getVectorBits(),
                        [&](Value part, Value testedPart) {
                          return buildFixup(builder, part, testedPart);
                        });
  }

  /// Builds what `op`, a minimum or maximum, computes. Returns null if LLVM
  /// does as well.
  Value expandExtremum(ImplicitLocOpBuilder &builder, Operation *op) {
    bool isMaximum = isa<arith::MaximumFOp>(op);
    Value a = op->getOperand(0), b = op->getOperand(1);
    arith::FastMathFlags flags = cast<arith::ArithFastMathInterface>(op)
                                     .getFastMathFlagsAttr()
                                     .getValue();
    bool mayBeNaN = !bitEnumContainsAll(flags, arith::FastMathFlags::nnan);
    if (bitEnumContainsAll(flags, arith::FastMathFlags::nsz)) {
      if (!mayBeNaN || !target.getFixesNan())
        return {};
      // x86 takes `b` if one of both is NaN.
      Value isA = arith::CmpFOp::create(builder,
                                        isMaximum ? arith::CmpFPredicate::OGT
                                                  : arith::CmpFPredicate::OLT,
                                        a, b);
      return buildFixups(builder, arith::SelectOp::create(builder, isA, a, b),
                         a);
    }
    if (!target.getOrdersZeros())
      return {};
    Value number =
        buildInParts(builder, a, b, target.getVectorBits(),
                     [&](Value partOfA, Value partOfB) {
                       return buildRange(builder, partOfA, partOfB, isMaximum);
                     });
    if (!mayBeNaN)
      return number;
    // A comparison does not wait for the instruction.
    Value hasNaN =
        arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, a, b);
    auto type = cast<VectorType>(op->getResult(0).getType());
    Value nan = arith::ConstantOp::create(
        builder, DenseElementsAttr::get(type, getIndefinite(type)));
    return arith::SelectOp::create(builder, hasNaN, nan, number);
  }

  /// Builds what `op` computes if it puts the default NaN where one of two
  /// vectors is NaN. Returns null if it does not.
  Value expandSelect(ImplicitLocOpBuilder &builder, arith::SelectOp op) {
    auto test = op.getCondition().getDefiningOp<arith::CmpFOp>();
    DenseFPElementsAttr constant;
    if (!target.getFixesNan() || !test ||
        test.getPredicate() != arith::CmpFPredicate::UNO ||
        test.getLhs().getType() != op.getType() ||
        !matchPattern(op.getTrueValue(), m_Constant(&constant)) ||
        !constant.isSplat() ||
        !constant.getSplatValue<APFloat>().bitwiseIsEqual(
            getIndefinite(cast<VectorType>(op.getType()))))
      return {};
    Value result = buildFixups(builder, op.getFalseValue(), test.getLhs());
    if (test.getRhs() != test.getLhs())
      result = buildFixups(builder, result, test.getRhs());
    return result;
  }

  VectorTargetAttr target;
};
} // namespace
