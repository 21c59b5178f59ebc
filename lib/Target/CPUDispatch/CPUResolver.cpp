//===- CPUResolver.cpp - Choosing a CPU when a library is loaded ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUResolver.h"
#include "X86Features.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// The bit of ECX of leaf 1 that is set if the system has enabled XSAVE, so
/// that programs can use xgetbv.
static constexpr uint32_t osxsaveBit = 1u << 27;

/// Adds an internal function, with an empty entry block, that runs on every
/// x86-64 CPU.
static llvm::Function *addFunction(llvm::Module &module, const Twine &name,
                                   llvm::Type *result,
                                   ArrayRef<llvm::Type *> arguments) {
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(result, arguments, /*isVarArg=*/false),
      llvm::GlobalValue::InternalLinkage, name, module);
  function->setDoesNotThrow();
  function->addFnAttr("target-cpu", "x86-64");
  llvm::BasicBlock::Create(module.getContext(), "", function);
  return function;
}

/// Adds a function that consists of one piece of inline assembly.
static llvm::Function *addInstruction(llvm::Module &module, StringRef name,
                                      StringRef text, StringRef constraints,
                                      llvm::Type *result,
                                      ArrayRef<llvm::Type *> arguments) {
  llvm::Function *function = addFunction(module, name, result, arguments);
  llvm::IRBuilder<> builder(&function->getEntryBlock());
  auto *assembly =
      llvm::InlineAsm::get(function->getFunctionType(), text, constraints,
                           /*hasSideEffects=*/true);
  SmallVector<llvm::Value *> operands(
      llvm::make_pointer_range(function->args()));
  builder.CreateRet(builder.CreateCall(assembly, operands));
  return function;
}

namespace {
/// Builds the feature tests of a selector.
class Questions {
public:
  Questions(llvm::Module &module, llvm::Function &selector);

  /// Whether the CPU and the system have all of `features`.
  llvm::Value *buildHasAll(ArrayRef<const X86Feature *> features);

private:
  llvm::Value *buildCPUID(uint32_t leaf, uint32_t subleaf, CPUIDRegister reg);
  llvm::Value *buildRegister(uint32_t leaf, uint32_t subleaf,
                             CPUIDRegister reg);
  llvm::Value *buildHasBits(llvm::Value *value, uint32_t bits);

  llvm::IRBuilder<> builder;
  llvm::Function *cpuid;
  /// The results of cpuid, by leaf and subleaf.
  std::map<std::pair<uint32_t, uint32_t>, llvm::Value *> leaves;
  /// XCR0, or 0 if it cannot be read.
  llvm::Value *state;
};
} // namespace

Questions::Questions(llvm::Module &module, llvm::Function &selector)
    : builder(&selector.getEntryBlock()) {
  llvm::Type *i32 = builder.getInt32Ty();
  auto *registers = llvm::StructType::get(i32, i32, i32, i32);
  cpuid = addInstruction(
      module, "reduce.cpuid", "cpuid",
      "={ax},={bx},={cx},={dx},{ax},{cx},~{dirflag},~{fpsr},~{flags}",
      registers, {i32, i32});
  // The upper half of the result, in EDX, is not needed.
  llvm::Function *xgetbv =
      addInstruction(module, "reduce.xgetbv", "xgetbv",
                     "={ax},{cx},~{edx},~{dirflag},~{fpsr},~{flags}", i32, i32);

  // Without support by the system, xgetbv is an invalid instruction.
  llvm::BasicBlock *entry = builder.GetInsertBlock();
  auto *read =
      llvm::BasicBlock::Create(module.getContext(), "read_state", &selector);
  auto *features =
      llvm::BasicBlock::Create(module.getContext(), "features", &selector);
  llvm::Value *isReadable =
      buildHasBits(buildCPUID(1, 0, CPUIDRegister::ECX), osxsaveBit);
  builder.CreateCondBr(isReadable, read, features);
  builder.SetInsertPoint(read);
  llvm::Value *lowerHalf = builder.CreateCall(xgetbv, builder.getInt32(0));
  builder.CreateBr(features);
  builder.SetInsertPoint(features);
  llvm::PHINode *phi = builder.CreatePHI(i32, 2, "state");
  phi->addIncoming(builder.getInt32(0), entry);
  phi->addIncoming(lowerHalf, read);
  state = phi;
}

