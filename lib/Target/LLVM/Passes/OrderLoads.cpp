//===- OrderLoads.cpp - Vectors loaded in the order of memory -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderLoads.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir::reduce;

/// The width in bits of a register, and of the narrowest vectors in order.
static constexpr unsigned registerBits = 512, minVectorBits = 128;

/// Whether the code of `function` is for processors that gain: Zen 4 and 5 were
/// measured, and may run code for a level of x86-64 with AVX-512.
static bool gainsFromOrder(const llvm::TargetMachine &machine,
                           const llvm::Function &function) {
  llvm::StringRef cpu = machine.getSubtargetImpl(function)->getCPU();
  return hasAVX512(machine, function) &&
         (cpu == "znver4" || cpu == "znver5" || cpu.starts_with("x86-64"));
}

/// Whether the code of `function` is for processors where loops that read half
/// a register at once gain: Zen 5.
static bool gainsFromHalves(const llvm::TargetMachine &machine,
                            const llvm::Function &function) {
  return hasAVX512(machine, function) &&
         machine.getSubtargetImpl(function)->getCPU() == "znver5";
}

/// Whether `instruction` moves lanes from one place of a register to another.
static bool movesLanes(const llvm::Instruction &instruction) {
  auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
  if (!shuffle)
    return false;
  int from;
  return !shuffle->isZeroEltSplat() && !shuffle->isIdentity() &&
         !shuffle->isIdentityWithPadding() && !shuffle->isConcat() &&
         !shuffle->isSelect() && !shuffle->isExtractSubvectorMask(from);
}

/// Returns the loads of vectors in `block`, in their order, if lanes move
/// there. In other blocks, loads are operands of arithmetic, in order.
static llvm::SmallVector<llvm::LoadInst *>
getVectorLoads(llvm::BasicBlock &block) {
  llvm::SmallVector<llvm::LoadInst *> loads;
  if (llvm::none_of(block, movesLanes))
    return loads;
  for (llvm::Instruction &instruction : block)
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        load && load->isSimple() &&
        llvm::isa<llvm::FixedVectorType>(load->getType()) &&
        load->getType()->getPrimitiveSizeInBits() >= minVectorBits)
      loads.push_back(load);
  return loads;
}

/// Builds what no access to memory passes.
static void buildBarrier(llvm::IRBuilder<> &builder) {
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), /*isVarArg=*/false);
  builder.CreateCall(llvm::InlineAsm::get(type, /*AsmString=*/"",
                                          /*Constraints=*/"~{memory}",
                                          /*hasSideEffects=*/true));
}

/// Returns how many registers `load` fills, or 1 if it is not divided.
static unsigned getNumRegisters(const llvm::LoadInst &load) {
  unsigned bits = load.getType()->getPrimitiveSizeInBits().getFixedValue();
  // Elements of a single bit, for example, are packed.
  unsigned elementBits = load.getType()->getScalarSizeInBits();
  bool isDivided = bits % registerBits == 0 && elementBits % CHAR_BIT == 0 &&
                   registerBits % elementBits == 0;
  return isDivided ? bits / registerBits : 1;
}

/// Replaces `load` by loads of registers, in order.
static void divideLoad(llvm::LoadInst &load, unsigned numRegisters) {
  llvm::IRBuilder<> builder(&load);
  auto *type = llvm::cast<llvm::FixedVectorType>(load.getType());
  auto *registerType = llvm::FixedVectorType::get(
      type->getElementType(), type->getNumElements() / numRegisters);
  llvm::SmallVector<llvm::Value *> registers;
  for (unsigned index = 0; index < numRegisters; ++index) {
    if (index != 0)
      buildBarrier(builder);
    uint64_t offset = uint64_t(index) * (registerBits / CHAR_BIT);
    llvm::LoadInst *part = builder.CreateAlignedLoad(
        registerType,
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(),
                                           load.getPointerOperand(), offset),
        llvm::commonAlignment(load.getAlign(), offset));
    part->copyMetadata(load, {llvm::LLVMContext::MD_alias_scope,
                              llvm::LLVMContext::MD_noalias});
    registers.push_back(part);
  }
  load.replaceAllUsesWith(llvm::concatenateVectors(builder, registers));
  load.eraseFromParent();
}

/// Returns `value` if it is a load of half a register.
static llvm::LoadInst *getHalf(llvm::Value *value) {
  auto *load = llvm::dyn_cast<llvm::LoadInst>(value);
  return load && load->isSimple() &&
                 llvm::isa<llvm::FixedVectorType>(load->getType()) &&
                 load->getType()->getPrimitiveSizeInBits() == registerBits / 2
             ? load
             : nullptr;
}

/// Keeps the halves of a register apart that two loads read, one after the
/// other in memory: LLVM would make one load of them. Returns whether there are
/// any.
static bool keepHalvesApart(llvm::Function &function,
                            llvm::FunctionAnalysisManager &analyses) {
  llvm::SmallPtrSet<llvm::LoadInst *, 16> seconds;
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &instruction : block) {
      auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
      if (!shuffle || !shuffle->isConcat())
        continue;
      llvm::LoadInst *first = getHalf(shuffle->getOperand(0));
      llvm::LoadInst *second = getHalf(shuffle->getOperand(1));
      // Few functions have such loads, so others are not analyzed.
      if (first && second && first->getParent() == second->getParent() &&
          first->comesBefore(second) &&
          llvm::isConsecutiveAccess(
              first, second, function.getDataLayout(),
              analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)))
        seconds.insert(second);
    }
  for (llvm::LoadInst *second : seconds) {
    llvm::IRBuilder<> builder(second);
    buildBarrier(builder);
  }
  return !seconds.empty();
}

/// Divides loads of vectors where lanes move, and keeps their order. Returns
/// whether there are any.
static bool orderLoads(llvm::Function &function) {
  bool isChanged = false;
  for (llvm::BasicBlock &block : function) {
    bool isFirst = true;
    for (llvm::LoadInst *load : getVectorLoads(block)) {
      if (!isFirst) {
        llvm::IRBuilder<> builder(load);
        buildBarrier(builder);
        isChanged = true;
      }
      isFirst = false;
      if (unsigned numRegisters = getNumRegisters(*load); numRegisters > 1) {
        divideLoad(*load, numRegisters);
        isChanged = true;
      }
    }
  }
  return isChanged;
}

llvm::PreservedAnalyses
OrderLoadsPass::run(llvm::Function &function,
                    llvm::FunctionAnalysisManager &analyses) {
  if (function.hasOptNone())
    return llvm::PreservedAnalyses::all();
  bool isChanged = false;
  if (gainsFromHalves(machine, function))
    isChanged = keepHalvesApart(function, analyses);
  if (gainsFromOrder(machine, function))
    isChanged |= orderLoads(function);
  if (!isChanged)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}
