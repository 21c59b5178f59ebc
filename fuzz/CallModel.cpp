//===- CallModel.cpp - The expected results of a call ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallModel.h"

#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <limits>
#include <map>

using namespace mlir::reduce;
using namespace mlir::reduce::fuzz;
using llvm::ArrayRef;

/// Tensors with more elements than this take too long.
static constexpr int64_t maxElements = 1 << 14;
static constexpr int64_t maxIterations = 1 << 24;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static Number combine(ElementType type, bool isMin, Number a, Number b) {
  if (getFloatSemantics(type)) {
    if (!isMin)
      return {a.real * b.real, 0};
    if (std::isnan(a.real) || std::isnan(b.real))
      return {std::nan(""), 0};
    return {std::min(a.real, b.real), 0};
  }
  if (isMin) {
    bool isUnsigned = type == ElementType::UI64;
    bool isLess = isUnsigned ? static_cast<uint64_t>(a.integer) <
                                   static_cast<uint64_t>(b.integer)
                             : a.integer < b.integer;
    return isLess ? a : b;
  }
  // Clause integer-wrap.
  uint64_t product =
      static_cast<uint64_t>(a.integer) * static_cast<uint64_t>(b.integer);
  return readNumber(type, reinterpret_cast<const char *>(&product));
}

/// Clause empty-set.
static Number getNeutral(ElementType type, bool isMin) {
  if (!isMin)
    return {1, 1};
  Number neutral{std::numeric_limits<double>::infinity(), 0};
  unsigned bits = getByteSize(type) * 8;
  if (type == ElementType::Bool)
    neutral.integer = 1;
  else if (getDLDataType(type).code == kDLUInt)
    neutral.integer = ~uint64_t(0) >> (64 - bits);
  else
    neutral.integer = std::numeric_limits<int64_t>::max() >> (64 - bits);
  return neutral;
}

/// Returns which dimensions of `shape` a step reduces. Adds the statuses for
/// invalid axes.
static std::vector<bool> getReducedDims(const Step &step,
                                        ArrayRef<Elements> values,
                                        ArrayRef<int64_t> shape,
                                        std::set<Status> &statuses) {
  int64_t rank = shape.size();
  std::vector<bool> isReduced(rank, false);
  std::vector<int64_t> axes = step.axes;
  if (step.axesInput) {
    const Elements &operand = values[*step.axesInput];
    for (Number number : operand.numbers) {
      bool isHuge = operand.type == ElementType::UI64 && number.integer < 0;
      axes.push_back(isHuge ? std::numeric_limits<int64_t>::max()
                            : number.integer);
    }
  }
  for (int64_t axis : axes) {
    // Clause axes-range.
    if (axis < -rank || axis >= rank) {
      statuses.insert(Status::AXIS_RANGE);
      continue;
    }
    int64_t dim = axis < 0 ? axis + rank : axis;
    // Clause axes-unique.
    if (isReduced[dim])
      statuses.insert(Status::AXIS_DUPLICATE);
    isReduced[dim] = true;
  }
  // Clause runtime-axes-unknown-length.
  if (step.axesInput && !step.keepdims) {
    int64_t count = axes.size();
    bool isKnown = values[*step.axesInput].shape.empty();
    int64_t declared = isKnown ? rank - 1 : step.declaredRank;
    if (step.declaredRank == 0 && !isKnown)
      declared = rank - count;
    bool isValid =
        (count > 0 && count == rank - declared) ||
        (count == 0 && declared == (step.noopWithEmptyAxes ? rank : 0));
    if (!isValid)
      statuses.insert(Status::AXES_COUNT);
  }
  if (step.axesInput && axes.empty() && !step.noopWithEmptyAxes)
    isReduced.assign(rank, true);
  return isReduced;
}

