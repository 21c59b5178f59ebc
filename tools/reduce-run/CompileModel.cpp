//===- CompileModel.cpp - From a model to a function in memory ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileModel.h"
#include "CompilerContext.h"
#include "ToolSupport.h"

#include "reduce/Execution/CompiledLibrary.h"
#include "reduce/Frontend/ModelFile.h"
#include "reduce/Target/LLVM/JIT.h"
#include "reduce/Target/LLVM/TargetMachine.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;

/// Returns the element of `signatures` that `name` selects.
static llvm::Expected<FunctionSignature>
selectSignature(ArrayRef<FunctionSignature> signatures, StringRef name) {
  std::vector<std::string> names;
  for (const FunctionSignature &signature : signatures)
    names.push_back(signature.name);
  llvm::Expected<std::string> selected =
      selectFunction(names, name, "the model");
  if (!selected)
    return selected.takeError();
  return *llvm::find_if(signatures, [&](const FunctionSignature &signature) {
    return signature.name == *selected;
  });
}

FailureOr<CompiledModule>
mlir::reduce::compileModule(ModuleOp module, const CompilerOptions &options,
                            StringRef tool, Stage stage) {
  TargetOptions target;
  target.cpu = "native";
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createTargetMachine(target);
  if (!machine) {
    reportFailure(tool, machine.takeError());
    return failure();
  }
  return compile(module, *machine, stage, options);
}

FailureOr<CompiledFunction>
mlir::reduce::compileModel(StringRef path, StringRef name,
                           const CompilerOptions &options, StringRef tool) {
  auto fail = [&](llvm::Error error) {
    reportFailure(tool, std::move(error));
    return failure();
  };
  CompilerContext context;
  OwningOpRef<ModuleOp> module = readModel(path, context.get());
  if (!module)
    return failure();
  FailureOr<CompiledModule> compiled = compileModule(*module, options, tool);
  if (failed(compiled))
    return failure();
  llvm::Expected<FunctionSignature> signature =
      selectSignature(compiled->signatures, name);
  if (!signature)
    return fail(llvm::createFileError(path, signature.takeError()));
  llvm::Expected<CompiledFunction> function =
      loadObject(compiled->contents, std::move(*signature),
                 /*useOpenMP=*/options.threads != 1);
  if (!function)
    return fail(function.takeError());
  return std::move(*function);
}

FailureOr<SmallVector<FunctionSignature>>
mlir::reduce::getModelSignatures(StringRef path, StringRef name,
                                 const CompilerOptions &options,
                                 StringRef tool) {
  CompilerContext context;
  OwningOpRef<ModuleOp> module = readModel(path, context.get());
  if (!module)
    return failure();
  // The first stage already has the shapes of shards and the shardings of
  // outputs.
  FailureOr<CompiledModule> compiled =
      compileModule(*module, options, tool, Stage::Reduce);
  if (failed(compiled))
    return failure();
  if (name.empty())
    return std::move(compiled->signatures);
  llvm::Expected<FunctionSignature> selected =
      selectSignature(compiled->signatures, name);
  if (selected)
    return SmallVector<FunctionSignature>{std::move(*selected)};
  reportFailure(tool, llvm::createFileError(path, selected.takeError()));
  return failure();
}
