//===- SpecializeSmallInputs.cpp - Versions for few elements --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's -convert-linalg-to-loops could build the version for few elements,
// but each step would read and write its result, and a reduction with an
// epilogue would allocate memory for accumulators.
//
//===----------------------------------------------------------------------===//

#include "Builders/Combinations.h"
#include "Builders/Loops.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/Versions.h"
#include "reduce/Transforms/Vectorize/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_SPECIALIZESMALLINPUTSPASS
#include "reduce/Transforms/Vectorize/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns whether other versions would prepare more than few elements take,
/// and `reduction` may have few.
static bool gainsFromFewElements(const Reduction &reduction) {
  // If all dimensions are reduced, -reduce-collapse-dims makes them one.
  if (reduction.getNumLoops() < limits::minLoopsOfSmallInputs ||
      reduction.getParallelLoops().empty() || !reduction.hasConstantStart() ||
      reduction.getInputBytes())
    return false;
  int64_t known = 1;
  for (unsigned loop : llvm::seq(reduction.getNumLoops()))
    if (!reduction.isDynamic(loop) &&
        (llvm::MulOverflow(known, reduction.getExtent(loop), known) ||
         known > limits::maxSmallInput))
      return false;
  return known > 0;
}

/// Builds the results one element after another.
static SmallVector<Value> buildOneByOne(ImplicitLocOpBuilder &builder,
                                        const VectorReduction &reduction) {
  SmallVector<Value> indices(reduction.getNumLoops());
  return buildLoops(
      builder, reduction, reduction.getParallelLoops(), indices,
      reduction.getDestinations(),
      [&](ImplicitLocOpBuilder &body, ValueRange destinations) {
        SmallVector<Value> accumulators = buildLoops(
            body, reduction, reduction.getReducedLoops(), indices,
            reduction.buildStart(body, /*width=*/1),
            [&](ImplicitLocOpBuilder &inner, ValueRange carried) {
              State combined = reduction.buildCombination(
                  inner, carried,
                  reduction.buildElements(inner, indices, /*width=*/1));
              return SmallVector<Value>(combined.begin(), combined.end());
            });
        return buildResults(body, reduction, accumulators, destinations,
                            reduction.getResultIndices(indices));
      });
}

static SmallVector<Value> buildVersions(ImplicitLocOpBuilder &builder,
                                        const Reduction &reduction) {
  // An input without elements may have many results.
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value isSmall = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::ult,
      arith::SubIOp::create(builder, reduction.buildNumElements(builder), one),
      arith::ConstantIndexOp::create(builder, limits::maxSmallInput));
  return buildChoice(
      builder, isSmall,
      [&](ImplicitLocOpBuilder &nested) {
        return buildOneByOne(nested, VectorReduction(reduction));
      },
      [&](ImplicitLocOpBuilder &nested) {
        SmallVector<int64_t> known(reduction.getNumLoops(),
                                   ShapedType::kDynamic);
        return SmallVector<Value>(Versions(reduction).build(nested, known));
      });
}

namespace {
struct SpecializeSmallInputsPass
    : reduce::impl::SpecializeSmallInputsPassBase<SpecializeSmallInputsPass> {
  void runOnOperation() override {
    numSpecialized += replaceContiguousReductions(
        getOperation(),
        [](ImplicitLocOpBuilder &builder,
           const Reduction &reduction) -> FailureOr<SmallVector<Value>> {
          if (!gainsFromFewElements(reduction))
            return failure();
          return buildVersions(builder, reduction);
        });
  }
};
} // namespace
