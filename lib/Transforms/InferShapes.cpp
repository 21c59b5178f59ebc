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

/// Returns the most precise known type of the result of `op`; null if its
/// operands contradict its result type.
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

/// Returns whether the owner of `use` accepts its operand, whose type was
/// refined. If the type contradicts the owner, the program is wrong if it ever
/// executes the owner; this pass does not report that.
static bool canTakeRefined(OpOperand &use) {
  if (auto reduction = dyn_cast<ReductionOpInterface>(use.getOwner()))
    return bool(getRefinedType(reduction));
  if (auto cast = dyn_cast<tensor::CastOp>(use.getOwner()))
    return bool(
        combineTypes(cast.getSource().getType(), cast.getDest().getType()));
  return isa<func::ReturnOp>(use.getOwner());
}

/// Returns the names of all symbols that operations of `module` refer to.
/// MLIR's own lookup fails if an unregistered operation has a region.
static llvm::DenseSet<StringAttr> getReferredNames(ModuleOp module) {
  llvm::DenseSet<StringAttr> names;
  AttrTypeWalker walker;
  walker.addWalk([&](SymbolRefAttr reference) {
    names.insert(reference.getRootReference());
    names.insert(reference.getLeafReference());
  });
  module.walk([&](Operation *op) {
    walker.walk(op->getAttrDictionary());
    // The dictionary lacks the properties of an unregistered operation.
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
      // Operands precede their users, so one walk suffices.
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

/// Changes the type of `value` to `type`. Users that do not accept it get a
/// cast to the old type.
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
  // In unreachable code, it may be a cast of itself.
  if (op.getSource() == op.getResult())
    return;
  refine(op.getDest(), type);
  if (type != source)
    return;
  // The cast only drops static sizes.
  op.getDest().replaceAllUsesWith(op.getSource());
  op->erase();
  ++numCastsErased;
}

/// Changes the result types of `function` to the types of the values that it
/// returns. If the types are fixed, casts the values instead.
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
