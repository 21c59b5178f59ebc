//===- StripAnnotations.cpp - What only passes read -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Vectorize/Passes.h"

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
    ReduceDialect::CombinerAttrHelper combiners(&getContext());
    getOperation()->walk([&](Operation *op) {
      auto strip = [&](auto helper) {
        if (!helper.isAttrPresent(op))
          return;
        helper.removeAttr(op);
        ++numStripped;
      };
      strip(targets);
      strip(combiners);
    });
  }
};
} // namespace
