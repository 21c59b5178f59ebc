//===- Sweep.h - One special element at each position -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for reductions has different paths by shape and position: main loops,
// tails, overlapping vectors. An error may show only if a special element is at
// the right position, so a sweep puts one at every position.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_VERIFICATION_SWEEP_H
#define REDUCE_VERIFICATION_SWEEP_H

#include "reduce/Verification/Reference.h"
#include "reduce/Verification/Replay.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

namespace mlir::reduce {

/// The values of the elements in a sweep.
struct SweepValues {
  /// For example "nan among 1.5".
  std::string name;
  /// Returns the bits of element `index` of `count`, if it is not the special
  /// one.
  std::function<uint64_t(int64_t index, int64_t count)> getElement;
  /// The bits of the special element.
  uint64_t special;
};

/// Returns the values for sweeps of tensors of `type`. `picks`: whether the
/// result of the reductions is one of the elements, as for minima; otherwise it
/// is a product. `identity` has the bits of the result for an empty set.
std::vector<SweepValues> getSweepValues(ElementType type, bool picks,
                                        uint64_t identity);

/// The memory layout of the tensors of a sweep.
enum class SweepLayout {
  /// Contiguous; inputs and outputs are at the end of accessible memory.
  End,
  /// Contiguous; inputs and outputs are at the start of accessible memory.
  Begin,
  /// Only the innermost dimension of inputs is contiguous.
  Rows,
  /// Inputs and outputs have positive and negative strides, and dimensions are
  /// in another order.
  Strided,
};
constexpr SweepLayout sweepLayouts[] = {SweepLayout::End, SweepLayout::Begin,
                                        SweepLayout::Rows,
                                        SweepLayout::Strided};
StringRef getName(SweepLayout layout);

/// The properties of a tensor of a function that a sweep needs.
struct SweptTensor {
  ElementType type;
  SmallVector<int64_t> shape;
  /// The bits of the elements if this is an input of axes.
  std::optional<ElementBits> axes;
};

/// A function on tensors of known shapes.
struct SweptFunction {
  std::string name;
  Reference reference;
  /// In the function's order.
  std::vector<SweptTensor> inputs, outputs;
  /// The functions, on bits, that are applied to each element before it is
  /// reduced and to each result; may be empty.
  std::function<uint64_t(uint64_t)> prologue, epilogue;
};

/// The calls of one sweep and their expected outputs. This object owns the
/// memory that `getReplay` refers to.
class Sweep {
public:
  /// Creates a sweep over `positions` of the elements of input `input` of
  /// `function`, preceded by a call without a special element. `values` are the
  /// values of each input; null for axes. `variant` selects the value in gaps
  /// between elements, which changes results if the function reads it.
  Sweep(SweptFunction &function, unsigned input,
        ArrayRef<const SweepValues *> values, SweepLayout layout,
        unsigned variant, ArrayRef<int64_t> positions);
  Sweep(const Sweep &) = delete;
  Sweep &operator=(const Sweep &) = delete;

  const ReplaySweep &getReplay() const { return replay; }

  /// Returns the position of the special element in call `call`; -1 for none.
  int64_t getPosition(int64_t call) const {
    return call == 0 ? -1 : positions[call - 1];
  }

  /// Describes the failure of a call.
  std::string describe(const ReplayReport &report) const;

private:
  /// A tensor, and the location of its elements.
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

/// Returns the positions to sweep in a tensor of `count` elements: all of them
/// if there are at most `most`; otherwise `most` of them, at both ends and at
/// random by `seed`.
SmallVector<int64_t> getSweepPositions(int64_t count, int64_t most,
                                       uint64_t seed);

/// Returns the element with these bits as text, for example "1.5" or "nan".
std::string printElement(ElementType type, uint64_t bits);

} // namespace mlir::reduce

#endif // REDUCE_VERIFICATION_SWEEP_H
