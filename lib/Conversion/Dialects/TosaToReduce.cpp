//===- TosaToReduce.cpp - From TOSA to the reduce dialect -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/Common/ConversionRemarks.h"
#include "ForeignOperators.h"
#include "reduce/Conversion/Dialects/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "reduce/IR/ReduceDialect.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTTOSATOREDUCEPASS
#include "reduce/Conversion/Dialects/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static constexpr ForeignQuery query = {ForeignDialect::TOSA};

static Type getElementType(Operation *op) {
  return getElementTypeOrSelf(op->getOperand(0).getType());
}

/// Returns the only user of `op` if it is in the same block; otherwise null: a
/// computation must not move into a loop.
static Operation *getOnlyUser(Operation *op) {
  if (!op->hasOneUse())
    return nullptr;
  Operation *user = *op->user_begin();
  return user->getBlock() == op->getBlock() ? user : nullptr;
}

namespace {
/// A chain of reductions by the same operator, each along one axis, which
/// becomes one reduction.
struct Chain {
  const ForeignOperator *foreign;
  /// From the last to the first.
  SmallVector<Operation *> reductions;
  /// Sorted and unique.
  SmallVector<int64_t> axes;
  /// The operation that replaces NaN, the result of nothing but NaN, by the
  /// identity; may be null.
  Operation *replacesNaN = nullptr;
  /// The operation that drops the reduced dimensions; may be null.
  Operation *drops = nullptr;
  /// The result type of the reduction.
  TensorType type;

  bool keepdims() const { return !drops; }
  Value getInput() const { return reductions.back()->getOperand(0); }
  /// The operation whose result the chain computes.
  Operation *getRoot() const {
    return drops ? drops : replacesNaN ? replacesNaN : reductions.front();
  }
  /// Returns whether the result for nothing but NaN is NaN.
  bool givesNaN() const {
    return foreign->condition == ForeignCondition::IgnoresNaN && !replacesNaN;
  }
};
} // namespace

/// Returns whether `op` combines `result` with the identity of `foreign` and
/// ignores NaN.
static bool replacesNaN(Operation *op, const ForeignOperator &foreign,
                        Value result) {
  if (foreign.condition != ForeignCondition::IgnoresNaN ||
      foreign.elementwise != op->getName().getStringRef() ||
      op->getNumOperands() != 2 ||
      op->getResult(0).getType() != result.getType())
    return false;
  auto nanMode = op->getAttrOfType<tosa::NanPropagationModeAttr>("nan_mode");
  if (!nanMode || nanMode.getValue() != tosa::NanPropagationMode::IGNORE)
    return false;
  Value other = op->getOperand(op->getOperand(0) == result ? 1 : 0);
  SplatElementsAttr constant;
  return matchPattern(other, m_Constant(&constant)) &&
         isSameNumber(
             constant.getSplatValue<Attribute>(),
             getIdentity(foreign, getElementTypeOrSelf(result.getType())));
}

/// Returns whether `op` only drops the reduced dimensions: it reshapes a tensor
/// of the type `kept` to the type `dropped`. With two dynamic sizes, it might
/// change both.
static bool dropsDims(Operation *op, TensorType kept, TensorType dropped) {
  auto ranked = dyn_cast<RankedTensorType>(dropped);
  return isa<tosa::ReshapeOp>(op) && kept.hasRank() && ranked &&
         ranked.getNumDynamicDims() <= 1 && op->getResultTypes()[0] == dropped;
}

