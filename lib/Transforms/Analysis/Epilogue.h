//===- Epilogue.h - What follows a reduction in its loops -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_EPILOGUE_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_EPILOGUE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce {

/// Succeeds where `op` computes elementwise what can be computed where each of
/// `results`, if it reads any, is known: it reads them in the order of its
/// loops, and of other operands each dimension by one of the loops, in their
/// order. Else sets `reason`.
LogicalResult checkEpilogue(linalg::LinalgOp op, Value results,
                            StringRef &reason);

/// The elementwise operation that is the only user of a reduction's results. It
/// is computed where these are stored, with what else it reads there.
class Epilogue {
public:
  /// Returns `op`, a user of results of `reduction`, if that can be computed
  /// with it: it is the only one, in the same block, and `checkEpilogue`
  /// succeeds. Else sets `reason`.
  static FailureOr<Epilogue>
  match(linalg::LinalgOp op, linalg::LinalgOp reduction, StringRef &reason);
  /// Returns the user of results of `reduction` that there is, if any, and if
  /// it can be computed with it.
  static FailureOr<Epilogue> match(linalg::LinalgOp reduction);

  linalg::GenericOp getOp() const { return op; }

  /// The tensor it writes into, null where that is a result of the reduction.
  Value getDestination() const;

  /// Which result of the reduction it writes into; without `getDestination`.
  unsigned getOverwritten() const;

  /// Whether it reads what is in its destination: then each result must be
  /// stored once only.
  bool readsDestination() const;

  /// Builds what it makes of `accumulators`, for each result of the reduction a
  /// vector from `indices` on or the value there. Other operands are read at
  /// the same place: as far as they go, without `inBounds`. `destination` is
  /// what its own has become.
  Value build(ImplicitLocOpBuilder &builder, ValueRange accumulators,
              Value destination, ValueRange indices, bool inBounds) const;

  /// Builds a copy of the operation for the part of the results that has
  /// `offsets` and `sizes`; `accumulated` and `destination` are of that part.
  /// Without a destination, it is `accumulated` that is written into.
  Value buildPart(ImplicitLocOpBuilder &builder, ValueRange accumulated,
                  Value destination, ArrayRef<OpFoldResult> offsets,
                  ArrayRef<OpFoldResult> sizes) const;

  /// Builds a copy of the operation for all results.
  Value buildWhole(ImplicitLocOpBuilder &builder, ValueRange accumulated) const;

private:
  Epilogue(linalg::GenericOp op, ValueRange results)
      : op(op), results(results) {}

  /// Returns which of the reduction's results `operand` is, if it is one.
  std::optional<unsigned> getResult(Value operand) const;

  bool isDestination(OpOperand &operand) const;

  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  /// The reduction's.
  SmallVector<Value, 2> results;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_EPILOGUE_H
