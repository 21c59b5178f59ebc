//===- reduce-run.cpp - Run a model or a compiled library -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileModel.h"
#include "TensorFile.h"
#include "ToolSupport.h"
#include "mlir/Support/LLVM.h"
#include "reduce/Runtime/CompiledLibrary.h"
#include "reduce/Runtime/TensorPrinter.h"
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
static cl::list<std::string>
    inputFiles("input", cl::value_desc("file"),
               cl::desc("Tensor to pass, .npy or .pb; once for each input of "
                        "the function, in its order"),
               cl::cat(category));
static cl::list<std::string>
    outputFiles("output", cl::value_desc("file"),
                cl::desc("Where to write a result, .npy or .pb; once for each "
                         "output, in its order (default: print them all)"),
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
                  cl::desc("Print the function's signature, as JSON, instead "
                           "of calling it"),
                  cl::cat(category));

static int fail(llvm::Error error) {
  return reportFailure(toolName, std::move(error));
}

/// Makes the function to run from INPUT. Fails after printing an error.
static FailureOr<CompiledFunction> loadFunction(StringRef path) {
  llvm::Expected<unsigned> numThreads = threads.get();
  if (!numThreads) {
    fail(numThreads.takeError());
    return failure();
  }
  if (llvm::sys::path::extension(path) != ".so")
    return compileModel(path, functionName, *numThreads, toolName);
  if (threads.isGiven()) {
    fail(llvm::createStringError("--threads is for models: '" + path +
                                 "' is compiled already"));
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

static llvm::Expected<SmallVector<Tensor>>
readInputs(ArrayRef<TensorSignature> expected) {
  SmallVector<Tensor> tensors;
  for (auto [index, path] : llvm::enumerate(inputFiles)) {
    std::optional<ElementType> type;
    if (index < expected.size())
      type = expected[index].elementType;
    llvm::Expected<Tensor> tensor = readTensorFile(path, type);
    if (!tensor)
      return tensor.takeError();
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

/// Finds what is wrong with the output files before anything is computed.
static llvm::Error checkOutputFiles(const FunctionSignature &signature) {
  if (outputFiles.empty())
    return llvm::Error::success();
  if (outputFiles.size() != signature.outputs.size())
    return llvm::createStringError(
        signature.name + ": expected no or " + Twine(signature.outputs.size()) +
        " output files, got " + Twine(outputFiles.size()));
  for (StringRef path : outputFiles)
    if (llvm::Error error = checkTensorFileName(path))
      return error;
  return llvm::Error::success();
}

static llvm::Error run(const CompiledFunction &function) {
  const FunctionSignature &signature = function.getSignature();
  if (showSignature) {
    llvm::outs() << printSignature(signature) << '\n';
    return llvm::Error::success();
  }

  if (llvm::Error error = checkOutputFiles(signature))
    return error;
  llvm::Expected<SmallVector<Tensor>> inputs = readInputs(signature.inputs);
  if (!inputs)
    return inputs.takeError();
  SmallVector<Tensor *> pointers;
  for (Tensor &input : *inputs)
    pointers.push_back(&input);
  llvm::Expected<SmallVector<Tensor>> outputs = function.call(pointers);
  if (!outputs)
    return outputs.takeError();

  for (auto [index, output] : llvm::enumerate(*outputs)) {
    StringRef name = signature.outputs[index].name;
    if (!outputFiles.empty()) {
      if (llvm::Error error = writeTensorFile(outputFiles[index], output, name))
        return error;
      continue;
    }
    llvm::outs() << name << ": " << getName(output.getElementType()) << " [";
    llvm::interleaveComma(output.getShape(), llvm::outs());
    llvm::outs() << "]\n";
    printElements(llvm::outs(), output);
    llvm::outs() << '\n';
  }
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  if (!parseCommandLine(argc, argv, toolName, category,
                        "Runs a model or compiled library on tensors from "
                        "files\n"))
    return 1;
  if (models.size() != 1)
    return fail(llvm::createStringError("expected one INPUT, got " +
                                        Twine(models.size())));
  FailureOr<CompiledFunction> function = loadFunction(models.front());
  if (failed(function))
    return 1;
  if (llvm::Error error = run(*function))
    return fail(std::move(error));

  // A stream destroyed with an error pending ends the process.
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  return error ? fail(llvm::createFileError("<stdout>", error)) : 0;
}
