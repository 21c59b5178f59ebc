//===- VectorizeReductions.cpp - Reductions to loops over vectors ---------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders/Loops.h"
#include "Builders/Permutations.h"
#include "Strategies/Strategies.h"
#include "TunedChoices.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/StridedFunctions.h"
#include "reduce/Transforms/Vectorize/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "reduce/Support/RemarkOptions.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_VECTORIZEREDUCTIONSPASS
#include "reduce/Transforms/Vectorize/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the strategies to try for `op`, if any.
static SmallVector<const Strategy *> getStrategiesFor(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  std::optional<Layout> layout = function ? getLayout(function) : std::nullopt;
  if (!layout)
    return llvm::to_vector(getStrategies());
  if (layout == Layout::Strided)
    return {};
  return llvm::filter_to_vector(getStrategies(), [](const Strategy *strategy) {
    return strategy->servesStrides;
  });
}

static remark::RemarkOpts getRemarkOptions(linalg::GenericOp op) {
  return mlir::reduce::getRemarkOptions(op, "VectorizeReductions",
                                        "reduce-vectorize");
}

/// Returns `tile` as shapes are written.
static std::string getText(ArrayRef<int64_t> tile) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleave(
      tile, stream,
      [&](int64_t extent) {
        if (ShapedType::isDynamic(extent))
          stream << '?';
        else
          stream << extent;
      },
      "x");
  return text;
}

namespace {
struct VectorizeReductionsPass
    : reduce::impl::VectorizeReductionsPassBase<VectorizeReductionsPass> {
  using VectorizeReductionsPassBase::VectorizeReductionsPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    VectorizeReductionsPassBase::getDependentDialects(registry);
    registerIntrinsicEffects(registry);
  }

  LogicalResult initialize(MLIRContext *context) override {
    for (StringRef name : strategyNames)
      if (llvm::none_of(getStrategies(), [&](const Strategy *strategy) {
            return strategy->name == name;
          }))
        return emitError(UnknownLoc::get(context))
               << "option 'strategies' of 'reduce-vectorize' names '" << name
               << "', which is not a strategy";
    return success();
  }

  void runOnOperation() override {
    SmallVector<linalg::GenericOp> ops;
    getOperation()->walk([&](linalg::GenericOp op) {
      // Scalar loops over any strides are meant so.
      if (op.getNumReductionLoops() > 0 && !getStrategiesFor(op).empty())
        ops.push_back(op);
    });
    for (linalg::GenericOp op : ops)
      vectorize(op);
    endSharing(getOperation());
    // Nobody reads the fills any more that the reductions started with.
    IRRewriter rewriter(&getContext());
    (void)runRegionDCE(rewriter, getOperation()->getRegions());
  }

private:
  void vectorize(linalg::GenericOp op) {
    StringRef reason;
    VectorTarget target = VectorTargetAttr::lookup(op);
    FailureOr<Reduction> reduction = matchReduction(op, target, reason);
    if (failed(reduction))
      return remarkMissed(op, reason);
    // Other strategies would copy slices with gaps.
    bool isContiguous = reduction->hasContiguousInputs();
    SmallVector<const Strategy *> strategies =
        llvm::filter_to_vector(getStrategiesFor(op), [&](const Strategy *each) {
          return (isContiguous || each->servesStrides) &&
                 (strategyNames.empty() ||
                  llvm::is_contained(strategyNames, each->name));
        });
    SmallVector<std::string> reasons;
    Choice choice;
    const Strategy *strategy =
        takeTunedChoice(*reduction, strategies, target, choice);
    bool isTuned = strategy;
    if (!isTuned)
      strategy =
          chooseStrategy(strategies, *reduction, target, choice,
                         [&](const Strategy &refused, StringRef why) {
                           reasons.push_back((refused.name + ": " + why).str());
                         });
    if (!strategy)
      return remarkMissed(op, llvm::join(reasons, "; "));
    remark::passed(op.getLoc(), getRemarkOptions(op))
        << remark::metric("strategy", strategy->name)
        << remark::metric("tile", getText(choice.tile))
        << remark::reason(
               "{0}", isTuned ? "tuned: it was the fastest when it was measured"
                              : choice.reason);
    ++numVectorized;
    remarkProducers(*reduction);
    remarkUsers(*reduction);
    IRRewriter rewriter(reduction->getRoot());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    reduction->replaceWith(rewriter,
                           strategy->build(builder, *reduction, target));
  }

