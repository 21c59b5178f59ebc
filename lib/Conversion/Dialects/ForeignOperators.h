//===- ForeignOperators.h - Reductions of other dialects --------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal: the rows of ForeignOperators.def, and functions shared by the
// conversions that use them.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_DIALECTS_FOREIGNOPERATORS_H
#define REDUCE_LIB_CONVERSION_DIALECTS_FOREIGNOPERATORS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "reduce/IR/ReduceInterfaces.h"

namespace mlir::reduce::detail {

/// The dialects whose reductions can be converted.
enum class ForeignDialect { TOSA, StableHLO, Linalg };

/// A condition on an operation in addition to its name.
enum class ForeignCondition {
  Always,
  /// The NaN mode, if there is one, propagates NaN.
  PropagatesNaN,
  /// The NaN mode, if there is one, ignores NaN. The result for nothing but NaN
  /// is NaN.
  IgnoresNaN,
  /// No condition, but the operation orders -0.0 before +0.0 unless it has the
  /// fast-math flag nsz. Reductions do not order them.
  OrdersZeros,
  /// The operation has the fast-math flag reassoc.
  Reassociates,
  /// The operation does not have the fast-math flag reassoc: elements are
  /// combined in order.
  InOrder,
};

/// One way to write a reduction in another dialect: a row of
/// ForeignOperators.def, which documents the fields.
struct ForeignOperator {
  ForeignDialect dialect;
  StringLiteral name;
  ForeignCondition condition;
  /// A bit per type, as in ForeignOperators.cpp.
  uint32_t elementTypes;
  uint32_t exportTypes;
  StringLiteral operation;
  StringLiteral options;
  StringLiteral elementwise;

  /// Returns the element type of the reduction for elements of `type`: `type`,
  /// or the unsigned type for a signless one. Returns null if the row is not
  /// for `type`.
  Type getElementType(Type type) const;

  DictionaryAttr getOptions(MLIRContext *context) const;
};

/// The criteria of a pass that looks for operators.
struct ForeignQuery {
  ForeignDialect dialect;
  /// Whether operators that order zeros are not converted.
  bool keepZeroOrder = false;
  /// Whether operators without the fast-math flag reassoc are treated as if
  /// they had it.
  bool allowReassociation = false;
};

/// Returns whether any row of `dialect` has the name of `op`.
bool isForeignOperator(ForeignDialect dialect, Operation *op);

/// Finds the row that expresses `op` on elements of `elementType`. Returns null
/// and sets `reason` if there is none.
const ForeignOperator *findForeignOperator(const ForeignQuery &query,
                                           Operation *op, Type elementType,
                                           std::string &reason);

/// Finds the row of `dialect` that expresses `op` exactly. Returns null and
/// sets `reason` if there is none.
const ForeignOperator *findExportedOperator(ForeignDialect dialect,
                                            ReductionOpInterface op,
                                            std::string &reason);

/// Returns the result type of the reduction of `input` along `axes`:
/// `declared`, or the inferred type if that is null. Returns null and sets
/// `reason` if the reduction is not valid or contradicts `declared`.
TensorType checkReduction(TensorType input, ArrayRef<int64_t> axes,
                          bool keepdims, Type declared, std::string &reason);

/// Builds the reduction of `input` along `axes` for `foreign`, with the result
/// type `type`. If elements are treated as unsigned, casts surround it.
Value buildForeignReduction(OpBuilder &builder, Location loc,
                            const ForeignOperator &foreign, Value input,
                            ArrayRef<int64_t> axes, bool keepdims,
                            TensorType type);

/// Builds `result`, the reduction of `input` along `axes`, with each element
/// replaced by NaN for which all elements of `input` are NaN. For such
/// elements, a reduction that ignores NaN gives its identity, but other
/// dialects give NaN. `input` must have a rank.
Value buildNaNForAllNaN(OpBuilder &builder, Location loc, Value input,
                        ArrayRef<int64_t> axes, bool keepdims, Value result);

/// Returns the result of the reduction by `foreign` of no elements, with the
/// element type that `foreign` has for elements of `elementType`.
TypedAttr getIdentity(const ForeignOperator &foreign, Type elementType);

/// Returns whether `value`, of the type of elements or its signless type, has
/// the bits of `identity`.
bool isSameNumber(Attribute value, TypedAttr identity);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_CONVERSION_DIALECTS_FOREIGNOPERATORS_H
