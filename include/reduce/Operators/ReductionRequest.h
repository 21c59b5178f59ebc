//===- ReductionRequest.h - Building of a model's reduction -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every way in makes of a reduction: the importers of model formats, and
// the conversion of other compilers' operations.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_OPERATORS_REDUCTIONREQUEST_H
#define REDUCE_OPERATORS_REDUCTIONREQUEST_H

#include "mlir/IR/Builders.h"
#include "reduce/IR/TypeInference.h"
#include "reduce/Operators/OperatorVersions.h"

namespace mlir::reduce {

/// What a node, a layer or an operation asks of a reduction.
struct ReductionRequest {
  Value input;
  /// The axes; where they are computed at run time, `dynamicAxes` has them.
  SmallVector<int64_t> axes;
  Value dynamicAxes;
  /// Whether axes computed at run time, if empty, reduce nothing.
  bool noopWithEmptyAxes = false;
  bool keepdims = false;
  /// What the model says of the result; may be null.
  TensorType declared;
};

/// Returns whether one tensor can have both types: they have the same element
/// type, and no static dimension or rank in one contradicts the other.
bool areCompatible(TensorType declared, RankedTensorType inferred);

/// Returns what messages call the element type `type`: the name that the
/// specification has for it, else MLIR's.
std::string getElementTypeName(Type type);

/// Fails, with an error by `emitError`, unless `version` accepts elements of
/// `type`.
LogicalResult checkElementType(const OperatorVersion &version, Type type,
                               EmitErrorFn emitError);

/// Builds the operation that `version` becomes, and returns its result; its
/// input has a rank. Fails, with an error by `emitError` and nothing built, as
/// inferReductionType, and where the rank of the result is neither known nor
/// declared.
FailureOr<Value> buildReduction(OpBuilder &builder, Location loc,
                                const OperatorVersion &version,
                                const ReductionRequest &request,
                                EmitErrorFn emitError);

} // namespace mlir::reduce

#endif // REDUCE_OPERATORS_REDUCTIONREQUEST_H
