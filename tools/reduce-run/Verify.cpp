//===- Verify.cpp - Compiled code against the evaluator -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "CompileModel.h"
#include "CompilerContext.h"
#include "Inputs.h"
#include "ToolSupport.h"

#include "reduce/Execution/CompiledLibrary.h"
#include "reduce/Frontend/ModelFile.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "reduce/Target/LLVM/JIT.h"
#include "reduce/Verification/Verifier.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;

// llvm::sys::printArg does not escape ' and `.
std::string mlir::reduce::quoteForShell(StringRef word) {
  if (!word.empty() && llvm::all_of(word, [](char c) {
        return llvm::isAlnum(c) || llvm::is_contained("-_=./:,+@%", c);
      }))
    return word.str();
  std::string quoted = "'";
  for (char c : word)
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

namespace {
/// A progress bar on standard error, shown only on a terminal.
class ProgressBar {
public:
  /// Erases the bar so that other text can be printed.
  void clear() {
    if (isShown)
      llvm::errs() << "\r\x1b[K";
    isShown = false;
  }

  void show(StringRef name, int64_t done, int64_t count) {
    if (!isTerminal || count == 0)
      return;
    isShown = true;
    int64_t filled = numCells * done / count;
    llvm::errs() << "\r[" << std::string(filled, '#')
                 << std::string(numCells - filled, ' ')
                 << llvm::formatv("] {0,3} % {1}\x1b[K", 100 * done / count,
                                  name);
  }

private:
  static constexpr int64_t numCells = 40;
  bool isTerminal = llvm::sys::Process::StandardErrIsDisplayed();
  bool isShown = false;
};

/// The shapes of a function's inputs, and the elements of inputs that are axes.
struct Inputs {
  SmallVector<SmallVector<int64_t>> shapes, axes;
};
} // namespace

/// Returns lists of nonnegative, ascending axes for a tensor of rank `rank`:
/// all lists or, for high ranks, which have too many, the empty list, each
/// single axis, and all axes.
static SmallVector<SmallVector<int64_t>> getAxesLists(int64_t rank) {
  SmallVector<SmallVector<int64_t>> lists;
  constexpr int64_t highRank = 9;
  if (rank >= highRank) {
    lists.emplace_back();
    for (int64_t dim : llvm::seq(rank))
      lists.push_back({dim});
    lists.push_back(llvm::to_vector(llvm::seq(rank)));
    return lists;
  }
  for (uint64_t chosen : llvm::seq(uint64_t(1) << rank)) {
    SmallVector<int64_t> &axes = lists.emplace_back();
    for (int64_t dim : llvm::seq(rank))
      if (chosen >> dim & 1)
        axes.push_back(dim);
  }
  return lists;
}

/// Returns the elements of `tensor`, which has an integer type.
static SmallVector<int64_t> getIntegers(const Tensor &tensor) {
  SmallVector<int64_t> numbers;
  unsigned size = getByteSize(tensor.getElementType());
  for (size_t offset = 0; offset < tensor.getBytes().size(); offset += size) {
    uint64_t bits = 0;
    memcpy(&bits, tensor.getBytes().data() + offset, size);
    APInt number(8 * size, bits);
    numbers.push_back(getDLDataType(tensor.getElementType()).code == kDLInt
                          ? number.getSExtValue()
                          : number.getZExtValue());
  }
  return numbers;
}

/// Returns the inputs to verify `function` on: those of the request, with each
/// list of axes from `getAxesLists` if the request has no file of axes.
static llvm::Expected<std::vector<Inputs>>
getInputs(func::FuncOp function, const FunctionSignature &signature,
          const VerifyRequest &request) {
  SmallVector<unsigned> axesArguments = Reference::getAxesArguments(function);
  Inputs given;
  given.axes.resize(signature.inputs.size());
  std::optional<unsigned> freeAxes;
  int64_t rank = 0;
  for (auto [number, input] : llvm::enumerate(signature.inputs)) {
    bool isAxes = llvm::is_contained(axesArguments, number);
    std::string source =
        number < request.inputs.size() ? request.inputs[number] : "random";
    bool isRandom = StringRef(source).split(':').first == "random";
    // A requested shape applies only to inputs whose shape is not known.
    if (isRandom && input.hasStaticShape())
      source = "random";
    if (isAxes && isRandom) {
      if (freeAxes)
        return llvm::createStringError(
            signature.name + ": input '" + input.name +
            "': expected a file of axes, because another input has axes, too");
      freeAxes = number;
      given.shapes.emplace_back();
      continue;
    }
    llvm::Expected<SmallVector<Tensor>> tensors =
        readInputs(source, input, request.seed + number,
                   Grid(signature.grid, /*comm=*/nullptr));
    if (!tensors)
      return tensors.takeError();
    const Tensor &tensor = tensors->front();
    if (tensor.getElementType() != input.elementType ||
        !input.acceptsShape(tensor.getShape()))
      return llvm::createStringError(
          signature.name + ": input '" + input.name +
          "' was given a tensor of another type or shape");
    given.shapes.emplace_back(tensor.getShape());
    if (isAxes)
      given.axes[number] = getIntegers(tensor);
    else
      rank = std::max<int64_t>(rank, tensor.getShape().size());
  }
  if (!freeAxes)
    return std::vector<Inputs>{given};
  std::vector<Inputs> all;
  const TensorSignature &axesInput = signature.inputs[*freeAxes];
  for (const SmallVector<int64_t> &axes : getAxesLists(rank)) {
    Inputs &inputs = all.emplace_back(given);
    inputs.axes[*freeAxes] = axes;
    if (!axesInput.shape.empty())
      inputs.shapes[*freeAxes] = {static_cast<int64_t>(axes.size())};
    // An axes input of rank 0 takes exactly one axis.
    if (!axesInput.acceptsShape(inputs.shapes[*freeAxes]) ||
        (axesInput.shape.empty() && axes.size() != 1))
      all.pop_back();
  }
  return all;
}

namespace {
/// Carries out one request.
class Verification {
public:
  Verification(const VerifyRequest &request, StringRef tool)
      : request(request), tool(tool) {}

  int run();

private:
  int fail(llvm::Error error) {
    bar.clear();
    return reportFailure(tool, std::move(error));
  }
  LogicalResult loadCode(ModuleOp module);
  llvm::Expected<CompiledFunction> load(const FunctionSignature &signature);
  llvm::Error verify(func::FuncOp function, const FunctionSignature &signature);

  const VerifyRequest &request;
  StringRef tool;
  /// The code to verify: a library, or an object file.
  std::optional<CompiledLibrary> library;
  SmallVector<char, 0> object;
  VerifyOptions options;
  VerifyCounts counts;
  ProgressBar bar;
};
} // namespace

/// Fails if the inputs or outputs of a library's function differ from the
/// model's. `kind` is the word for them, such as "input".
static llvm::Error compareSignatures(const FunctionSignature &signature,
                                     ArrayRef<TensorSignature> expected,
                                     ArrayRef<TensorSignature> actual,
                                     StringRef kind) {
  if (expected.size() != actual.size())
    return llvm::createStringError(
        signature.name + ": the model has " + Twine(expected.size()) + " " +
        kind + "s, but the library has " + Twine(actual.size()));
  for (auto [number, ofModel, ofLibrary] : llvm::enumerate(expected, actual))
    if (ofModel.elementType != ofLibrary.elementType ||
        ofModel.shape != ofLibrary.shape)
      return llvm::createStringError(
          signature.name + ": " + kind + " " + Twine(number) +
          " of the library differs in type or shape from the model's");
  return llvm::Error::success();
}

/// Opens the library, or compiles `module`. Fails after printing an error.
LogicalResult Verification::loadCode(ModuleOp module) {
  if (request.library.empty()) {
    OwningOpRef<ModuleOp> copy = module.clone();
    CompilerOptions compilerOptions;
    compilerOptions.threads = request.threads;
    FailureOr<CompiledModule> compiled =
        compileModule(*copy, compilerOptions, tool);
    if (failed(compiled))
      return failure();
    object = std::move(compiled->contents);
    return success();
  }
  llvm::Expected<CompiledLibrary> opened =
      CompiledLibrary::open(request.library);
  if (!opened) {
    fail(opened.takeError());
    return failure();
  }
  library = std::move(*opened);
  return success();
}

llvm::Expected<CompiledFunction>
Verification::load(const FunctionSignature &signature) {
  if (!library)
    return loadObject(object, signature, /*useOpenMP=*/request.threads != 1);
  llvm::Expected<CompiledFunction> function =
      library->getFunction(signature.name);
  if (!function)
    return function.takeError();
  const FunctionSignature &compiled = function->getSignature();
  if (llvm::Error error = compareSignatures(signature, signature.inputs,
                                            compiled.inputs, "input"))
    return error;
  if (llvm::Error error = compareSignatures(signature, signature.outputs,
                                            compiled.outputs, "output"))
    return error;
  return function;
}

llvm::Error Verification::verify(func::FuncOp function,
                                 const FunctionSignature &signature) {
  llvm::Expected<CompiledFunction> compiled = load(signature);
  if (!compiled)
    return compiled.takeError();
  llvm::Expected<std::vector<Inputs>> all =
      getInputs(function, signature, request);
  if (!all)
    return all.takeError();
  LocalSweepRunner runner(*compiled);
  options.getHint = [&](const SweepChoice &choice) {
    return "; to repeat: " + request.command + " --function=" + signature.name +
           " --sweep=" + choice.toText();
  };
  options.progress = [&](int64_t done, int64_t count) {
    bar.show(signature.name, done, count);
  };
  bool isVerified = false;
  for (const Inputs &inputs : *all) {
    std::optional<SweptFunction> swept =
        getSweptFunction(function, signature, inputs.shapes, inputs.axes);
    if (!swept)
      continue;
    llvm::Expected<std::optional<VerifyFailure>> failure =
        verifyFunction(*swept, runner, options, counts);
    if (!failure)
      return failure.takeError();
    isVerified = true;
    if (!*failure)
      continue;
    return llvm::createStringError((*failure)->text);
  }
  if (!isVerified)
    return llvm::createStringError(
        signature.name + ": no call with inputs of these shapes and axes "
                         "is valid");
  return llvm::Error::success();
}

int Verification::run() {
  options.seed = request.seed;
  options.errorPrefix = (tool + ": error: ").str();
  options.maxPositions = request.positions;
  if (!request.sweep.empty()) {
    options.only = SweepChoice::fromText(request.sweep);
    if (!options.only)
      return fail(llvm::createStringError(
          "invalid --sweep: expected INPUT:VALUES:LAYOUT, such as 0:1:end, "
          "got '" +
          request.sweep + "'"));
  }
  CompilerContext context;
  OwningOpRef<ModuleOp> module = readModel(request.model, context.get());
  if (!module)
    return 1;
  FailureOr<SmallVector<FunctionSignature>> signatures =
      getFunctionSignatures(*module);
  if (failed(signatures))
    return 1;
  auto functions = llvm::make_filter_range(
      module->getOps<func::FuncOp>(),
      [](func::FuncOp function) { return function.isPublic(); });
  SmallVector<std::pair<func::FuncOp, FunctionSignature>> chosen;
  for (auto [function, signature] : llvm::zip_equal(functions, *signatures)) {
    if (!request.function.empty() && signature.name != request.function)
      continue;
    if (failed(Reference::check(function)))
      return 1;
    chosen.emplace_back(function, signature);
  }
  if (chosen.empty())
    return fail(llvm::createStringError(
        "'" + request.model + "' has no " +
        (request.function.empty()
             ? "public function"
             : "public function '" + request.function + "'") +
        " to verify"));
  if (failed(loadCode(*module)))
    return 1;
  for (const auto &[function, signature] : chosen) {
    if (llvm::Error error = verify(function, signature))
      return fail(std::move(error));
  }
  bar.clear();
  llvm::outs() << llvm::formatv("verified: {0} function{1}, {2} positions, {3} "
                                "values\n",
                                chosen.size(), chosen.size() == 1 ? "" : "s",
                                counts.positions, counts.values);
  return 0;
}

int mlir::reduce::verify(const VerifyRequest &request, StringRef tool) {
  return Verification(request, tool).run();
}
