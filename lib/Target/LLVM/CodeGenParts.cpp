//===- CodeGenParts.cpp - Code of large modules, by several threads -------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM optimizes a module and generates its code in one thread. A model with
// many kinds of reductions has many kernels, functions that are not inlined
// (-reduce-outline-kernels), so that modules of some kernels each can be
// compiled on their own, by as many threads as there are processors. The parts
// depend on the module alone, so the bytes do not depend on the machine.
//
// llvm::splitCodeGen does this for code generation, but not for the passes
// before, which take as long. It also separates functions that are to be
// inlined, and gives no names to local functions that other objects may have.
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/LLVM/CodeGen.h"
#include "reduce/Target/LLVM/Link.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace mlir::reduce;
using llvm::GlobalValue;

/// The number of instructions of a part, before optimization. It takes half a
/// second, much longer than copying the module. Larger parts leave threads
/// without work at the end.
static constexpr size_t partInstructions = 6000;

namespace {
/// The functions of a part, and the number of their instructions.
struct ModulePart {
  llvm::SmallPtrSet<const GlobalValue *, 16> functions;
  size_t numInstructions = 0;
};
} // namespace

/// Returns whether `function` can be compiled apart from its callers.
static bool isKernel(const llvm::Function &function) {
  return !function.isDeclaration() && function.hasLocalLinkage() &&
         function.hasFnAttribute(llvm::Attribute::NoInline);
}

/// Divides the kernels of `module` into parts of about the same size. There are
/// none if all of them are small.
static llvm::SmallVector<ModulePart> divide(const llvm::Module &module) {
  llvm::SmallVector<std::pair<size_t, const llvm::Function *>> kernels;
  size_t numInstructions = 0;
  for (const llvm::Function &function : module)
    if (isKernel(function)) {
      kernels.push_back({function.getInstructionCount(), &function});
      numInstructions += kernels.back().first;
    }
  llvm::SmallVector<ModulePart> parts(numInstructions / partInstructions);
  if (parts.size() < 2)
    return {};
  llvm::stable_sort(kernels, [](const auto &left, const auto &right) {
    return left.first > right.first;
  });
  for (auto [size, function] : kernels) {
    ModulePart &least =
        *llvm::min_element(parts, [](const auto &left, const auto &right) {
          return left.numInstructions < right.numInstructions;
        });
    least.functions.insert(function);
    least.numInstructions += size;
  }
  return parts;
}

/// Adds to `used` the local globals that `value`, part of a function or of an
/// initial value, refers to.
static void addLocals(const llvm::Value *value,
                      llvm::SmallPtrSetImpl<GlobalValue *> &used) {
  if (auto *global = llvm::dyn_cast<GlobalValue>(value)) {
    if (global->hasLocalLinkage())
      used.insert(const_cast<GlobalValue *>(global));
  } else if (auto *constant = llvm::dyn_cast<llvm::Constant>(value)) {
    for (const llvm::Value *operand : constant->operands())
      addLocals(operand, used);
  }
}

/// Makes the kernels of `module`, and what they refer to, visible to other
/// modules of the same library. Their names start with that of an exported
/// function, so that no other object has them.
static void exposeKernels(llvm::Module &module) {
  llvm::SmallPtrSet<GlobalValue *, 32> shared;
  for (llvm::Function &function : module) {
    if (!isKernel(function))
      continue;
    shared.insert(&function);
    for (const llvm::BasicBlock &block : function)
      for (const llvm::Instruction &instruction : block)
        for (const llvm::Value *operand : instruction.operands())
          addLocals(operand, shared);
  }
  auto exported = llvm::find_if(module, [](const llvm::Function &function) {
    return !function.isDeclaration() && !function.hasLocalLinkage();
  });
  std::string prefix =
      exported == module.end() ? "" : exported->getName().str() + ".";
  // In the order of the module, since names must not depend on addresses.
  for (GlobalValue &global : module.global_values()) {
    if (!shared.contains(&global))
      continue;
    global.setName(prefix + global.getName());
    global.setLinkage(GlobalValue::ExternalLinkage);
    global.setVisibility(GlobalValue::HiddenVisibility);
    global.setDSOLocal(true);
  }
}

using Code = llvm::SmallVector<char, 0>;

/// Returns the bitcode of the definitions of `module` that `isOfPart` accepts.
static Code copyPart(const llvm::Module &module,
                     llvm::function_ref<bool(const GlobalValue *)> isOfPart) {
  llvm::ValueToValueMapTy values;
  std::unique_ptr<llvm::Module> part =
      llvm::CloneModule(module, values, isOfPart);
  for (llvm::Function &function : llvm::make_early_inc_range(*part))
    if (function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
  Code bitcode;
  llvm::raw_svector_ostream os(bitcode);
  llvm::WriteBitcodeToFile(*part, os);
  return bitcode;
}

/// Returns the object file of `bitcode`, for a machine like `machine`.
static Code compilePart(const Code &bitcode,
                        const llvm::TargetMachine &machine) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = llvm::cantFail(llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(StringRef(bitcode.data(), bitcode.size()), "part"),
      context));
  std::unique_ptr<llvm::TargetMachine> own(
      machine.getTarget().createTargetMachine(
          machine.getTargetTriple(), machine.getTargetCPU(),
          machine.getTargetFeatureString(), machine.Options,
          machine.getRelocationModel(), machine.getCodeModel(),
          machine.getOptLevel()));
  optimize(*module, *own);
  return generateCode(*module, *own, llvm::CodeGenFileType::ObjectFile);
}

llvm::Expected<Code>
mlir::reduce::compileInParts(llvm::Module &module,
                             llvm::TargetMachine &machine) {
  llvm::SmallVector<ModulePart> parts = divide(module);
  if (parts.empty() || !canLinkObjects(machine.getTargetTriple()))
    return Code();
  exposeKernels(module);
  llvm::SmallVector<Code> objects(parts.size() + 1);
  {
    llvm::DefaultThreadPool threads(llvm::hardware_concurrency());
    auto compile = [&](Code &object,
                       llvm::function_ref<bool(const GlobalValue *)> isOfPart) {
      threads.async([&machine, &object, bitcode = copyPart(module, isOfPart)] {
        object = compilePart(bitcode, machine);
      });
    };
    // The rest, with everything that is not a function. It may be the largest
    // part, so it comes first.
    compile(objects.back(), [&](const GlobalValue *value) {
      return llvm::none_of(parts, [&](const ModulePart &part) {
        return part.functions.contains(value);
      });
    });
    for (auto [part, object] : llvm::zip_equal(parts, llvm::drop_end(objects)))
      compile(object, [&part = part](const GlobalValue *value) {
        return part.functions.contains(value);
      });
  }
  return linkObjects(objects, machine.getTargetTriple());
}
