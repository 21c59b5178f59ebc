//===- reduce-call-fuzzer.cpp - Fuzzing of calls of compiled code ---------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Calls compiled functions on tensors whose fields are hostile. A model
// predicts the outcome of each call (CallModel.h). Tensors are between pages
// without access, so that an access outside of one ends the process. The
// tensors are printed if REDUCE_FUZZ_PRINT is set in the environment.
//
//===----------------------------------------------------------------------===//

#include "CallModel.h"
#include "Fuzz.h"
#include "GuardedMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>
#include <cstring>
#include <fuzzer/FuzzedDataProvider.h>
#include <map>

using namespace mlir::reduce;
using namespace mlir::reduce::fuzz;

static constexpr size_t maxTensors = 4;
static constexpr size_t maxRank = 8;
/// A multiple of the page size.
static constexpr size_t slotSize = 1 << 13;

namespace {
/// The memory of one tensor.
struct Slot {
  GuardedMemory tensor{sizeof(DLTensor)};
  GuardedMemory shape{maxRank * sizeof(int64_t)};
  GuardedMemory strides{maxRank * sizeof(int64_t)};
  GuardedMemory data{slotSize};
};

/// Draws the arguments of one call.
class Arguments {
public:
  Arguments(FuzzedDataProvider &bytes, const PlannedFunction &function);

  std::vector<Argument> arguments;

private:
  void addInput(size_t i, const TensorSignature &signature);
  void addTensor(size_t i, ElementType type, llvm::ArrayRef<int64_t> shape);
  void fill(Slot &slot, ElementType type);
  /// Draws strides and places the tensor in its memory.
  void layOut(DLTensor &tensor, Slot &slot);
  void damage(size_t i);

  FuzzedDataProvider &bytes;
  std::map<std::string, int64_t> dims;
};
} // namespace

static Slot *getSlots() {
  static Slot slots[maxTensors];
  return slots;
}

/// Returns bytes to fill memory with, including gaps: elements whose product is
/// the same in any order.
static std::string makeElements(ElementType type, unsigned seed) {
  static constexpr double reals[] = {1, -1, 0, -0.0, 1, -1, 1, -1};
  Generator generator(seed);
  bool hasSpecial = seed % 4 == 0;
  std::string bytes(slotSize, '\0');
  size_t size = getByteSize(type);
  for (size_t offset = 0; offset < bytes.size(); offset += size) {
    uint64_t bits = generator();
    bits = bits << 32 | generator();
    // Small integers can also be axes.
    if (bits % 4 != 0)
      bits = static_cast<uint64_t>(static_cast<int64_t>(bits >> 8 & 7) - 3);
    if (const llvm::fltSemantics *semantics = getFloatSemantics(type)) {
      llvm::APFloat number(reals[bits % 8]);
      bool losesInformation;
      number.convert(*semantics, llvm::APFloat::rmNearestTiesToEven,
                     &losesInformation);
      if (hasSpecial && generator() % 16 == 0)
        number = generator() % 2
                     ? llvm::APFloat::getNaN(*semantics)
                     : llvm::APFloat::getInf(*semantics, generator() % 2);
      bits = number.bitcastToAPInt().getZExtValue();
    }
    std::memcpy(&bytes[offset], &bits, size);
  }
  return bytes;
}

void Arguments::fill(Slot &slot, ElementType type) {
  static std::map<std::pair<ElementType, unsigned>, std::string> known;
  unsigned seed = bytes.ConsumeIntegralInRange(0, 63);
  std::string &elements = known[{type, seed}];
  if (elements.empty())
    elements = makeElements(type, seed);
  llvm::copy(elements, slot.data.begin());
}