/// Computes a step, or only its shape if `withNumbers` is false.
static Elements compute(const Step &step, ArrayRef<Elements> values,
                        bool withNumbers, std::set<Status> &statuses) {
  const Elements &input = values[step.input];
  std::vector<bool> isReduced =
      getReducedDims(step, values, input.shape, statuses);
  Elements result{input.type, {}, {}};
  for (auto [extent, reduced] : llvm::zip(input.shape, isReduced)) {
    if (!reduced)
      result.shape.push_back(extent);
    else if (step.keepdims)
      result.shape.push_back(1);
  }
  // Also bounds the number of results of empty sets.
  Wide count = countElements(result.shape);
  if (!withNumbers || !statuses.empty() || count > maxElements)
    return result;

  result.numbers.assign(static_cast<size_t>(count),
                        getNeutral(input.type, step.isMin));
  std::vector<int64_t> position(input.shape.size(), 0);
  for (Number number : input.numbers) {
    size_t index = 0;
    for (size_t dim = 0; dim < position.size(); ++dim)
      if (!isReduced[dim])
        index = index * input.shape[dim] + position[dim];
    Number &cell = result.numbers[index];
    cell = combine(input.type, step.isMin, cell, number);
    for (size_t dim = position.size(); dim-- > 0;) {
      if (++position[dim] < input.shape[dim])
        break;
      position[dim] = 0;
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Rules of a tensor
//===----------------------------------------------------------------------===//

/// Adds the statuses for the fields of `tensor`.
static void checkType(const DLTensor *tensor, const TensorSignature &expected,
                      std::set<Status> &statuses) {
  if (!tensor) {
    statuses.insert(Status::NULL_TENSOR);
    return;
  }
  if (getDeviceType(*tensor) != kDLCPU)
    statuses.insert(Status::DEVICE);
  DLDataType type = getDLDataType(expected.elementType);
  if (tensor->dtype.code != type.code || tensor->dtype.bits != type.bits ||
      tensor->dtype.lanes != 1)
    statuses.insert(Status::DTYPE);
  size_t rank = expected.shape.size();
  if (tensor->ndim != static_cast<int64_t>(rank)) {
    statuses.insert(Status::RANK);
    return;
  }
  if (rank != 0 && !tensor->shape) {
    statuses.insert(Status::SHAPE);
    return;
  }
  auto isNegative = [](int64_t extent) { return extent < 0; };
  if (!expected.acceptsShape(getShape(*tensor)) ||
      llvm::any_of(getShape(*tensor), isNegative)) {
    statuses.insert(Status::SHAPE);
    return;
  }
  // If an extent is not known, offsets into the tensor must fit 64 bits.
  Wide size = type.bits / 8;
  for (int64_t extent : getShape(*tensor)) {
    size *= std::max<int64_t>(extent, 1);
    if (size >= std::numeric_limits<int64_t>::max()) {
      statuses.insert(Status::SHAPE);
      return;
    }
  }
}

/// The address range of a tensor, as numbers.
struct Range {
  Wide begin = 0, end = 0;
  /// Whether the whole range is in the memory of `argument`.
  bool isInMemory(const Argument &argument) const {
    return begin >= reinterpret_cast<uint64_t>(argument.begin) &&
           end <= reinterpret_cast<uint64_t>(argument.end);
  }
};

static Range getRange(const DLTensor &tensor) {
  Wide low = 0, high = 0;
  for (auto [extent, stride] :
       llvm::zip(getShape(tensor), getStrides(tensor))) {
    Wide reach = (extent - 1) * stride;
    (reach < 0 ? low : high) += reach;
  }
  Wide size = tensor.dtype.bits / 8;
  Wide first = reinterpret_cast<uint64_t>(getFirstElement(tensor));
  return {first + low * size, first + (high + 1) * size};
}

/// Whether the stride of a dimension with more than one element does not exceed
/// the span of the dimensions with smaller strides.
static bool overlapsItself(const DLTensor &tensor) {
  ArrayRef<int64_t> shape = getShape(tensor);
  std::vector<Wide> strides = getStrides(tensor);
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] <= 1)
      continue;
    Wide reach = strides[i] < 0 ? -strides[i] : strides[i], span = 0;
    for (size_t j = 0; j < shape.size(); ++j) {
      Wide other = strides[j] < 0 ? -strides[j] : strides[j];
      if (i == j || shape[j] <= 1)
        continue;
      if (other == reach)
        return true;
      if (other < reach)
        span += (shape[j] - 1) * other;
    }
    if (reach <= span)
      return true;
  }
  return false;
}

