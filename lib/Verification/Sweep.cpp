//===- Sweep.cpp - One special element at each position -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Verification/Sweep.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

using namespace mlir;
using namespace mlir::reduce;

const char *volatile replayPlace = nullptr;
volatile int64_t replayCall = 0;

StringRef mlir::reduce::getName(SweepLayout layout) {
  switch (layout) {
  case SweepLayout::End:
    return "end";
  case SweepLayout::Begin:
    return "begin";
  case SweepLayout::Rows:
    return "rows";
  case SweepLayout::Strided:
    return "strided";
  }
  llvm_unreachable("unknown layout");
}

/// Number of guard elements on each side of an output where memory continues.
static constexpr int64_t guardElements = 64;
/// Fills outputs before a call, and the memory around them.
static constexpr char filler = char(0xA5);

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

int64_t Sweep::Placed::getOffset(int64_t index) const {
  int64_t offset = origin;
  for (size_t dim = shape.size(); dim-- > 0; index /= shape[dim])
    offset += index % shape[dim] * strides[dim];
  return offset * getByteSize(type);
}

void Sweep::Placed::set(std::vector<char> &block, int64_t index,
                        uint64_t bits) const {
  memcpy(block.data() + getOffset(index), &bits, getByteSize(type));
}

/// Sets the strides of `shape`, in elements, and returns how many elements the
/// tensor spans. Adds to `origin` the distance from the lowest address to the
/// first element, which negative strides cause.
static int64_t setStrides(ArrayRef<int64_t> shape, SweepLayout layout,
                          SmallVectorImpl<int64_t> &strides, int64_t &origin) {
  int64_t rank = shape.size();
  strides.assign(rank, 0);
  bool hasGaps = layout == SweepLayout::Rows || layout == SweepLayout::Strided;
  // In strided tensors, the first dimension is innermost.
  auto order = llvm::to_vector(llvm::seq(rank));
  if (layout != SweepLayout::Strided)
    std::reverse(order.begin(), order.end());
  int64_t span = 1;
  for (auto [place, dim] : llvm::enumerate(order)) {
    bool isGapped = hasGaps && !(layout == SweepLayout::Rows && place == 0);
    int64_t stride = isGapped ? span + 1 + static_cast<int64_t>(place) : span;
    strides[dim] = stride;
    int64_t last = std::max<int64_t>(shape[dim] - 1, 0) * stride;
    if (layout == SweepLayout::Strided && place % 2 == 1) {
      strides[dim] = -stride;
      origin += last;
    }
    span += last;
  }
  return span;
}

