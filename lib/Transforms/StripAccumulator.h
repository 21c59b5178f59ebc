//===- StripAccumulator.h - Accumulation of strips --------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_STRIPACCUMULATOR_H
#define REDUCE_LIB_TRANSFORMS_STRIPACCUMULATOR_H

#include "Strategy.h"

namespace mlir::reduce {

/// How a loop accumulates vectors of one width, each of several machine
/// vectors.
///
/// Mostly, one vector is carried and combined. The minimum and the maximum of
/// floats that keep a NaN are three instructions on x86: one compares, one
/// looks for a NaN, one moves it. Where the target has mask registers, the loop
/// only compares, so that it loses NaN, and carries masks beside: of the lanes
/// that have met none. One instruction looks at two vectors for that. In the
/// end a NaN in any lane makes the one result NaN.
///
/// Where the reduction is better accumulated in its split form, those
/// accumulators are carried beside the one vector, which is for what is
/// combined with it outside of `combine`.
class StripAccumulator {
public:
  /// `numStrips`: how many vectors are combined, kDynamic if not known.
  StripAccumulator(const Reduction &reduction, const VectorTarget &target,
                   int64_t width, int64_t numStrips);

  /// Returns what the loop carries first, for accumulators that start as
  /// `start`.
  SmallVector<Value> begin(ImplicitLocOpBuilder &builder, Value start) const;

  /// The form in which elements are combined.
  const Reduction &getForm() const { return split ? *split : reduction; }

  /// Returns what the loop carries on after `elements`, of that form.
  SmallVector<Value> combine(ImplicitLocOpBuilder &builder, ValueRange carried,
                             Value elements) const;

  /// Returns the combination of all lanes of the accumulators, and of `rest`,
  /// one machine vector, unless it is null.
  Value finishAll(ImplicitLocOpBuilder &builder, ValueRange carried,
                  Value rest) const;

private:
  Value buildCombined(ImplicitLocOpBuilder &builder, Value accumulator,
                      Value elements) const;
  Value buildNarrowed(ImplicitLocOpBuilder &builder, Value accumulator,
                      int64_t toWidth) const;

  const Reduction &reduction;
  std::optional<Reduction> split;
  int64_t lanes;
  /// One mask for two machine vectors; none where combinations keep NaN.
  int64_t numMasks = 0;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_STRIPACCUMULATOR_H
