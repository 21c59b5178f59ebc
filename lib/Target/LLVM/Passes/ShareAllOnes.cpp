//===- ShareAllOnes.cpp - One register with all bits set ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShareAllOnes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace mlir::reduce;

static constexpr unsigned registerBits = 512, elementBits = 32;

/// Returns whether `use` is of a vector of whole registers in which all bits
/// are set, and what it becomes is a register: the start of a loop, or the
/// lanes that a load under a mask leaves out. Rows that are read from a cache
/// line on start with a shuffle, but are too long to wait for each other.
static bool isShared(const llvm::Use &use) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(use.get());
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(use->getType());
  if (!constant || !type || !constant->isAllOnesValue() ||
      type->getScalarSizeInBits() < 8 ||
      type->getPrimitiveSizeInBits() % registerBits != 0)
    return false;
  if (llvm::isa<llvm::PHINode>(use.getUser()))
    return true;
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(use.getUser());
  return call && call->getIntrinsicID() == llvm::Intrinsic::masked_load;
}

/// Returns the operation before which the value of `use` is needed.
static llvm::Instruction *getPlace(const llvm::Use &use) {
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(use.getUser()))
    return phi->getIncomingBlock(use)->getTerminator();
  return llvm::cast<llvm::Instruction>(use.getUser());
}

/// Loads a register of ones at the start of `function`. A constant would be
/// folded into its uses, so it is memory, in each module that needs it.
static llvm::Value *loadOnes(llvm::Function &function) {
  llvm::Module &module = *function.getParent();
  llvm::BasicBlock &entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&*entry.getFirstInsertionPt());
  auto *type = llvm::FixedVectorType::get(builder.getIntNTy(elementBits),
                                          registerBits / elementBits);
  llvm::StringRef name = "reduce.ones";
  llvm::Constant *value = llvm::Constant::getAllOnesValue(type);
  llvm::GlobalVariable *ones =
      module.getGlobalVariable(name, /*AllowInternal=*/true);
  // A user's variable may have the name, too.
  if (!ones || !ones->hasPrivateLinkage() || !ones->isConstant() ||
      ones->getInitializer() != value) {
    ones = new llvm::GlobalVariable(module, type, /*isConstant=*/true,
                                    llvm::GlobalValue::PrivateLinkage, value,
                                    name);
    ones->setAlignment(llvm::Align(registerBits / 8));
    ones->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  }
  llvm::LoadInst *load =
      builder.CreateAlignedLoad(type, ones, ones->getAlign(), "ones");
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(function.getContext(), {}));
  return load;
}

/// Builds a vector of `type` from a register of ones.
static llvm::Value *buildOnes(llvm::IRBuilder<> &builder, llvm::Value *ones,
                              llvm::FixedVectorType *type) {
  unsigned numElements = type->getPrimitiveSizeInBits() / elementBits;
  llvm::SmallVector<int> lanes;
  for (unsigned lane = 0; lane < numElements; ++lane)
    lanes.push_back(lane % (registerBits / elementBits));
  if (numElements > registerBits / elementBits)
    ones = builder.CreateShuffleVector(ones, lanes);
  return builder.CreateBitCast(ones, type);
}

llvm::PreservedAnalyses
ShareAllOnesPass::run(llvm::Function &function,
                      llvm::FunctionAnalysisManager &analyses) {
  if (function.hasOptNone() || !hasAVX512(machine, function))
    return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::Use *> uses;
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &instruction : block)
      for (llvm::Use &use : instruction.operands())
        if (isShared(use))
          uses.push_back(&use);
  if (uses.empty())
    return llvm::PreservedAnalyses::all();
  // A function without loops around the place makes the vector once.
  const llvm::LoopInfo &loops =
      analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::erase_if(uses, [&](llvm::Use *use) {
    return !loops.getLoopFor(getPlace(*use)->getParent());
  });
  if (uses.empty())
    return llvm::PreservedAnalyses::all();
  llvm::Value *ones = loadOnes(function);
  // An edge to a block has one value, even if it is listed several times.
  llvm::DenseMap<std::pair<llvm::BasicBlock *, llvm::Type *>, llvm::Value *>
      ofBlock;
  for (llvm::Use *use : uses) {
    auto *type = llvm::cast<llvm::FixedVectorType>(use->get()->getType());
    llvm::Instruction *place = getPlace(*use);
    llvm::IRBuilder<> builder(place);
    if (!llvm::isa<llvm::PHINode>(use->getUser())) {
      use->set(buildOnes(builder, ones, type));
      continue;
    }
    llvm::Value *&value = ofBlock[{place->getParent(), type}];
    if (!value)
      value = buildOnes(builder, ones, type);
    use->set(value);
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}
