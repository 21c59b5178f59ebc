//===- StripAnnotations.cpp - What only passes read -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceOps.h"
#include "reduce/Transforms/Vectorize/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_STRIPANNOTATIONSPASS
#include "reduce/Transforms/Vectorize/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

namespace {
struct StripAnnotationsPass
    : reduce::impl::StripAnnotationsPassBase<StripAnnotationsPass> {
  void runOnOperation() override {
    ReduceDialect::VectorTargetAttrHelper targets(&getContext());
    ReduceDialect::TunedChoicesAttrHelper choices(&getContext());
    ReduceDialect::CombinerAttrHelper combiners(&getContext());
    ReduceDialect::Bf16NanAttrHelper nans(&getContext());
    ReduceDialect::ReadsSlicesAttrHelper readsSlices(&getContext());
    ReduceDialect::SpreadRowsAttrHelper spreadRows(&getContext());
    getOperation()->walk([&](Operation *op) {
      auto strip = [&](auto helper) {
        if (!helper.isAttrPresent(op))
          return;
        helper.removeAttr(op);
        ++numStripped;
      };
      strip(targets);
      strip(choices);
      strip(combiners);
      strip(nans);
      strip(readsSlices);
      strip(spreadRows);
    });
    replaceKernelCalls();
    stripShardings();
  }

private:
  void replaceKernelCalls();
  void stripShardings();
};
} // namespace

void StripAnnotationsPass::replaceKernelCalls() {
  IRRewriter rewriter(&getContext());
  getOperation()->walk([&](CallKernelOp op) {
    // Other tools may inline the kernel.
    if (auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            op, op.getKernelAttr()))
      kernel->removeDiscardableAttr("passthrough");
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<func::CallOp>(
        op, op.getKernel(), op->getResultTypes(), op.getInputs());
    ++numStripped;
  });
}

static bool hasTensor(TypeRange types) {
  return llvm::any_of(types, llvm::IsaPred<TensorType>);
}

// Functions on memrefs are lowered; until then, -reduce-generate-c-interface
// reads how tensors are sharded.
void StripAnnotationsPass::stripShardings() {
  ReduceDialect::GridAttrHelper grids(&getContext());
  StringRef name = ReduceDialect::ShardingAttrHelper::getNameStr();
  bool isUsed = false;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (hasTensor(function.getArgumentTypes()) ||
        hasTensor(function.getResultTypes())) {
      isUsed = true;
      continue;
    }
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      numStripped += bool(function.removeArgAttr(i, name));
    for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
      numStripped += bool(function.removeResultAttr(i, name));
    if (grids.isAttrPresent(function)) {
      grids.removeAttr(function);
      ++numStripped;
    }
  }
  if (!isUsed && grids.isAttrPresent(getOperation())) {
    grids.removeAttr(getOperation());
    ++numStripped;
  }
}
