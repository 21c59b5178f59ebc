//===- ShareAddresses.cpp - One address for vectors -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShareAddresses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace mlir::reduce;

/// The least number of distances. LLVM finds good addresses of fewer.
static constexpr unsigned minDistances = 4;

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
  /// The distance of an address from another one: an invariant and a constant.
  struct Distance {
    const llvm::SCEV *invariant;
    int64_t constant;
  };
  /// A use of an address at a distance from a shared one.
  struct UseAt {
    llvm::Use *use;
    Distance distance;
  };
  llvm::SmallVector<llvm::Use *> getVectorAddresses();
  llvm::SmallVector<UseAt> takeUses(llvm::Instruction *shared,
                                    llvm::SmallVectorImpl<llvm::Use *> &uses);
  bool areIrregular(llvm::ArrayRef<UseAt> uses);
  llvm::Value *buildInvariant(const llvm::SCEV *invariant);
  bool shareAddress(llvm::Instruction *shared, llvm::ArrayRef<UseAt> uses);

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

/// Removes those of `uses` that are at invariant distances from `shared`, which
/// must dominate them. Returns the ones whose distances are not constants.
llvm::SmallVector<LoopAddresses::UseAt>
LoopAddresses::takeUses(llvm::Instruction *shared,
                        llvm::SmallVectorImpl<llvm::Use *> &uses) {
  const llvm::SCEV *address = evolution.getSCEV(shared);
  llvm::SmallVector<UseAt> taken;
  llvm::erase_if(uses, [&](llvm::Use *use) {
    const llvm::SCEV *distance =
        evolution.getMinusSCEV(evolution.getSCEV(use->get()), address);
    if (llvm::isa<llvm::SCEVCouldNotCompute>(distance) ||
        !evolution.isLoopInvariant(distance, &loop) ||
        !dominators.dominates(shared, *use))
      return false;
    if (llvm::isa<llvm::SCEVConstant>(distance))
      return true;
    for (const UseAt &other : taken)
      if (std::optional<llvm::APInt> constant =
              evolution.computeConstantDifference(distance,
                                                  other.distance.invariant)) {
        taken.push_back(
            {use, {other.distance.invariant, constant->getSExtValue()}});
        return true;
      }
    taken.push_back({use, {distance, 0}});
    return true;
  });
  return taken;
}

/// Returns whether the distances of `uses` are many, and not the multiples of
/// one of them: LLVM finds good addresses of those.
bool LoopAddresses::areIrregular(llvm::ArrayRef<UseAt> uses) {
  llvm::SmallSetVector<const llvm::SCEV *, 8> distances, steps;
  for (const UseAt &use : uses)
    distances.insert(use.distance.invariant);
  const llvm::SCEV *last = nullptr;
  for (const llvm::SCEV *distance : distances) {
    steps.insert(last ? evolution.getMinusSCEV(distance, last) : distance);
    last = distance;
  }
  return steps.size() >= minDistances;
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

/// Makes `uses` depend on `shared`. Returns whether they do.
bool LoopAddresses::shareAddress(llvm::Instruction *shared,
                                 llvm::ArrayRef<UseAt> uses) {
  bool isChanged = false;
  llvm::SmallDenseMap<const llvm::SCEV *, llvm::Value *> invariants;
  for (const auto &[use, distance] : uses) {
    auto [entry, isNew] = invariants.try_emplace(distance.invariant, nullptr);
    if (isNew)
      entry->second = buildInvariant(distance.invariant);
    if (!entry->second)
      continue;
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(use->getUser()));
    llvm::Value *address = builder.CreatePtrAdd(shared, entry->second);
    if (distance.constant != 0)
      address =
          builder.CreatePtrAdd(address, builder.getInt64(distance.constant));
    use->set(address);
    isChanged = true;
  }
  return isChanged;
}

bool LoopAddresses::share() {
  if (!loop.getLoopPredecessor())
    return false;
  bool isChanged = false;
  llvm::SmallVector<llvm::Use *> left = getVectorAddresses();
  while (left.size() > minDistances) {
    llvm::Value *first = left.front()->get();
    left.erase(left.begin());
    auto *shared = llvm::dyn_cast<llvm::Instruction>(first);
    if (!shared)
      continue;
    llvm::SmallVector<UseAt> uses = takeUses(shared, left);
    if (areIrregular(uses))
      isChanged |= shareAddress(shared, uses);
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
