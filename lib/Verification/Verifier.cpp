//===- Verifier.cpp - Checks compiled code position by position -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Verification/Verifier.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

LocalSweepRunner::LocalSweepRunner(const CompiledFunction &function)
    : function(function) {
  replayCatchFaults(&handlers);
}

LocalSweepRunner::~LocalSweepRunner() {
  replayRestoreHandlers(&handlers);
  for (ReplayMemory &memory : memories)
    replayRelease(&memory);
}

namespace {
/// The call of one sweep, prepared after its tensors have been placed.
struct LocalCall {
  const CompiledFunction &function;
  std::optional<CompiledCall> call;

  static int32_t make(void *context, DLTensor *const *tensors,
                      int32_t numTensors) {
    auto *self = static_cast<LocalCall *>(context);
    if (!self->call) {
      std::vector<DLTensor> copies;
      for (int32_t i : llvm::seq(numTensors))
        copies.push_back(*tensors[i]);
      self->call = self->function.prepareCall(std::move(copies));
    }
    return (*self->call)();
  }
};
} // namespace

llvm::Expected<int64_t> LocalSweepRunner::run(const Sweep &sweep,
                                              const char *place,
                                              ReplayReport &report) {
  const ReplaySweep &replay = sweep.getReplay();
  memories.resize(std::max<size_t>(memories.size(), replay.numTensors));
  std::vector<DLTensor *> pointers(replay.numTensors);
  LocalCall call = {function, std::nullopt};
  replayPlace = place;
  int64_t numCalls = replaySweep(&replay, memories.data(), pointers.data(),
                                 &LocalCall::make, &call, &report);
  replayPlace = nullptr;
  return numCalls;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

std::string SweepChoice::toText() const {
  return llvm::formatv("{0}:{1}:{2}", input, values, getName(layout)).str();
}

std::optional<SweepChoice> SweepChoice::fromText(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, ':');
  SweepChoice choice;
  if (parts.size() != 3 || parts[0].getAsInteger(10, choice.input) ||
      parts[1].getAsInteger(10, choice.values))
    return std::nullopt;
  for (SweepLayout layout : sweepLayouts)
    if (parts[2] == getName(layout)) {
      choice.layout = layout;
      return choice;
    }
  return std::nullopt;
}

/// Number of values that are always used, because they find the most errors.
static constexpr unsigned numFirstValues = 2;

/// Returns the indices, below `count`, of the values to sweep with.
static SmallVector<unsigned> chooseValues(unsigned count,
                                          const VerifyOptions &options) {
  if (options.maxSweeps == 0 || count <= options.maxSweeps)
    return llvm::to_vector(llvm::seq(count));
  SmallVector<unsigned> chosen;
  unsigned numFirst = std::min(numFirstValues, options.maxSweeps);
  for (unsigned i : llvm::seq(numFirst))
    chosen.push_back(i);
  for (unsigned i : llvm::seq(options.maxSweeps - numFirst))
    chosen.push_back(numFirst + (options.seed + i) % (count - numFirst));
  return chosen;
}

/// Returns the sweeps of input number `input`.
static std::vector<SweepChoice> chooseSweeps(const SweptFunction &function,
                                             unsigned input, unsigned numValues,
                                             const VerifyOptions &options) {
  std::vector<SweepChoice> choices;
  const SweptTensor &tensor = function.inputs[input];
  for (unsigned values : chooseValues(numValues, options))
    for (SweepLayout layout : sweepLayouts) {
      bool hasGaps =
          layout == SweepLayout::Rows || layout == SweepLayout::Strided;
      // A row of a 1-D tensor is contiguous, and a scalar has no strides.
      if (hasGaps &&
          (tensor.shape.size() < (layout == SweepLayout::Rows ? 2 : 1) ||
           ShapedType::getNumElements(tensor.shape) >
               options.maxGappedElements))
        continue;
      choices.push_back({input, values, layout});
    }
  return choices;
}

//===----------------------------------------------------------------------===//
// Verifying
//===----------------------------------------------------------------------===//

/// Returns "f(float32 [2, 3])".
static std::string printCall(const SweptFunction &function) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << function.name << '(';
  llvm::interleaveComma(function.inputs, stream, [&](const SweptTensor &input) {
    stream << getName(input.type) << " [";
    llvm::interleaveComma(input.shape, stream);
    stream << ']';
    if (input.axes) {
      stream << " = [";
      llvm::interleaveComma(*input.axes, stream, [&](uint64_t bits) {
        stream << printElement(input.type, bits);
      });
      stream << ']';
    }
  });
  stream << ')';
  return text;
}

