//===- reduce-run.cpp - Run a model or a compiled library -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Benchmark.h"
#include "CompileModel.h"
#include "Inputs.h"
#include "TensorFile.h"
#include "ToolSupport.h"
#include "Verify.h"
#include "mlir/Support/LLVM.h"
#include "reduce/Execution/CompiledLibrary.h"
#include "reduce/Execution/TensorIO/TensorComparison.h"
#include "reduce/Execution/TensorIO/TensorPrinter.h"
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
  return reportFailure(toolName, std::move(error));
}

static bool isLibrary(StringRef path) {
  return llvm::sys::path::extension(path) == ".so";
}

/// Loads the function to run from the model or library at `path`. Fails after
/// printing an error.
static FailureOr<CompiledFunction> loadFunction(StringRef path) {
  llvm::Expected<unsigned> numThreads = threads.get();
  if (!numThreads) {
    fail(numThreads.takeError());
    return failure();
  }
  if (!isLibrary(path))
    return compileModel(path, functionName, *numThreads, toolName);
  if (threads.isGiven()) {
    fail(llvm::createStringError("--threads applies to models only: '" + path +
                                 "' is already compiled"));
    return failure();
  }
  llvm::Expected<CompiledLibrary> library = CompiledLibrary::open(path);
  if (!library) {
    fail(library.takeError());
    return failure();
  }
  llvm::Expected<CompiledFunction> function =
      library->getFunction(functionName);
  if (!function) {
    fail(function.takeError());
    return failure();
  }
  return std::move(*function);
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
  if (isLibrary(path)) {
    llvm::Error error = printLibrarySignatures(path);
    return error ? fail(std::move(error)) : 0;
  }
  FailureOr<SmallVector<FunctionSignature>> signatures =
      getModelSignatures(path, functionName, toolName);
  if (failed(signatures))
    return 1;
  for (const FunctionSignature &signature : *signatures)
    llvm::outs() << printSignature(signature) << '\n';
  return 0;
}

/// Checks `files`, one for each output or none, before anything is computed.
/// `what` is the word for them, such as "output".
static llvm::Error checkOutputFiles(const FunctionSignature &signature,
                                    ArrayRef<std::string> files,
                                    StringRef what) {
  if (files.empty())
    return llvm::Error::success();
  if (files.size() != signature.outputs.size())
    return llvm::createStringError(signature.name + ": expected 0 or " +
                                   Twine(signature.outputs.size()) + " " +
                                   what + " files, got " + Twine(files.size()));
  for (StringRef path : files)
    if (llvm::Error error = checkTensorFileName(path))
      return error;
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

static void print(StringRef name, const Tensor &output) {
  llvm::outs() << name << ": " << getName(output.getElementType()) << " [";
  llvm::interleaveComma(output.getShape(), llvm::outs());
  llvm::outs() << "]\n";
  printElements(llvm::outs(), output);
  llvm::outs() << '\n';
}

/// Compares output `index` with the file of its expected value.
static llvm::Error compare(const FunctionSignature &signature, size_t index,
                           const Tensor &output) {
  llvm::Expected<Tensor> expected = readTensorFile(
      expectedFiles[index], signature.outputs[index].elementType);
  if (!expected)
    return expected.takeError();
  llvm::Error error =
      compareTensors(output, *expected, {relativeTolerance, absoluteTolerance});
  if (!error)
    return llvm::Error::success();
  return llvm::createStringError(signature.name + ": output " + Twine(index) +
                                 " '" + signature.outputs[index].name +
                                 "': " + llvm::toString(std::move(error)));
}

static llvm::Error run(const CompiledFunction &function) {
  const FunctionSignature &signature = function.getSignature();
  if (llvm::Error error = checkOutputFiles(signature, outputFiles, "output"))
    return error;
  if (llvm::Error error =
          checkOutputFiles(signature, expectedFiles, "expected"))
    return error;
  llvm::Expected<SmallVector<Tensor>> inputs =
      readInputs(inputSources, signature.inputs, seed);
  if (!inputs)
    return inputs.takeError();
  SmallVector<Tensor *> pointers;
  for (Tensor &input : *inputs)
    pointers.push_back(&input);
  llvm::Expected<SmallVector<Tensor>> outputs = function.call(pointers);
  if (!outputs)
    return outputs.takeError();

  // Write the results first, so that a wrong one can be inspected.
  for (auto [index, output] : llvm::enumerate(*outputs)) {
    StringRef name = signature.outputs[index].name;
    if (!outputFiles.empty()) {
      if (llvm::Error error = writeTensorFile(outputFiles[index], output, name))
        return error;
    } else if (!showBenchmark && expectedFiles.empty()) {
      print(name, output);
    }
  }
  if (!expectedFiles.empty())
    for (auto [index, output] : llvm::enumerate(*outputs))
      if (llvm::Error error = compare(signature, index, output))
        return error;
  if (showBenchmark)
    return printBenchmark(llvm::outs(), function, pointers, *outputs, seconds);
  return llvm::Error::success();
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
  if (isLibrary(path) && threads.isGiven())
    return fail(llvm::createStringError("--threads applies to models only: '" +
                                        path + "' is already compiled"));
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
  if (!verifyCode && (!modelFile.empty() || !sweepName.empty() ||
                      positions.getNumOccurrences() > 0))
    return fail(llvm::createStringError(
        "--model, --positions and --sweep are for --verify"));
  if (verifyCode) {
    if (int status = verifyInput(models.front()))
      return status;
  } else if (showSignature) {
    if (int status = printSignatures(models.front()))
      return status;
  } else {
    FailureOr<CompiledFunction> function = loadFunction(models.front());
    if (failed(function))
      return 1;
    if (llvm::Error error = run(*function))
      return fail(std::move(error));
  }

  // A raw_ostream that is destroyed with a pending error aborts the process.
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  return error ? fail(llvm::createFileError("<stdout>", error)) : 0;
}
