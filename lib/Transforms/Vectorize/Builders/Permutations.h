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

/// Registers the memory effects of calls of intrinsics: those of
/// `buildPermutation` have none. To upstream, which knows no effects of any,
/// buffers could not be freed in functions with such calls
/// (-ownership-based-buffer-deallocation).
void registerIntrinsicEffects(DialectRegistry &registry);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_PERMUTATIONS_H
