//===- LowerForall.cpp - Parallel loops on memrefs ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Threads/Passes.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_LOWERFORALLPASS
#include "reduce/Transforms/Threads/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns whether iterations of `op` can run on several threads.
static bool isForThreads(scf::ParallelOp op) {
  return op.getNumResults() == 0 &&
         !op->walk([](Operation *nested) {
              // -reduce-hoist-thread-memory moves others.
              auto onStack = dyn_cast<memref::AllocaOp>(nested);
              bool isDynamic = onStack && onStack->getNumOperands() > 0;
              return isDynamic || isa<memref::AllocOp, cf::AssertOp>(nested)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            }).wasInterrupted();
}

namespace {
struct LowerForallPass : reduce::impl::LowerForallPassBase<LowerForallPass> {
  void runOnOperation() override {
    // Bufferization handles loops on tensors, which have results.
    SmallVector<scf::ForallOp> loops;
    getOperation()->walk([&](scf::ForallOp op) {
      if (op.getNumResults() == 0)
        loops.push_back(op);
    });
    for (scf::ForallOp op : loops) {
      IRRewriter rewriter(op);
      if (failed(scf::forallToParallelLoop(rewriter, op)))
        return signalPassFailure();
    }

    unsigned parallelCount = 0, sequentialCount = 0;
    getOperation()->walk([&](scf::ParallelOp op) {
      ++(isForThreads(op) ? parallelCount : sequentialCount);
    });
    RewritePatternSet patterns(&getContext());
    populateSCFToControlFlowConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addDynamicallyLegalOp<scf::ParallelOp>(isForThreads);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    numParallel += parallelCount;
    numSequential += sequentialCount;
  }
};
} // namespace
