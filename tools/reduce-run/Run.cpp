//===- Run.cpp - Calling a function on tensors from files -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "Benchmark.h"
#include "Inputs.h"
#include "TensorFile.h"

#include "mlir/Support/LLVM.h"
#include "reduce/Execution/TensorIO/TensorPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;

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

static void print(StringRef name, const Tensor &output) {
  llvm::outs() << name << ": " << getName(output.getElementType()) << ' '
               << shapeToString(output.getShape()) << '\n';
  printElements(llvm::outs(), output);
  llvm::outs() << '\n';
}

namespace {
/// One run.
class Run {
public:
  Run(const CompiledFunction &function, const RunRequest &request, Ranks &ranks)
      : function(function), signature(function.getSignature()),
        request(request), ranks(ranks) {}

  llvm::Error run();

private:
  llvm::Error checkFiles() const;
  /// Prints or writes output `index`. This rank has its part `output`.
  llvm::Error show(const Grid &grid, size_t index, const Tensor &output,
                   const ShardLayout &layout);
  /// Compares a shard of output `index` with the file of its expected value.
  llvm::Error compare(size_t index, const Tensor &output,
                      const ShardLayout &layout) const;

  const CompiledFunction &function;
  const FunctionSignature &signature;
  const RunRequest &request;
  Ranks &ranks;
};
} // namespace

llvm::Error Run::checkFiles() const {
  if (llvm::Error error =
          checkOutputFiles(signature, request.outputs, "output"))
    return error;
  return checkOutputFiles(signature, request.expected, "expected");
}

/// Returns "a.2.npy" for the shard of rank 2 of "a.npy".
static std::string getShardPath(StringRef path, int64_t number) {
  SmallString<128> result = path;
  llvm::sys::path::replace_extension(
      result, Twine(number) + llvm::sys::path::extension(path));
  return std::string(result);
}

llvm::Error Run::show(const Grid &grid, size_t index, const Tensor &output,
                      const ShardLayout &layout) {
  const TensorSignature &tensor = signature.outputs[index];
  if (request.writeShards)
    return ranks.agree(
        writeTensorFile(getShardPath(request.outputs[index], ranks.getNumber()),
                        output, tensor.name));
  // A measurement or a comparison is a result, too.
  bool prints = request.outputs.empty();
  if (prints && (request.benchmarkSeconds || !request.expected.empty()))
    return llvm::Error::success();
  const Tensor *whole = &output;
  std::optional<Tensor> gathered;
  if (layout.isSplit()) {
    llvm::Expected<Tensor> result = ranks.gather(grid, tensor, layout, output);
    if (!result)
      return result.takeError();
    whole = &gathered.emplace(std::move(*result));
  }
  llvm::Error error = llvm::Error::success();
  if (ranks.getNumber() == 0) {
    if (prints)
      print(tensor.name, *whole);
    else
      error = writeTensorFile(request.outputs[index], *whole, tensor.name);
  }
  return ranks.agree(std::move(error));
}

llvm::Error Run::compare(size_t index, const Tensor &output,
                         const ShardLayout &layout) const {
  const TensorSignature &tensor = signature.outputs[index];
  const TensorSlice &slice = layout.shards[layout.own];
  std::string what =
      (signature.name + ": output " + Twine(index) + " '" + tensor.name + "'")
          .str();
  auto select = [&](ArrayRef<int64_t> shape) -> llvm::Expected<TensorSlice> {
    if (shape == ArrayRef(layout.shape))
      return slice;
    return llvm::createStringError(what + " has the shape " +
                                   shapeToString(layout.shape) + ", expected " +
                                   shapeToString(shape));
  };
  llvm::Expected<Tensor> expected =
      readTensorFile(request.expected[index], tensor.elementType,
                     layout.isSplit() ? SliceSelector(select) : nullptr);
  if (!expected)
    return expected.takeError();
  llvm::Error error =
      compareTensors(output, *expected, request.tolerances, slice.origin);
  if (!error)
    return llvm::Error::success();
  return llvm::createStringError(what + ": " +
                                 llvm::toString(std::move(error)));
}

llvm::Error Run::run() {
  if (llvm::Error error = ranks.agree(checkFiles()))
    return error;
  llvm::Expected<Grid> grid = ranks.arrange(signature, request.ranks);
  if (!grid)
    return grid.takeError();
  llvm::Expected<SmallVector<Tensor>> inputs = ranks.agree(
      readInputs(request.inputs, signature.inputs, request.seed, *grid));
  if (!inputs)
    return inputs.takeError();
  SmallVector<Tensor *> pointers;
  for (Tensor &input : *inputs)
    pointers.push_back(&input);
  llvm::Expected<SmallVector<Tensor>> outputs =
      ranks.agree(function.createOutputs(pointers));
  if (!outputs)
    return outputs.takeError();
  llvm::Expected<CompiledCall> call =
      ranks.agree(function.prepareCall(pointers, *outputs, grid->getComm()));
  if (!call)
    return call.takeError();
  if (llvm::Error error = ranks.agree(function.invoke(*call)))
    return error;

  SmallVector<ShardLayout> layouts;
  for (auto [tensor, output] : llvm::zip_equal(signature.outputs, *outputs)) {
    llvm::Expected<ShardLayout> layout =
        ranks.agree(grid->locate(tensor, output.getShape()));
    if (!layout)
      return layout.takeError();
    layouts.push_back(std::move(*layout));
  }
  // Write the results first, so that a wrong one can be inspected.
  for (auto [index, output] : llvm::enumerate(*outputs))
    if (llvm::Error error = show(*grid, index, output, layouts[index]))
      return error;
  if (!request.expected.empty())
    for (auto [index, output] : llvm::enumerate(*outputs))
      if (llvm::Error error =
              ranks.agree(compare(index, output, layouts[index])))
        return error;
  if (request.benchmarkSeconds)
    printBenchmark(llvm::outs(), signature.name, *call, *inputs,
                   *request.benchmarkSeconds, ranks);
  return llvm::Error::success();
}

llvm::Error mlir::reduce::run(const CompiledFunction &function,
                              const RunRequest &request, Ranks &ranks) {
  return Run(function, request, ranks).run();
}
