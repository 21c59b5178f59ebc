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

namespace mlir::reduce {

/// How a loop accumulates vectors of one width, each of several machine
/// vectors, and what is left over, for one result.
///
/// What the loop carries is known to this class alone: all elements are
/// combined by its methods, and their results go from each to the next as they
/// are.
///
/// Mostly, one state is carried and combined. Where combinations of numbers
/// are faster (NumberCombination.h), the loop drops NaN, and carries masks
/// beside: of the lanes that have met none. In the end a NaN in any lane makes
/// the one result NaN.
///
/// Where the reduction is better accumulated in the combiner's other form, a
/// state of that is carried beside, and the plain one is for what is left over.
class StripAccumulator {
public:
  /// `numStrips`: how many vectors are combined, kDynamic if not known.
  /// `isRestApart`: what is left over is at most one machine vector at a time,
  /// which is accumulated apart.
  StripAccumulator(const VectorReduction &reduction, const VectorTarget &target,
                   int64_t width, int64_t numStrips, bool isRestApart);

  /// The form in which strips are combined.
  LoopFormKind getForm() const {
    if (form)
      return LoopFormKind::SplitKeys;
    return dropsNaN() ? LoopFormKind::Numbers : LoopFormKind::Plain;
  }

  /// Returns what the loop carries first.
  SmallVector<Value> begin(ImplicitLocOpBuilder &builder) const;

  /// Combines the strip that starts at `indices`, one for each loop: returns
  /// what the loop carries on.
  SmallVector<Value> combineStrip(ImplicitLocOpBuilder &builder,
                                  ValueRange carried, ValueRange indices) const;

  /// Combines what is left over: `elements`, not in the other form and no more
  /// than a strip has.
  SmallVector<Value> combineRest(ImplicitLocOpBuilder &builder,
                                 ValueRange carried, ValueRange elements) const;

  /// Returns the combination of all that was combined: a state of scalars.
  State finish(ImplicitLocOpBuilder &builder, ValueRange carried) const;

private:
  bool dropsNaN() const { return numMasks > 0; }
  SmallVector<Value> combineNumbers(ImplicitLocOpBuilder &builder,
                                    ValueRange carried,
                                    ValueRange elements) const;
  State buildCombined(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                      ValueRange elements) const;
  State buildNarrowed(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                      int64_t toWidth) const;

  const VectorReduction &reduction;
  std::optional<VectorReduction> form;
  int64_t lanes, width;
  /// One mask for two machine vectors; none where combinations keep NaN.
  int64_t numMasks = 0;
  bool isRestApart;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRIPACCUMULATOR_H
