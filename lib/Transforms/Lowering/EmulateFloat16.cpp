//===- EmulateFloat16.cpp - f16 and bf16 in f32 ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_EMULATEFLOAT16PASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

namespace {
/// Upstream's passes take the types as options, which are fixed before the
/// target is known.
struct EmulateFloat16Pass
    : reduce::impl::EmulateFloat16PassBase<EmulateFloat16Pass> {
  using EmulateFloat16PassBase::EmulateFloat16PassBase;

  void runOnOperation() override {
    arith::ArithEmulateUnsupportedFloatsOptions emulateOptions;
    math::MathExtendToSupportedTypesOptions extendOptions;
    emulateOptions.sourceTypeStrs = {"bf16"};
    if (VectorTargetAttr::lookup(getOperation()).getConvertsF16())
      extendOptions.extraTypeStrs = {"f16"};
    else
      emulateOptions.sourceTypeStrs.push_back("f16");
    OpPassManager passes(getOperation()->getName());
    passes.addPass(math::createMathExtendToSupportedTypes(extendOptions));
    passes.addPass(arith::createArithEmulateUnsupportedFloats(emulateOptions));
    // Before any fold of what these two create.
    passes.addPass(createRoundFloat16Pass());
    if (failed(runPipeline(passes, getOperation())))
      return signalPassFailure();
    ++numFunctions;
  }
};
} // namespace
