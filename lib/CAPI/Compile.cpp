//===- Compile.cpp - Modules to machine code, for C -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce-c/Compile.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "reduce/Target/CInterface/CHeader.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "reduce/Target/Compiler.h"
#include "reduce/Target/LLVM/TargetMachine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;

using Machine = std::unique_ptr<llvm::TargetMachine>;

static Machine *unwrap(ReduceTarget target) {
  return static_cast<Machine *>(target.ptr);
}

ReduceTarget reduceTargetCreate(MlirStringRef triple, MlirStringRef cpu,
                                MlirStringRef features,
                                unsigned optimizationLevel,
                                MlirStringCallback onError, void *userData) {
  auto fail = [&](StringRef message) {
    onError(wrap(message), userData);
    return ReduceTarget{nullptr};
  };
  if (optimizationLevel > 3)
    return fail("unknown optimization level " +
                std::to_string(optimizationLevel) + ": expected 0 to 3");
  llvm::Expected<Machine> machine =
      createTargetMachine({unwrap(triple).str(), unwrap(cpu).str(),
                           unwrap(features).str(), optimizationLevel});
  if (!machine)
    return fail(llvm::toString(machine.takeError()));
  return {new Machine(std::move(*machine))};
}

bool reduceTargetIsNull(ReduceTarget target) { return !target.ptr; }

void reduceTargetDestroy(ReduceTarget target) { delete unwrap(target); }

MlirLogicalResult reducePrintHeader(MlirModule module, MlirStringRef fileName,
                                    MlirStringCallback callback,
                                    void *userData) {
  FailureOr<SmallVector<FunctionSignature>> signatures =
      getFunctionSignatures(unwrap(module));
  if (failed(signatures))
    return wrap(failure());
  std::string text;
  llvm::raw_string_ostream os(text);
  printCHeader(os, *signatures, unwrap(fileName));
  callback(wrap(StringRef(text)), userData);
  return wrap(success());
}

MlirLogicalResult reduceCompile(MlirModule module, ReduceTarget target,
                                unsigned threads, ReduceOutput output,
                                MlirStringCallback callback, void *userData) {
  CompilerOptions options;
  options.threads = threads;
  static constexpr Stage stages[] = {Stage::LLVMIR, Stage::Assembly,
                                     Stage::Object};
  FailureOr<CompiledModule> compiled =
      compile(unwrap(module), *unwrap(target), stages[output], options);
  if (failed(compiled))
    return wrap(failure());
  callback(
      wrap(StringRef(compiled->contents.data(), compiled->contents.size())),
      userData);
  return wrap(success());
}
