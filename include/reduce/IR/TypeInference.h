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
#include "mlir/IR/Value.h"
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

/// The axes of a reduction as far as they are known while compiling.
class ReductionAxes {
public:
  /// Axes that are an attribute.
  ReductionAxes(ArrayRef<int64_t> values) : values(values) {}
  /// The axes of an operation: `values` where they are an attribute, `operand`
  /// where they are computed at run time. An empty operand reduces nothing with
  /// `noopWithEmptyAxes`, all dimensions without.
  ReductionAxes(std::optional<ArrayRef<int64_t>> values, Value operand,
                bool noopWithEmptyAxes);

  /// Whether they are computed at run time.
  bool isDynamic() const { return !values; }
  /// The axes as written, which are known.
  ArrayRef<int64_t> getValues() const { return *values; }
  /// The number of axes; ShapedType::kDynamic where it is not known.
  int64_t getCount() const;
  bool getNoopWithEmptyAxes() const { return noopWithEmptyAxes; }

private:
  std::optional<ArrayRef<int64_t>> values;
  /// The type of the operand.
  RankedTensorType type;
  bool noopWithEmptyAxes = false;
};

/// Returns the best known type, with elements of `resultElementType`, of the
/// reduction of an `input` along `axes`: reduced dimensions become 1 with
/// `keepdims` and are dropped without. A size is dynamic if it depends on
/// axes that are not known; the type is unranked if its rank does. Fails, with
/// an error by `emitError`, as `normalizeAxes` does, and where there are more
/// axes than dimensions.
FailureOr<TensorType> inferReductionType(TensorType input,
                                         Type resultElementType,
                                         ReductionAxes axes, bool keepdims,
                                         EmitErrorFn emitError);

/// Returns the dimensions that are reduced in an `input` of known rank, sorted,
/// if they are known. Axes from an operand are known if their number leaves no
/// choice. `resultRank` is the rank of the declared result, or kDynamic.
std::optional<SmallVector<int64_t>>
getImpliedReducedDims(RankedTensorType input, ReductionAxes axes, bool keepdims,
                      int64_t resultRank);

/// `inferReductionType` in the form that InferTypeOpInterface asks for.
LogicalResult
inferReductionReturnTypes(std::optional<Location> location, TensorType input,
                          Type resultElementType, ReductionAxes axes,
                          bool keepdims,
                          SmallVectorImpl<Type> &inferredReturnTypes);

/// Whether `type` is a tensor with an encoding.
bool hasEncoding(Type type);

/// Returns whether the product of the nonzero static extents of `type` and the
/// width of an element in bits fits into 64 bits.
bool hasRepresentableByteSize(RankedTensorType type);

/// Returns whether a result of the type `inferred` may be declared as
/// `declared`: the element types are equal, and so are all sizes that both
/// know.
bool areCompatibleReductionTypes(Type inferred, Type declared);

/// Returns the type with what is known of either `first` or `second`, two types
/// of one tensor; null where they contradict each other.
TensorType combineTypes(TensorType first, TensorType second);

/// Verifies what every operation with ReductionOpInterface has to keep: that
/// its axes are given once, the clauses of `normalizeAxes`, and that the
/// declared result agrees with `inferReductionType`.
LogicalResult verifyReduction(Operation *op);

} // namespace mlir::reduce

#endif // REDUCE_IR_TYPEINFERENCE_H