/// Returns the longest chain that ends in `last`. If there is none, sets
/// `reason`.
static std::optional<Chain> matchChain(Operation *last, std::string &reason) {
  Chain chain;
  chain.foreign =
      findForeignOperator(query, last, getElementType(last), reason);
  if (!chain.foreign)
    return std::nullopt;
  for (Operation *op = last; op; op = op->getOperand(0).getDefiningOp()) {
    std::string unused;
    if (op != last && (op->getName() != last->getName() ||
                       getOnlyUser(op) != chain.reductions.back() ||
                       findForeignOperator(query, op, getElementType(op),
                                           unused) != chain.foreign))
      break;
    // This is valid in a graph region.
    if (llvm::is_contained(chain.reductions, op)) {
      reason = "it reduces its own result";
      return std::nullopt;
    }
    chain.reductions.push_back(op);
    chain.axes.push_back(op->getAttrOfType<IntegerAttr>("axis").getInt());
  }
  llvm::sort(chain.axes);
  chain.axes.erase(llvm::unique(chain.axes), chain.axes.end());

  auto inputType = cast<TensorType>(chain.getInput().getType());
  chain.type = checkReduction(inputType, chain.axes, /*keepdims=*/true,
                              last->getResult(0).getType(), reason);
  if (!chain.type)
    return std::nullopt;
  if (Operation *user = getOnlyUser(last))
    if (replacesNaN(user, *chain.foreign, last->getResult(0)))
      chain.replacesNaN = user;
  if (Operation *user = getOnlyUser(chain.getRoot())) {
    TensorType dropped = checkReduction(inputType, chain.axes,
                                        /*keepdims=*/false, Type(), reason);
    if (dropsDims(user, chain.type, dropped)) {
      chain.drops = user;
      chain.type = dropped;
    }
  }
  if (chain.givesNaN() && !(inputType.hasRank() && chain.type.hasRank())) {
    reason = "a reduction that gives NaN only where all elements are NaN needs "
             "a known rank";
    return std::nullopt;
  }
  return chain;
}

static void convert(const Chain &chain, RewriterBase &rewriter) {
  Operation *root = chain.getRoot();
  rewriter.setInsertionPoint(root);
  Location loc = chain.reductions.front()->getLoc();
  Value result =
      buildForeignReduction(rewriter, loc, *chain.foreign, chain.getInput(),
                            chain.axes, chain.keepdims(), chain.type);
  if (chain.givesNaN())
    result = buildNaNForAllNaN(rewriter, loc, chain.getInput(), chain.axes,
                               chain.keepdims(), result);
  rewriter.replaceAllUsesWith(root->getResult(0), result);
  // Users first: each operation is used only by the previous one.
  SmallVector<Operation *> replaced;
  SmallVector<Operation *> constants;
  for (Operation *op : {chain.drops, chain.replacesNaN})
    if (op) {
      replaced.push_back(op);
      for (Value operand : op->getOperands())
        if (Operation *producer = operand.getDefiningOp())
          if (producer->hasTrait<OpTrait::ConstantLike>())
            constants.push_back(producer);
    }
  llvm::append_range(replaced, chain.reductions);
  for (Operation *op : replaced)
    rewriter.eraseOp(op);
  for (Operation *op : constants)
    if (op->use_empty())
      rewriter.eraseOp(op);
}

namespace {
struct ConvertTosaToReducePass
    : reduce::impl::ConvertTosaToReducePassBase<ConvertTosaToReducePass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      // Unregistered operations have not been verified.
      if (op->isRegistered() && isForeignOperator(query.dialect, op))
        ops.push_back(op);
    });
    ConversionRemarks remarks("ConvertTosaToReduce", getArgument(),
                              numConverted, numLeft);
    IRRewriter rewriter(&getContext());
    // The last operation of a chain finds those before it.
    SmallPtrSet<Operation *, 8> erased;
    for (Operation *op : llvm::reverse(ops)) {
      if (erased.contains(op))
        continue;
      std::string reason;
      std::optional<Chain> chain = matchChain(op, reason);
      if (!chain) {
        remarks.missed(op, reason);
        continue;
      }
      remarks.passed(op, chain->foreign->operation, chain->reductions.size());
      erased.insert_range(chain->reductions);
      convert(*chain, rewriter);
    }
  }
};
} // namespace
