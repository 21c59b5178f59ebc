//===- CommandLine.cpp - Parsing of the command line ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "ShardingOptions.h"
#include "ToolSupport.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "reduce/Target/SymbolPrefix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::reduce;
namespace cl = llvm::cl;

static constexpr double maxTuningSeconds = 3600;

static cl::OptionCategory category("reduce-compile options");

static cl::list<std::string> inputs(cl::Positional, cl::desc("INPUT..."),
                                    cl::cat(category));
static cl::opt<std::string> outputPath(
    "o", cl::value_desc("file"),
    cl::desc("Output file (default: -, which needs --emit); a header is "
             "written beside .bc, .o, .a and .so files"),
    cl::init("-"), cl::cat(category));
static cl::opt<Stage> emitStage(
    "emit",
    cl::desc("Kind of output (default: from the output file's extension)"),
    cl::values(
        clEnumValN(Stage::Reduce, "reduce", "the model in the reduce dialect"),
        clEnumValN(Stage::Linalg, "linalg", "linalg.generic on tensors"),
        clEnumValN(Stage::Vector, "vector", "loops over vectors, on tensors"),
        clEnumValN(Stage::LLVM, "llvm", "the LLVM dialect"),
        clEnumValN(Stage::LLVMIR, "llvmir", "LLVM IR (.ll)"),
        clEnumValN(Stage::Bitcode, "bitcode", "LLVM bitcode (.bc)"),
        clEnumValN(Stage::Assembly, "asm", "assembly (.s)"),
        clEnumValN(Stage::Object, "obj", "an object file (.o)"),
        clEnumValN(Stage::Archive, "archive", "a static library (.a)"),
        clEnumValN(Stage::Shared, "shared", "a shared library (.so)")),
    cl::cat(category));
static cl::opt<std::string>
    target("target", cl::value_desc("triple"),
           cl::desc("Target triple (default: the host's)"), cl::cat(category));
static cl::opt<std::string>
    cpu("mcpu", cl::value_desc("cpu"),
        cl::desc("CPU to compile for, or native (default: the target's "
                 "baseline); from a list a,b,..., a library selects the best "
                 "CPU that the machine supports (x86_64 Linux, .ll and later "
                 "stages)"),
        cl::cat(category));
static cl::opt<std::string>
    features("mattr", cl::value_desc("+a,-b,..."),
             cl::desc("CPU features to enable or disable"), cl::cat(category));
static ThreadsOption
    threads("Threads for large reductions; auto: as many as OpenMP chooses "
            "(default: 1). Unless it is 1, link programs that use an .o or .a "
            "file with LLVM's OpenMP library: cc ... -lomp",
            category);
static ShardingOptions sharding(category);
static cl::opt<bool> partialFunctions(
    "partial-functions",
    cl::desc("Add NAME_partial, NAME_merge and NAME_finish, which reduce "
             "tensors chunk by chunk, for each function NAME that reduces"),
    cl::cat(category));
static cl::opt<bool> verifyEach(
    "verify-each",
    cl::desc("Verify the module after each pass, not only after the last one"),
    cl::cat(category));
static cl::opt<unsigned> optimizationLevel(
    "O", cl::Prefix, cl::value_desc("level"),
    cl::desc("0: scalar loops; 1, 2 (default): vectors; 3: more unrolling"),
    cl::init(2), cl::cat(category));
static cl::opt<std::string> tuningFile(
    "tuning-file", cl::value_desc("file"),
    cl::desc("File of the fastest strategies that --tune has found; code "
             "for its target takes them"),
    cl::cat(category));
static cl::opt<std::string>
    tune("tune", cl::ValueOptional, cl::value_desc("seconds"),
         cl::desc("First measure, for about so long (default: 0.2), which "
                  "strategy is the fastest for each reduction on this machine, "
                  "and note it in --tuning-file if it is not what is chosen "
                  "without the file"),
         cl::cat(category));
static cl::opt<std::string>
    tuningReport("tuning-report", cl::value_desc("file"),
                 cl::desc("Write the times that --tune measures, as a table"),
                 cl::cat(category));
static cl::opt<std::string>
    symbolPrefix("symbol-prefix", cl::value_desc("prefix"),
                 cl::desc("Prefix for the name of each public function"),
                 cl::cat(category));
static cl::opt<std::string>
    soname("soname", cl::value_desc("name"),
           cl::desc("Soname of the shared library (default: none)"),
           cl::cat(category));
static cl::opt<bool>
    debugInfo("g",
              cl::desc("Record which line or node of the input the code comes "
                       "from, for debuggers and profilers"),
              cl::cat(category));
static cl::opt<bool>
    saveTemps("save-temps",
              cl::desc("Also write the intermediate stages, beside the output: "
                       ".reduce.mlir, .linalg.mlir, .vector.mlir, .llvm.mlir, "
                       ".ll, .s, .o; for several CPUs, .CPU.linalg.mlir and "
                       "so on"),
              cl::cat(category));
