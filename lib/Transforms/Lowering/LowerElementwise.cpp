//===- LowerElementwise.cpp - Elementwise operations to loops -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAnnotations.h"
#include "MemoryRuns.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_LOWERELEMENTWISEPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the annotation that makes LLVM vectorize a loop.
static LLVM::LoopAnnotationAttr getVectorizeAnnotation(MLIRContext *context) {
  auto vectorize = LLVM::LoopVectorizeAttr::get(
      context, /*disable=*/BoolAttr::get(context, false),
      /*predicateEnable=*/{}, /*scalableEnable=*/{}, /*width=*/{},
      /*followupVectorized=*/{}, /*followupEpilogue=*/{}, /*followupAll=*/{});
  return LLVM::LoopAnnotationAttr::get(
      context, /*disableNonforced=*/{}, vectorize, /*interleave=*/{},
      /*unroll=*/{}, /*unrollAndJam=*/{}, /*licm=*/{}, /*distribute=*/{},
      /*pipeline=*/{}, /*peeled=*/{}, /*unswitch=*/{}, /*mustProgress=*/{},
      /*isVectorized=*/{}, /*startLoc=*/{}, /*endLoc=*/{},
      /*parallelAccesses=*/{});
}

/// Returns whether `op` computes each element from those at the same position
/// of other memrefs, and all operands are runs of memory.
static bool computesRuns(linalg::GenericOp op) {
  return op.getNumLoops() > 1 && !op.hasIndexSemantics() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }) &&
         llvm::all_of(op->getOperandTypes(), isRun);
}

/// Replaces `op` by an operation with one loop. Requires `computesRuns`.
static linalg::GenericOp joinLoops(IRRewriter &rewriter, linalg::GenericOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  auto buildRuns = [&](ValueRange memrefs) {
    return llvm::map_to_vector(
        memrefs, [&](Value memref) { return buildRun(builder, memref); });
  };
  SmallVector<Value> inputs = buildRuns(op.getDpsInputs());
  SmallVector<Value> outputs = buildRuns(op.getDpsInits());
  SmallVector<AffineMap> maps(op->getNumOperands(),
                              builder.getMultiDimIdentityMap(1));
  auto joined = linalg::GenericOp::create(builder, TypeRange(), inputs, outputs,
                                          maps, utils::IteratorType::parallel);
  rewriter.inlineRegionBefore(op.getRegion(), joined.getRegion(),
                              joined.getRegion().end());
  rewriter.eraseOp(op);
  return joined;
}

/// Returns whether the elements of `operand` that successive iterations of the
/// innermost loop use are the same, or next to each other in memory.
static bool hasVectors(linalg::LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  unsigned innermost = op.getNumLoops() - 1;
  if (!map.isFunctionOfDim(innermost))
    return true;
  // Scalars have maps without results.
  auto type = cast<MemRefType>(operand.get().getType());
  return map.isProjectedPermutation() &&
         map.getDimPosition(map.getNumResults() - 1) == innermost &&
         type.isLastDimUnitStride();
}

/// Returns whether vectors are better than scalars in the innermost loop of
/// `op`.
static bool gainsFromVectors(linalg::LinalgOp op) {
  return op.getNumLoops() > 0 &&
         llvm::all_of(
             op->getOpOperands(),
             [&](OpOperand &operand) { return hasVectors(op, operand); }) &&
         llvm::all_of(op.getBlock()->without_terminator(), [](Operation &each) {
           return OpTrait::hasElementwiseMappableTraits(&each);
         });
}

namespace {
struct LowerElementwisePass
    : reduce::impl::LowerElementwisePassBase<LowerElementwisePass> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() && op.getNumReductionLoops() == 0)
        ops.push_back(op);
    });
    LLVM::LoopAnnotationAttr annotation = getVectorizeAnnotation(&getContext());
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      // LLVM vectorizes the innermost loop, which may be short.
      if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
          generic && computesRuns(generic))
        op = joinLoops(rewriter, generic);
      bool isVectorized = gainsFromVectors(op);
      FailureOr<linalg::LinalgLoops> loops =
          linalg::linalgOpToLoops(rewriter, op);
      if (failed(loops))
        continue;
      if (isVectorized)
        loops->back()->setAttr(loopAnnotationName, annotation);
      rewriter.eraseOp(op);
      ++numLowered;
    }
    // Upstream loads outputs that no computation reads.
    (void)runRegionDCE(rewriter, getOperation()->getRegions());
  }
};
} // namespace
