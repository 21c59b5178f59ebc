//===- reduce-run.cpp - Run a model or a compiled library -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileModel.h"
#include "Inputs.h"
#include "Run.h"
#include "ShardingOptions.h"
#include "ToolSupport.h"
#include "Verify.h"
#include "mlir/Support/LLVM.h"
#include "reduce/Execution/CompiledLibrary.h"
#include "reduce/Verification/Verifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;
namespace cl = llvm::cl;

static constexpr llvm::StringLiteral toolName = "reduce-run";

static cl::OptionCategory category("reduce-run options");

static cl::list<std::string> models(cl::Positional, cl::desc("INPUT"),
                                    cl::cat(category));
static cl::list<std::string> inputSources(
    "input", cl::value_desc("file|random[:2x3]"),
    cl::desc("Input tensor: a .npy or .pb file, or random elements, with "
             "a shape if the function leaves it open; "
             "once per input, in order"),
    cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::value_desc("number"),
                              cl::desc("Seed of random elements "
                                       "(default: 0)"),
                              cl::init(0), cl::cat(category));
static cl::list<std::string>
    outputFiles("output", cl::value_desc("file"),
                cl::desc("File for an output, .npy or .pb; once per output, in "
                         "order (default: print all outputs, large ones "
                         "abbreviated)"),
                cl::cat(category));
static cl::list<std::string> expectedFiles(
    "expected", cl::value_desc("file"),
    cl::desc("File of an expected output, .npy or .pb; once per output, in "
             "order. If one differs, the exit status is 1"),
    cl::cat(category));
static cl::opt<double> relativeTolerance(
    "rtol", cl::value_desc("number"),
    cl::desc("Tolerance for --expected, relative to the expected "
             "element (default: 0)"),
    cl::init(0), cl::cat(category));
static cl::opt<double> absoluteTolerance(
    "atol", cl::value_desc("number"),
    cl::desc("Absolute tolerance, added to the relative one (default: 0)"),
    cl::init(0), cl::cat(category));
static cl::opt<bool> showBenchmark(
    "benchmark",
    cl::desc("Measure the function, and compare it with reading its inputs at "
             "full speed, instead of printing results"),
    cl::cat(category));
static cl::opt<double>
    seconds("seconds", cl::value_desc("number"),
            cl::desc("Duration of the measurement (default: 1)"), cl::init(1),
            cl::cat(category));
static cl::opt<std::string>
    functionName("function", cl::value_desc("name"),
                 cl::desc("Function to call, if INPUT has several"),
                 cl::cat(category));
static ShardingOptions sharding(category);
static cl::opt<std::string> communicator(
    "communicator", cl::value_desc("library"),
    cl::desc("Shared library that connects the ranks, the processes that a "
             "launcher such as mpirun started: reduce_ranks_mpi.c, compiled by "
             "the mpicc of the same MPI. Each rank reads its shards of the "
             "inputs; the first one prints, or writes whole outputs"),
    cl::cat(category));
static cl::opt<std::string>
    rankNumbers("ranks", cl::value_desc("2x3"),
                cl::desc("Number of ranks along each axis of the grid, if the "
                         "function leaves several open"),
                cl::cat(category));
static cl::opt<bool> writeShards(
    "output-shards",
    cl::desc("Let each rank write its shard of each output: rank 2 writes "
             "a.2.npy for --output=a.npy"),
    cl::cat(category));
static ThreadsOption
    threads("Threads for large reductions of a model; auto: as many as OpenMP "
            "chooses (default: 1)",
            category);
static cl::opt<bool>
    showSignature("signature",
                  cl::desc("Print the signature of the function, or of all "
                           "functions, as JSON, one per line, instead of "
                           "calling it"),
                  cl::cat(category));

static cl::opt<bool> verifyCode(
    "verify",
    cl::desc(
        "Check INPUT on this machine against the evaluator: put a special "
        "element at every position of each input, and compare every result. "
        "--input=random:SHAPE gives a shape that INPUT leaves open. Axes are "
        "read from a file, or every list of axes is tried; from rank 9 on, "
        "none, each alone, and all"),
    cl::cat(category));
static cl::opt<std::string>
    modelFile("model", cl::value_desc("file"),
              cl::desc("With --verify of a library: the model that it was "
                       "compiled from"),
              cl::cat(category));
static cl::opt<int64_t>
    positions("positions", cl::value_desc("number"),
              cl::desc("With --verify: maximum number of positions to check "
                       "per input; of more, a random sample is checked "
                       "(default: 20000)"),
              cl::init(defaultMaxPositions), cl::cat(category));
