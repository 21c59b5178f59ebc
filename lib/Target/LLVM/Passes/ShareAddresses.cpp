//===- ShareAddresses.cpp - One address for vectors -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShareAddresses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace mlir::reduce;

/// The least number of different steps from one distance to the next: LLVM
/// finds good addresses of fewer.
static constexpr unsigned minSteps = 4;

namespace {
/// The addresses of vectors that a loop accesses, without those of loops in it.
class LoopAddresses {
public:
  LoopAddresses(llvm::Loop &loop, llvm::LoopInfo &loops,
                llvm::ScalarEvolution &evolution,
                llvm::DominatorTree &dominators)
      : loop(loop), loops(loops), evolution(evolution), dominators(dominators) {
  }

  /// Returns whether addresses changed.
  bool share();

private:
  /// The uses of addresses at an invariant distance from a shared one, each
  /// with the constant that it is beyond that.
  struct Distance {
    const llvm::SCEV *invariant;
    llvm::SmallVector<std::pair<llvm::Use *, int64_t>> uses;
  };
  llvm::SmallVector<llvm::Use *> getVectorAddresses();
  llvm::SmallVector<Distance>
  takeUses(llvm::Use *shared, llvm::SmallVectorImpl<llvm::Use *> &uses);
  bool areIrregular(llvm::ArrayRef<Distance> distances);
  llvm::Value *buildInvariant(const llvm::SCEV *invariant);
  bool shareAddress(llvm::Value *shared, llvm::ArrayRef<Distance> distances);

  llvm::Loop &loop;
  llvm::LoopInfo &loops;
  llvm::ScalarEvolution &evolution;
  llvm::DominatorTree &dominators;
};
} // namespace

/// Returns the operand of `instruction` that is an address of vectors, or null.
static llvm::Use *getVectorAddress(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->getType()->isVectorTy()
               ? &load->getOperandUse(load->getPointerOperandIndex())
               : nullptr;
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getValueOperand()->getType()->isVectorTy()
               ? &store->getOperandUse(store->getPointerOperandIndex())
               : nullptr;
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call)
    return nullptr;
  switch (call->getIntrinsicID()) {
  case llvm::Intrinsic::masked_load:
    return &call->getArgOperandUse(0);
  case llvm::Intrinsic::masked_store:
    return &call->getArgOperandUse(1);
  default:
    return nullptr;
  }
}

/// Returns the uses of addresses of vectors in the loop, in the order of
/// blocks.
llvm::SmallVector<llvm::Use *> LoopAddresses::getVectorAddresses() {
  llvm::SmallVector<llvm::Use *> uses;
  for (llvm::BasicBlock *block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop)
      continue;
    for (llvm::Instruction &instruction : *block)
      if (llvm::Use *use = getVectorAddress(instruction))
        uses.push_back(use);
  }
  return uses;
}

/// Removes those of `uses` that are at invariant distances from the address of
/// `shared` and accessed only after it. Returns them by their distances,
/// without those whose distances are constants.
llvm::SmallVector<LoopAddresses::Distance>
LoopAddresses::takeUses(llvm::Use *shared,
                        llvm::SmallVectorImpl<llvm::Use *> &uses) {
  auto *access = llvm::cast<llvm::Instruction>(shared->getUser());
  const llvm::SCEV *address = evolution.getSCEV(shared->get());
  llvm::SmallVector<Distance> distances;
  llvm::erase_if(uses, [&](llvm::Use *use) {
    if (!dominators.dominates(access, *use))
      return false;
    const llvm::SCEV *distance =
        evolution.getMinusSCEV(evolution.getSCEV(use->get()), address);
    if (llvm::isa<llvm::SCEVCouldNotCompute>(distance) ||
        !evolution.isLoopInvariant(distance, &loop))
      return false;
    if (llvm::isa<llvm::SCEVConstant>(distance))
      return true;
    for (auto &[invariant, others] : distances)
      if (std::optional<llvm::APInt> constant =
              evolution.computeConstantDifference(distance, invariant)) {
        others.push_back({use, constant->getSExtValue()});
        return true;
      }
    distances.push_back({distance, {{use, 0}}});
    return true;
  });
  return distances;
}

/// Returns whether `distances` have many different steps: LLVM finds good
/// addresses of the multiples of one distance.
bool LoopAddresses::areIrregular(llvm::ArrayRef<Distance> distances) {
  llvm::SmallPtrSet<const llvm::SCEV *, 8> steps;
  const llvm::SCEV *last = nullptr;
  for (const Distance &distance : distances) {
    steps.insert(last ? evolution.getMinusSCEV(distance.invariant, last)
                      : distance.invariant);
    last = distance.invariant;
  }
  return steps.size() >= minSteps;
}

/// Builds `invariant`, before all loops in which it is invariant. Returns null
/// if it cannot be computed there.
llvm::Value *LoopAddresses::buildInvariant(const llvm::SCEV *invariant) {
  llvm::BasicBlock *before = loop.getLoopPredecessor();
  for (llvm::Loop *parent = loop.getParentLoop();
       parent && parent->getLoopPredecessor() &&
       evolution.isLoopInvariant(invariant, parent);
       parent = parent->getParentLoop())
    before = parent->getLoopPredecessor();
  llvm::Instruction *place = before->getTerminator();
  llvm::SCEVExpander expander(evolution, "distance");
  if (!expander.isSafeToExpandAt(invariant, place))
    return nullptr;
  llvm::Value *value =
      expander.expandCodeFor(invariant, invariant->getType(), place);
  return llvm::IRBuilder<>(place).CreateFreeze(value);
}

/// Makes the addresses at `distances` depend on `shared`. Returns whether there
/// are any.
bool LoopAddresses::shareAddress(llvm::Value *shared,
                                 llvm::ArrayRef<Distance> distances) {
  llvm::SmallVector<llvm::WeakTrackingVH> replaced;
  for (const auto &[invariant, uses] : distances) {
    llvm::Value *distance = buildInvariant(invariant);
    if (!distance)
      continue;
    for (auto [use, constant] : uses) {
      llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(use->getUser()));
      llvm::Value *address = builder.CreatePtrAdd(shared, distance);
      if (constant != 0)
        address = builder.CreatePtrAdd(address, builder.getInt64(constant));
      replaced.push_back(use->get());
      use->set(address);
    }
  }
  bool isChanged = !replaced.empty();
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  return isChanged;
}

bool LoopAddresses::share() {
  if (!loop.getLoopPredecessor())
    return false;
  bool isChanged = false;
  llvm::SmallVector<llvm::Use *> left = getVectorAddresses();
  while (left.size() > minSteps) {
    llvm::Use *first = left.front();
    left.erase(left.begin());
    // An access under a mask may have an address that is no valid one.
    if (!llvm::isa<llvm::Instruction>(first->get()) ||
        !llvm::isa<llvm::LoadInst, llvm::StoreInst>(first->getUser()))
      continue;
    llvm::SmallVector<Distance> distances = takeUses(first, left);
    if (areIrregular(distances))
      isChanged |= shareAddress(first->get(), distances);
  }
  return isChanged;
}

llvm::PreservedAnalyses
ShareAddressesPass::run(llvm::Function &function,
                        llvm::FunctionAnalysisManager &analyses) {
  if (function.hasOptNone())
    return llvm::PreservedAnalyses::all();
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (loops.empty())
    return llvm::PreservedAnalyses::all();
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  bool isChanged = false;
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    isChanged |= LoopAddresses(*loop, loops, evolution, dominators).share();
  if (!isChanged)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}
