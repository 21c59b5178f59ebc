//===- CollapseReductionDims.cpp - Fewer loops in a reduction -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/PatternCounter.h"
#include "Transforms/Analysis/Epilogue.h"
#include "Transforms/Analysis/ResultDims.h"
#include "reduce/IR/StridedFunctions.h"
#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_COLLAPSEREDUCTIONDIMSPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the indexing maps of the operands of `op` and of its epilogue, if it
/// has one, in terms of the loops of `op`.
static SmallVector<AffineMap> getIndexingMaps(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (op->getNumResults() == 0)
    return maps;
  AffineMap ofResults = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (FailureOr<Epilogue> epilogue = Epilogue::match(op); succeeded(epilogue))
    for (AffineMap map : epilogue->getOp().getIndexingMapsArray())
      maps.push_back(map.compose(ofResults));
  return maps;
}

/// Returns whether `operand` expands the result of a collapsed reduction, and
/// its elementwise user can be collapsed, too.
static bool takesCollapsed(OpOperand *operand) {
  auto expansion = operand->get().getDefiningOp<tensor::ExpandShapeOp>();
  auto user = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!expansion || !user || user.getNumReductionLoops() > 0 ||
      isInStridedFunction(user))
    return false;
  auto reduction = expansion.getSrc().getDefiningOp<linalg::LinalgOp>();
  StringRef reason;
  return reduction && reduction.getNumReductionLoops() > 0 &&
         succeeded(checkEpilogue(user, operand->get(), reason));
}

/// Returns whether each operand of `op` and of its epilogue has loops for its
/// dimensions. In other maps, with constants or sums, upstream treats any
/// result as a loop; it checks this only by assertions.
static bool hasLoopsAsDims(linalg::LinalgOp op) {
  return llvm::all_of(getIndexingMaps(op), [](AffineMap map) {
    return map.isProjectedPermutation();
  });
}

/// Returns the loops of `op` that have one iteration. One reduction loop
/// remains.
static SmallVector<unsigned> getUnitLoops(linalg::GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  unsigned remaining = op.getNumReductionLoops();
  SmallVector<unsigned> loops;
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    bool isReduced = iterator == utils::IteratorType::reduction;
    if (extents[loop] != 1 || (isReduced && remaining == 1))
      continue;
    remaining -= isReduced;
    loops.push_back(loop);
  }
  return loops;
}

/// Drops the loops of `op` that have one iteration, which separate others.
/// Returns the remaining operation.
static linalg::GenericOp dropUnitLoops(IRRewriter &rewriter,
                                       linalg::GenericOp op) {
  linalg::ControlDropUnitDims control;
  control.controlFn = [](Operation *op) {
    return getUnitLoops(cast<linalg::GenericOp>(op));
  };
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::DropUnitDimsResult> result =
      linalg::dropUnitDims(rewriter, op, control);
  if (failed(result))
    return op;
  rewriter.replaceOp(op, result->replacements);
  return cast<linalg::GenericOp>(*result->resultOp);
}

/// Returns whether upstream can collapse the loops `group`, whose extents are
/// in `extents`. Its reshapes of tensors and of memrefs disagree on the type if
/// one extent is 0 and another is dynamic.
static bool hasOneCollapsedType(ArrayRef<int64_t> group,
                                ArrayRef<int64_t> extents) {
  // Upstream does not check the product for overflow.
  int64_t product = 1;
  for (int64_t dim : group)
    if (!ShapedType::isDynamic(extents[dim]) && extents[dim] != 0 &&
        llvm::MulOverflow(product, extents[dim], product))
      return false;
  auto has = [&](int64_t extent) {
    return llvm::any_of(group,
                        [&](int64_t dim) { return extents[dim] == extent; });
  };
  return !has(0) || !has(ShapedType::kDynamic);
}

