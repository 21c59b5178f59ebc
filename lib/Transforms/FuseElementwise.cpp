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

static bool isReduction(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() > 0;
}

/// Whether each operand of `op` is read or written in the order of the loops.
static bool hasIdentityMaps(linalg::LinalgOp op) {
  return llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

/// Returns what produces `value`, or what that becomes by `shouldCollapse`.
static linalg::LinalgOp getProducer(Value value) {
  auto expansion = value.getDefiningOp<tensor::ExpandShapeOp>();
  return (expansion ? expansion.getSrc() : value)
      .getDefiningOp<linalg::LinalgOp>();
}

/// Whether `op` reads the results of a reduction, or what else finishes it and
/// is about to join `op`, and can be computed where that ends.
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
      // What has joined its user already may not be gone yet.
      if (llvm::all_of(producer->getUsers(), [&](Operation *other) {
            return other == user || isOpTriviallyDead(other);
          }))
        visited.insert(producer);
    }
  }
  return false;
}

/// Whether the producer of `operand` can join its user, an elementwise
/// operation, and what finishes a reduction before still does.
static bool canFinishTogether(OpOperand *operand) {
  StringRef reason;
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  auto consumer = cast<linalg::LinalgOp>(operand->getOwner());
  if (finishesReduction(producer))
    return succeeded(checkEpilogue(consumer, operand->get(), reason));
  return !finishesReduction(consumer) ||
         succeeded(checkEpilogue(producer, /*results=*/{}, reason));
}

/// Whether `op` reads what it overwrites. Upstream keeps that as a result of
/// what it fuses, where more loops would read what they wrote before.
static bool readsOutput(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.payloadUsesValueFromOperand(&init);
  });
}

/// Whether the producer of `operand` can join its user, an elementwise
/// operation or a reduction, without harm to a reduction.
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

/// Whether `operand` is what a reduction ends with, with dimensions of size 1
/// which its elementwise user can do without.
static bool shouldCollapse(OpOperand *operand) {
  auto expansion = operand->get().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expansion || !expansion->hasOneUse() || isReduction(operand->getOwner()))
    return false;
  auto producer = expansion.getSrc().getDefiningOp<linalg::LinalgOp>();
  return producer && (isReduction(producer) || finishesReduction(producer));
}

/// Lets elementwise operations below `root` that read what they overwrite, for
/// another operation which is their one user, write to a tensor of their own.
/// Fused as they are, they keep their result, and a reduction would have two.
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

/// Whether a linalg operation below `root` is on tensors with encodings, which
/// upstream's patterns leave out where they make a tensor for its results.
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
/// Only operations with a body are fused.
struct GeneralizeElementwise : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    // Reductions are recognized by the fill they start with.
    if (isa<linalg::GenericOp, linalg::FillOp, linalg::CopyOp>(op) ||
        !op.hasPureTensorSemantics() || !linalg::isElementwise(op))
      return rewriter.notifyMatchFailure(op,
                                         "not a named elementwise operation");
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

/// The parts of an operation that stands for several, as linalg.softmax does.
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

/// Of operands that broadcast, upstream's collapsing takes none; but where a
/// loop has one iteration, none is needed.
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
    linalg::populateFoldReshapeOpsByCollapsingPatterns(patterns,
                                                       shouldCollapse);
    // Who asks for the shape of results is no user of them.
    populateResultDimsPatterns(patterns);
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
