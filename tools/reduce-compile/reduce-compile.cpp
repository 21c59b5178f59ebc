//===- reduce-compile.cpp - Ahead-of-time compiler ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerContext.h"
#include "ToolSupport.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Pass/PassManager.h"
#include "reduce/Frontend/ModelFile.h"
#include "reduce/Runtime/OutputFile.h"
#include "reduce/Target/CHeader.h"
#include "reduce/Target/CPUList.h"
#include "reduce/Target/Compiler.h"
#include "reduce/Target/FunctionSignatures.h"
#include "reduce/Target/Link.h"
#include "reduce/Target/TargetMachine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;
namespace cl = llvm::cl;

static constexpr llvm::StringLiteral toolName = "reduce-compile";

static cl::OptionCategory category("reduce-compile options");

static cl::list<std::string> inputs(cl::Positional, cl::desc("INPUT"),
                                    cl::cat(category));
static cl::opt<std::string>
    outputPath("o", cl::value_desc("file"),
               cl::desc("Where to write the output (default: -, which needs "
                        "--emit); a header is written beside .o, .a and .so"),
               cl::init("-"), cl::cat(category));
static cl::opt<Stage> emitStage(
    "emit", cl::desc("What to write (default: by the output's extension)"),
    cl::values(
        clEnumValN(Stage::Reduce, "reduce", "the model in the reduce dialect"),
        clEnumValN(Stage::Linalg, "linalg", "linalg.generic on tensors"),
        clEnumValN(Stage::Vector, "vector", "loops over vectors, on tensors"),
        clEnumValN(Stage::LLVM, "llvm", "the LLVM dialect"),
        clEnumValN(Stage::LLVMIR, "llvmir", "LLVM IR (.ll)"),
        clEnumValN(Stage::Assembly, "asm", "assembly (.s)"),
        clEnumValN(Stage::Object, "obj", "an object file (.o)"),
        clEnumValN(Stage::Archive, "archive", "a static library (.a)"),
        clEnumValN(Stage::Shared, "shared", "a shared library (.so)")),
    cl::cat(category));
static cl::opt<std::string>
    target("target", cl::value_desc("triple"),
           cl::desc("Target to compile for (default: this machine's)"),
           cl::cat(category));
static cl::opt<std::string>
    cpu("mcpu", cl::value_desc("cpu"),
        cl::desc("CPU to compile for, or native (default: the target's "
                 "baseline); of several, a,b,..., a library takes the best "
                 "that the machine can run (x86_64 Linux, .ll and below)"),
        cl::cat(category));
static cl::opt<std::string> features("mattr", cl::value_desc("+a,-b,..."),
                                     cl::desc("Features of the CPU"),
                                     cl::cat(category));
static ThreadsOption
    threads("Threads for large reductions; auto: as many as OpenMP chooses "
            "(default: 1). Programs then link .o and .a with LLVM's OpenMP "
            "library: cc ... -lomp",
            category);
static cl::opt<unsigned> optimizationLevel(
    "O", cl::Prefix, cl::value_desc("level"),
    cl::desc("0: scalar loops; 1, 2 (default): vectors; 3: larger unrolling"),
    cl::init(2), cl::cat(category));

static int fail(llvm::Error error) {
  return reportFailure(toolName, std::move(error));
}

static int fail(const Twine &message) {
  return reportFailure(toolName, message);
}

/// Returns the path of the header beside the output.
static SmallString<128> getHeaderPath() {
  SmallString<128> path(outputPath);
  llvm::sys::path::replace_extension(path, ".h");
  return path;
}

static llvm::Error writeHeader(ArrayRef<FunctionSignature> signatures) {
  SmallString<128> path = getHeaderPath();
  std::string text;
  llvm::raw_string_ostream os(text);
  printCHeader(os, signatures, llvm::sys::path::filename(path));
  return writeOutputFile(path, text);
}

