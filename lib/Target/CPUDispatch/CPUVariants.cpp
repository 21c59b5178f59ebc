//===- CPUVariants.cpp - One library with code for several CPUs -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUVariants.h"
#include "CPUResolver.h"
#include "Target/CInterface/CInterfaceSupport.h"

#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the suffix of names in the variant for the CPU of `machine`.
static std::string getSuffix(const llvm::TargetMachine &machine) {
  std::string suffix = "." + machine.getTargetCPU().str();
  llvm::replace(suffix, '-', '_');
  return suffix;
}

LogicalResult mlir::reduce::detail::checkVariantNames(
    ModuleOp module, ArrayRef<FunctionSignature> signatures,
    ArrayRef<std::unique_ptr<llvm::TargetMachine>> machines) {
  for (const FunctionSignature &signature : signatures)
    for (const std::unique_ptr<llvm::TargetMachine> &machine : machines)
      for (StringRef suffix :
           {StringRef(), StringRef(shardedSuffix), StringRef(dataSuffix)})
        if (failed(checkNameIsFree(module, signature.name + suffix +
                                               getSuffix(*machine))))
          return failure();
  return success();
}

/// Whether `function` is the checked call of a compiled function, whose name is
/// a prefix of all its exported names, its sharded call or its data function.
static bool isEntry(const llvm::Function &function) {
  if (function.isDeclaration() || function.hasLocalLinkage())
    return false;
  auto isPrefix = [&](StringRef name) {
    return llvm::all_of(exportedSuffixes, [&](StringRef suffix) {
      const llvm::Function *exported =
          function.getParent()->getFunction((name + suffix).str());
      return exported && !exported->isDeclaration();
    });
  };
  StringRef name = function.getName();
  return isPrefix(name) ||
         ((name.consume_back(shardedSuffix) || name.consume_back(dataSuffix)) &&
          isPrefix(name));
}

namespace {
/// The functions of a library, by name, in its module for the first CPU.
struct Functions {
  explicit Functions(const llvm::Module &module) {
    for (const llvm::Function &function : module) {
      if (function.isDeclaration())
        continue;
      StringRef name = function.getName();
      if (isEntry(function))
        entries.insert(name);
      else if (!function.hasLocalLinkage() || isCInterfaceSupport(name))
        shared.insert(name);
    }
  }

  llvm::StringSet<> entries;
  /// Functions that are the same for all CPUs.
  llvm::StringSet<> shared;
};
} // namespace

/// Whether `first`, from the first module, can replace the definition `value`
/// of the same name.
static bool isShared(const llvm::GlobalValue &value,
                     const llvm::GlobalValue *first,
                     const Functions &functions) {
  if (!first || value.getName().empty())
    return false;
  if (llvm::isa<llvm::Function>(value))
    return functions.shared.contains(value.getName());
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  auto *firstVariable = llvm::dyn_cast<llvm::GlobalVariable>(first);
  // Constants are unique within a context.
  return variable && firstVariable && variable->isConstant() &&
         firstVariable->isConstant() &&
         variable->getInitializer() == firstVariable->getInitializer();
}

static void makeHidden(llvm::GlobalValue &value) {
  value.setLinkage(llvm::GlobalValue::ExternalLinkage);
  value.setVisibility(llvm::GlobalValue::HiddenVisibility);
  value.setDSOLocal(true);
}

/// Turns the definition `value` into a declaration.
static void dropDefinition(llvm::GlobalValue &value) {
  bool wasLocal = value.hasLocalLinkage();
  if (auto *function = llvm::dyn_cast<llvm::Function>(&value))
    function->deleteBody();
  else
    llvm::cast<llvm::GlobalVariable>(value).setInitializer(nullptr);
  value.setLinkage(llvm::GlobalValue::ExternalLinkage);
  if (wasLocal)
    makeHidden(value);
}

/// Adds `suffix` to the names of the functions in `module` that depend on the
/// CPU.
static void renameFunctions(llvm::Module &module, const Functions &functions,
                            const std::string &suffix) {
  for (llvm::Function &function : module) {
    StringRef name = function.getName();
    if (function.isDeclaration() || functions.shared.contains(name))
      continue;
    if (functions.entries.contains(name))
      makeHidden(function);
    function.setName(name + suffix);
  }
}

std::unique_ptr<llvm::Module> mlir::reduce::detail::joinVariants(
    MutableArrayRef<std::unique_ptr<llvm::Module>> modules,
    ArrayRef<std::unique_ptr<llvm::TargetMachine>> machines) {
  std::unique_ptr<llvm::Module> result = std::move(modules.front());
  Functions functions(*result);
  // Other modules can refer to a local symbol of the first module only while it
  // is not local.
  SmallVector<std::pair<llvm::GlobalValue *, llvm::GlobalValue::LinkageTypes>>
      locals;
  for (llvm::GlobalValue &value : result->global_values())
    if (value.hasLocalLinkage() && isShared(value, &value, functions)) {
      locals.emplace_back(&value, value.getLinkage());
      makeHidden(value);
    }

  for (std::unique_ptr<llvm::Module> &module : modules.drop_front())
    for (llvm::GlobalValue &value : module->global_values())
      if (!value.isDeclaration() &&
          isShared(value, result->getNamedValue(value.getName()), functions))
        dropDefinition(value);

  renameFunctions(*result, functions, getSuffix(*machines.front()));
  for (auto [module, machine] :
       llvm::zip(modules.drop_front(), machines.drop_front())) {
    renameFunctions(*module, functions, getSuffix(*machine));
    [[maybe_unused]] bool failed =
        llvm::Linker::linkModules(*result, std::move(module));
    assert(!failed && "no name is defined twice");
  }
  for (auto [value, linkage] : locals) {
    value->setVisibility(llvm::GlobalValue::DefaultVisibility);
    value->setLinkage(linkage);
  }
  return result;
}

void mlir::reduce::detail::addDispatch(
    llvm::Module &module,
    ArrayRef<std::unique_ptr<llvm::TargetMachine>> machines) {
  std::string firstSuffix = getSuffix(*machines.front());
  SmallVector<std::string> names;
  for (llvm::Function &function : module) {
    StringRef name = function.getName();
    if (!function.hasLocalLinkage() && name.consume_back(firstSuffix))
      names.push_back(name.str());
  }
  auto cpus = llvm::map_to_vector(
      machines, [](const std::unique_ptr<llvm::TargetMachine> &machine) {
        return machine->getTargetCPU();
      });
  llvm::Function *selector = addCPUSelector(module, cpus);
  for (StringRef name : names) {
    auto variants = llvm::map_to_vector(
        machines, [&](const std::unique_ptr<llvm::TargetMachine> &machine) {
          return module.getFunction((name + getSuffix(*machine)).str());
        });
    addDispatch(module, name, variants, *selector);
  }
}
