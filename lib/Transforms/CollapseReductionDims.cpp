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

/// Returns the longest sequences of loops of one kind whose dimensions every
/// operand of `op` and of its epilogue stores next to each other.
static SmallVector<ReassociationIndices>
getCollapsibleDims(linalg::LinalgOp op) {
  SmallVector<ReassociationIndices> groups;
  if (op.getNumReductionLoops() == 0 || isInStridedFunction(op))
    return groups;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<AffineMap> maps = getIndexingMaps(op);
  // In other maps, with constants or sums, upstream treats any result as a
  // loop; it checks this only by assertions.
  if (!llvm::all_of(maps,
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return groups;
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
