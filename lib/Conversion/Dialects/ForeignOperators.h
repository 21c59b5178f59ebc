//===- ForeignOperators.h - Reductions of other dialects --------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal: the rows of ForeignOperators.def, and what the conversions that
// read them share.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_DIALECTS_FOREIGNOPERATORS_H
#define REDUCE_LIB_CONVERSION_DIALECTS_FOREIGNOPERATORS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "reduce/IR/ReduceInterfaces.h"

namespace mlir::reduce {

/// The dialects whose reductions are known.
enum class ForeignDialect { TOSA, StableHLO, Linalg };

/// What an operation has to say beyond its name.
enum class ForeignCondition {
  Always,
  /// Its NaN mode, if it has one, is to propagate NaN.
  PropagatesNaN,
  /// Its NaN mode, if it has one, is to ignore NaN. NaN alone give NaN.
  IgnoresNaN,
  /// -0.0 is less than +0.0, unless it has the fast-math flag nsz. Reductions
  /// do not order them.
  OrdersZeros,
  /// It has the fast-math flag reassoc.
  Reassociates,
  /// It does not: elements combine one after the other.
  InOrder,
};

/// One way of another dialect to write a reduction: a row of
/// ForeignOperators.def, which says what the fields mean.
struct ForeignOperator {
  ForeignDialect dialect;
  StringLiteral name;
  ForeignCondition condition;
  /// A bit per type, as in ForeignOperators.cpp.
  uint32_t elementTypes;
  uint32_t givenTypes;
  StringLiteral operation;
  StringLiteral options;
  StringLiteral elementwise;

  /// Returns the element type that elements of `type` are read as: `type`, or
  /// the unsigned type for a signless one. Null where it is not taken.
  Type getElementType(Type type) const;

  DictionaryAttr getOptions(MLIRContext *context) const;
};

/// What the pass that looks for operators asks of them.
struct ForeignQuery {
  ForeignDialect dialect;
  /// Whether operators that order zeros are left alone.
  bool keepZeroOrder = false;
  /// Whether operators without the fast-math flag reassoc are taken as if they
  /// had it.
  bool allowReassociation = false;
};

/// Whether some operator of `dialect` has the name of `op`.
bool isForeignOperator(ForeignDialect dialect, Operation *op);

/// Returns the operator that `op` is on elements of `elementType`; or null, and
/// why not in `reason`.
const ForeignOperator *findForeignOperator(const ForeignQuery &query,
                                           Operation *op, Type elementType,
                                           std::string &reason);

/// Returns the operator of `dialect` that says all that `op` says; or null, and
/// why not in `reason`.
const ForeignOperator *findGivenOperator(ForeignDialect dialect,
                                         ReductionOpInterface op,
                                         std::string &reason);

/// Returns the type of the reduction of `input` along `axes` where it may be
/// declared as `declared`; or null, and why not in `reason`. `declared` may be
/// null.
TensorType checkReduction(TensorType input, ArrayRef<int64_t> axes,
                          bool keepdims, Type declared, std::string &reason);

/// Builds the reduction that `foreign` stands for, of `input` along `axes`,
/// declared as `type`. Where elements are read as unsigned, casts stand around
/// it.
Value buildForeignReduction(OpBuilder &builder, Location loc,
                            const ForeignOperator &foreign, Value input,
                            ArrayRef<int64_t> axes, bool keepdims,
                            TensorType type);

/// Builds `result` with NaN where all elements of `input` that it was reduced
/// from along `axes` are NaN: a reduction that ignores NaN gives its identity
/// there, other dialects NaN. `input` has a rank.
Value buildNaNOfNaNOnly(OpBuilder &builder, Location loc, Value input,
                        ArrayRef<int64_t> axes, bool keepdims, Value result);

/// Returns what the reduction by `foreign` of no elements gives, of the type
/// that elements of `elementType` are read as.
TypedAttr getIdentity(const ForeignOperator &foreign, Type elementType);

/// Whether `value`, of the type of elements or its signless type, has the bits
/// of `identity`.
bool isSameNumber(Attribute value, TypedAttr identity);

} // namespace mlir::reduce

#endif // REDUCE_LIB_CONVERSION_DIALECTS_FOREIGNOPERATORS_H