static cl::list<std::string>
    llvmOptions("mllvm", cl::value_desc("option"),
                cl::desc("Pass an option to LLVM; may be repeated"),
                cl::cat(category));

std::string mlir::reduce::getHeaderPath(StringRef output) {
  SmallString<128> path(output);
  llvm::sys::path::replace_extension(path, ".h");
  return std::string(path);
}

bool mlir::reduce::hasHeader(Stage stage) {
  return stage == Stage::Bitcode || stage >= Stage::Object;
}

/// Checks the options for tuning and adds them to `result`.
static llvm::Error checkTuning(CommandLine &result) {
  if (tuningFile.getNumOccurrences() > 0 && tuningFile.empty())
    return llvm::createStringError("--tuning-file is empty: expected a file");
  result.compiler.tuningFile = tuningFile;
  result.tuningReport = tuningReport;
  if (tune.getNumOccurrences() == 0) {
    if (tuningReport.getNumOccurrences() > 0)
      return llvm::createStringError(
          "--tuning-report writes what --tune measures: expected --tune");
    return llvm::Error::success();
  }
  double seconds = 0.2;
  // Not a number is not greater than 0.
  if (!tune.empty() && (StringRef(tune).getAsDouble(seconds) ||
                        !(seconds > 0 && seconds <= maxTuningSeconds)))
    return llvm::createStringError(
        "--tune=" + tune +
        ": expected a number of seconds, more than 0 and at most 3600");
  if (tuningFile.empty())
    return llvm::createStringError(
        "--tune notes strategies in a file: expected --tuning-file=FILE");
  if (optimizationLevel == 0)
    return llvm::createStringError(
        "--tune has nothing to choose from at -O0, which makes scalar loops");
  result.tuningSeconds = seconds;
  return llvm::Error::success();
}

static llvm::Expected<CommandLine> checkCommandLine() {
  CommandLine result;
  result.inputs = inputs;
  result.output = outputPath;
  if (result.inputs.empty())
    return llvm::createStringError("expected an INPUT, got none");
  if (llvm::count(result.inputs, "-") > 1)
    return llvm::createStringError("standard input can be read only once");

  std::optional<Stage> stage = emitStage.getNumOccurrences() > 0
                                   ? std::optional<Stage>(emitStage)
                                   : getStageOfFile(result.output);
  if (!stage)
    return llvm::createStringError(
        "cannot determine what to write from the output name '" +
        result.output + "': expected .ll, .bc, .s, .o, .a or .so, or --emit");
  result.stage = *stage;
  if (*stage >= Stage::Archive && result.output == "-")
    return llvm::createStringError(
        "a library cannot be written to standard output");
  if (hasHeader(*stage) && getHeaderPath(result.output) == result.output)
    return llvm::createStringError(
        "the output '" + result.output +
        "' has the same name as its header: expected .bc, .o, .a or .so");

  if (optimizationLevel > 3)
    return llvm::createStringError("unknown optimization level " +
                                   Twine(optimizationLevel) +
                                   ": expected 0 to 3");
  result.target = {target, cpu, features, optimizationLevel};
  llvm::Expected<unsigned> numThreads = threads.get();
  if (!numThreads)
    return numThreads.takeError();
  result.compiler.threads = *numThreads;
  result.compiler.debugInfo = debugInfo;
  // The C interface would clutter the output of the earlier stages.
  result.compiler.cInterface = *stage >= Stage::LLVM;
  sharding.apply(result.compiler);
  result.compiler.partialFunctions = partialFunctions;
  result.compiler.verifyEach = verifyEach;

  if (llvm::Error error = checkTuning(result))
    return error;
  if (symbolPrefix.getNumOccurrences() > 0)
    if (llvm::Error error = checkSymbolPrefix(symbolPrefix))
      return error;
  result.symbolPrefix = symbolPrefix;
  if (soname.getNumOccurrences() > 0 && *stage != Stage::Shared)
    return llvm::createStringError("--soname is for shared libraries only");
  result.soname = soname;
  result.saveTemps = saveTemps;
  if (result.saveTemps && result.output == "-")
    return llvm::createStringError(
        "--save-temps writes files beside the output: expected -o FILE");
  return result;
}

std::optional<CommandLine> mlir::reduce::readCommandLine(int argc,
                                                         char **argv) {
  threads.claimName();
  registerMLIRContextCLOptions();
  registerAsmPrinterCLOptions();
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
  if (!parseCommandLine(argc, argv, toolName, category,
                        "Compiles reductions ahead of time\n") ||
      !parseLLVMOptions(llvmOptions, toolName, category))
    return std::nullopt;
  llvm::Expected<CommandLine> commandLine = checkCommandLine();
  if (commandLine)
    return std::move(*commandLine);
  reportFailure(toolName, commandLine.takeError());
  return std::nullopt;
}
