//===- SpecializeSpreadRows.cpp - Versions for rows in memory -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders/Loops.h"
#include "Strategies/Strategies.h"
#include "Transforms/Analysis/Versions.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Vectorize/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_SPECIALIZESPREADROWSPASS
#include "reduce/Transforms/Vectorize/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns whether -reduce-outline-kernels may make a version of `reduction` a
/// kernel.
static bool mayBeKernel(const Reduction &reduction) {
  linalg::GenericOp op = reduction.getOp();
  return reduction.mayRepeatResults() &&
         !op->getParentOfType<scf::ForallOp>() &&
         !op->getParentOfType<scf::ParallelOp>() &&
         llvm::none_of(op.getDpsInputs(), [](Value input) {
           return input.getDefiningOp<tensor::ExtractSliceOp>();
         });
}

namespace {
struct SpecializeSpreadRowsPass
    : reduce::impl::SpecializeSpreadRowsPassBase<SpecializeSpreadRowsPass> {
  void runOnOperation() override {
    VectorTarget target = VectorTargetAttr::lookup(getOperation());
    numSpecialized += replaceContiguousReductions(
        getOperation(),
        [&](ImplicitLocOpBuilder &builder,
            const Reduction &reduction) -> FailureOr<SmallVector<Value>> {
          StringRef reason;
          FailureOr<Reduction> form =
              matchReduction(reduction.getOp(), target, reason);
          if (failed(form) || !mayBeKernel(*form) ||
              !gainsFromSpreadVersion(*form, target))
            return failure();
          return buildVersions(builder, *form, target);
        });
  }

  static SmallVector<Value> buildVersions(ImplicitLocOpBuilder &builder,
                                          const Reduction &reduction,
                                          const VectorTarget &target) {
    Versions versions(reduction);
    SmallVector<int64_t> known(reduction.getNumLoops(), ShapedType::kDynamic);
    auto buildVersion = [&](ImplicitLocOpBuilder &nested) {
      return SmallVector<Value>(versions.build(nested, known));
    };
    return buildChoice(
        builder, buildAreRowsSpread(builder, reduction, target),
        [&](ImplicitLocOpBuilder &nested) {
          SmallVector<Value> results = buildVersion(nested);
          ReduceDialect::SpreadRowsAttrHelper helper(nested.getContext());
          nested.getBlock()->walk([&](linalg::GenericOp op) {
            if (op.getNumReductionLoops() > 0)
              helper.setAttr(op, nested.getUnitAttr());
          });
          return results;
        },
        buildVersion);
  }
};
} // namespace
