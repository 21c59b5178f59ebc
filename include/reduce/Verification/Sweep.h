//===- Sweep.h - One special element at each position -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for reductions branches by shape and place: main loops, what is left
// over, vectors that overlap. An error shows where one special element stands
// at the right place, so it is put at every place.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_VERIFICATION_SWEEP_H
#define REDUCE_VERIFICATION_SWEEP_H

#include "reduce/Verification/Reference.h"
#include "reduce/Verification/Replay.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

namespace mlir::reduce {

/// What the elements of a sweep are.
struct SweepValues {
  /// For example "nan among 1.5".
  std::string name;
  /// Element `index` of `count`, as stored, unless it is the special one.
  std::function<uint64_t(int64_t index, int64_t count)> getElement;
  /// The special one, as stored.
  uint64_t special;
};

/// Returns the values to sweep tensors of `type` with whose reductions give
/// elements, as minima do (`picks`), or products. `identity` is what an empty
/// set gives, as stored.
std::vector<SweepValues> getSweepValues(ElementType type, bool picks,
                                        uint64_t identity);

/// How the tensors of a sweep lie in memory.
enum class SweepLayout {
  /// Contiguous; inputs and outputs end where memory ends.
  End,
  /// Contiguous; inputs and outputs begin where memory begins.
  Begin,
  /// Of the inputs only the innermost dimension is contiguous.
  Rows,
  /// Inputs and outputs have strides of either sign, in another order.
  Strided,
};
constexpr SweepLayout sweepLayouts[] = {SweepLayout::End, SweepLayout::Begin,
                                        SweepLayout::Rows,
                                        SweepLayout::Strided};
StringRef getName(SweepLayout layout);

/// One tensor of a function: what a sweep needs to know of it.
struct SweptTensor {
  ElementType type;
  SmallVector<int64_t> shape;
  /// The elements, as stored, where this is an input of axes.
  std::optional<ElementBits> axes;
};

/// A function on tensors of known shapes.
struct SweptFunction {
  std::string name;
  Reference reference;
  /// In the function's order.
  std::vector<SweptTensor> inputs, outputs;
  /// What is done with each element before it is reduced, and with each result,
  /// as stored, if anything.
  std::function<uint64_t(uint64_t)> prologue, epilogue;
};

/// The calls of one sweep, and what they must give. What `getReplay` refers to
/// is in this object.
class Sweep {
public:
  /// Makes a sweep over `positions` of the elements of input `input` of
  /// `function`, preceded by a call with no special element. `values` has what
  /// the elements of each input are, and null for axes. `variant` chooses
  /// between what lies in gaps: what shows among the elements if it is read.
  Sweep(SweptFunction &function, unsigned input,
        ArrayRef<const SweepValues *> values, SweepLayout layout,
        unsigned variant, ArrayRef<int64_t> positions);
  Sweep(const Sweep &) = delete;
  Sweep &operator=(const Sweep &) = delete;

  const ReplaySweep &getReplay() const { return replay; }

  /// Returns the position of the special element in call `call`, -1 for none.
  int64_t getPosition(int64_t call) const {
    return call == 0 ? -1 : positions[call - 1];
  }

  /// Describes what a call got wrong.
  std::string describe(const ReplayReport &report) const;

private:
  /// A tensor, and where its elements are.
  struct Placed {
    SmallVector<int64_t> shape, strides;
    std::vector<char> content, expected;
    ElementType type;
    int64_t origin = 0;

    int64_t getOffset(int64_t index) const;
    void set(std::vector<char> &block, int64_t index, uint64_t bits) const;
  };

  void place(const SweptTensor &tensor, SweepLayout layout, bool isOutput,
             uint64_t gap);

  std::vector<Placed> tensors;
  std::vector<ReplayTensor> replayTensors;
  std::vector<ReplayCell> cells;
  SmallVector<int64_t> positions;
  ReplaySweep replay;
};

/// Returns the positions to sweep of a tensor of `count` elements: all up to
/// `most`; beyond, as many of them, at both ends and at random by `seed`.
SmallVector<int64_t> getSweepPositions(int64_t count, int64_t most,
                                       uint64_t seed);

/// Returns element bits as text, "1.5" or "nan".
std::string printElement(ElementType type, uint64_t bits);

} // namespace mlir::reduce

#endif // REDUCE_VERIFICATION_SWEEP_H
