//===- NumberCombination.h - Combinations of numbers only -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The minimum and the maximum of floats that keep a NaN are three instructions
// on x86: one compares, one looks for a NaN, one moves it. A comparison alone
// is one instruction, and loses NaN: where an element is NaN, the accumulator
// stays. One instruction more looks for a NaN in two vectors, where the target
// has mask registers.
//
// Only `buildPairCombination` and StripAccumulator combine elements in this
// way: both look for NaN among the elements that they are given, and make the
// result NaN. Strategies call one of these two.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_NUMBERCOMBINATION_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_NUMBERCOMBINATION_H

#include "Combinations.h"

namespace mlir::reduce {

/// Whether to combine numbers only, and to look for NaN apart, is faster than
/// what `reduction` combines by, and gives the same results.
bool combinesNumbersFaster(const Reduction &reduction,
                           const VectorTarget &target);

/// How loops accumulate.
enum class LoopFormKind {
  /// As the combiner does.
  Plain,
  /// Numbers only, and NaN are looked for apart.
  Numbers,
  /// In the combiner's other form: keys of two kinds, apart.
  SplitKeys,
};

/// Returns the form that loops take which combine states by
/// `buildPairCombination`, if they do (`combinePairs`), in the form that
/// `buildInLoopForm` gives them.
LoopFormKind getLoopForm(const Reduction &reduction, const VectorTarget &target,
                         bool combinePairs);

/// Builds the combination of two states, each a vector or a scalar, for
/// numbers: where an element is NaN, the accumulator stays, which is no NaN if
/// it starts as none. Only where `combinesNumbersFaster`.
State buildNumberCombination(ImplicitLocOpBuilder &builder,
                             const Reduction &reduction, ValueRange accumulator,
                             ValueRange elements);

/// Builds a mask of the lanes in which neither vector has a NaN.
Value buildAreNumbers(ImplicitLocOpBuilder &builder, Value first, Value second);

/// Builds the combination of `accumulator` with two states of elements, all of
/// one shape, with the results of `VectorReduction::buildCombination`; by
/// combinations of numbers where that is faster.
State buildPairCombination(ImplicitLocOpBuilder &builder,
                           const VectorReduction &reduction,
                           const VectorTarget &target, ValueRange accumulator,
                           ValueRange first, ValueRange second);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_NUMBERCOMBINATION_H