/// Adds the statuses for the location of the elements of `argument`, whose type
/// is valid. Returns whether the model can predict the call.
static bool checkData(const Argument &argument, bool isOutput,
                      std::set<Status> &statuses) {
  const DLTensor &tensor = *argument.tensor;
  Wide count = countElements(getShape(tensor));
  if (count == 0) {
    // Loops still run over the other extents.
    std::vector<int64_t> others(getShape(tensor));
    llvm::erase(others, 0);
    return countElements(others) <= maxIterations;
  }
  if (count > maxElements)
    return false;
  if (!tensor.data) {
    statuses.insert(Status::NULL_DATA);
    return true;
  }
  uint64_t address = reinterpret_cast<uint64_t>(getFirstElement(tensor));
  if (address % (tensor.dtype.bits / 8) != 0)
    statuses.insert(Status::ALIGNMENT);
  if (isOutput && tensor.strides && overlapsItself(tensor))
    statuses.insert(Status::OVERLAP);
  return getRange(tensor).isInMemory(argument);
}

/// Adds DIM_PARAM if `shape` contradicts an earlier extent of the same name.
static void checkDimParams(const TensorSignature &signature,
                           ArrayRef<int64_t> shape,
                           std::map<std::string, int64_t> &dims,
                           std::set<Status> &statuses) {
  for (auto [name, extent] : llvm::zip(signature.dimParams, shape))
    if (!name.empty() && dims.try_emplace(name, extent).first->second != extent)
      statuses.insert(Status::DIM_PARAM);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// Follows a call until a rule is violated.
struct Call {
  const PlannedFunction &function;
  ArrayRef<Argument> arguments;
  Expectation expectation = {};
  std::vector<Elements> outputs = {};

  const FunctionSignature &getSignature() const {
    return function.compiled.getSignature();
  }
  bool isAxes(size_t input) const {
    return llvm::any_of(function.plan.steps, [&](const Step &step) {
      return step.axesInput == static_cast<unsigned>(input);
    });
  }
  bool isRefused() const { return !expectation.statuses.empty(); }

  void checkInputs(bool areAllRead);
  void computeOutputs(bool withNumbers);
  Expectation finish();
};
} // namespace

void Call::checkInputs(bool areAllRead) {
  const FunctionSignature &signature = getSignature();
  for (auto [i, expected] : llvm::enumerate(signature.inputs)) {
    std::set<Status> statuses;
    checkType(arguments[i].tensor, expected, statuses);
    if (statuses.empty() && (areAllRead || isAxes(i)) &&
        !checkData(arguments[i], /*isOutput=*/false, statuses))
      expectation.isKnown = false;
    expectation.statuses.insert(statuses.begin(), statuses.end());
  }
}

void Call::computeOutputs(bool withNumbers) {
  const FunctionSignature &signature = getSignature();
  std::vector<Elements> values;
  std::map<std::string, int64_t> dims;
  for (auto [i, input] : llvm::enumerate(signature.inputs)) {
    const DLTensor &tensor = *arguments[i].tensor;
    checkDimParams(input, getShape(tensor), dims, expectation.statuses);
    if (withNumbers || isAxes(i))
      values.push_back(readElements(input.elementType, tensor));
    else
      values.push_back({input.elementType, getShape(tensor).vec(), {}});
  }
  for (const Step &step : function.plan.steps) {
    values.push_back(compute(step, values, withNumbers, expectation.statuses));
    if (countElements(values.back().shape) > maxElements) {
      expectation.isKnown = false;
      return;
    }
  }
  bool haveValidAxes = !expectation.statuses.count(Status::AXIS_RANGE) &&
                       !expectation.statuses.count(Status::AXIS_DUPLICATE) &&
                       !expectation.statuses.count(Status::AXES_COUNT);
  for (auto [output, expected] :
       llvm::zip(function.plan.outputs, signature.outputs)) {
    outputs.push_back(values[output]);
    if (haveValidAxes)
      checkDimParams(expected, outputs.back().shape, dims,
                     expectation.statuses);
  }
}

