//===- KeepShifts.cpp - Shifts that become no permutation -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeepShifts.h"
#include "Fence.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir::reduce;

/// LLVM blends 16-bit elements of vectors up to this width.
static constexpr unsigned maxBlendBits = 256;

/// Whether the code of `function` is for processors on which permutations of
/// 16-bit elements of two vectors take several operations.
static bool permutesSlowly(const llvm::TargetMachine &machine,
                           const llvm::Function &function) {
  return hasAVX512(machine, function) &&
         !machine.getSubtargetImpl(function)->getCPU().starts_with("znver");
}

/// Returns the shift if `instruction` joins halves of elements that it moved
/// with halves that are in their places; null otherwise.
static llvm::Instruction *getShift(llvm::Instruction &instruction) {
  using namespace llvm::PatternMatch;
  llvm::Type *type = instruction.getType();
  constexpr unsigned elementBits = 32;
  if (!type->isVectorTy() || type->getScalarSizeInBits() != elementBits ||
      type->getPrimitiveSizeInBits().getKnownMinValue() <= maxBlendBits ||
      !hasFence(type))
    return nullptr;
  llvm::Instruction *shift = nullptr;
  constexpr uint64_t half = elementBits / 2;
  auto moved = m_CombineAnd(m_Instruction(shift),
                            m_OneUse(m_Shift(m_Value(), m_SpecificInt(half))));
  if (match(&instruction, m_c_Or(moved, m_And(m_Value(), m_ImmConstant()))))
    return shift;
  return nullptr;
}

llvm::PreservedAnalyses KeepShiftsPass::run(llvm::Function &function,
                                            llvm::FunctionAnalysisManager &) {
  if (function.hasOptNone() || !permutesSlowly(machine, function))
    return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::Instruction *> shifts;
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &instruction : block)
      if (llvm::Instruction *shift = getShift(instruction))
        shifts.push_back(shift);
  if (shifts.empty())
    return llvm::PreservedAnalyses::all();
  for (llvm::Instruction *shift : shifts) {
    llvm::Use &use = *shift->use_begin();
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(use.getUser()));
    use.set(buildFence(builder, shift));
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}