void Arguments::layOut(DLTensor &tensor, Slot &slot) {
  int64_t *strides = slot.strides.getLast<int64_t>(tensor.ndim);
  llvm::ArrayRef<int64_t> shape(tensor.shape, tensor.ndim);
  int64_t size = tensor.dtype.bits / 8;
  int64_t low = 0, high = 0;
  // Dimensions in any order, with gaps, forwards and backwards.
  bool isStrided = bytes.ConsumeBool();
  bool isBroadcast = isStrided && bytes.ConsumeIntegralInRange(0, 7) == 0;
  std::vector<size_t> order;
  for (int dim = tensor.ndim - 1; dim >= 0; --dim)
    order.push_back(dim);
  if (isStrided && order.size() > 1 && bytes.ConsumeBool())
    std::swap(order.front(),
              order[bytes.ConsumeIntegralInRange<size_t>(1, order.size() - 1)]);
  int64_t stride = 1;
  for (size_t dim : order) {
    strides[dim] = stride;
    if (isStrided) {
      strides[dim] += bytes.ConsumeIntegralInRange(0, 3);
      if (isBroadcast && bytes.ConsumeBool())
        strides[dim] = 0;
      else if (bytes.ConsumeIntegralInRange(0, 3) == 0)
        strides[dim] = -strides[dim];
    }
    int64_t reach = (shape[dim] - 1) * strides[dim];
    (reach < 0 ? low : high) += shape[dim] == 0 ? 0 : reach;
    stride = std::max<int64_t>(1, std::abs(strides[dim]) * shape[dim]);
  }
  tensor.strides = strides;
  if (!isStrided && bytes.ConsumeBool())
    tensor.strides = nullptr;

  // At the end of the memory, at its beginning, or somewhere between.
  int64_t span = (high - low + 1) * size;
  int64_t room = slot.data.getSize() - span;
  int64_t begin = 0;
  if (room >= 0) {
    switch (bytes.ConsumeIntegralInRange(0, 2)) {
    case 0:
      begin = room / size * size;
      break;
    case 1:
      break;
    default:
      begin = bytes.ConsumeIntegralInRange<int64_t>(0, room / size) * size;
    }
  }
  uint64_t first =
      reinterpret_cast<uint64_t>(slot.data.begin()) + begin - low * size;
  static constexpr uint64_t offsets[] = {
      0, 0, 0, 8, 64, 1, 4096, uint64_t(1) << 63, ~uint64_t(0)};
  tensor.byte_offset = bytes.PickValueInArray(offsets);
  tensor.data = reinterpret_cast<void *>(first - tensor.byte_offset);
}

void Arguments::addTensor(size_t i, ElementType type,
                          llvm::ArrayRef<int64_t> shape) {
  Slot &slot = getSlots()[i];
  fill(slot, type);
  DLTensor *tensor = slot.tensor.getLast<DLTensor>(1);
  *tensor = {};
  tensor->device = {kDLCPU, 0};
  tensor->dtype = getDLDataType(type);
  tensor->ndim = shape.size();
  tensor->shape = slot.shape.getLast<int64_t>(shape.size());
  llvm::copy(shape, tensor->shape);
  layOut(*tensor, slot);
  arguments.push_back(
      {tensor, slot.data.begin(), slot.data.end(), shape.size()});
}

void Arguments::addInput(size_t i, const TensorSignature &signature) {
  std::vector<int64_t> shape(signature.shape);
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (shape[dim] != TensorSignature::kDynamic)
      continue;
    static constexpr int64_t extents[] = {0, 1, 1, 2, 2,  3,  3,  4,
                                          5, 7, 8, 9, 16, 17, 33, 64};
    // Keep lists of axes short.
    shape[dim] = shape.size() == 1 ? bytes.ConsumeIntegralInRange(0, 3)
                                   : bytes.PickValueInArray(extents);
    if (!signature.dimParams.empty())
      shape[dim] =
          dims.try_emplace(signature.dimParams[dim], shape[dim]).first->second;
  }
  addTensor(i, signature.elementType, shape);
}

Arguments::Arguments(FuzzedDataProvider &bytes, const PlannedFunction &function)
    : bytes(bytes) {
  const FunctionSignature &signature = function.compiled.getSignature();
  for (auto [i, input] : llvm::enumerate(signature.inputs))
    addInput(i, input);
  auto shapes = getOutputShapes(function, arguments);
  for (auto [i, output] : llvm::enumerate(signature.outputs)) {
    std::vector<int64_t> shape(output.shape);
    if (shapes)
      shape = (*shapes)[i];
    for (int64_t &extent : shape)
      if (extent == TensorSignature::kDynamic)
        extent = bytes.ConsumeIntegralInRange(0, 9);
    addTensor(arguments.size(), output.elementType, shape);
  }
  for (unsigned i = 0, e = bytes.ConsumeIntegralInRange(0, 2); i < e; ++i)
    damage(bytes.ConsumeIntegralInRange<size_t>(0, arguments.size() - 1));
}

