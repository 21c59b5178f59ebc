//===- ReductionRequest.h - Reductions in the input -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common representation of reductions in the input: importers of model
// formats and the conversion of other compilers' operations create it.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_OPERATORS_REDUCTIONREQUEST_H
#define REDUCE_OPERATORS_REDUCTIONREQUEST_H

#include "mlir/IR/Builders.h"
#include "reduce/IR/TypeInference.h"
#include "reduce/Operators/OperatorVersions.h"

namespace mlir::reduce {

/// The reduction that a node, a layer or an operation represents.
struct ReductionRequest {
  Value input;
  /// The axes. If they are computed at run time, they are `dynamicAxes`
  /// instead.
  SmallVector<int64_t> axes;
  Value dynamicAxes;
  /// Whether an empty list of axes computed at run time reduces nothing.
  bool noopWithEmptyAxes = false;
  bool keepdims = false;
  /// The type of the result in the model; may be null.
  TensorType declared;
};

/// Returns whether a tensor can have both types: they have the same element
/// type, and their ranks and static dimensions do not contradict each other.
bool areCompatible(TensorType declared, RankedTensorType inferred);

/// Returns the name of the element type `type` for messages: that of the
/// specification if it has one, otherwise MLIR's.
std::string getElementTypeName(Type type);

/// Fails, with an error by `emitError`, unless `version` accepts elements of
/// `type`.
LogicalResult checkElementType(const OperatorVersion &version, Type type,
                               EmitErrorFn emitError);

/// Builds the operation for `version` and `request`, whose input must have a
/// rank, and returns its result. Fails if inferReductionType does, or if the
/// rank of the result is neither known nor declared; then emits an error by
/// `emitError` and builds nothing.
FailureOr<Value> buildReduction(OpBuilder &builder, Location loc,
                                const OperatorVersion &version,
                                const ReductionRequest &request,
                                EmitErrorFn emitError);

} // namespace mlir::reduce

#endif // REDUCE_OPERATORS_REDUCTIONREQUEST_H
