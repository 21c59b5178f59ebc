//===- VectorReduction.h - The vector code of a reduction -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_VECTORREDUCTION_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_VECTORREDUCTION_H

#include "MarkedForm.h"
#include "Transforms/Analysis/Reduction.h"

namespace mlir::reduce::detail {

/// The order of elements in the lanes of a vector.
enum class LaneOrder {
  /// The order in memory.
  Memory,
  /// The elements at even positions, then those at odd positions.
  EvensFirst,
};

/// A reduction that can build vector code for its body.
class VectorReduction : public Reduction {
public:
  explicit VectorReduction(const Reduction &reduction) : Reduction(reduction) {}

  //===--------------------------------------------------------------------===//
  // Forms
  //===--------------------------------------------------------------------===//

  /// Returns this reduction in the combiner's loop form, which prepares
  /// elements and combines states. Requires `hasLoopForm()`.
  VectorReduction getLoopForm() const;
  bool isLoopForm() const { return usesLoopForm; }

  /// Builds the plain state that is equivalent to `state` in the loop form.
  State buildFinished(ImplicitLocOpBuilder &builder, ValueRange state) const;

  /// Makes `buildElements` and what is like it prefetch what is `distance`
  /// elements later.
  void usePrefetches(int64_t distance) { prefetchDistance = distance; }

  /// Makes `buildElements` and what is like it read elements in bounds, and
  /// those under a mask that is known, in loads of at most half a cache line:
  /// where longer ones that touch two lines, or have a mask, are slow. These
  /// elements are not prefetched.
  void useShortLoads() { areLoadsShort = true; }

  /// Makes `buildElements` read as many elements at each of `numPlaces` places,
  /// a power of two, together `width`: each place is `distance` elements after
  /// the one before. Not for bodies that read indices.
  void usePlaces(int64_t numPlaces, Value distance) {
    this->numPlaces = numPlaces;
    placeDistance = distance;
  }
  int64_t getNumPlaces() const { return numPlaces; }

  /// Makes combinations of vectors of f32 and f64 independent of their order,
  /// whatever zeros and NaN the elements have: they order zeros, and with
  /// -reduce-expand-vector-extrema one NaN stands for all. For strategies whose
  /// order depends on an address (clause same-bits). Requires
  /// `gainsFromAlignment`.
  void orderZeros() { ordersZeros = true; }
  bool doesOrderZeros() const { return ordersZeros; }

  /// Returns this reduction, which orders zeros and has a NaN-dropping
  /// comparison, in the form of `MarkedForm`.
  VectorReduction getMarkedForm() const;
  /// Returns that form if this reduction has it, or null.
  const MarkedForm *getMarked() const { return marked.get(); }

  //===--------------------------------------------------------------------===//
  // States
  //===--------------------------------------------------------------------===//

  /// Returns the types of the values of a state in this form.
  SmallVector<Type> getFormTypes() const { return getForm().getStateTypes(); }

  /// Returns their number.
  size_t getNumValues() const { return getFormTypes().size(); }

  /// Returns the neutral state of this form.
  SmallVector<TypedAttr> getFormNeutral() const {
    return getForm().getNeutralState();
  }

  /// Builds a state of vectors of `width` neutral elements.
  State buildNeutral(ImplicitLocOpBuilder &builder, int64_t width) const;

  /// Builds the initial state, of vectors of `width` elements. Requires
  /// `hasConstantStart()`.
  State buildStart(ImplicitLocOpBuilder &builder, int64_t width) const;

  /// Builds the initial state, of scalars, at `indices` of the outputs.
  State buildStartScalar(ImplicitLocOpBuilder &builder, ValueRange destinations,
                         ValueRange indices) const;

  /// Builds the combination of two states of vectors or scalars of the same
  /// shape.
  State buildCombination(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                         ValueRange elements) const;

  /// Applies the epilogue, if there is one, to a state. Returns, for each
  /// result, the value to store in `destinations` at `indices` of the outputs.
  SmallVector<Value> buildEpilogue(ImplicitLocOpBuilder &builder,
                                   ValueRange accumulator,
                                   ValueRange destinations, ValueRange indices,
                                   bool inBounds = true) const;

