//===- StripAccumulator.h - Accumulation of strips --------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_STRIPACCUMULATOR_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_STRIPACCUMULATOR_H

#include "NumberCombination.h"

namespace mlir::reduce::detail {

/// Builds the accumulation of strips, vectors of one width that consist of
/// several machine vectors, and of the remaining elements, for one result.
///
/// Only this class knows the loop-carried values. Its methods combine all
/// elements, and the user passes the values that one method returns to the
/// next.
///
/// Normally, the loop carries one state. If combinations of numbers are faster
/// (NumberCombination.h), the loop drops NaN and also carries masks of the
/// lanes that have not had a NaN. At the end, a NaN in any lane makes the
/// result NaN.
///
/// If the combiner's loop form is faster, the loop also carries a state in that
/// form, and uses the plain state for the remaining elements.
class StripAccumulator {
public:
  /// `numStrips`: the number of strips; kDynamic if it is not known.
  /// `isRestApart`: whether the remaining elements are accumulated separately,
  /// at most one machine vector at a time.
  StripAccumulator(const VectorReduction &reduction, const VectorTarget &target,
                   int64_t width, int64_t numStrips, bool isRestApart);

  /// Returns the form in which strips are combined.
  LoopFormKind getForm() const {
    if (form)
      return LoopFormKind::SplitKeys;
    return dropsNaN() ? LoopFormKind::Numbers : LoopFormKind::Plain;
  }

  /// Returns the initial loop-carried values.
  SmallVector<Value> begin(ImplicitLocOpBuilder &builder) const;

  /// Combines the strip that starts at `indices`, one for each loop. Returns
  /// the next loop-carried values. `areRepeated`: a mask of the elements of the
  /// strip that are combined already; null if there are none, or if they do not
  /// matter. It is for strips in the plain form and in the order of memory.
  SmallVector<Value> combineStrip(ImplicitLocOpBuilder &builder,
                                  ValueRange carried, ValueRange indices,
                                  Value areRepeated = {}) const;

  /// Combines the remaining elements `elements`, in the plain form and at most
  /// as many as a strip has. Returns the next loop-carried values.
  SmallVector<Value> combineRest(ImplicitLocOpBuilder &builder,
                                 ValueRange carried, ValueRange elements) const;

  /// Builds the combination of all lanes: a state of scalars.
  State finish(ImplicitLocOpBuilder &builder, ValueRange carried) const;

private:
  bool dropsNaN() const { return numMasks > 0; }
  /// Returns the form of the rest: it marks NaN if zeros are ordered.
  VectorReduction getRestForm() const {
    return mayMarkRest && reduction.doesOrderZeros() ? reduction.getMarkedForm()
                                                     : reduction;
  }
  VectorType getMaskType(MLIRContext *context) const;
  SmallVector<Value> combineNumbers(ImplicitLocOpBuilder &builder,
                                    ValueRange carried,
                                    ValueRange elements) const;
  SmallVector<Value> combineHalves(ImplicitLocOpBuilder &builder,
                                   ValueRange carried,
                                   ValueRange indices) const;
  State buildCombined(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                      ValueRange elements) const;
  State buildNarrowed(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                      int64_t toWidth) const;

  const VectorReduction &reduction;
  std::optional<VectorReduction> form;
  int64_t lanes, width;
  /// Whether the halves of a strip are combined before the accumulator.
  bool combinesHalves;
  /// The number of masks: at most one for two machine vectors, or 0 if
  /// combinations propagate NaN.
  int64_t numMasks = 0;
  bool isRestApart, mayMarkRest, hasMaskRegisters;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRIPACCUMULATOR_H
