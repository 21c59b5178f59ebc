//===- CollapseReductionDims.cpp - Fewer loops in a reduction -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternCounter.h"
#include "reduce/Transforms/Passes.h"
#include "reduce/Transforms/StridedFunctions.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_COLLAPSEREDUCTIONDIMSPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns the longest runs of loops of one kind that every operand of `op`
/// stores next to each other.
static SmallVector<ReassociationIndices>
getCollapsibleDims(linalg::LinalgOp op) {
  SmallVector<ReassociationIndices> groups;
  if (op.getNumReductionLoops() == 0 || isInStridedFunction(op))
    return groups;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (int64_t dim = 0, rank = iterators.size(); dim < rank; ++dim) {
    if (!groups.empty() && iterators[dim - 1] == iterators[dim]) {
      ReassociationIndices extended = groups.back();
      extended.push_back(dim);
      if (linalg::areDimSequencesPreserved(maps, {extended})) {
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
    PatternCounter counter(numCollapsed);
    linalg::populateCollapseDimensions(patterns, [&](linalg::LinalgOp op) {
      SmallVector<ReassociationIndices> groups = getCollapsibleDims(op);
      counter.allow(!groups.empty());
      return groups;
    });
    // The reshapes around the loops meet reshapes of the model and fills.
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    linalg::FillOp::getCanonicalizationPatterns(patterns, context);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