llvm::Expected<std::optional<VerifyFailure>>
mlir::reduce::verifyFunction(SweptFunction &function, SweepRunner &runner,
                             const VerifyOptions &options,
                             VerifyCounts &counts) {
  std::vector<SweepChoice> choices;
  std::vector<std::vector<SweepValues>> values(function.inputs.size());
  for (auto [input, tensor] : llvm::enumerate(function.inputs)) {
    if (tensor.axes)
      continue;
    values[input] =
        getSweepValues(tensor.type, function.reference.picksElements(),
                       function.reference.getIdentity(input));
    llvm::append_range(
        choices, chooseSweeps(function, input, values[input].size(), options));
  }
  if (options.only) {
    if (options.only->input >= values.size() ||
        options.only->values >= values[options.only->input].size())
      return llvm::createStringError("there is no sweep '" +
                                     options.only->toText() + "' of " +
                                     printCall(function));
    choices.assign(1, *options.only);
  }
  int64_t numResults = 0;
  for (const SweptTensor &output : function.outputs)
    numResults += ShapedType::getNumElements(output.shape);
  for (auto [done, choice] : llvm::enumerate(choices)) {
    if (options.progress)
      options.progress(done, choices.size());
    const SweepValues &chosen = values[choice.input][choice.values];
    SmallVector<const SweepValues *> ofInputs;
    for (const std::vector<SweepValues> &ofInput : values)
      ofInputs.push_back(
          ofInput.empty() ? nullptr : &ofInput[choice.values % ofInput.size()]);
    Sweep sweep(function, choice.input, ofInputs, choice.layout,
                /*variant=*/choice.values + static_cast<int>(choice.layout),
                getSweepPositions(ShapedType::getNumElements(
                                      function.inputs[choice.input].shape),
                                  options.maxPositions, options.seed));
    std::string place =
        llvm::formatv("{0}, input {1}, {2}, layout {3}", printCall(function),
                      choice.input, chosen.name, getName(choice.layout));
    std::string hint = options.getHint ? options.getHint(choice) : "";
    std::string faultText = options.errorPrefix + place +
                            ": memory beyond a tensor is touched" + hint +
                            "; in call ";
    ReplayReport report;
    llvm::Expected<int64_t> numCalls =
        runner.run(sweep, faultText.c_str(), report);
    if (!numCalls)
      return numCalls.takeError();
    counts.calls += *numCalls;
    // The first call of a sweep has no special element.
    counts.positions += std::max<int64_t>(*numCalls - 1, 0);
    counts.values += *numCalls * numResults;
    if (report.kind == ReplayFine)
      continue;
    int64_t position = sweep.getPosition(report.call);
    std::string where =
        position < 0 ? ", without the special element"
                     : ", the special element at " + std::to_string(position);
    return VerifyFailure{choice,
                         place + where + ": " + sweep.describe(report) + hint};
  }
  return std::nullopt;
}

/// Returns `numbers` encoded as elements of `type`.
static ElementBits getStored(ArrayRef<int64_t> numbers, ElementType type) {
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(8 * getByteSize(type));
  ElementBits bits;
  for (int64_t number : numbers)
    bits.push_back(number & mask);
  return bits;
}

/// Whether dimensions with the same name have the same extent.
static bool agreeInNames(const FunctionSignature &signature,
                         ArrayRef<SmallVector<int64_t>> inputShapes,
                         ArrayRef<SmallVector<int64_t>> outputShapes) {
  llvm::StringMap<int64_t> extents;
  auto agree = [&](ArrayRef<TensorSignature> tensors,
                   ArrayRef<SmallVector<int64_t>> shapes) {
    for (auto [tensor, shape] : llvm::zip_equal(tensors, shapes))
      for (auto [name, extent] : llvm::zip(tensor.dimParams, shape))
        if (!name.empty() &&
            extents.try_emplace(name, extent).first->second != extent)
          return false;
    return true;
  };
  return agree(signature.inputs, inputShapes) &&
         agree(signature.outputs, outputShapes);
}

std::optional<SweptFunction>
mlir::reduce::getSweptFunction(func::FuncOp function,
                               const FunctionSignature &signature,
                               ArrayRef<SmallVector<int64_t>> shapes,
                               ArrayRef<SmallVector<int64_t>> axes) {
  std::optional<Reference> reference =
      Reference::create(function, shapes, axes);
  if (!reference ||
      !agreeInNames(signature, shapes, reference->getResultShapes()))
    return std::nullopt;
  SweptFunction swept;
  swept.name = signature.name;
  for (auto [tensor, shape] : llvm::zip_equal(signature.inputs, shapes))
    swept.inputs.push_back({tensor.elementType, shape, std::nullopt});
  for (unsigned input : Reference::getAxesArguments(function))
    swept.inputs[input].axes = getStored(axes[input], swept.inputs[input].type);
  for (auto [tensor, shape] :
       llvm::zip_equal(signature.outputs, reference->getResultShapes()))
    swept.outputs.push_back({tensor.elementType, shape, std::nullopt});
  swept.reference = std::move(*reference);
  return swept;
}
