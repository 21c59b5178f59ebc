//===- ConvertCopyToLinalg.cpp - Strided copies to linalg -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTCOPYTOLINALGPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;

namespace {
struct ConvertCopyToLinalgPass
    : reduce::impl::ConvertCopyToLinalgPassBase<ConvertCopyToLinalgPass> {
  void runOnOperation() override {
    getOperation()->walk([](memref::CopyOp copy) {
      auto from = dyn_cast<MemRefType>(copy.getSource().getType());
      auto to = dyn_cast<MemRefType>(copy.getTarget().getType());
      if (!from || !to ||
          (from.getLayout().isIdentity() && to.getLayout().isIdentity()))
        return;
      IRRewriter rewriter(copy);
      linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      rewriter.eraseOp(copy);
    });
  }
};
} // namespace
