//===- TypeInference.h - Axes and result types of reductions ----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows which axes are valid and what type a reduction has.
// The verifier, type inference, builders and importers call it.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_TYPEINFERENCE_H
#define REDUCE_IR_TYPEINFERENCE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::reduce {

/// Starts an error to which the reason is appended.
using EmitErrorFn = llvm::function_ref<InFlightDiagnostic()>;

/// Returns the dimensions that `axes` name in a tensor of rank `rank`, sorted.
/// Fails, with an error by `emitError`, where an axis is outside [-rank,
/// rank-1] (clause axes-range) or names a dimension twice (axes-unique).
/// `emitError` may be null: then nothing is reported.
FailureOr<SmallVector<int64_t>>
normalizeAxes(ArrayRef<int64_t> axes, int64_t rank, EmitErrorFn emitError);

/// As `normalizeAxes`, for axes that the verifier has accepted.
SmallVector<int64_t> normalizeVerifiedAxes(ArrayRef<int64_t> axes,
                                           int64_t rank);

/// Returns the type of the reduction of an `input` along `axes`: reduced
/// dimensions become 1 with `keepdims` and are dropped without. Fails as
/// `normalizeAxes` does.
FailureOr<RankedTensorType> inferReductionType(RankedTensorType input,
                                               ArrayRef<int64_t> axes,
                                               bool keepdims,
                                               EmitErrorFn emitError);

/// `inferReductionType` in the form that InferTypeOpInterface asks for.
LogicalResult
inferReductionReturnTypes(std::optional<Location> location, Type input,
                          ArrayRef<int64_t> axes, bool keepdims,
                          SmallVectorImpl<Type> &inferredReturnTypes);

/// Whether the bytes of a tensor of `type` can be counted; one with dynamic
/// dimensions may always be small.
bool isCountable(RankedTensorType type);

/// Whether a result may be declared with the type `declared`: as `inferred`,
/// but that sizes may be known in one of them only.
bool areCompatibleReductionTypes(Type inferred, Type declared);

/// Verifies what every operation with ReductionOpInterface has to keep: the
/// clauses of `normalizeAxes`, and that the declared result agrees with
/// `inferReductionType`.
LogicalResult verifyReduction(Operation *op);

} // namespace mlir::reduce

#endif // REDUCE_IR_TYPEINFERENCE_H
