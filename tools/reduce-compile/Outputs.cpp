//===- Outputs.cpp - Writing of what models become ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"

#include "ToolSupport.h"
#include "reduce/Support/OutputFile.h"
#include "reduce/Target/CInterface/CHeader.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "reduce/Target/LLVM/Link.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;

static LogicalResult report(llvm::Error error) {
  if (!error)
    return success();
  reportFailure(toolName, std::move(error));
  return failure();
}

/// Takes `module` to `stage` and returns that: a text, or the object file that
/// a library is made of.
static FailureOr<SmallVector<char, 0>> render(ModuleOp module, Stage stage,
                                              TargetMachines machines,
                                              const CompilerOptions &options) {
  if (stage > Stage::LLVMIR)
    return compile(module, machines,
                   stage == Stage::Assembly
                       ? llvm::CodeGenFileType::AssemblyFile
                       : llvm::CodeGenFileType::ObjectFile,
                   options);
  SmallVector<char, 0> text;
  llvm::raw_svector_ostream os(text);
  if (stage == Stage::LLVMIR) {
    if (failed(printLLVMIR(module, machines, os, options)))
      return failure();
    return text;
  }
  if (failed(lowerTo(module, stage, *machines.front(), options)))
    return failure();
  // Further down, too many values come from each name of the model.
  module->print(os,
                OpPrintingFlags().printNameLocAsPrefix(stage == Stage::Reduce));
  os << '\n';
  return text;
}

/// Writes each stage before that of the output.
static LogicalResult writeTemporaries(ModuleOp module,
                                      const CommandLine &commandLine,
                                      TargetMachines machines) {
  for (Stage stage : {Stage::Reduce, Stage::Linalg, Stage::Vector, Stage::LLVM,
                      Stage::LLVMIR, Stage::Assembly, Stage::Object}) {
    if (stage >= commandLine.stage)
      break;
    // Before LLVM IR each CPU has a module of its own.
    if (machines.size() > 1 && stage < Stage::LLVMIR)
      continue;
    // A stage has more in it on the way to a library than as an output.
    OwningOpRef<ModuleOp> copy = module.clone();
    FailureOr<SmallVector<char, 0>> text =
        render(*copy, stage, machines, commandLine.compiler);
    if (failed(text) || failed(report(writeOutputFile(
                            getTemporaryPath(commandLine.output, stage),
                            StringRef(text->data(), text->size())))))
      return failure();
  }
  return success();
}

static llvm::Error writeHeader(StringRef output,
                               ArrayRef<FunctionSignature> signatures) {
  std::string path = getHeaderPath(output);
  std::string text;
  llvm::raw_string_ostream os(text);
  printCHeader(os, signatures, llvm::sys::path::filename(path));
  return writeOutputFile(path, text);
}

/// Writes `contents` to the output, as a library if that is asked for.
static llvm::Error writeContents(ArrayRef<char> contents,
                                 const CommandLine &commandLine,
                                 const llvm::Triple &triple) {
  StringRef output = commandLine.output;
  switch (commandLine.stage) {
  case Stage::Shared:
    return linkSharedLibrary(contents, output, triple, commandLine.soname,
                             /*useOpenMP=*/commandLine.compiler.threads != 1);
  case Stage::Archive:
    return writeArchive(contents, output);
  default:
    return writeOutputFile(output, StringRef(contents.data(), contents.size()));
  }
}

LogicalResult mlir::reduce::writeOutputs(ModuleOp module,
                                         const CommandLine &commandLine,
                                         TargetMachines machines) {
  SmallVector<FunctionSignature> signatures;
  if (commandLine.stage > Stage::LLVMIR) {
    FailureOr<SmallVector<FunctionSignature>> found =
        getFunctionSignatures(module);
    if (failed(found))
      return failure();
    if (found->empty())
      return emitError(module.getLoc())
             << "there is no public function to compile";
    signatures = std::move(*found);
  }
  if (commandLine.saveTemps &&
      failed(writeTemporaries(module, commandLine, machines)))
    return failure();
  FailureOr<SmallVector<char, 0>> contents =
      render(module, commandLine.stage, machines, commandLine.compiler);
  if (failed(contents) ||
      failed(report(writeContents(*contents, commandLine,
                                  machines.front()->getTargetTriple()))))
    return failure();
  // Beside a device like /dev/null a header has no place.
  if (commandLine.stage < Stage::Object ||
      !llvm::sys::fs::is_regular_file(commandLine.output))
    return success();
  return report(writeHeader(commandLine.output, signatures));
}