/// Makes the only reduction loop of `op` the outermost one if it has one
/// iteration and is between others: the others can then be collapsed.
static void moveUnitReduction(IRRewriter &rewriter, linalg::GenericOp op) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  unsigned rank = op.getNumLoops();
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (reduced.size() != 1 || extents[reduced[0]] != 1 || reduced[0] == 0 ||
      reduced[0] + 1 == rank || op.hasIndexSemantics())
    return;
  AffineMap all = rewriter.getMultiDimIdentityMap(rank);
  AffineMap kept = all.dropResult(reduced[0]);
  auto hasMap = [&](AffineMap map) {
    return [&op, map](OpOperand &operand) {
      return op.getMatchingIndexingMap(&operand) == map &&
             !cast<RankedTensorType>(operand.get().getType()).getEncoding();
    };
  };
  if (!llvm::all_of(op->getOpOperands().take_front(op.getNumDpsInputs()),
                    hasMap(all)) ||
      !llvm::all_of(op.getDpsInitsMutable(), hasMap(kept)))
    return;

  // [K, 1, L] becomes [K, L] and [1, K, L].
  SmallVector<ReassociationIndices> collapsedDims, expandedDims;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim == reduced[0]) {
      collapsedDims.back().push_back(dim);
      continue;
    }
    collapsedDims.push_back({dim});
    expandedDims.push_back({static_cast<int64_t>(expandedDims.size()) + 1});
  }
  expandedDims.front().insert(expandedDims.front().begin(), 0);
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  builder.setInsertionPoint(op);
  SmallVector<Value> inputs;
  for (Value input : op.getDpsInputs()) {
    Value collapsed =
        tensor::CollapseShapeOp::create(builder, input, collapsedDims);
    auto type = cast<RankedTensorType>(collapsed.getType());
    SmallVector<int64_t> shape = {1};
    llvm::append_range(shape, type.getShape());
    SmallVector<OpFoldResult> sizes = {builder.getIndexAttr(1)};
    llvm::append_range(sizes,
                       tensor::getMixedSizes(builder, op.getLoc(), collapsed));
    inputs.push_back(tensor::ExpandShapeOp::create(
        builder, type.clone(shape), collapsed, expandedDims, sizes));
  }
  SmallVector<AffineMap> maps(inputs.size(), all);
  maps.append(op.getNumDpsInits(), all.dropResult(0));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.front() = utils::IteratorType::reduction;
  auto moved = linalg::GenericOp::create(builder, op.getResultTypes(), inputs,
                                         op.getDpsInits(), maps, iterators);
  rewriter.inlineRegionBefore(op.getRegion(), moved.getRegion(),
                              moved.getRegion().end());
  moved->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, moved);
}

/// Drops the loops of one iteration in `function`, of reductions and of their
/// epilogues.
static void dropUnitLoops(Operation *function) {
  SmallVector<linalg::GenericOp> ops;
  function->walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics() ||
        isInStridedFunction(op) ||
        !llvm::is_contained(op.getStaticLoopRanges(), 1) || !hasLoopsAsDims(op))
      return;
    ops.push_back(op);
    if (FailureOr<Epilogue> epilogue = Epilogue::match(op); succeeded(epilogue))
      ops.push_back(epilogue->getOp());
  });
  IRRewriter rewriter(function->getContext());
  for (linalg::GenericOp op : ops)
    moveUnitReduction(rewriter, dropUnitLoops(rewriter, op));
}

/// Returns the longest sequences of loops of one kind whose dimensions every
/// operand of `op` and of its epilogue stores next to each other.
static SmallVector<ReassociationIndices>
getCollapsibleDims(linalg::LinalgOp op) {
  SmallVector<ReassociationIndices> groups;
  if (op.getNumReductionLoops() == 0 || isInStridedFunction(op))
    return groups;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (!hasLoopsAsDims(op))
    return groups;
  SmallVector<AffineMap> maps = getIndexingMaps(op);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (int64_t dim = 0, rank = iterators.size(); dim < rank; ++dim) {
    if (!groups.empty() && iterators[dim - 1] == iterators[dim]) {
      ReassociationIndices extended = groups.back();
      extended.push_back(dim);
      if (hasOneCollapsedType(extended, extents) &&
          linalg::areDimSequencesPreserved(maps, {extended})) {
        groups.back() = std::move(extended);
        continue;
      }
    }
    groups.push_back({dim});
  }
  llvm::erase_if(groups, [](const ReassociationIndices &group) {
    return group.size() == 1;
  });
  return groups;
}

namespace {
struct CollapseReductionDimsPass
    : reduce::impl::CollapseReductionDimsPassBase<CollapseReductionDimsPass> {
  void runOnOperation() override {
    dropUnitLoops(getOperation());
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    ControlledPatternCounter counter(numCollapsed);
    linalg::populateCollapseDimensions(patterns, [&](linalg::LinalgOp op) {
      SmallVector<ReassociationIndices> groups = getCollapsibleDims(op);
      counter.allow(!groups.empty());
      return groups;
    });
    linalg::populateFoldReshapeOpsByCollapsingPatterns(patterns,
                                                       takesCollapsed);
    // Simplify reshapes around the loops with reshapes of the model and fills.
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    linalg::FillOp::getCanonicalizationPatterns(patterns, context);
    tensor::populateFoldTensorEmptyPatterns(patterns);
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
