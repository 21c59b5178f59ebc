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
    FailureOr<bool> hasMath = findMath();
    if (failed(hasMath))
      return signalPassFailure();
    if (*hasMath)
      passes.addPass(math::createMathExtendToSupportedTypes(extendOptions));
    passes.addPass(arith::createArithEmulateUnsupportedFloats(emulateOptions));
    // Before any fold of what these two create.
    passes.addPass(createRoundFloat16Pass());
    if (failed(runPipeline(passes, getOperation())))
      return signalPassFailure();
    ++numFunctions;
  }

private:
  /// Returns whether there are operations of the math dialect. Fails, with an
  /// error, if there are also operations without a dialect: upstream's pass for
  /// math crashes on them.
  FailureOr<bool> findMath() {
    Operation *math = nullptr, *unknown = nullptr;
    getOperation()->walk([&](Operation *op) {
      if (!op->getDialect())
        unknown = op;
      else if (isa<math::MathDialect>(op->getDialect()))
        math = op;
    });
    if (math && unknown)
      return unknown->emitOpError()
             << "is not registered, so '" << math->getName()
             << "' in the same function cannot be extended to f32";
    return math != nullptr;
  }
};
} // namespace
