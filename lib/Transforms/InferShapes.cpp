//===- InferShapes.cpp - Refinement of tensor types -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Functions.h"
#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/PatternMatch.h"
#include "reduce/IR/ReduceInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_INFERSHAPESPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns what is known of the result of `op`; null where its operands
/// contradict its result.
static TensorType getRefinedType(ReductionOpInterface op) {
  TensorType inputType = op.getInput().getType();
  FailureOr<TensorType> inferred = op.inferResultType(/*emitError=*/nullptr);
  if (failed(inferred))
    return nullptr;
  TensorType type =
      combineTypes(*inferred, cast<TensorType>(op->getResult(0).getType()));
  if (type && type.hasRank() && inputType.hasRank() &&
      type.getRank() > inputType.getRank())
    return nullptr;
  return type;
}

/// Whether the owner of `use` can take its operand, of which more became known.
/// Where that contradicts what the owner says, the program is wrong if it ever
/// gets there, which is not for this pass to tell.
static bool canTakeRefined(OpOperand &use) {
  if (auto reduction = dyn_cast<ReductionOpInterface>(use.getOwner()))
    return bool(getRefinedType(reduction));
  if (auto cast = dyn_cast<tensor::CastOp>(use.getOwner()))
    return bool(
        combineTypes(cast.getSource().getType(), cast.getDest().getType()));
  return isa<func::ReturnOp>(use.getOwner());
}

/// Returns the names that operations of `module` refer to, of symbols in it or
/// elsewhere. MLIR's own lookup gives up where an operation that is not
/// registered has a region.
static llvm::DenseSet<StringAttr> getReferredNames(ModuleOp module) {
  llvm::DenseSet<StringAttr> names;
  AttrTypeWalker walker;
  walker.addWalk([&](SymbolRefAttr reference) {
    names.insert(reference.getRootReference());
    names.insert(reference.getLeafReference());
  });
  module.walk([&](Operation *op) {
    walker.walk(op->getAttrDictionary());
    // Those of an operation that is not registered are not among them.
    if (!op->isRegistered())
      if (Attribute properties = op->getPropertiesAsAttribute())
        walker.walk(properties);
  });
  return names;
}

namespace {
struct InferShapesPass : reduce::impl::InferShapesPassBase<InferShapesPass> {
  void runOnOperation() override {
    llvm::DenseSet<StringAttr> referredNames = getReferredNames(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      // Operands come before who uses them, so one walk sees all.
      function.walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (auto reduction = dyn_cast<ReductionOpInterface>(op))
          refine(op->getResult(0), getRefinedType(reduction));
        else if (auto cast = dyn_cast<tensor::CastOp>(op))
          refineCast(cast);
      });
      refineSignature(function, /*isFixed=*/
                      referredNames.contains(function.getSymNameAttr()));
    }
  }

private:
  void refine(Value value, TensorType type);
  void refineCast(tensor::CastOp op);
  void refineSignature(func::FuncOp function, bool isFixed);
};
} // namespace

/// Gives `value` the type `type`; who cannot take it gets a cast.
void InferShapesPass::refine(Value value, TensorType type) {
  Type oldType = value.getType();
  if (type == oldType)
    return;
  value.setType(type);
  ++numRefined;
  OpBuilder builder(&getContext());
  builder.setInsertionPointAfterValue(value);
  Value cast;
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    if (canTakeRefined(use))
      continue;
    if (!cast)
      cast = tensor::CastOp::create(builder, value.getLoc(), oldType, value);
    use.set(cast);
  }
}

void InferShapesPass::refineCast(tensor::CastOp op) {
  TensorType source = op.getSource().getType();
  TensorType type = combineTypes(source, op.getDest().getType());
  // Where nothing comes by, it may be a cast of itself.
  if (op.getSource() == op.getResult())
    return;
  refine(op.getDest(), type);
  if (type != source)
    return;
  // The cast only forgets.
  op.getDest().replaceAllUsesWith(op.getSource());
  op->erase();
  ++numCastsErased;
}

/// Gives `function` the result types of what it returns, or, if they are fixed,
/// returns what it promises.
void InferShapesPass::refineSignature(func::FuncOp function, bool isFixed) {
  SmallVector<func::ReturnOp> returns = getReturns(function);
  if (returns.empty())
    return;
  SmallVector<Type> types(function.getResultTypes());
  for (auto [i, type] : llvm::enumerate(types)) {
    Type refined = returns.front().getOperand(i).getType();
    if (!isFixed && llvm::all_of(returns, [&, i = i](func::ReturnOp op) {
          return op.getOperand(i).getType() == refined;
        }))
      type = refined;
  }
  function.setFunctionType(
      FunctionType::get(&getContext(), function.getArgumentTypes(), types));
  for (func::ReturnOp op : returns)
    for (auto [operand, type] : llvm::zip_equal(op->getOpOperands(), types))
      if (operand.get().getType() != type) {
        OpBuilder builder(op);
        operand.set(
            tensor::CastOp::create(builder, op.getLoc(), type, operand.get()));
      }
}
