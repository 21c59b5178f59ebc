//===- LowerForall.cpp - Parallel loops on memrefs ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_LOWERFORALLPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

static bool containsAllocation(scf::ForallOp op) {
  return op->walk([](memref::AllocOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {
struct LowerForallPass : reduce::impl::LowerForallPassBase<LowerForallPass> {
  void runOnOperation() override {
    // Inner loops first.
    SmallVector<scf::ForallOp> loops;
    getOperation()->walk([&](scf::ForallOp op) {
      if (op.getNumResults() == 0)
        loops.push_back(op);
    });
    for (scf::ForallOp op : loops) {
      IRRewriter rewriter(op);
      LogicalResult lowered = containsAllocation(op)
                                  ? scf::forallToForLoop(rewriter, op)
                                  : scf::forallToParallelLoop(rewriter, op);
      if (failed(lowered))
        return signalPassFailure();
    }
  }
};
} // namespace