  //===--------------------------------------------------------------------===//
  // Elements
  //===--------------------------------------------------------------------===//

  /// Reads `width` successive elements of each input at `indices`, one index
  /// for each loop, and builds the states that the body computes from them.
  /// Without `inBounds`, inputs may end earlier; the elements beyond are
  /// undefined.
  State buildElements(ImplicitLocOpBuilder &builder, ValueRange indices,
                      int64_t width, bool inBounds = true,
                      LaneOrder order = LaneOrder::Memory) const;

  /// Like `buildElements`, if only the elements in `mask` exist; the others are
  /// neutral.
  State buildMaskedElements(ImplicitLocOpBuilder &builder, ValueRange indices,
                            Value mask) const;

  /// Collapses the two innermost dimensions of the inputs.
  SmallVector<Value> buildJoinedInputs(ImplicitLocOpBuilder &builder) const;

  /// Like `buildElements`, for `inputs` that `buildJoinedInputs` returned:
  /// `indices` has one index fewer, and the elements may continue in the next
  /// row. Not for bodies that read indices.
  State buildJoinedElements(ImplicitLocOpBuilder &builder, ValueRange inputs,
                            ValueRange indices, int64_t width,
                            LaneOrder order = LaneOrder::Memory) const;

  /// Like `buildElements`, for `width` elements of `inputs` at each of
  /// `places`, the number of which is a power of two: those at the first place
  /// come first. `inputs` are those of the reduction, or `buildJoinedInputs`
  /// returned them. Not for bodies that read indices.
  State buildElementsAt(ImplicitLocOpBuilder &builder, ValueRange inputs,
                        ArrayRef<SmallVector<Value>> places, int64_t width,
                        LaneOrder order = LaneOrder::Memory) const;

  /// Like `buildMaskedElements`, for `inputs` that `buildJoinedInputs`
  /// returned.
  State buildMaskedJoinedElements(ImplicitLocOpBuilder &builder,
                                  ValueRange inputs, ValueRange indices,
                                  Value mask) const;

  /// Like `buildJoinedElements`, but reads only the lanes of `mask`: the others
  /// are undefined, and need not be in the inputs.
  State buildElementsOfLanes(ImplicitLocOpBuilder &builder, ValueRange inputs,
                             ValueRange indices, Value mask) const;

  /// Like `buildJoinedElements`, for the elements that `arrange` makes of the
  /// `width` elements read from an input, before the body extends them. With
  /// `mask`, reads only its lanes; the others are zeros.
  State buildArrangedElements(ImplicitLocOpBuilder &builder, ValueRange inputs,
                              ValueRange indices, int64_t width, Value mask,
                              llvm::function_ref<Value(Value)> arrange,
                              LaneOrder order) const;

  /// Builds `elements` with neutral elements in the lanes that are not in
  /// `mask`.
  State buildSelected(ImplicitLocOpBuilder &builder, Value mask,
                      ValueRange elements) const;

  /// The same for the lanes that are in `mask`.
  State buildNotSelected(ImplicitLocOpBuilder &builder, Value mask,
                         ValueRange elements) const;

  /// Returns the order in which `width` elements need the fewest instructions.
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
  State buildOrdered(ImplicitLocOpBuilder &builder, ArrayRef<Value> reads,
                     ValueRange indices, LaneOrder order) const;
  State buildBody(ImplicitLocOpBuilder &builder, ValueRange reads,
                  ValueRange indices) const;

  void buildPrefetchesOf(ImplicitLocOpBuilder &builder, ValueRange inputs,
                         ValueRange indices, int64_t width) const;

  SmallVector<Value> buildLoads(ImplicitLocOpBuilder &builder,
                                ValueRange inputs, ValueRange indices,
                                int64_t width) const;

  bool usesLoopForm = false;
  /// The distance of prefetches in elements; 0 without prefetches.
  int64_t prefetchDistance = 0;
  bool areLoadsShort = false;
  bool ordersZeros = false;
  std::shared_ptr<const MarkedForm> marked;
  /// The number of places that are read, and the distance from one to the next.
  int64_t numPlaces = 1;
  Value placeDistance;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_VECTORREDUCTION_H
