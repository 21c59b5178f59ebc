//===- MoveLoopAnnotations.cpp - From loops to LLVM -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAnnotations.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_MOVELOOPANNOTATIONSPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns whether `op` had an annotation, which is moved.
template <typename BranchOp> static bool moveAnnotation(BranchOp op) {
  auto annotation =
      op->template getAttrOfType<LLVM::LoopAnnotationAttr>(loopAnnotationName);
  if (!annotation)
    return false;
  op->removeDiscardableAttr(loopAnnotationName);
  op.setLoopAnnotationAttr(annotation);
  return true;
}

namespace {
struct MoveLoopAnnotationsPass
    : reduce::impl::MoveLoopAnnotationsPassBase<MoveLoopAnnotationsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      bool isMoved = false;
      if (auto branch = dyn_cast<LLVM::BrOp>(op))
        isMoved = moveAnnotation(branch);
      else if (auto branch = dyn_cast<LLVM::CondBrOp>(op))
        isMoved = moveAnnotation(branch);
      numMoved += isMoved;
    });
  }
};
} // namespace
