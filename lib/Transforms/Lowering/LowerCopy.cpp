//===- LowerCopy.cpp - memref.copy without a runtime library --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_LOWERCOPYPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns whether upstream's lowering calls its runtime library for `copy`,
/// and loops are possible.
static bool needsLoops(memref::CopyOp copy) {
  auto from = dyn_cast<MemRefType>(copy.getSource().getType());
  auto to = dyn_cast<MemRefType>(copy.getTarget().getType());
  auto isRun = [](MemRefType type) {
    return type.getLayout().isIdentity() ||
           (type.getRank() > 0 && type.hasStaticShape() &&
            type.getNumElements() > 0 &&
            memref::isStaticShapeAndContiguousRowMajor(type));
  };
  return from && to && !(isRun(from) && isRun(to));
}

namespace {
struct LowerCopyPass : reduce::impl::LowerCopyPassBase<LowerCopyPass> {
  void runOnOperation() override {
    getOperation()->walk([&](memref::CopyOp copy) {
      if (!needsLoops(copy))
        return;
      IRRewriter rewriter(copy);
      linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      rewriter.eraseOp(copy);
      ++numLoops;
    });
  }
};
} // namespace
