//===- FuseElementwise.cpp - Elementwise operations in loops --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/PatternCounter.h"
#include "Transforms/Analysis/Epilogue.h"
#include "Transforms/Analysis/ResultDims.h"
#include "reduce/IR/TypeInference.h"
#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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
using namespace mlir::reduce::detail;

static bool isReduction(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() > 0;
}

/// Returns whether `op` reads and writes all operands in the order of its
/// loops.
static bool hasIdentityMaps(linalg::LinalgOp op) {
  return llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

/// Returns the linalg operation that produces `value`, directly or through a
/// reshape that `shouldCollapse` may move.
static linalg::LinalgOp getProducer(Value value) {
  auto expansion = value.getDefiningOp<tensor::ExpandShapeOp>();
  return (expansion ? expansion.getSrc() : value)
      .getDefiningOp<linalg::LinalgOp>();
}

/// Returns whether `op` can be computed at the end of a reduction whose results
/// it reads, directly or through operations that are about to be fused into
/// `op`.
static bool finishesReduction(linalg::LinalgOp op) {
  StringRef reason;
  llvm::SmallSetVector<Operation *, 8> visited;
  visited.insert(op);
  for (size_t i = 0; i < visited.size(); ++i) {
    auto user = cast<linalg::LinalgOp>(visited[i]);
    for (Value operand : user->getOperands()) {
      linalg::LinalgOp producer = getProducer(operand);
      if (!producer || failed(checkEpilogue(user, operand, reason)))
        continue;
      if (isReduction(producer))
        return true;
      // Other users may be dead: they were fused, but not erased yet.
      if (llvm::all_of(producer->getUsers(), [&](Operation *other) {
            return other == user || isOpTriviallyDead(other);
          }))
        visited.insert(producer);
    }
  }
  return false;
}

/// Returns whether the producer of `operand` can be fused into its user, an
/// elementwise operation, such that operations at the end of a reduction can
/// still be computed there.
static bool canFinishTogether(OpOperand *operand) {
  StringRef reason;
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  auto consumer = cast<linalg::LinalgOp>(operand->getOwner());
  if (finishesReduction(producer))
    return succeeded(checkEpilogue(consumer, operand->get(), reason));
  return !finishesReduction(consumer) ||
         succeeded(checkEpilogue(producer, /*results=*/{}, reason));
}

/// Returns whether `op` reads the elements that it overwrites. Upstream's
/// fusion would keep the output of such an operation as a result of the fused
/// one, in which more loops would read elements that they wrote before.
static bool readsOutput(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.payloadUsesValueFromOperand(&init);
  });
}

/// Returns whether the producer of `operand` can be fused into its user, an
/// elementwise operation or a reduction, without preventing vectorization.
static bool shouldFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !consumer || !producer->hasOneUse() || readsOutput(producer))
    return false;
  StringRef reason;
  if (isReduction(consumer))
    return hasIdentityMaps(producer) &&
           succeeded(checkEpilogue(producer, /*results=*/{}, reason)) &&
           !finishesReduction(producer);
  return canFinishTogether(operand);
}

/// Returns whether `operand` is the result of a reduction, or of an operation
/// at its end, expanded by dimensions that its elementwise user does not need.
static bool shouldCollapse(OpOperand *operand) {
  auto expansion = operand->get().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expansion || !expansion->hasOneUse() || isReduction(operand->getOwner()))
    return false;
  auto producer = expansion.getSrc().getDefiningOp<linalg::LinalgOp>();
  return producer && (isReduction(producer) || finishesReduction(producer));
}

/// Gives elementwise operations below `root` that read the elements they
/// overwrite, and whose only user is another linalg operation, an output tensor
/// of their own. Otherwise, fusion would keep their result, and a reduction
/// would have two results.
static void separateOutputs(Operation *root) {
  SmallVector<Operation *> overwriting;
  root->walk([&](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics() && linalg::isElementwise(op) &&
        op->hasOneUse() && isa<linalg::LinalgOp>(*op->user_begin()))
      overwriting.push_back(op);
  });
  RewritePatternSet patterns(root->getContext());
  linalg::populateMoveInitOperandsToInputPattern(patterns);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  (void)applyOpPatternsGreedily(overwriting, std::move(patterns), config);
}

