//===- Epilogue.h - The operation after a reduction -------------*- C++ -*-===//
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

namespace mlir::reduce::detail {

/// Succeeds if `op` is elementwise and can be computed as soon as each element
/// of `results`, if it reads any, is known. It must read `results` in the order
/// of its loops. Each dimension of other operands must be indexed by one of the
/// loops, in the order of the loops. Otherwise fails and sets `reason`.
LogicalResult checkEpilogue(linalg::LinalgOp op, Value results,
                            StringRef &reason);

/// The elementwise operation that is the only user of a reduction's results. It
/// is computed on the accumulators before they are stored, and reads its other
/// operands there.
class Epilogue {
public:
  /// Returns `op`, a user of results of `reduction`, as its epilogue. Fails and
  /// sets `reason` unless it is the only user, is in the same block, and
  /// `checkEpilogue` succeeds.
  static FailureOr<Epilogue>
  match(linalg::LinalgOp op, linalg::LinalgOp reduction, StringRef &reason);
  /// Returns the epilogue of `reduction`. Fails if there is none.
  static FailureOr<Epilogue> match(linalg::LinalgOp reduction);

  linalg::GenericOp getOp() const { return op; }

  /// Returns the tensor that it writes to; null if that is a result of the
  /// reduction.
  Value getDestination() const;

  /// Returns the number of the reduction's result that it writes to.
  /// `getDestination` must be null.
  unsigned getOverwritten() const;

  /// Returns whether it reads elements of its destination. Then each result
  /// must be stored only once.
  bool readsDestination() const;

  /// Returns whether it computes each element from one result alone.
  bool isUnary() const;

  /// Builds the result of the epilogue for `accumulators`, which has a vector
  /// from `indices` on, or the scalar there, for each result of the reduction.
  /// Other operands are read at the same position; without `inBounds`, they may
  /// end before the vector does. `destination` is the current value of the
  /// destination.
  Value build(ImplicitLocOpBuilder &builder, ValueRange accumulators,
              Value destination, ValueRange indices, bool inBounds) const;

  /// Builds a copy of the operation for the part of the results at `offsets`
  /// with `sizes`; `accumulated` and `destination` are slices for that part. If
  /// `getDestination` is null, it writes to a tensor of `accumulated` instead.
  Value buildPart(ImplicitLocOpBuilder &builder, ValueRange accumulated,
                  Value destination, ArrayRef<OpFoldResult> offsets,
                  ArrayRef<OpFoldResult> sizes) const;

  /// Builds a copy of the operation for all results.
  Value buildWhole(ImplicitLocOpBuilder &builder, ValueRange accumulated) const;

private:
  Epilogue(linalg::GenericOp op, ValueRange results)
      : op(op), results(results) {}

  /// Returns the number of `operand` among the reduction's results, if it is
  /// one.
  std::optional<unsigned> getResult(Value operand) const;

  bool isDestination(OpOperand &operand) const;

  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  /// The results of the reduction.
  SmallVector<Value, 2> results;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_EPILOGUE_H
