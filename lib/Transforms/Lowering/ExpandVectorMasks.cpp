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

/// The number of bits of the narrowest and of the widest integer that becomes a
/// mask.
static constexpr int64_t minMaskBits = 8, maxMaskBits = 64;

/// Builds a mask of `lanes` lanes, at most `maxMaskBits`, of which the first
/// `count` are set.
static Value buildPart(ImplicitLocOpBuilder &builder, Value count,
                       int64_t lanes) {
  int64_t width = llvm::PowerOf2Ceil(std::max(lanes, minMaskBits));
  Type type = builder.getIntegerType(width);
  auto buildIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  auto buildBits = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, IntegerAttr::get(type, value));
  };
  // The other bits are shifted out. A shift by the width is undefined.
  Value set = arith::MinSIOp::create(
      builder, arith::MaxSIOp::create(builder, count, buildIndex(1)),
      buildIndex(lanes));
  Value shift = arith::IndexCastOp::create(
      builder, type, arith::SubIOp::create(builder, buildIndex(width), set));
  Value isEmpty = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                        count, buildIndex(1));
  Value bits = arith::SelectOp::create(
      builder, isEmpty, buildBits(0),
      arith::ShRUIOp::create(builder, buildBits(-1), shift));
  Value mask = vector::BitCastOp::create(
      builder, VectorType::get(width, builder.getI1Type()),
      vector::BroadcastOp::create(builder, VectorType::get(1, type), bits));
  if (width == lanes)
    return mask;
  return vector::ExtractStridedSliceOp::create(builder, mask, /*offsets=*/0,
                                               /*sizes=*/lanes, /*strides=*/1);
}

namespace {
/// Builds a mask of the first lanes from integers with as many bits set.
struct ExpandCreateMask : OpRewritePattern<vector::CreateMaskOp> {
  ExpandCreateMask(MLIRContext *context, Pass::Statistic &numExpanded)
      : OpRewritePattern(context, /*benefit=*/2), numExpanded(numExpanded) {}

  LogicalResult matchAndRewrite(vector::CreateMaskOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getType();
    if (type.getRank() != 1 || type.isScalable())
      return rewriter.notifyMatchFailure(op, "is not a vector of known lanes");
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
  Pass::Statistic &numExpanded;
};

struct ExpandVectorMasksPass
    : reduce::impl::ExpandVectorMasksPassBase<ExpandVectorMasksPass> {
  void runOnOperation() override {
    if (!VectorTargetAttr::lookup(getOperation()).getMaskRegisters())
      return;
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<vector::CreateMaskOp, vector::TransferReadOp,
              vector::TransferWriteOp>(op))
        ops.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandCreateMask>(&getContext(), numExpanded);
    // These make masks of vectors that are partly outside of their memref.
    vector::populateVectorMaskMaterializationPatterns(
        patterns, /*force32BitVectorIndices=*/true);
    // They end: each application leaves no such vector, or no such mask.
    (void)applyOpPatternsGreedily(ops, std::move(patterns));
  }
};
} // namespace
