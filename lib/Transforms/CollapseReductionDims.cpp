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

/// Returns how operands of `op`, and of an operation that can be computed where
/// its results are, are read and written in its loops.
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

/// Whether `operand` is the collapsed results of a reduction, which its
/// elementwise user can take as they are.
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

/// Whether upstream can collapse `group` of loops that run over `extents`: its
/// reshapes of tensors and of memrefs disagree on the type where one is 0 and
/// another is dynamic.
static bool hasOneCollapsedType(ArrayRef<int64_t> group,
                                ArrayRef<int64_t> extents) {
  // Upstream multiplies without a look at overflow.
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

/// Returns the longest runs of loops of one kind that every operand of `op`
/// stores next to each other, and every operand of what follows it.
static SmallVector<ReassociationIndices>
getCollapsibleDims(linalg::LinalgOp op) {
  SmallVector<ReassociationIndices> groups;
  if (op.getNumReductionLoops() == 0 || isInStridedFunction(op))
    return groups;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<AffineMap> maps = getIndexingMaps(op);
  // Of other maps, with constants or sums, upstream takes any result for a
  // loop: only assertions check it.
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
    // The reshapes around the loops meet reshapes of the model and fills.
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    linalg::FillOp::getCanonicalizationPatterns(patterns, context);
    tensor::populateFoldTensorEmptyPatterns(patterns);
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
