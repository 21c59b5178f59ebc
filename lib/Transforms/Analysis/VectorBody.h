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

namespace mlir::reduce {

/// Whether strategies make vectors of `type`: machines do, and such a vector
/// lies in memory as its elements do one by one. Those of i1 take a byte each,
/// in a vector a bit.
bool isVectorElement(Type type);

/// Why not.
inline constexpr StringLiteral noVectorElement =
    "an element type is not one of index, i8 to i64, f16, bf16, f32 and f64";

/// Returns the bits of an element of a vector, 0 if `type` is no such.
unsigned getElementBits(Type type);

/// Whether `op` of a body can work on vectors as it does on scalars, and on
/// lanes that are padding.
bool isVectorizable(Operation &op);

/// Builds a vector of `width` times `scalar`; without `width`, that itself.
Value buildBroadcast(ImplicitLocOpBuilder &builder, Value scalar,
                     std::optional<int64_t> width);

/// Clones `op` of a body to work on vectors of `width` elements, or on scalars
/// without `width`: those of `mapping`, and splats of what comes from outside.
void cloneOperation(ImplicitLocOpBuilder &builder, Operation &op,
                    IRMapping &mapping, std::optional<int64_t> width);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_VECTORBODY_H
