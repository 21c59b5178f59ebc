//===- Measurement.cpp - Times of compiled reductions ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measurement.h"
#include "reduce/Execution/TensorIO/RandomTensor.h"
#include "reduce/Support/Timing.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <numeric>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Long enough to be timed, and short compared with a scheduler's time slice.
static constexpr double maxRoundSeconds = 2e-3;
static constexpr unsigned minRounds = 3;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The elements that the loops go over where an extent is not known: they fit
/// into the second-level cache, where the strategies differ the most.
static constexpr double numUnknownElements = 1 << 16;
/// The extents that stand for that of the innermost loop if it is not known.
static constexpr int64_t innermostExtents[] = {24, 256, 4096};

/// Returns `extents`, where those that are not known are equal and such that
/// the loops go over about `numUnknownElements`.
static SmallVector<int64_t> fillExtents(ArrayRef<int64_t> extents) {
  double known = 1, numUnknown = 0;
  for (int64_t extent : extents)
    if (ShapedType::isDynamic(extent))
      ++numUnknown;
    else
      known *= extent;
  double each = std::pow(std::max(1., numUnknownElements / std::max(1., known)),
                         1 / std::max(1., numUnknown));
  return llvm::map_to_vector(extents, [&](int64_t extent) {
    return ShapedType::isDynamic(extent) ? int64_t(std::ceil(each)) : extent;
  });
}

/// Returns the extents of loops that represent `extents`.
static SmallVector<SmallVector<int64_t>>
chooseExtents(ArrayRef<int64_t> extents) {
  if (!ShapedType::isDynamic(extents.back()))
    return {fillExtents(extents)};
  SmallVector<SmallVector<int64_t>> chosen;
  for (int64_t innermost : innermostExtents) {
    SmallVector<int64_t> known(extents);
    known.back() = innermost;
    chosen.push_back(fillExtents(known));
  }
  return chosen;
}

/// Makes all elements of a floating-point tensor 1 or -1, with the signs they
/// have. Products of others become subnormal numbers, which take some machines
/// much longer.
static void makeUnits(Tensor &tensor) {
  const llvm::fltSemantics *semantics =
      getFloatSemantics(tensor.getElementType());
  if (!semantics)
    return;
  uint64_t one =
      llvm::APFloat::getOne(*semantics).bitcastToAPInt().getZExtValue();
  size_t size = getByteSize(tensor.getElementType());
  MutableArrayRef<char> bytes = tensor.getBytes();
  for (; !bytes.empty(); bytes = bytes.drop_front(size)) {
    // Elements are little-endian: the sign is in the last byte.
    char sign = bytes[size - 1] & 0x80;
    for (size_t i = 0; i < size; ++i)
      bytes[i] = one >> (CHAR_BIT * i);
    bytes[size - 1] |= sign;
  }
}

llvm::Expected<TuningInputs>
TuningInputs::create(const TunableReduction &reduction) {
  TuningInputs inputs;
  auto function =
      *reduction.isolated.module.get().getOps<func::FuncOp>().begin();
  int64_t numBytes = 0;
  for (ArrayRef<int64_t> extents : chooseExtents(reduction.extents)) {
    std::vector<Tensor> &tensors = inputs.sets.emplace_back();
    for (auto [type, loops] : llvm::zip_equal(
             function.getArgumentTypes(), reduction.isolated.argumentLoops)) {
      auto tensorType = cast<RankedTensorType>(type);
      SmallVector<int64_t> shape(tensorType.getShape());
      for (auto [extent, loop] : llvm::zip_equal(shape, loops))
        if (loop)
          extent = extents[*loop];
      ElementType element = *getElementType(tensorType.getElementType());
      llvm::Expected<int64_t> size = getByteSize(element, shape);
      if (!size)
        return size.takeError();
      if (llvm::AddOverflow(numBytes, *size, numBytes) ||
          numBytes > maxTuningBytes)
        return llvm::createStringError("its tensors take more than " +
                                       Twine(maxTuningBytes) + " bytes");
      llvm::Expected<Tensor> tensor =
          createRandomTensor(element, shape, /*seed=*/tensors.size());
      if (!tensor)
        return tensor.takeError();
      makeUnits(*tensor);
      tensors.push_back(std::move(*tensor));
    }
  }
  return inputs;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

/// Returns the least time of a call of each function.
static llvm::Expected<SmallVector<double>>
measureSet(ArrayRef<CompiledFunction> functions, std::vector<Tensor> &inputs,
           double seconds) {
  struct Entry {
    SmallVector<Tensor> outputs;
    std::optional<CompiledCall> call;
    int64_t count = 1;
  };
  SmallVector<Tensor *> arguments;
  for (Tensor &input : inputs)
    arguments.push_back(&input);
  double roundSeconds = std::min(
      maxRoundSeconds, seconds / double(4 * minRounds * functions.size()));
  std::vector<Entry> entries(functions.size());
  for (auto [entry, function] : llvm::zip_equal(entries, functions)) {
    llvm::Expected<SmallVector<Tensor>> outputs =
        function.createOutputs(arguments);
    if (!outputs)
      return outputs.takeError();
    entry.outputs = std::move(*outputs);
    llvm::Expected<CompiledCall> call =
        function.prepareCall(arguments, entry.outputs);
    if (!call)
      return call.takeError();
    entry.call.emplace(std::move(*call));
    if (llvm::Error error = function.invoke(*entry.call))
      return error;
    entry.count = benchmark::findCount(*entry.call, roundSeconds);
  }

  SmallVector<double> least(functions.size(),
                            std::numeric_limits<double>::infinity());
  SmallVector<size_t> order = llvm::to_vector(llvm::seq(functions.size()));
  double spent = 0;
  for (unsigned round = 0; round < minRounds || spent < seconds; ++round) {
    // No function always runs after the same other one.
    std::rotate(order.begin(), order.begin() + 1, order.end());
    if (round % 2)
      std::reverse(order.begin(), order.end());
    for (size_t i : order) {
      Entry &entry = entries[i];
      double time = benchmark::measureSeconds(*entry.call, entry.count);
      spent += time;
      least[i] = std::min(least[i], time / entry.count);
    }
  }
  return least;
}

llvm::Expected<SmallVector<double>>
TuningInputs::measure(ArrayRef<CompiledFunction> functions, double seconds) {
  SmallVector<double> logarithms(functions.size(), 0.);
  for (std::vector<Tensor> &inputs : sets) {
    llvm::Expected<SmallVector<double>> times =
        measureSet(functions, inputs, seconds / sets.size());
    if (!times)
      return times.takeError();
    for (auto [sum, time] : llvm::zip_equal(logarithms, *times))
      sum += std::log(time) / sets.size();
  }
  return llvm::map_to_vector(logarithms,
                             [](double sum) { return std::exp(sum); });
}
