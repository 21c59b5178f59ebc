//===- Permutations.h - Permutations of lanes at run time -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_PERMUTATIONS_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_PERMUTATIONS_H

#include "VectorTarget.h"

namespace mlir::reduce::detail {

/// Returns whether vectors of the states of `reduction` can be permuted by
/// positions that are known only at run time (`buildPermutation`).
bool canPermute(const Reduction &reduction, const VectorTarget &target);

/// Builds the elements of `vector` at `positions`, a vector of integers with
/// the width of its elements. Neither MLIR nor LLVM has an operation for that,
/// so it is a call of the target's intrinsic.
Value buildPermutation(ImplicitLocOpBuilder &builder, Value vector,
                       Value positions);

/// Returns whether pairs of such vectors can be (`buildPairPermutation`).
bool canPermutePairs(const Reduction &reduction, const VectorTarget &target);

/// Builds the state of the elements of `first` and `second`, whose lanes follow
/// those of `first`, at `positions`.
State buildPairPermutation(ImplicitLocOpBuilder &builder, ValueRange first,
                           ValueRange second, Value positions);

/// Builds the values of `state` so that LLVM does not join the shuffles before
/// with those after. Its vectors have 512 bits.
State buildFence(ImplicitLocOpBuilder &builder, ValueRange state);

/// Builds the numbers of the lanes, and copies of an index, as vectors of
/// `type`.
Value buildLaneNumbers(ImplicitLocOpBuilder &builder, VectorType type);
Value buildIndexCopies(ImplicitLocOpBuilder &builder, VectorType type,
                       Value index);

/// Builds positions for vectors of the states of `reduction`: for each lane its
/// number plus one of `shifts`, the first one for the first `unit` lanes, the
/// second one for the next `unit` lanes, and so on; the last one for all
/// others.
Value buildLanePositions(ImplicitLocOpBuilder &builder,
                         const Reduction &reduction, int64_t lanes, Value unit,
                         ArrayRef<Value> shifts);

/// Registers the memory effects of calls of intrinsics: those of permutations
/// and fences have none. To upstream, which knows no effects of any,
/// buffers could not be freed in functions with such calls
/// (-ownership-based-buffer-deallocation).
void registerIntrinsicEffects(DialectRegistry &registry);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_PERMUTATIONS_H
