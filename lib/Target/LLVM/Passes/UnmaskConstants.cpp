//===- UnmaskConstants.cpp - Constants that no mask applies to ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnmaskConstants.h"
#include "Fence.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace mlir::reduce;

/// Returns whether `constant` is read from memory, and not made by an
/// instruction that needs none. Masks are not.
static bool isInMemory(const llvm::Constant &constant) {
  llvm::Type *type = constant.getType();
  return (type->isVectorTy() || type->isFloatingPointTy()) &&
         !type->isIntOrIntVectorTy(1) &&
         !llvm::isa<llvm::UndefValue>(constant) && !constant.isNullValue() &&
         !constant.isAllOnesValue();
}

/// Returns whether `use` is of a constant in memory that a mask chooses.
static bool isChosen(const llvm::Use &use) {
  auto *select = llvm::dyn_cast<llvm::SelectInst>(use.getUser());
  auto *constant = llvm::dyn_cast<llvm::Constant>(use.get());
  return select && constant && use.get() != select->getCondition() &&
         isInMemory(*constant);
}

/// Returns whether `op` converts the lanes of a mask to bytes, for which LLVM
/// chooses between 1 and 0.
static bool makesBytes(const llvm::Instruction &op) {
  return llvm::isa<llvm::ZExtInst>(op) && op.getType()->isVectorTy() &&
         op.getType()->getScalarSizeInBits() == 8 &&
         op.getOperand(0)->getType()->getScalarSizeInBits() == 1;
}

llvm::PreservedAnalyses
UnmaskConstantsPass::run(llvm::Function &function,
                         llvm::FunctionAnalysisManager &) {
  if (function.hasOptNone() || !hasAVX512(machine, function))
    return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::Use *> uses;
  llvm::SmallVector<llvm::Instruction *> bytes;
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &instruction : block) {
      if (makesBytes(instruction) && hasFence(instruction.getType()))
        bytes.push_back(&instruction);
      for (llvm::Use &use : instruction.operands())
        if (isChosen(use) && hasFence(use->getType()))
          uses.push_back(&use);
    }
  if (uses.empty() && bytes.empty())
    return llvm::PreservedAnalyses::all();

  llvm::IRBuilder<> start(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::DenseMap<llvm::Constant *, llvm::Value *> registers;
  auto getRegister = [&](llvm::Constant *constant) {
    llvm::Value *&value = registers[constant];
    // LLVM cannot fold the constant into the instruction with the mask.
    if (!value)
      value = buildFence(start, constant);
    return value;
  };
  for (llvm::Use *use : uses)
    use->set(getRegister(llvm::cast<llvm::Constant>(use->get())));
  for (llvm::Instruction *op : bytes) {
    llvm::IRBuilder<> builder(op);
    llvm::Type *type = op->getType();
    op->replaceAllUsesWith(builder.CreateSelect(
        op->getOperand(0), getRegister(llvm::ConstantInt::get(type, 1)),
        llvm::Constant::getNullValue(type)));
    op->eraseFromParent();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}
