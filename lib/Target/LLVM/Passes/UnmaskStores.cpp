//===- UnmaskStores.cpp - Stores that no mask applies to ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnmaskStores.h"
#include "Fence.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir::reduce;

/// Returns whether `value` is chosen, lane by lane, from its operands, or
/// becomes such a choice where the machine has no instruction for it.
static bool isChoice(const llvm::Value *value) {
  if (llvm::isa<llvm::SelectInst>(value))
    return true;
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
  if (!call)
    return false;
  switch (call->getIntrinsicID()) {
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::smax:
  case llvm::Intrinsic::umin:
  case llvm::Intrinsic::umax:
  case llvm::Intrinsic::minimum:
  case llvm::Intrinsic::maximum:
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::minimumnum:
  case llvm::Intrinsic::maximumnum:
    return true;
  default:
    return false;
  }
}

/// Returns whether `store` replaces some lanes of what is in its place.
static bool replacesLanes(const llvm::StoreInst &store) {
  auto *chosen = llvm::dyn_cast<llvm::Instruction>(store.getValueOperand());
  return chosen && isChoice(chosen) &&
         llvm::any_of(chosen->operands(), [&](const llvm::Use &operand) {
           auto *load = llvm::dyn_cast<llvm::LoadInst>(operand.get());
           return load &&
                  load->getPointerOperand() == store.getPointerOperand();
         });
}

llvm::PreservedAnalyses UnmaskStoresPass::run(llvm::Function &function,
                                              llvm::FunctionAnalysisManager &) {
  if (function.hasOptNone() || !machine.getTargetTriple().isX86() ||
      !machine.getSubtargetImpl(function)->checkFeatures("+avx") ||
      hasAVX512(machine, function))
    return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::StoreInst *> stores;
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &instruction : block)
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        if (store->getValueOperand()->getType()->isVectorTy() &&
            hasFence(store->getValueOperand()->getType()) &&
            replacesLanes(*store))
          stores.push_back(store);
  if (stores.empty())
    return llvm::PreservedAnalyses::all();
  for (llvm::StoreInst *store : stores) {
    llvm::IRBuilder<> builder(store);
    store->setOperand(0, buildFence(builder, store->getValueOperand()));
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}