/// Changes one field of a tensor.
void Arguments::damage(size_t i) {
  if (!arguments[i].tensor)
    return;
  DLTensor &tensor = *arguments[i].tensor;
  Generator generator(bytes.ConsumeIntegral<uint16_t>());
  int64_t number = bytes.ConsumeBool()
                       ? drawInteger(generator)
                       : bytes.ConsumeIntegralInRange<int64_t>(-9, 17);
  auto setAnyOf = [&](int64_t *numbers) {
    if (numbers && arguments[i].rank != 0)
      numbers[generator() % arguments[i].rank] = number;
  };
  switch (bytes.ConsumeIntegralInRange(0, 15)) {
  case 0:
    arguments[i].tensor = nullptr;
    break;
  case 1:
    // Some numbers are not values of the enumeration.
    std::memcpy(&tensor.device.device_type, &number, sizeof(int32_t));
    break;
  case 2:
    tensor.device.device_id = number;
    break;
  case 3:
    tensor.ndim = number;
    break;
  case 4:
    tensor.dtype.code = number;
    break;
  case 5:
    tensor.dtype.bits = number;
    break;
  case 6:
    tensor.dtype.lanes = number;
    break;
  case 7:
    tensor.shape = nullptr;
    break;
  case 8:
  case 9:
    setAnyOf(tensor.shape);
    break;
  case 10:
    tensor.strides = nullptr;
    break;
  case 11:
    setAnyOf(tensor.strides);
    break;
  case 12:
    tensor.data = nullptr;
    break;
  case 13:
    tensor.data = reinterpret_cast<void *>(
        reinterpret_cast<uint64_t>(tensor.data) + number);
    break;
  case 14:
    tensor.byte_offset += number;
    break;
  default: {
    // Place it near the memory of another tensor, or right after it.
    size_t other =
        bytes.ConsumeIntegralInRange<size_t>(0, arguments.size() - 1);
    if (!arguments[other].tensor || other == i)
      break;
    uint64_t first =
        reinterpret_cast<uint64_t>(getFirstElement(*arguments[other].tensor));
    Wide count = countElements(llvm::ArrayRef<int64_t>(
        tensor.shape, tensor.shape ? arguments[i].rank : 0));
    if (bytes.ConsumeBool())
      number = -static_cast<uint64_t>(count) * (tensor.dtype.bits / 8);
    tensor.data = reinterpret_cast<void *>(first + number - tensor.byte_offset);
    arguments[i].begin = arguments[other].begin;
    arguments[i].end = arguments[other].end;
  }
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Calls code without a type, which a sanitizer could not check.
__attribute__((no_sanitize("function"))) static Status
invoke(void *address, llvm::ArrayRef<Argument> arguments) {
  using T = DLTensor *;
  auto get = [&](size_t i) { return arguments[i].tensor; };
  int32_t status = -1;
  if (arguments.size() == 2)
    status = reinterpret_cast<int32_t (*)(T, T)>(address)(get(0), get(1));
  else if (arguments.size() == 3)
    status =
        reinterpret_cast<int32_t (*)(T, T, T)>(address)(get(0), get(1), get(2));
  else if (arguments.size() == 4)
    status = reinterpret_cast<int32_t (*)(T, T, T, T)>(address)(get(0), get(1),
                                                                get(2), get(3));
  else
    reportFinding("no call of so many tensors");
  return static_cast<Status>(status);
}

/// Returns all memory that a call can access.
static std::vector<const GuardedMemory *> getMemory() {
  std::vector<const GuardedMemory *> memory;
  for (size_t i = 0; i < maxTensors; ++i) {
    const Slot &slot = getSlots()[i];
    for (const GuardedMemory *part :
         {&slot.data, &slot.tensor, &slot.shape, &slot.strides})
      memory.push_back(part);
  }
  return memory;
}

static std::vector<std::string> copyMemory() {
  std::vector<std::string> copies;
  for (const GuardedMemory *memory : getMemory())
    copies.emplace_back(memory->begin(), memory->end());
  return copies;
}

static void restoreMemory(const std::vector<std::string> &copies) {
  for (auto [memory, copy] : llvm::zip_equal(getMemory(), copies))
    llvm::copy(copy, memory->begin());
}

/// Restores the elements at `addresses` from `copies`.
static void restoreElements(llvm::ArrayRef<char *> addresses, size_t size,
                            const std::vector<std::string> &copies) {
  for (auto [memory, copy] : llvm::zip_equal(getMemory(), copies))
    for (char *address : addresses)
      if (address >= memory->begin() && address < memory->end())
        std::memcpy(address, &copy[address - memory->begin()], size);
}

static std::string describe(llvm::ArrayRef<Argument> arguments) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Argument &argument : arguments) {
    const DLTensor *tensor = argument.tensor;
    if (!tensor) {
      os << "null\n";
      continue;
    }
    os << "data " << tensor->data << " + " << tensor->byte_offset << " in "
       << static_cast<const void *>(argument.begin) << ".."
       << static_cast<const void *>(argument.end) << ", device "
       << getDeviceType(*tensor) << ", type " << int(tensor->dtype.code) << ' '
       << int(tensor->dtype.bits) << ' ' << tensor->dtype.lanes << ", rank "
       << tensor->ndim;
    for (auto [name, numbers] : {std::pair(", shape", tensor->shape),
                                 std::pair(", strides", tensor->strides)}) {
      os << name;
      if (!numbers)
        os << " null";
      else
        for (size_t dim = 0; dim < argument.rank; ++dim)
          os << ' ' << numbers[dim];
    }
    os << '\n';
  }
  return text;
}

