//===- Combinations.h - Combinations of vectors of states -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_COMBINATIONS_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_COMBINATIONS_H

#include "VectorReduction.h"
#include "VectorTarget.h"

namespace mlir::reduce {

/// Returns `width` elements of `vector` from `offset` on.
Value buildSlice(ImplicitLocOpBuilder &builder, Value vector, int64_t offset,
                 int64_t width);

/// Returns the state of `width` elements of `state` from `offset` on.
State buildSlice(ImplicitLocOpBuilder &builder, ValueRange state,
                 int64_t offset, int64_t width);

/// Returns how many elements the vectors of `state` have.
int64_t getNumElements(ValueRange state);

/// Returns `states` one after the other, as loops carry them.
SmallVector<Value> joinStates(ArrayRef<State> states);

/// Returns the states of `numValues` values each that `values` are, one after
/// the other.
SmallVector<State> splitStates(ValueRange values, size_t numValues);

/// Builds the combination of `accumulators`, one or more states, with the
/// elements that `buildLoop` combines with the states it is given, by the form
/// of `reduction` that it is given: the other one where that is faster on
/// `target`.
SmallVector<Value> buildInLoopForm(
    ImplicitLocOpBuilder &builder, const VectorReduction &reduction,
    const VectorTarget &target, ValueRange accumulators,
    llvm::function_ref<SmallVector<Value>(const VectorReduction &, ValueRange)>
        buildLoop);

/// Combines as many lanes of `accumulator`, from its first on, as `elements`
/// has with these by `combine`, and returns the whole accumulator.
State buildInFront(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                   ValueRange elements,
                   llvm::function_ref<State(ValueRange, ValueRange)> combine);

/// Builds the combination of `elements` with as many lanes of `accumulator`,
/// from its first on, and returns the whole accumulator.
State buildFrontCombination(ImplicitLocOpBuilder &builder,
                            const VectorReduction &reduction,
                            ValueRange accumulator, ValueRange elements);

/// Builds the results of `numRows` rows, a power of two, of which each of
/// `states`, a power of two, holds equally many: in successive groups of
/// lanes, the first elements of its rows, the second ones, and so on. Returns
/// the results of the first state's rows, then of the second's, and so on.
State buildMerged(ImplicitLocOpBuilder &builder,
                  const VectorReduction &reduction, SmallVector<State> states,
                  int64_t numRows);

/// Builds the combination of `accumulated`, a state that started neutral, with
/// what the outputs start as at `indices`, and stores what the epilogue makes
/// of it in `destinations`, as far as that goes without `inBounds`. Returns the
/// tensors after that.
SmallVector<Value> buildStore(ImplicitLocOpBuilder &builder,
                              const VectorReduction &reduction,
                              ValueRange accumulated, ValueRange destinations,
                              ValueRange indices, bool inBounds = true);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_COMBINATIONS_H