static cl::opt<std::string>
    sweepName("sweep", cl::value_desc("input:values:layout"),
              cl::desc("With --verify: check only these values and this "
                       "layout, as printed in an error"),
              cl::cat(category));

static int fail(llvm::Error error) {
  if (!error.isA<ReportedError>())
    return reportFailure(toolName, std::move(error));
  llvm::consumeError(std::move(error));
  return 1;
}

static bool isLibrary(StringRef path) {
  return llvm::sys::path::extension(path) == ".so";
}

/// Returns the options for compiling a model.
static llvm::Expected<CompilerOptions> getCompilerOptions() {
  llvm::Expected<unsigned> numThreads = threads.get();
  if (!numThreads)
    return numThreads.takeError();
  CompilerOptions options;
  options.threads = *numThreads;
  sharding.apply(options);
  return options;
}

/// Fails if there are options for compiling a model, and `path` is a library.
static llvm::Error checkIsModel(StringRef path) {
  if (!isLibrary(path) || (!threads.isGiven() && !sharding.areGiven()))
    return llvm::Error::success();
  return llvm::createStringError(
      Twine(threads.isGiven() ? "--threads applies"
                              : "--shard, --grid and --reproducible apply") +
      " to models only: '" + path + "' is already compiled");
}

/// Loads the function to run from the model or library at `path`.
static llvm::Expected<CompiledFunction> loadFunction(StringRef path) {
  llvm::Expected<CompilerOptions> options = getCompilerOptions();
  if (!options)
    return options.takeError();
  if (llvm::Error error = checkIsModel(path))
    return error;
  if (!isLibrary(path)) {
    FailureOr<CompiledFunction> function =
        compileModel(path, functionName, *options, toolName);
    if (failed(function))
      return llvm::make_error<ReportedError>();
    return std::move(*function);
  }
  llvm::Expected<CompiledLibrary> library = CompiledLibrary::open(path);
  if (!library)
    return library.takeError();
  return library->getFunction(functionName);
}

/// Prints the requested signatures of the library at `path`.
static llvm::Error printLibrarySignatures(StringRef path) {
  llvm::Expected<CompiledLibrary> library = CompiledLibrary::open(path);
  if (!library)
    return library.takeError();
  std::string selected = functionName;
  ArrayRef<std::string> names = library->getFunctionNames();
  for (StringRef name : selected.empty() ? names : ArrayRef(selected)) {
    llvm::Expected<CompiledFunction> function = library->getFunction(name);
    if (!function)
      return function.takeError();
    llvm::outs() << printSignature(function->getSignature()) << '\n';
  }
  return llvm::Error::success();
}

/// Prints the requested signatures. Returns the exit status.
static int printSignatures(StringRef path) {
  if (llvm::Error error = checkIsModel(path))
    return fail(std::move(error));
  if (isLibrary(path)) {
    llvm::Error error = printLibrarySignatures(path);
    return error ? fail(std::move(error)) : 0;
  }
  llvm::Expected<CompilerOptions> options = getCompilerOptions();
  if (!options)
    return fail(options.takeError());
  FailureOr<SmallVector<FunctionSignature>> signatures =
      getModelSignatures(path, functionName, *options, toolName);
  if (failed(signatures))
    return 1;
  for (const FunctionSignature &signature : *signatures)
    llvm::outs() << printSignature(signature) << '\n';
  return 0;
}

/// Returns the numbers of --ranks; none if it is not given.
static llvm::Expected<SmallVector<int64_t>> getRankNumbers() {
  if (rankNumbers.empty())
    return SmallVector<int64_t>();
  llvm::Expected<SmallVector<int64_t>> numbers = parseShape(rankNumbers);
  if (numbers && !llvm::is_contained(*numbers, 0))
    return numbers;
  if (!numbers)
    llvm::consumeError(numbers.takeError());
  return llvm::createStringError("invalid --ranks '" + rankNumbers +
                                 "': expected positive numbers such as 2x3");
}

/// Fails if options are given that do not apply.
static llvm::Error checkOptions() {
  if (!verifyCode && (!modelFile.empty() || !sweepName.empty() ||
                      positions.getNumOccurrences() > 0))
    return llvm::createStringError(
        "--model, --positions and --sweep are for --verify");
  if (!communicator.empty() && (verifyCode || showSignature))
    return llvm::createStringError("--communicator is for calls");
  if (verifyCode && sharding.areGiven())
    return llvm::createStringError(
        "--shard, --grid and --reproducible are not for --verify");
  if (communicator.empty() && (!rankNumbers.empty() || writeShards))
    return llvm::createStringError(
        "--ranks and --output-shards need --communicator=FILE");
  if (writeShards && outputFiles.empty())
    return llvm::createStringError("--output-shards needs --output=FILE");
  return llvm::Error::success();
}