void Sweep::place(const SweptTensor &tensor, SweepLayout layout, bool isOutput,
                  uint64_t gap) {
  // The layout Rows is for inputs only; place outputs where errors show best.
  if (isOutput && layout == SweepLayout::Rows)
    layout = SweepLayout::End;
  int64_t size = getByteSize(tensor.type);
  Placed &placed = tensors.emplace_back();
  placed.type = tensor.type;
  placed.shape = tensor.shape;
  int64_t span =
      setStrides(tensor.shape, layout, placed.strides, placed.origin);
  bool isEmpty = llvm::is_contained(tensor.shape, 0);
  int64_t numElements = isEmpty ? 0 : span;
  bool isAtEnd = layout != SweepLayout::Begin;
  if (isOutput) {
    numElements += guardElements;
    if (isAtEnd)
      placed.origin += guardElements;
  }
  if (isEmpty)
    placed.origin = isOutput && isAtEnd ? guardElements : 0;
  placed.content.assign(numElements * size, filler);
  if (!isOutput)
    for (int64_t i : llvm::seq(numElements))
      memcpy(placed.content.data() + i * size, &gap, size);

  ReplayTensor &replayed = replayTensors.emplace_back();
  memset(&replayed, 0, sizeof(replayed));
  replayed.tensor.device = {kDLCPU, 0};
  replayed.tensor.ndim = tensor.shape.size();
  replayed.tensor.dtype = getDLDataType(tensor.type);
  replayed.blockSize = numElements * size;
  replayed.dataOffset = placed.origin * size;
  replayed.isAtEnd = isAtEnd;
  replayed.isOutput = isOutput;
  replayed.elementSize = size;
  if (const llvm::fltSemantics *semantics = getFloatSemantics(tensor.type))
    replayed.infinity =
        APFloat::getInf(*semantics).bitcastToAPInt().getZExtValue();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Sweep::Sweep(SweptFunction &function, unsigned input,
             ArrayRef<const SweepValues *> values, SweepLayout layout,
             unsigned variant, ArrayRef<int64_t> positions)
    : positions(positions) {
  uint64_t special = values[input]->special;
  auto mapInput = [&](uint64_t bits) {
    return function.prologue ? function.prologue(bits) : bits;
  };
  auto mapOutput = [&](uint64_t bits) {
    return function.epilogue ? function.epilogue(bits) : bits;
  };
  std::vector<ElementBits> elements;
  for (auto [number, tensor] : llvm::enumerate(function.inputs)) {
    const SweepValues *own = values[number];
    // Half of the sweeps fill gaps with the special element, the others with
    // zeros.
    place(tensor, own ? layout : SweepLayout::End, /*isOutput=*/false,
          own && variant % 2 == 0 ? own->special : 0);
    Placed &placed = tensors.back();
    int64_t count = ShapedType::getNumElements(tensor.shape);
    ElementBits &reduced = elements.emplace_back();
    for (int64_t i : llvm::seq(count)) {
      uint64_t bits = own ? own->getElement(i, count) : (*tensor.axes)[i];
      placed.set(placed.content, i, bits);
      reduced.push_back(own ? mapInput(bits) : bits);
    }
  }
  std::vector<ElementBits> results =
      function.reference.evaluate(std::move(elements));
  for (auto [tensor, result] : llvm::zip_equal(function.outputs, results)) {
    place(tensor, layout, /*isOutput=*/true, /*gap=*/0);
    Placed &placed = tensors.back();
    placed.expected = placed.content;
    for (auto [i, bits] : llvm::enumerate(result))
      placed.set(placed.expected, i, mapOutput(bits));
  }

  unsigned numInputs = function.inputs.size();
  const ReplayCell none = {-1, 0};
  cells.assign(1 + function.outputs.size(), none);
  for (int64_t position : positions) {
    cells.push_back({tensors[input].getOffset(position), special});
    SmallVector<std::optional<ElementChange>> changes =
        function.reference.change(input, {position, mapInput(special)});
    for (auto [number, change] : llvm::enumerate(changes))
      cells.push_back(change ? ReplayCell{tensors[numInputs + number].getOffset(
                                              change->index),
                                          mapOutput(change->bits)}
                             : none);
  }
  for (auto [placed, replayed] : llvm::zip_equal(tensors, replayTensors)) {
    replayed.tensor.shape = placed.shape.data();
    replayed.tensor.strides = placed.strides.data();
    replayed.content = placed.content.data();
    replayed.expected =
        placed.expected.empty() ? nullptr : placed.expected.data();
  }
  replay = {replayTensors.data(), static_cast<int32_t>(replayTensors.size()),
            static_cast<int32_t>(input),
            static_cast<int64_t>(positions.size()) + 1, cells.data()};
}

std::string Sweep::describe(const ReplayReport &report) const {
  switch (report.kind) {
  case ReplayWrongStatus:
    return "expected status 0, got " + std::to_string(report.status);
  case ReplayInputWritten:
    return "input " + std::to_string(report.tensor) + " was written";
  case ReplayNoMemory:
    return "there is not enough memory";
  }
  const Placed &placed = tensors[report.tensor];
  int64_t numInputs = llvm::count_if(
      replayTensors, [](const ReplayTensor &t) { return !t.isOutput; });
  std::string where = "output " + std::to_string(report.tensor - numInputs);
  std::string text = ": expected " +
                     printElement(placed.type, report.expected) + ", got " +
                     printElement(placed.type, report.actual);
  for (int64_t i : llvm::seq(ShapedType::getNumElements(placed.shape)))
    if (placed.getOffset(i) == report.offset)
      return where + ", element " + std::to_string(i) + text;
  return where + ", " +
         std::to_string(report.offset -
                        placed.origin * getByteSize(placed.type)) +
         " bytes from its first element" + text;
}

SmallVector<int64_t>
mlir::reduce::getSweepPositions(int64_t count, int64_t most, uint64_t seed) {
  if (count <= most)
    return llvm::to_vector(llvm::seq(count));
  llvm::SmallSetVector<int64_t, 0> positions;
  int64_t atEnds = most / 8;
  for (int64_t i : llvm::seq(atEnds)) {
    positions.insert(i);
    positions.insert(count - 1 - i);
  }
  // std::uniform_int_distribution gives different numbers in each library.
  std::mt19937_64 generator(seed);
  while (static_cast<int64_t>(positions.size()) < most)
    positions.insert(generator() % count);
  SmallVector<int64_t> sorted(positions.begin(), positions.end());
  llvm::sort(sorted);
  return sorted;
}