/// Returns whether a linalg operation below `root` is on tensors with
/// encodings, which upstream's patterns drop when they create tensors for
/// results.
static bool hasEncodings(Operation *root) {
  return root
      ->walk([](linalg::LinalgOp op) {
        return llvm::any_of(op->getOperandTypes(), hasEncoding)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
/// Generalizes named elementwise operations: upstream only fuses
/// linalg.generic.
struct GeneralizeElementwise : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    // Keep fills since the start of a reduction is recognized by its fill.
    if (isa<linalg::GenericOp, linalg::FillOp, linalg::CopyOp>(op) ||
        !op.hasPureTensorSemantics() || !linalg::isElementwise(op))
      return rewriter.notifyMatchFailure(op,
                                         "not a named elementwise operation");
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

/// Decomposes composite operations such as linalg.softmax.
struct DecomposeAggregate
    : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>))
      return rewriter.notifyMatchFailure(op, "an operand is not a tensor");
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return rewriter.notifyMatchFailure(op, "cannot be decomposed");
    rewriter.replaceOp(op, *results);
    return success();
  }
};

/// Drops loops with one iteration. Upstream cannot collapse dimensions of
/// operands that are broadcast; after this, it need not.
struct DropUnitLoops : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    auto readsExpansion = [](OpOperand &operand) {
      return shouldCollapse(&operand);
    };
    auto isCollapsed = [](Operation *user) {
      return isa<tensor::CollapseShapeOp>(user);
    };
    if (!op.hasPureTensorSemantics() || !linalg::isElementwise(op) ||
        !llvm::is_contained(op.getStaticLoopRanges(), 1) ||
        (llvm::none_of(op->getOpOperands(), readsExpansion) &&
         !(op->hasOneUse() && llvm::all_of(op->getUsers(), isCollapsed))))
      return rewriter.notifyMatchFailure(op, "not next to a reduction");
    FailureOr<linalg::DropUnitDimsResult> dropped =
        linalg::dropUnitDims(rewriter, op, linalg::ControlDropUnitDims());
    if (failed(dropped))
      return failure();
    rewriter.replaceOp(op, dropped->replacements);
    return success();
  }
};

/// Applies a pattern of upstream's that forgets the start of a reduction which
/// does not combine it with elements, such as a product with a constant 0. If
/// there are no elements, the start is the result.
struct ExceptReductions : RewritePattern {
  explicit ExceptReductions(std::unique_ptr<RewritePattern> pattern)
      : RewritePattern(pattern->getRootKind()->getStringRef(),
                       pattern->getBenefit(), pattern->getContext()),
        pattern(std::move(pattern)) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    return isReduction(op) ? failure() : pattern->matchAndRewrite(op, rewriter);
  }

private:
  std::unique_ptr<RewritePattern> pattern;
};

struct FuseElementwisePass
    : reduce::impl::FuseElementwisePassBase<FuseElementwisePass> {
  void runOnOperation() override {
    if (hasEncodings(getOperation()))
      return;
    separateOutputs(getOperation());
    RewritePatternSet patterns(&getContext());
    patterns.add<DecomposeAggregate, DropUnitLoops, GeneralizeElementwise>(
        &getContext());
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                         &getContext());
    ControlledPatternCounter counter(numFused);
    linalg::populateElementwiseOpsFusionPatterns(
        patterns,
        [&](OpOperand *operand) { return counter.allow(shouldFuse(operand)); });
    for (std::unique_ptr<RewritePattern> &pattern :
         patterns.getNativePatterns())
      if (pattern->getDebugName().ends_with("RemoveOutsDependency"))
        pattern = std::make_unique<ExceptReductions>(std::move(pattern));
    linalg::populateFoldReshapeOpsByCollapsingPatterns(patterns,
                                                       shouldCollapse);
    // Resolve `tensor.dim` of results to the operands first, so that a size
    // query does not count as a second use.
    populateResultDimsPatterns(patterns);
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