Expectation Call::finish() {
  if (expectation.statuses.empty()) {
    expectation.statuses.insert(Status::OK);
    expectation.outputs = std::move(outputs);
  }
  return std::move(expectation);
}

Expectation fuzz::expectCall(const PlannedFunction &function,
                             ArrayRef<Argument> arguments) {
  Call call{function, arguments};
  const FunctionSignature &signature = call.getSignature();
  size_t numInputs = signature.inputs.size();
  call.checkInputs(/*areAllRead=*/true);
  for (auto [i, expected] : llvm::enumerate(signature.outputs))
    checkType(arguments[numInputs + i].tensor, expected,
              call.expectation.statuses);
  // The following is computed from inputs, which must be readable.
  if (call.isRefused() || !call.expectation.isKnown)
    return call.finish();
  call.computeOutputs(/*withNumbers=*/true);
  if (call.isRefused() || !call.expectation.isKnown)
    return call.finish();

  for (auto [i, output] : llvm::enumerate(call.outputs)) {
    const Argument &argument = arguments[numInputs + i];
    if (getShape(*argument.tensor) != ArrayRef<int64_t>(output.shape))
      call.expectation.statuses.insert(Status::SHAPE);
    if (!checkData(argument, /*isOutput=*/true, call.expectation.statuses))
      call.expectation.isKnown = false;
  }
  std::vector<Range> ranges;
  for (const Argument &argument : arguments)
    ranges.push_back(countElements(getShape(*argument.tensor)) == 0
                         ? Range()
                         : getRange(*argument.tensor));
  for (size_t i = numInputs; i < ranges.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (ranges[i].begin < ranges[j].end && ranges[j].begin < ranges[i].end)
        call.expectation.statuses.insert(Status::ALIASING);
  return call.finish();
}

Expectation fuzz::expectOutputShapes(const PlannedFunction &function,
                                     ArrayRef<Argument> arguments) {
  Call call{function, arguments};
  const FunctionSignature &signature = call.getSignature();
  size_t numInputs = signature.inputs.size();
  for (auto [i, expected] : llvm::enumerate(signature.outputs)) {
    const DLTensor *tensor = arguments[numInputs + i].tensor;
    int64_t rank = expected.shape.size();
    if (!tensor)
      call.expectation.statuses.insert(Status::NULL_TENSOR);
    else if (tensor->ndim < rank || (rank != 0 && !tensor->shape))
      call.expectation.statuses.insert(Status::CAPACITY);
  }
  // Known shapes do not depend on inputs.
  bool usesInputs =
      llvm::any_of(signature.outputs, [](const TensorSignature &output) {
        return !output.hasStaticShape();
      });
  for (const Step &step : function.plan.steps)
    usesInputs |= step.axesInput.has_value();
  if (usesInputs) {
    call.checkInputs(/*areAllRead=*/false);
    if (!call.isRefused() && call.expectation.isKnown)
      call.computeOutputs(/*withNumbers=*/false);
  } else {
    for (const TensorSignature &output : signature.outputs)
      call.outputs.push_back({output.elementType, output.shape, {}});
  }
  return call.finish();
}

std::optional<std::vector<std::vector<int64_t>>>
fuzz::getOutputShapes(const PlannedFunction &function,
                      ArrayRef<Argument> arguments) {
  Call call{function, arguments};
  call.checkInputs(/*areAllRead=*/false);
  if (call.isRefused() || !call.expectation.isKnown)
    return std::nullopt;
  call.computeOutputs(/*withNumbers=*/false);
  if (call.isRefused() || !call.expectation.isKnown)
    return std::nullopt;
  std::vector<std::vector<int64_t>> shapes;
  for (const Elements &output : call.outputs)
    shapes.push_back(output.shape);
  return shapes;
}
