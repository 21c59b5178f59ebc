//===- KernelBuffers.cpp - Buffers of shared kernels ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// The calls of each function.
using Calls = DenseMap<StringAttr, SmallVector<func::CallOp>>;

static bool isInternal(func::FuncOp function) {
  auto linkage = function->getAttrOfType<LLVM::LinkageAttr>("llvm.linkage");
  return linkage && linkage.getLinkage() == LLVM::Linkage::Internal &&
         !function.isExternal() && function.isPrivate() &&
         function.getNumResults() == 0;
}

/// Whether the only danger of computing `op` where no branch guards it is a
/// divisor of 0.
static bool isUnsignedDivision(Operation *op) {
  return isa<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp>(op) &&
         op->getResult(0).getType().isIndex();
}

/// Adds to `slice`, operands first, what computes `value` from arguments. Fails
/// if a caller cannot compute it.
static LogicalResult addSlice(Value value, SetVector<Operation *> &slice) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument)
    return success(isa<func::FuncOp>(argument.getOwner()->getParentOp()));
  Operation *op = value.getDefiningOp();
  if (slice.contains(op))
    return success();
  bool alwaysRuns = isa<func::FuncOp>(op->getParentOp());
  if (op->getNumRegions() > 0 || !isMemoryEffectFree(op) ||
      (!alwaysRuns && !isSpeculatable(op) && !isUnsignedDivision(op)))
    return failure();
  for (Value operand : op->getOperands())
    if (failed(addSlice(operand, slice)))
      return failure();
  slice.insert(op);
  return success();
}

/// Returns what computes the sizes of `allocations` in a caller. Fails if each
/// call needs more than one buffer for one of them.
static FailureOr<SetVector<Operation *>>
getSlice(ArrayRef<memref::AllocOp> allocations) {
  SetVector<Operation *> slice;
  for (memref::AllocOp op : allocations) {
    if (!op.getType().getLayout().isIdentity() ||
        !op.getSymbolOperands().empty())
      return failure();
    for (Operation *loop = op->getParentOp(); loop; loop = loop->getParentOp())
      if (isa<LoopLikeOpInterface>(loop) &&
          llvm::any_of(loop->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
        return failure();
    for (Value size : op.getDynamicSizes())
      if (failed(addSlice(size, slice)))
        return failure();
  }
  return slice;
}

/// Clones `op` to a place where no branch guards it. A division by 0 becomes a
/// division by 1: the kernel does not use its result.
static void cloneGuarded(OpBuilder &builder, Operation &op,
                         IRMapping &mapping) {
  Operation *clone = builder.clone(op, mapping);
  if (!isUnsignedDivision(clone) || isSpeculatable(clone))
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(clone);
  Value one = arith::ConstantIndexOp::create(builder, op.getLoc(), 1);
  OpOperand &divisor = clone->getOpOperand(1);
  divisor.set(arith::MaxUIOp::create(builder, op.getLoc(), divisor.get(), one));
}

static void moveBuffers(func::FuncOp kernel,
                        ArrayRef<memref::AllocOp> allocations,
                        const SetVector<Operation *> &slice,
                        ArrayRef<func::CallOp> calls) {
  for (func::CallOp call : calls) {
    OpBuilder builder(call);
    IRMapping mapping;
    mapping.map(kernel.getArguments(), call.getOperands());
    for (Operation *op : slice)
      cloneGuarded(builder, *op, mapping);
    for (memref::AllocOp op : allocations)
      call.getOperandsMutable().append(
          builder.clone(*op, mapping)->getResult(0));
  }
  for (memref::AllocOp op : allocations) {
    for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    unsigned index = kernel.getNumArguments();
    // This fails only for types that do not describe functions.
    (void)kernel.insertArgument(index, op.getType(), {}, op.getLoc());
    op.getResult().replaceAllUsesWith(kernel.getArgument(index));
    op.erase();
  }
}

/// Inlines `kernel`, a function of one block.
static void inlineAll(func::FuncOp kernel, ArrayRef<func::CallOp> calls) {
  InlinerInterface interface(kernel.getContext());
  for (func::CallOp call : calls) {
    InlinerConfig config;
    if (succeeded(inlineCall(interface, config.getCloneCallback(), call, kernel,
                             &kernel.getBody(),
                             /*shouldCloneInlinedRegion=*/true)))
      call.erase();
  }
}

void mlir::reduce::detail::moveKernelBuffersToCallers(ModuleOp module) {
  Calls calls;
  // Functions that are not only called.
  DenseSet<StringAttr> others;
  if (std::optional<SymbolTable::UseRange> uses =
          SymbolTable::getSymbolUses(&module.getBodyRegion()))
    for (const SymbolTable::SymbolUse &use : *uses) {
      StringAttr name = use.getSymbolRef().getRootReference();
      if (auto call = dyn_cast<func::CallOp>(use.getUser()))
        calls[name].push_back(call);
      else
        others.insert(name);
    }
  for (auto kernel : module.getOps<func::FuncOp>()) {
    StringAttr name = kernel.getSymNameAttr();
    if (!isInternal(kernel) || others.contains(name))
      continue;
    SmallVector<memref::AllocOp> allocations;
    kernel.walk([&](memref::AllocOp op) { allocations.push_back(op); });
    if (allocations.empty())
      continue;
    FailureOr<SetVector<Operation *>> slice = getSlice(allocations);
    if (succeeded(slice))
      moveBuffers(kernel, allocations, *slice, calls[name]);
    else
      inlineAll(kernel, calls[name]);
  }
}
