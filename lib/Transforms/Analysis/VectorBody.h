//===- VectorBody.h - Bodies of linalg operations on vectors ----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_VECTORBODY_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_VECTORBODY_H

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce::detail {

/// Returns whether strategies support vectors of `type`: machines have such
/// vectors, and the memory layout of a vector is that of its elements. This
/// does not hold for i1, which takes a byte alone and a bit in a vector.
bool isVectorElement(Type type);

/// The reason if `isVectorElement` is false.
inline constexpr StringLiteral noVectorElement =
    "an element type is not one of index, i8 to i64, f16, bf16, f32 and f64";

/// Returns the width of `type` in bits; 0 if it is not an index, integer or
/// floating-point type.
unsigned getElementBits(Type type);

/// Returns whether `op` in a body can be applied to vectors, including lanes
/// that are padding.
bool isVectorizable(Operation &op);

/// Builds a vector with `width` copies of `scalar`. Without `width`, returns
/// `scalar`.
Value buildBroadcast(ImplicitLocOpBuilder &builder, Value scalar,
                     std::optional<int64_t> width);

/// Clones `op` in a body for vectors of `width` elements, or for scalars
/// without `width`. Operands are those in `mapping`; values from outside of the
/// body are broadcast.
void cloneOperation(ImplicitLocOpBuilder &builder, Operation &op,
                    IRMapping &mapping, std::optional<int64_t> width);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_VECTORBODY_H
