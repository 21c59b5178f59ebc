//===- VectorReduction.h - The vector code of a reduction -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_VECTORREDUCTION_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_VECTORREDUCTION_H

#include "Transforms/Analysis/Reduction.h"

namespace mlir::reduce {

/// The order of elements in the lanes of a vector.
enum class LaneOrder {
  /// As in memory.
  Memory,
  /// Those at even places, then those at odd ones.
  EvensFirst,
};

/// A reduction, and the vector code of its body.
class VectorReduction : public Reduction {
public:
  explicit VectorReduction(const Reduction &reduction) : Reduction(reduction) {}

  //===--------------------------------------------------------------------===//
  // Forms
  //===--------------------------------------------------------------------===//

  /// Returns this reduction in the combiner's other form: elements are
  /// prepared, and states combined, as that does. `hasLoopForm()`.
  VectorReduction getLoopForm() const;
  bool isLoopForm() const { return usesLoopForm; }

  /// Builds the state that `state`, of the other form, stands for.
  State buildFinished(ImplicitLocOpBuilder &builder, ValueRange state) const;

  //===--------------------------------------------------------------------===//
  // States
  //===--------------------------------------------------------------------===//

  /// How many values a state has, in this form.
  size_t getNumValues() const { return getForm().getStateTypes().size(); }

  /// Builds a state of vectors of `width` neutral elements.
  State buildNeutral(ImplicitLocOpBuilder &builder, int64_t width) const;

  /// Builds a state of vectors of `width` values to start with;
  /// `hasConstantStart()`.
  State buildStart(ImplicitLocOpBuilder &builder, int64_t width) const;

  /// Builds the state to start with at `indices` of the outputs.
  State buildStartScalar(ImplicitLocOpBuilder &builder, ValueRange destinations,
                         ValueRange indices) const;

  /// Builds the combination of two states of vectors, or scalars, of one shape.
  State buildCombination(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                         ValueRange elements) const;

  /// Builds what the epilogue makes of a state, for each result: what is to be
  /// stored in `destinations` at `indices` of the outputs.
  SmallVector<Value> buildEpilogue(ImplicitLocOpBuilder &builder,
                                   ValueRange accumulator,
                                   ValueRange destinations, ValueRange indices,
                                   bool inBounds = true) const;

  //===--------------------------------------------------------------------===//
  // Elements
  //===--------------------------------------------------------------------===//

  /// Reads `width` successive elements of each input at `indices`, one index
  /// for each loop, and builds the states that the body makes of them.
  /// Without `inBounds` inputs may end before; elements beyond mean nothing.
  State buildElements(ImplicitLocOpBuilder &builder, ValueRange indices,
                      int64_t width, bool inBounds = true,
                      LaneOrder order = LaneOrder::Memory) const;

  /// Builds elements as `buildElements` does where only those in `mask` exist;
  /// neutral ones stand in for the others.
  State buildMaskedElements(ImplicitLocOpBuilder &builder, ValueRange indices,
                            Value mask) const;

  /// Returns the inputs with the two innermost dimensions as one.
  SmallVector<Value> buildJoinedInputs(ImplicitLocOpBuilder &builder) const;

  /// Builds elements as `buildElements` does, of `inputs` that
  /// `buildJoinedInputs` returned: `indices` has one index less, and the
  /// elements may go on in the next row. Not for bodies that read indices.
  State buildJoinedElements(ImplicitLocOpBuilder &builder, ValueRange inputs,
                            ValueRange indices, int64_t width,
                            LaneOrder order = LaneOrder::Memory) const;

  /// Builds elements as `buildMaskedElements` does, of `inputs` that
  /// `buildJoinedInputs` returned.
  State buildMaskedJoinedElements(ImplicitLocOpBuilder &builder,
                                  ValueRange inputs, ValueRange indices,
                                  Value mask) const;

  /// Builds `elements`, with neutral ones in the lanes that are not in `mask`.
  State buildSelected(ImplicitLocOpBuilder &builder, Value mask,
                      ValueRange elements) const;

  /// Returns the order in which `width` elements take the fewest instructions.
  LaneOrder getFastestOrder(int64_t width) const {
    return doesExtendBF16() && !readsIndices() && width % 2 == 0
               ? LaneOrder::EvensFirst
               : LaneOrder::Memory;
  }

private:
  const StateCombiner &getForm() const {
    return usesLoopForm ? *combination.form : *combination.combiner;
  }
  State buildElementsOf(ImplicitLocOpBuilder &builder, ValueRange inputs,
                        ValueRange indices, int64_t width, bool inBounds,
                        LaneOrder order) const;
  State buildBody(ImplicitLocOpBuilder &builder, ValueRange reads,
                  ValueRange indices) const;

  bool usesLoopForm = false;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_VECTORREDUCTION_H
