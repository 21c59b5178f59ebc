//===- SpecializeExtents.cpp - Versions for short rows --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Analysis/Reduction.h"
#include "Transforms/Analysis/StrategyLimits.h"
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

/// Returns whether `reduction` could process many rows at once if the length of
/// a row were known.
static bool gainsFromLength(const Reduction &reduction) {
  unsigned innermost = reduction.getNumLoops() - 1;
  return innermost > 0 && reduction.isDynamic(innermost) &&
         reduction.isReassociable() && !reduction.readsIndices() &&
         reduction.isReduced(innermost) && !reduction.isReduced(innermost - 1);
}

/// Returns the operations that compute the result of `reduction`, in order: the
/// fills of its outputs, the reduction itself, and its epilogue.
static SmallVector<Operation *> getOperations(const Reduction &reduction) {
  SmallVector<Operation *> operations;
  linalg::GenericOp op = reduction.getOp();
  for (Value init : op.getDpsInits())
    if (auto fill = init.getDefiningOp<linalg::FillOp>())
      operations.push_back(fill);
  operations.push_back(op);
  if (reduction.getEpilogue())
    operations.push_back(reduction.getRoot());
  return operations;
}

/// Builds a version of `operations`, among which `op` is the reduction, in
/// `region`. It is for rows of `length` elements; without `length`, for rows of
/// any length.
static void buildVersion(ImplicitLocOpBuilder &builder, Region &region,
                         ArrayRef<Operation *> operations, linalg::GenericOp op,
                         std::optional<int64_t> length) {
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&region);
  IRMapping mapping;
  if (length)
    for (Value input : op.getDpsInputs()) {
      auto type = cast<RankedTensorType>(input.getType());
      SmallVector<int64_t> shape(type.getShape());
      shape.back() = *length;
      mapping.map(input,
                  tensor::CastOp::create(builder, type.clone(shape), input));
    }
  Operation *clone = nullptr;
  for (Operation *operation : operations)
    clone = builder.clone(*operation, mapping);
  scf::YieldOp::create(builder, clone->getResults());
}

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
      if (succeeded(reduction) && gainsFromLength(*reduction)) {
        specialize(*reduction);
        ++numSpecialized;
      }
    }
  }

private:
  void specialize(const Reduction &reduction) {
    linalg::GenericOp op = reduction.getOp(), root = reduction.getRoot();
    SmallVector<Operation *> operations = getOperations(reduction);
    SetVector<int64_t> cases(lengths.begin(), lengths.end());
    if (cases.empty())
      cases.insert_range(llvm::seq_inclusive<int64_t>(
          1, limits::getSpecializedLength(reduction.getInputBits())));
    IRRewriter rewriter(root);
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value length = reduction.buildExtent(builder, reduction.getNumLoops() - 1);
    auto choice =
        scf::IndexSwitchOp::create(builder, root.getResultTypes(), length,
                                   cases.getArrayRef(), cases.size());
    for (auto [region, value] :
         llvm::zip_equal(choice.getCaseRegions(), choice.getCases()))
      buildVersion(builder, region, operations, op, value);
    buildVersion(builder, choice.getDefaultRegion(), operations, op,
                 /*length=*/std::nullopt);
    rewriter.replaceOp(root, choice.getResults());
    for (Operation *operation : llvm::reverse(ArrayRef(operations)))
      if (operation != root && operation->use_empty())
        rewriter.eraseOp(operation);
  }
};
} // namespace
