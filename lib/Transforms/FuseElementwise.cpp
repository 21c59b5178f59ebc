//===- FuseElementwise.cpp - Elementwise operations in loops --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternCounter.h"
#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

static bool isReduction(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() > 0;
}

/// Whether each operand of `op` is read or written in the order of the loops.
static bool hasIdentityMaps(linalg::LinalgOp op) {
  return llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

/// Whether `op` reads one tensor only, the result of a reduction: it can be
/// computed where that ends.
static bool finishesReduction(linalg::LinalgOp op) {
  return op.getNumDpsInputs() == 1 && hasIdentityMaps(op) &&
         isReduction(op.getDpsInputOperand(0)->get().getDefiningOp());
}

/// Whether the producer of `operand` can join its user, an elementwise
/// operation or a reduction, without harm to a reduction.
static bool shouldFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !consumer || !producer->hasOneUse())
    return false;
  if (isReduction(consumer))
    return hasIdentityMaps(producer) && !finishesReduction(producer);
  return !finishesReduction(producer) ||
         (consumer.getNumDpsInputs() == 1 && hasIdentityMaps(consumer));
}

/// Whether `operand` is a reduction's result with dimensions of size 1, which
/// its elementwise user can do without.
static bool shouldCollapse(OpOperand *operand) {
  auto expansion = operand->get().getDefiningOp<tensor::ExpandShapeOp>();
  return expansion && expansion->hasOneUse() &&
         isReduction(expansion.getSrc().getDefiningOp()) &&
         !isReduction(operand->getOwner());
}

namespace {
/// Only operations with a body are fused.
struct GeneralizeElementwise : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    // Reductions are recognized by the fill they start with.
    if (isa<linalg::GenericOp, linalg::FillOp, linalg::CopyOp>(op) ||
        !op.hasPureTensorSemantics() || !linalg::isElementwise(op))
      return rewriter.notifyMatchFailure(op, "no named elementwise operation");
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

struct FuseElementwisePass
    : reduce::impl::FuseElementwisePassBase<FuseElementwisePass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<GeneralizeElementwise>(&getContext());
    PatternCounter counter(numFused);
    linalg::populateElementwiseOpsFusionPatterns(
        patterns,
        [&](OpOperand *operand) { return counter.allow(shouldFuse(operand)); });
    linalg::populateFoldReshapeOpsByCollapsingPatterns(patterns,
                                                       shouldCollapse);
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
