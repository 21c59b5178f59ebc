//===- SpecializeExtents.cpp - Versions for short rows --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/Versions.h"
#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/Sequence.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_SPECIALIZEEXTENTSPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
struct SpecializeExtentsPass
    : reduce::impl::SpecializeExtentsPassBase<SpecializeExtentsPass> {
  using SpecializeExtentsPassBase::SpecializeExtentsPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    for (int64_t length : lengths)
      if (length < 0)
        return emitError(UnknownLoc::get(context))
               << "option 'lengths' of 'reduce-specialize-extents' names "
               << length << ", which is not a length";
    return success();
  }

  void runOnOperation() override {
    for (linalg::GenericOp op : getContiguousReductions(getOperation())) {
      StringRef reason;
      FailureOr<Reduction> reduction = Reduction::match(op, reason);
      if (succeeded(reduction) && reduction->getSpecializedLength() > 0) {
        specialize(*reduction);
        ++numSpecialized;
      }
    }
  }

private:
  void specialize(const Reduction &reduction) {
    linalg::GenericOp op = reduction.getOp(), root = reduction.getRoot();
    SetVector<int64_t> cases(lengths.begin(), lengths.end());
    if (cases.empty())
      cases.insert_range(
          llvm::seq_inclusive<int64_t>(1, reduction.getSpecializedLength()));
    IRRewriter rewriter(root);
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    unsigned innermost = reduction.getNumLoops() - 1;
    Value length = reduction.buildExtent(builder, innermost);
    auto choice =
        scf::IndexSwitchOp::create(builder, root.getResultTypes(), length,
                                   cases.getArrayRef(), cases.size());
    Versions versions(reduction);
    auto buildVersion = [&](Region &region, int64_t extent) {
      OpBuilder::InsertionGuard guard(builder);
      builder.createBlock(&region);
      SmallVector<int64_t> known(innermost, ShapedType::kDynamic);
      known.push_back(extent);
      scf::YieldOp::create(builder, versions.build(builder, known));
    };
    for (auto [region, value] :
         llvm::zip_equal(choice.getCaseRegions(), choice.getCases()))
      buildVersion(region, value);
    buildVersion(choice.getDefaultRegion(), ShapedType::kDynamic);
    versions.replace(rewriter, choice.getResults());
  }
};
} // namespace