  /// Returns the strategy that the module's choices name for `reduction`, and
  /// sets `choice` and `target`, if there is one and it fits. Otherwise returns
  /// null.
  const Strategy *takeTunedChoice(const Reduction &reduction,
                                  ArrayRef<const Strategy *> strategies,
                                  VectorTarget &target, Choice &choice) {
    // Choices are for contiguous rows that need not be in memory.
    if (isInStridedFunction(reduction.getOp()) || reduction.hasSpreadRows())
      return nullptr;
    TunedChoiceAttr tuned = lookupTunedChoice(reduction);
    if (!tuned)
      return nullptr;
    const Strategy &strategy = getStrategy(tuned.getStrategy());
    VectorTarget tunedTarget = tuned.getTarget(target);
    choice.isMeasured = true;
    if (!llvm::is_contained(strategies, &strategy))
      choice.reason = "the options do not allow it";
    else if (succeeded(strategy.match(reduction, tunedTarget, choice))) {
      target = tunedTarget;
      ++numTuned;
      return &strategy;
    }
    remark::missed(reduction.getOp()->getLoc(),
                   getRemarkOptions(reduction.getOp()))
        << remark::metric("strategy", strategy.name)
        << remark::reason("the tuned strategy does not fit: {0}",
                          choice.reason);
    return nullptr;
  }

  /// Says of elementwise users of the results why they are not computed where
  /// these are.
  static void remarkUsers(const Reduction &reduction) {
    if (reduction.getEpilogue())
      return;
    SetVector<Operation *> users, ofReshaped;
    for (Operation *user : reduction.getOp()->getUsers()) {
      users.insert(user);
      if (isa<tensor::ExpandShapeOp>(user))
        ofReshaped.insert_range(user->getUsers());
    }
    for (Operation *user : users) {
      auto op = dyn_cast<linalg::LinalgOp>(user);
      StringRef reason = "the reduction does not start with a constant";
      if (op && (failed(Epilogue::match(op, reduction.getOp(), reason)) ||
                 !reduction.hasConstantStart()))
        remarkNeighbour(reduction, op, reason);
    }
    for (Operation *user : ofReshaped)
      if (auto op = dyn_cast<linalg::LinalgOp>(user))
        remarkNeighbour(reduction, op,
                        "results are reshaped before they are read");
  }

  /// Says of elementwise producers of inputs why they are not computed where
  /// these are read.
  static void remarkProducers(const Reduction &reduction) {
    for (Value input : reduction.getOp().getInputs()) {
      StringRef reason;
      auto producer = input.getDefiningOp<linalg::GenericOp>();
      if (!producer)
        continue;
      if (succeeded(checkEpilogue(producer, /*results=*/{}, reason)))
        reason = producer->hasOneUse()
                     ? "an input is not read in the order of the loops"
                     : "its results have other users";
      remarkNeighbour(reduction, producer, reason);
    }
  }

  /// Says why `op`, if it is elementwise, is not computed with the reduction.
  static void remarkNeighbour(const Reduction &reduction, linalg::LinalgOp op,
                              StringRef reason) {
    if (op.getNumReductionLoops() == 0)
      remark::missed(op->getLoc(), getRemarkOptions(reduction.getOp()))
          << remark::reason("left for loops of its own: {0}", reason);
  }

  void remarkMissed(linalg::GenericOp op, StringRef reason) {
    ++numLeft;
    remark::missed(op.getLoc(), getRemarkOptions(op))
        << remark::reason("left for scalar loops: {0}", reason);
  }
};
} // namespace
