//===- Outputs.cpp - Writing of compiled models ---------------------------===//
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

/// Returns the path, beside `output`, of the file that --save-temps writes for
/// `stage`; `cpu` is part of the name if it is not empty.
static std::string getTemporaryPath(StringRef output, Stage stage,
                                    StringRef cpu) {
  static constexpr const char *extensions[] = {
      "reduce.mlir", "linalg.mlir", "vector.mlir", "llvm.mlir",
      "ll",          "bc",          "s",           "o"};
  std::string extension = extensions[static_cast<int>(stage)];
  SmallString<128> path(output);
  llvm::sys::path::replace_extension(
      path, cpu.empty() ? extension : (cpu + "." + extension).str());
  return std::string(path);
}

llvm::Error mlir::reduce::checkTemporaries(const CommandLine &commandLine,
                                           TargetMachines machines) {
  if (!commandLine.saveTemps)
    return llvm::Error::success();
  auto check = [&](Stage stage, StringRef cpu) -> llvm::Error {
    std::string path = getTemporaryPath(commandLine.output, stage, cpu);
    if (path == commandLine.output)
      return llvm::createStringError(
          "the output '" + path +
          "' has the name of a file that --save-temps writes");
    for (StringRef input : commandLine.inputs)
      if (input != "-" && llvm::sys::fs::equivalent(input, path))
        return llvm::createStringError(
            "the input '" + input +
            "' has the name of a file that --save-temps writes");
    return llvm::Error::success();
  };
  for (Stage stage : {Stage::Reduce, Stage::Linalg, Stage::Vector, Stage::LLVM,
                      Stage::LLVMIR, Stage::Assembly, Stage::Object}) {
    if (stage >= commandLine.stage)
      break;
    bool isShared = machines.size() == 1 || stage == Stage::Reduce ||
                    stage >= Stage::LLVMIR;
    for (const std::unique_ptr<llvm::TargetMachine> &machine :
         machines.take_front(isShared ? 1 : machines.size()))
      if (llvm::Error error =
              check(stage, isShared ? "" : machine->getTargetCPU()))
        return error;
  }
  return llvm::Error::success();
}

static llvm::Error writeHeader(StringRef output,
                               ArrayRef<FunctionSignature> signatures) {
  std::string path = getHeaderPath(output);
  std::string text;
  llvm::raw_string_ostream os(text);
  printCHeader(os, signatures, llvm::sys::path::filename(path));
  return writeOutputFile(path, text);
}

/// Writes `contents` to the output, as a library if the stage is one.
static llvm::Error writeContents(StringRef contents,
                                 const CommandLine &commandLine,
                                 const llvm::Triple &triple) {
  StringRef output = commandLine.output;
  ArrayRef<char> object(contents.data(), contents.size());
  switch (commandLine.stage) {
  case Stage::Shared:
    return linkSharedLibrary(object, output, triple, commandLine.soname,
                             /*useOpenMP=*/commandLine.compiler.threads != 1);
  case Stage::Archive:
    return writeArchive(object, output);
  default:
    return writeOutputFile(output, contents);
  }
}

LogicalResult mlir::reduce::writeOutputs(ModuleOp module,
                                         const CommandLine &commandLine,
                                         TargetMachines machines) {
  CompilerOptions options = commandLine.compiler;
  auto writeTemporary = [&](Stage stage, StringRef cpu, StringRef contents) {
    return report(writeOutputFile(
        getTemporaryPath(commandLine.output, stage, cpu), contents));
  };
  if (commandLine.saveTemps)
    options.onStage = writeTemporary;
  Stage stage = std::min(commandLine.stage, Stage::Object);
  FailureOr<CompiledModule> compiled =
      compile(module, machines, stage, options);
  if (failed(compiled))
    return failure();
  StringRef contents(compiled->contents.data(), compiled->contents.size());
  if (commandLine.saveTemps && stage != commandLine.stage &&
      failed(writeTemporary(stage, /*cpu=*/"", contents)))
    return failure();
  if (commandLine.stage > Stage::LLVMIR && compiled->signatures.empty())
    return emitError(module.getLoc())
           << "there is no public function to compile";
  if (failed(report(writeContents(contents, commandLine,
                                  machines.front()->getTargetTriple()))))
    return failure();
  // A header cannot be written beside a device such as /dev/null.
  if (!hasHeader(commandLine.stage) ||
      !llvm::sys::fs::is_regular_file(commandLine.output))
    return success();
  return report(writeHeader(commandLine.output, compiled->signatures));
}
