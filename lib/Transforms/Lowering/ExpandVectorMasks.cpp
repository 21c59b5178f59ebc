//===- ExpandVectorMasks.cpp - Masks of vectors from bits -----------------===//
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
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_EXPANDVECTORMASKSPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// The number of bits of the widest integer that becomes a mask.
static constexpr int64_t maxMaskBits = 64;

/// Builds a mask of `lanes` lanes and sets the first `count` of them. There are
/// at most `maxMaskBits` lanes.
static Value buildPart(ImplicitLocOpBuilder &builder, Value count,
                       int64_t lanes) {
  int64_t width = std::max<int64_t>(CHAR_BIT, llvm::PowerOf2Ceil(lanes));
  Type i64 = builder.getI64Type();
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, IntegerAttr::get(i64, value));
  };
  Value set = arith::IndexCastOp::create(builder, i64, count);
  set = arith::MaxSIOp::create(builder, set, buildConstant(0));
  Value isFull;
  // A shift by all bits is undefined.
  if (lanes == maxMaskBits)
    isFull = arith::CmpIOp::create(builder, arith::CmpIPredicate::sge, set,
                                   buildConstant(lanes));
  else
    set = arith::MinSIOp::create(builder, set, buildConstant(lanes));
  Value bits = arith::SubIOp::create(
      builder, arith::ShLIOp::create(builder, buildConstant(1), set),
      buildConstant(1));
  if (isFull)
    bits = arith::SelectOp::create(builder, isFull, buildConstant(-1), bits);
  Type type = builder.getIntegerType(width);
  if (type != i64)
    bits = arith::TruncIOp::create(builder, type, bits);
  Value mask = vector::BitCastOp::create(
      builder, VectorType::get(width, builder.getI1Type()),
      vector::BroadcastOp::create(builder, VectorType::get(1, type), bits));
  if (width == lanes)
    return mask;
  return vector::ExtractStridedSliceOp::create(builder, mask, /*offsets=*/0,
                                               /*sizes=*/lanes, /*strides=*/1);
}

namespace {
/// Builds a mask of the first lanes, more than `maxCompared`, from integers
/// with as many bits set.
struct ExpandCreateMask : OpRewritePattern<vector::CreateMaskOp> {
  ExpandCreateMask(MLIRContext *context, int64_t maxCompared,
                   Pass::Statistic &numExpanded)
      : OpRewritePattern(context, /*benefit=*/2), maxCompared(maxCompared),
        numExpanded(numExpanded) {}

  LogicalResult matchAndRewrite(vector::CreateMaskOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getType();
    if (type.getRank() != 1 || type.isScalable())
      return rewriter.notifyMatchFailure(op, "is not a vector of known lanes");
    if (type.getDimSize(0) <= maxCompared)
      return rewriter.notifyMatchFailure(op, "takes a single comparison");
    ++numExpanded;
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value count = op.getOperands().front();
    int64_t lanes = type.getDimSize(0);
    if (lanes <= maxMaskBits) {
      rewriter.replaceOp(op, buildPart(builder, count, lanes));
      return success();
    }
    Value mask = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
    for (int64_t first = 0; first < lanes; first += maxMaskBits) {
      Value rest = arith::SubIOp::create(
          builder, count, arith::ConstantIndexOp::create(builder, first));
      mask = vector::InsertStridedSliceOp::create(
          builder,
          buildPart(builder, rest, std::min(maxMaskBits, lanes - first)), mask,
          /*offsets=*/first, /*strides=*/1);
    }
    rewriter.replaceOp(op, mask);
    return success();
  }

private:
  int64_t maxCompared;
  Pass::Statistic &numExpanded;
};

struct ExpandVectorMasksPass
    : reduce::impl::ExpandVectorMasksPassBase<ExpandVectorMasksPass> {
  void runOnOperation() override {
    VectorTargetAttr target = VectorTargetAttr::lookup(getOperation());
    if (!target.getMaskRegisters())
      return;
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      auto transfer = dyn_cast<VectorTransferOpInterface>(op);
      // Upstream's pattern takes each vector for a part of a row. Others become
      // loops later.
      if (isa<vector::CreateMaskOp>(op) ||
          (transfer && transfer.getPermutationMap().isMinorIdentity()))
        ops.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    // Upstream's indices have 32 bits.
    patterns.add<ExpandCreateMask>(&getContext(), target.getVectorBits() / 32,
                                   numExpanded);
    // These make masks of vectors that are partly outside of their memref.
    vector::populateVectorMaskMaterializationPatterns(
        patterns, /*force32BitVectorIndices=*/true);
    // They end: each application leaves no such vector, or no such mask.
    (void)applyOpPatternsGreedily(ops, std::move(patterns));
  }
};
} // namespace