/// Writes a stage that holds machine code.
static int emitCode(ModuleOp module, Stage stage, TargetMachines machines,
                    unsigned numThreads) {
  FailureOr<SmallVector<FunctionSignature>> signatures =
      getFunctionSignatures(module);
  if (failed(signatures))
    return 1;
  if (signatures->empty()) {
    emitError(module.getLoc()) << "there is no public function to compile";
    return 1;
  }
  bool isAssembly = stage == Stage::Assembly;
  FailureOr<SmallVector<char, 0>> code =
      compile(module, machines,
              isAssembly ? llvm::CodeGenFileType::AssemblyFile
                         : llvm::CodeGenFileType::ObjectFile,
              numThreads, applyPassManagerCLOptions);
  if (failed(code))
    return 1;

  llvm::Error error =
      stage == Stage::Shared
          ? linkSharedLibrary(*code, outputPath,
                              machines.front()->getTargetTriple(),
                              /*useOpenMP=*/numThreads != 1)
      : stage == Stage::Archive
          ? writeArchive(*code, outputPath)
          : writeOutputFile(outputPath, StringRef(code->data(), code->size()));
  if (error)
    return fail(std::move(error));
  // Beside a device like /dev/null a header has no place.
  if (isAssembly || !llvm::sys::fs::is_regular_file(outputPath))
    return 0;
  if (llvm::Error headerError = writeHeader(*signatures))
    return fail(std::move(headerError));
  return 0;
}

static int emit(ModuleOp module, Stage stage, TargetMachines machines,
                unsigned numThreads) {
  if (stage > Stage::LLVMIR)
    return emitCode(module, stage, machines, numThreads);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (stage == Stage::LLVMIR) {
    if (failed(printLLVMIR(module, machines, os, numThreads,
                           applyPassManagerCLOptions)))
      return 1;
  } else {
    if (failed(lowerTo(module, stage, *machines.front(), numThreads,
                       applyPassManagerCLOptions)))
      return 1;
    // Further down, too many values come from each name of the model.
    module->print(
        os, OpPrintingFlags().printNameLocAsPrefix(stage == Stage::Reduce));
    os << '\n';
  }
  if (llvm::Error error = writeOutputFile(outputPath, text))
    return fail(std::move(error));
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  registerMLIRContextCLOptions();
  registerAsmPrinterCLOptions();
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
  if (!parseCommandLine(argc, argv, toolName, category,
                        "Compiles reductions ahead of time\n"))
    return 1;

  if (inputs.size() != 1)
    return fail("expected one INPUT, got " + Twine(inputs.size()));
  std::optional<Stage> stage = emitStage.getNumOccurrences() > 0
                                   ? std::optional<Stage>(emitStage)
                                   : getStageOfFile(outputPath);
  if (!stage)
    return fail("cannot tell what to write from the output's name '" +
                outputPath + "': expected .ll, .s, .o, .a or .so, or --emit");
  if (*stage >= Stage::Archive && outputPath == "-")
    return fail("a library cannot be written to standard output");
  if (*stage >= Stage::Object && getHeaderPath() == outputPath)
    return fail("the output '" + outputPath +
                "' has the name of its header: expected .o, .a or .so");
  if (optimizationLevel > 3)
    return fail("unknown optimization level " + Twine(optimizationLevel) +
                ": expected 0 to 3");
  llvm::Expected<unsigned> numThreads = threads.get();
  if (!numThreads)
    return fail(numThreads.takeError());
  auto machines =
      createTargetMachines({target, cpu, features, optimizationLevel});
  if (!machines)
    return fail(machines.takeError());
  if (machines->size() > 1 && *stage < Stage::LLVMIR)
    return fail("stages before LLVM IR are for one CPU, got '" + cpu + "'");

  CompilerContext context;
  OwningOpRef<ModuleOp> module = readModel(inputs.front(), context.get());
  if (!module)
    return 1;
  return emit(*module, *stage, *machines, *numThreads);
}
