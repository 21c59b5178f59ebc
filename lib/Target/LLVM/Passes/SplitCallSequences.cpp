//===- SplitCallSequences.cpp - Functions of very many calls --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitCallSequences.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace mlir;
using namespace mlir::reduce;

/// The number of calls of a function made from a part of a block. Blocks of up
/// to twice as many stay as they are.
static constexpr size_t callsOfPart = 256;

/// Returns the instructions at which parts of `block` start, and the one after
/// the last part; none if the block has few calls.
static llvm::SmallVector<llvm::Instruction *>
getPartStarts(llvm::BasicBlock &block) {
  llvm::SmallVector<llvm::Instruction *> starts;
  size_t numCalls = 0;
  for (llvm::Instruction &instruction : block)
    if (llvm::isa<llvm::CallInst>(instruction) &&
        !llvm::isa<llvm::IntrinsicInst>(instruction) &&
        numCalls++ % callsOfPart == 0)
      starts.push_back(&instruction);
  if (numCalls <= 2 * callsOfPart)
    return {};
  return starts;
}

/// Splits `block` into blocks that start at `starts`, and adds all of them
/// except the last, which ends like `block` did, to `parts`.
static void splitBlock(llvm::BasicBlock &block,
                       llvm::ArrayRef<llvm::Instruction *> starts,
                       llvm::SmallVectorImpl<llvm::BasicBlock *> &parts) {
  // From the last one on, so that each instruction is moved only once.
  for (llvm::Instruction *start : llvm::reverse(starts)) {
    llvm::BasicBlock *part = block.splitBasicBlock(start);
    if (start != starts.back())
      parts.push_back(part);
  }
}

void mlir::reduce::splitCallSequences(llvm::Module &module) {
  llvm::SmallVector<llvm::Function *> functions = llvm::map_to_vector(
      module, [](llvm::Function &function) { return &function; });
  for (llvm::Function *function : functions) {
    llvm::SmallVector<llvm::BasicBlock *> parts;
    for (llvm::BasicBlock &block : llvm::make_early_inc_range(*function))
      splitBlock(block, getPartStarts(block), parts);
    if (parts.empty())
      continue;
    llvm::CodeExtractorAnalysisCache analyses(*function);
    for (llvm::BasicBlock *part : parts) {
      llvm::CodeExtractor extractor(
          {part}, /*DT=*/nullptr, /*AggregateArgs=*/false, /*BFI=*/nullptr,
          /*BPI=*/nullptr, /*AC=*/nullptr, /*AllowVarArgs=*/false,
          /*AllowAlloca=*/false, /*AllocationBlock=*/nullptr,
          /*Suffix=*/"part");
      if (!extractor.isEligible())
        continue;
      llvm::Function *extracted = extractor.extractCodeRegion(analyses);
      // Otherwise, LLVM would inline its only call.
      if (extracted)
        extracted->addFnAttr(llvm::Attribute::NoInline);
    }
  }
}
