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

namespace mlir::reduce::detail {

/// Builds the slice of `vector` with `width` elements from `offset` on.
Value buildSlice(ImplicitLocOpBuilder &builder, Value vector, int64_t offset,
                 int64_t width);

/// Builds the slice of `state` with `width` elements from `offset` on.
State buildSlice(ImplicitLocOpBuilder &builder, ValueRange state,
                 int64_t offset, int64_t width);

/// Returns a vector that starts with the lanes of `vectors`, which have one
/// type.
Value buildConcatenation(ImplicitLocOpBuilder &builder,
                         ArrayRef<Value> vectors);

/// Builds the values of `state` in the lanes of `mask`, and of `other`
/// elsewhere.
State buildSelection(ImplicitLocOpBuilder &builder, Value mask,
                     ValueRange state, ValueRange other);

/// Builds the elements of `first` and `second`, whose lanes follow those of
/// `first`, at `positions`.
State buildShuffled(ImplicitLocOpBuilder &builder, ValueRange first,
                    ValueRange second, ArrayRef<int64_t> positions);

/// Returns the number of elements of the vectors of `state`.
int64_t getNumElements(ValueRange state);

/// Concatenates `states`, for a loop to carry them.
SmallVector<Value> joinStates(ArrayRef<State> states);

/// Splits `values` into states of `numValues` values each.
SmallVector<State> splitStates(ValueRange values, size_t numValues);

/// Builds a loop in the form of `reduction` that is faster on `target`: the
/// combiner's loop form or the plain one. `buildLoop` gets that form and
/// initial states, and returns these states combined with elements. Returns
/// `accumulators`, which are one or more plain states, combined with the same
/// elements.
SmallVector<Value> buildInLoopForm(
    ImplicitLocOpBuilder &builder, const VectorReduction &reduction,
    const VectorTarget &target, ValueRange accumulators,
    llvm::function_ref<SmallVector<Value>(const VectorReduction &, ValueRange)>
        buildLoop);

/// Combines the first lanes of `accumulator`, as many as `elements` has, with
/// `elements` by `combine`. Returns the whole accumulator.
State buildInFront(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                   ValueRange elements,
                   llvm::function_ref<State(ValueRange, ValueRange)> combine);

/// Builds the combination of the first lanes of `accumulator`, as many as
/// `elements` has, with `elements`. Returns the whole accumulator.
State buildFrontCombination(ImplicitLocOpBuilder &builder,
                            const VectorReduction &reduction,
                            ValueRange accumulator, ValueRange elements);

/// Returns `state`, which combined elements in `order`, in memory order.
State buildInMemoryOrder(ImplicitLocOpBuilder &builder, ValueRange state,
                         LaneOrder order);

/// Applies the epilogue to `state`, stores the results in `destinations` at
/// `indices`, and returns the updated tensors. Without `inBounds`, lanes beyond
/// the end of `destinations` are not stored. If there is a `mask`, others are
/// not either.
SmallVector<Value> buildResults(ImplicitLocOpBuilder &builder,
                                const VectorReduction &reduction,
                                ValueRange state, ValueRange destinations,
                                ValueRange indices, bool inBounds = true,
                                Value mask = {});

/// Combines `accumulated`, a state that started as neutral, with the initial
/// values of the outputs at `indices`. Then does what `buildResults` does.
SmallVector<Value> buildStore(ImplicitLocOpBuilder &builder,
                              const VectorReduction &reduction,
                              ValueRange accumulated, ValueRange destinations,
                              ValueRange indices, bool inBounds = true);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_COMBINATIONS_H