llvm::Value *Questions::buildCPUID(uint32_t leaf, uint32_t subleaf,
                                   CPUIDRegister reg) {
  llvm::Value *&registers = leaves[{leaf, subleaf}];
  if (!registers)
    registers = builder.CreateCall(
        cpuid, {builder.getInt32(leaf), builder.getInt32(subleaf)});
  return builder.CreateExtractValue(registers, static_cast<unsigned>(reg));
}

llvm::Value *Questions::buildRegister(uint32_t leaf, uint32_t subleaf,
                                      CPUIDRegister reg) {
  // The first leaf of each range returns the number of the last leaf. Leaf 7,
  // the only one in the table with several subleaves, returns the number of the
  // last subleaf. The result of cpuid beyond these is undefined.
  llvm::Value *lastLeaf = buildCPUID(leaf & 0x80000000, 0, CPUIDRegister::EAX);
  llvm::Value *exists = builder.CreateICmpUGE(lastLeaf, builder.getInt32(leaf));
  if (subleaf > 0)
    exists = builder.CreateAnd(
        exists, builder.CreateICmpUGE(buildCPUID(leaf, 0, CPUIDRegister::EAX),
                                      builder.getInt32(subleaf)));
  return builder.CreateSelect(exists, buildCPUID(leaf, subleaf, reg),
                              builder.getInt32(0));
}

llvm::Value *Questions::buildHasBits(llvm::Value *value, uint32_t bits) {
  return builder.CreateICmpEQ(builder.CreateAnd(value, bits),
                              builder.getInt32(bits));
}

llvm::Value *Questions::buildHasAll(ArrayRef<const X86Feature *> features) {
  llvm::MapVector<std::tuple<uint32_t, uint32_t, CPUIDRegister>, uint32_t> bits;
  uint32_t stateBits = 0;
  for (const X86Feature *feature : features) {
    bits[{feature->leaf, feature->subleaf, feature->reg}] |= 1u << feature->bit;
    stateBits |= feature->state;
  }
  llvm::Value *hasAll = buildHasBits(state, stateBits);
  for (auto [place, mask] : bits) {
    auto [leaf, subleaf, reg] = place;
    hasAll = builder.CreateAnd(
        hasAll, buildHasBits(buildRegister(leaf, subleaf, reg), mask));
  }
  return hasAll;
}

llvm::Function *mlir::reduce::detail::addCPUSelector(llvm::Module &module,
                                                     ArrayRef<StringRef> cpus) {
  llvm::Type *i32 = llvm::Type::getInt32Ty(module.getContext());
  llvm::Function *selector = addFunction(module, "reduce.select_cpu", i32, {});
  Questions questions(module, *selector);
  SmallVector<llvm::Value *> answers;
  for (StringRef cpu : cpus.drop_front())
    answers.push_back(
        questions.buildHasAll(llvm::cantFail(getX86Features(cpu))));

  llvm::IRBuilder<> builder(&selector->back());
  llvm::Value *best = builder.getInt32(0);
  for (auto [i, answer] : llvm::enumerate(answers))
    best = builder.CreateSelect(answer, builder.getInt32(i + 1), best);
  builder.CreateRet(best);
  return selector;
}

void mlir::reduce::detail::addDispatch(llvm::Module &module, StringRef name,
                                       ArrayRef<llvm::Function *> variants,
                                       llvm::Function &selector) {
  llvm::Function *resolver =
      addFunction(module, name + ".resolver",
                  llvm::PointerType::getUnqual(module.getContext()), {});
  llvm::IRBuilder<> builder(&resolver->getEntryBlock());
  llvm::Value *number = builder.CreateCall(&selector);
  // A table of addresses would need relocations.
  llvm::Value *chosen = variants.front();
  for (auto [i, variant] : llvm::enumerate(variants))
    if (i > 0)
      chosen = builder.CreateSelect(
          builder.CreateICmpEQ(number, builder.getInt32(i)), variant, chosen);
  builder.CreateRet(chosen);
  llvm::GlobalIFunc::create(variants.front()->getFunctionType(),
                            /*AddressSpace=*/0,
                            llvm::GlobalValue::ExternalLinkage, name, resolver,
                            &module);
}