static llvm::Error checkNumbers() {
  for (cl::opt<double> *tolerance : {&relativeTolerance, &absoluteTolerance})
    if (!(*tolerance >= 0))
      return llvm::createStringError("invalid --" + tolerance->ArgStr +
                                     ": expected a nonnegative number");
  if (!(seconds > 0 && seconds <= 1e6))
    return llvm::createStringError(
        "invalid --seconds: expected a number in (0, 1e6]");
  return llvm::Error::success();
}

/// Writes what is left of standard output. A raw_ostream that is destroyed with
/// a pending error aborts the process.
static llvm::Error flushOutput() {
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  return error ? llvm::createFileError("<stdout>", error)
               : llvm::Error::success();
}

/// Calls the function of the model or library at `path`, with all ranks. The
/// error is the same on all of them.
static llvm::Error runInput(StringRef path, Ranks &ranks) {
  llvm::Expected<SmallVector<int64_t>> sizes = getRankNumbers();
  if (!sizes)
    return sizes.takeError();
  if (!communicator.empty())
    if (llvm::Error error = ranks.connect(communicator))
      return error;
  llvm::Expected<CompiledFunction> function = ranks.agree(loadFunction(path));
  if (!function)
    return function.takeError();
  RunRequest request;
  request.inputs = inputSources;
  request.seed = seed;
  request.ranks = *sizes;
  request.outputs = outputFiles;
  request.expected = expectedFiles;
  request.writeShards = writeShards;
  request.tolerances = {relativeTolerance, absoluteTolerance};
  if (showBenchmark)
    request.benchmarkSeconds = seconds;
  if (llvm::Error error = run(*function, request, ranks))
    return error;
  return ranks.agree(flushOutput());
}

/// Returns the command that verifies the input, without --function and --sweep.
static std::string getVerifyCommand() {
  std::string command =
      toolName.str() + " --verify " + quoteForShell(models.front());
  if (!modelFile.empty())
    command += " --model=" + quoteForShell(modelFile);
  for (const std::string &source : inputSources)
    command += " --input=" + quoteForShell(source);
  if (seed.getNumOccurrences() > 0)
    command += " --seed=" + std::to_string(seed);
  if (positions.getNumOccurrences() > 0)
    command += " --positions=" + std::to_string(positions);
  if (threads.isGiven())
    command += " --threads=" + quoteForShell(threads.getText());
  return command;
}

/// Verifies the input. Returns the exit status.
static int verifyInput(StringRef path) {
  if (isLibrary(path) == modelFile.empty())
    return fail(llvm::createStringError(
        isLibrary(path) ? "--verify of a library needs --model=FILE, the model "
                          "that it was compiled from"
                        : "--model is for --verify of a library"));
  if (positions < 1)
    return fail(llvm::createStringError(
        "invalid --positions: expected a positive number"));
  llvm::Expected<unsigned> count = threads.get();
  if (!count)
    return fail(count.takeError());
  if (llvm::Error error = checkIsModel(path))
    return fail(std::move(error));
  VerifyRequest request;
  request.model = isLibrary(path) ? modelFile : path.str();
  request.library = isLibrary(path) ? path.str() : "";
  request.threads = *count;
  request.function = functionName;
  request.inputs = inputSources;
  request.seed = seed;
  request.positions = positions;
  request.sweep = sweepName;
  request.command = getVerifyCommand();
  return verify(request, toolName);
}

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  threads.claimName();
  if (!parseCommandLine(argc, argv, toolName, category,
                        "Runs a model or compiled library on tensors from "
                        "files\n"))
    return 1;
  if (models.size() != 1)
    return fail(llvm::createStringError("expected one INPUT, got " +
                                        Twine(models.size())));
  if (llvm::Error error = checkNumbers())
    return fail(std::move(error));
  if (llvm::Error error = checkOptions())
    return fail(std::move(error));
  if (!verifyCode && !showSignature) {
    // An error is printed before the ranks part.
    Ranks ranks;
    llvm::Error error = runInput(models.front(), ranks);
    return error ? fail(std::move(error)) : 0;
  }
  if (int status = verifyCode ? verifyInput(models.front())
                              : printSignatures(models.front()))
    return status;
  llvm::Error error = flushOutput();
  return error ? fail(std::move(error)) : 0;
}
