//===- NumberCombination.h - Combinations of numbers only -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A minimum or maximum of floats that propagates NaN takes three instructions
// on x86: a comparison, a test for NaN, and a move. A comparison alone is one
// instruction, but drops NaN: if an element is NaN, the accumulator does not
// change. One more instruction tests two vectors for NaN. With `fixes_nan`, a
// minimum that propagates NaN takes two, so there is nothing to gain from two
// vectors.
//
// Only `buildPairCombination`, StripAccumulator and `RowBuilder::buildMerged`
// combine elements in this way. The first two test their elements for NaN and
// make the result NaN if there is one; the last one uses the combiner then.
// Strategies use one of these.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_NUMBERCOMBINATION_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_NUMBERCOMBINATION_H

#include "Combinations.h"

namespace mlir::reduce::detail {

/// Returns whether it is faster to combine only numbers and to test for NaN
/// separately than to use the combiner of `reduction`, with the same results.
bool combinesNumbersFaster(const Reduction &reduction,
                           const VectorTarget &target);

/// Returns whether all values of a state are f32 or f64.
bool isSingleOrDouble(const Reduction &reduction);

/// How loops accumulate.
enum class LoopFormKind {
  /// By the combiner.
  Plain,
  /// By combinations of numbers, with a separate test for NaN.
  Numbers,
  /// In the combiner's loop form: two kinds of keys, separately.
  SplitKeys,
};

/// Returns how loops inside `buildInLoopForm` accumulate. `combinePairs`:
/// whether they combine states by `buildPairCombination`.
LoopFormKind getLoopForm(const Reduction &reduction, const VectorTarget &target,
                         bool combinePairs);

/// Builds the combination of two states of vectors or scalars that drops NaN:
/// if an element is NaN, the accumulator does not change. An accumulator that
/// starts as a number remains a number. Requires `combinesNumbersFaster`. If
/// `reduction` orders zeros, the result is poison if there is a NaN: so it may
/// only be used where there is none, or be replaced.
State buildNumberCombination(ImplicitLocOpBuilder &builder,
                             const VectorReduction &reduction,
                             ValueRange accumulator, ValueRange elements);

/// Builds a mask of the lanes in which neither vector has a NaN.
Value buildAreNumbers(ImplicitLocOpBuilder &builder, Value first, Value second);

/// Builds the combination of `vectors`, at least one, each a state of
/// `reduction`, which orders zeros, with one test of two vectors for NaN.
/// Requires `combinesNumbersFaster`.
State buildOrderedCombination(ImplicitLocOpBuilder &builder,
                              const VectorReduction &reduction,
                              ArrayRef<State> vectors);

/// Returns whether `buildPairCombination` is faster than two combinations.
bool combinesPairsFaster(const Reduction &reduction,
                         const VectorTarget &target);

/// Builds the combination of `accumulator` with two states of elements of the
/// same shape. The result is that of `VectorReduction::buildCombination`, but
/// uses combinations of numbers, or combines the elements first, if these are
/// faster.
State buildPairCombination(ImplicitLocOpBuilder &builder,
                           const VectorReduction &reduction,
                           const VectorTarget &target, ValueRange accumulator,
                           ValueRange first, ValueRange second);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_NUMBERCOMBINATION_H
