//===- UnmaskConstants.cpp - Constants that no mask applies to ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnmaskConstants.h"
#include "reduce/Target/LLVM/TargetMachine.h"

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

/// Returns the type of numbers in `type` for which there is a fence, or null.
static llvm::Type *getFencedType(llvm::Type *type) {
  constexpr unsigned floatBits = 32, doubleBits = 64;
  llvm::LLVMContext &context = type->getContext();
  auto *floatType = llvm::Type::getFloatTy(context);
  auto *doubleType = llvm::Type::getDoubleTy(context);
  if (type == floatType || type == doubleType)
    return type;
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  unsigned bits = vector ? vector->getPrimitiveSizeInBits().getFixedValue() : 0;
  if (bits == 0 || bits % floatBits != 0)
    return nullptr;
  if (vector->getScalarSizeInBits() == doubleBits)
    return llvm::FixedVectorType::get(doubleType, bits / doubleBits);
  return llvm::FixedVectorType::get(floatType, bits / floatBits);
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
      if (makesBytes(instruction) && getFencedType(instruction.getType()))
        bytes.push_back(&instruction);
      for (llvm::Use &use : instruction.operands())
        if (isChosen(use) && getFencedType(use->getType()))
          uses.push_back(&use);
    }
  if (uses.empty() && bytes.empty())
    return llvm::PreservedAnalyses::all();

  llvm::IRBuilder<> start(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::DenseMap<llvm::Constant *, llvm::Value *> registers;
  auto getRegister = [&](llvm::Constant *constant) {
    llvm::Value *&value = registers[constant];
    if (!value) {
      llvm::Type *type = getFencedType(constant->getType());
      // LLVM does not look through it, so it cannot fold the constant into the
      // instruction with the mask. There is one only for numbers.
      value = start.CreateBitCast(
          start.CreateArithmeticFence(
              llvm::ConstantExpr::getBitCast(constant, type), type),
          constant->getType());
    }
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