static std::string getText(Status status) {
  return std::to_string(static_cast<int>(status)) + " (" +
         getStatusText(status).str() + ")";
}

static void checkStatus(llvm::StringRef what, Status status,
                        const Expectation &expectation,
                        const std::vector<std::string> &before,
                        llvm::ArrayRef<Argument> arguments) {
  if (expectation.statuses.count(status) == 0) {
    std::string expected;
    for (Status one : expectation.statuses)
      expected += " " + getText(one);
    reportFinding(what + ": expected" + expected + ", got " + getText(status) +
                  "\n" + describe(arguments));
  }
  if (status != Status::OK && copyMemory() != before)
    reportFinding(what + " returns " + getText(status) + ", and has written\n" +
                  describe(arguments));
}

static void checkOutputShapes(const PlannedFunction &function,
                              llvm::ArrayRef<Argument> arguments) {
  Expectation expectation = expectOutputShapes(function, arguments);
  if (!expectation.isKnown)
    return;
  std::vector<std::string> before = copyMemory();
  Status status =
      invoke(function.compiled.getAddresses().outputShapes, arguments);
  checkStatus("NAME_output_shapes", status, expectation, before, arguments);
  if (status == Status::OK) {
    size_t numInputs = function.compiled.getSignature().inputs.size();
    for (auto [i, output] : llvm::enumerate(expectation.outputs)) {
      const DLTensor &tensor = *arguments[numInputs + i].tensor;
      if (tensor.ndim != static_cast<int64_t>(output.shape.size()) ||
          llvm::ArrayRef<int64_t>(tensor.shape, tensor.ndim) !=
              llvm::ArrayRef<int64_t>(output.shape))
        reportFinding("NAME_output_shapes gives a wrong shape\n" +
                      describe(arguments));
    }
  }
  restoreMemory(before);
}

static void checkCall(const PlannedFunction &function,
                      llvm::ArrayRef<Argument> arguments) {
  static Counter numAccepted("calls accepted"), numRefused("calls refused"),
      numUntold("calls that the model cannot predict");
  Expectation expectation = expectCall(function, arguments);
  ++(!expectation.isKnown      ? numUntold
     : expectation.isSuccess() ? numAccepted
                               : numRefused);
  if (!expectation.isKnown)
    return;
  std::vector<std::string> before = copyMemory();
  Status status = invoke(function.compiled.getAddresses().entry, arguments);
  checkStatus("NAME", status, expectation, before, arguments);
  if (status != Status::OK)
    return;
  size_t numInputs = function.compiled.getSignature().inputs.size();
  for (auto [i, output] : llvm::enumerate(expectation.outputs)) {
    const Argument &argument = arguments[numInputs + i];
    std::vector<char *> addresses = getElementAddresses(*argument.tensor);
    for (auto [address, expected] :
         llvm::zip_equal(addresses, output.numbers)) {
      if (!areEqual(output.type, readNumber(output.type, address), expected))
        reportFinding("result " + llvm::Twine(i) + " is wrong at " +
                      llvm::Twine(address - argument.begin) + "\n" +
                      describe(arguments));
      // Clause bool-bytes.
      if (output.type == ElementType::Bool && *address != 0 && *address != 1)
        reportFinding("a bool is " + llvm::Twine(int(*address)));
    }
    // The rest must be unchanged.
    restoreElements(addresses, getByteSize(output.type), before);
  }
  if (copyMemory() != before)
    reportFinding("a call has written beside its outputs\n" +
                  describe(arguments));
}

static std::vector<PlannedFunction> functions;

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  functions = compileFunctions();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string extended = extend(data, size);
  FuzzedDataProvider bytes(reinterpret_cast<const uint8_t *>(extended.data()),
                           extended.size());
  const PlannedFunction &function =
      functions[bytes.ConsumeIntegralInRange<size_t>(0, functions.size() - 1)];
  Arguments drawn(bytes, function);
  static const bool prints = getenv("REDUCE_FUZZ_PRINT");
  if (prints)
    llvm::errs() << describe(drawn.arguments);
  checkOutputShapes(function, drawn.arguments);
  checkCall(function, drawn.arguments);
  return 0;
}
