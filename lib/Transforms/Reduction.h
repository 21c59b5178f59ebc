//===- Reduction.h - A reduction that strategies can vectorize --*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_REDUCTION_H
#define REDUCE_LIB_TRANSFORMS_REDUCTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce {

/// A `linalg.generic` on tensors of static shape that reduces with one
/// combiner, and the vector code of its body. Every input is read in the
/// order of the loops; the output has the parallel loops as its dimensions.
class Reduction {
public:
  /// Returns the reduction that `op` is; where it is none, fails and sets
  /// `reason`.
  static FailureOr<Reduction> match(linalg::GenericOp op, StringRef &reason);

  linalg::GenericOp getOp() const { return op; }
  Type getAccumulatorType() const { return accumulatorType; }

  /// The widest element that the body reads or computes, in bits.
  unsigned getMaxElementBits() const { return maxElementBits; }

  /// The loops' extents, outermost first.
  ArrayRef<int64_t> getExtents() const { return extents; }
  bool isReduced(unsigned loop) const { return reduced[loop]; }
  unsigned getNumLoops() const { return extents.size(); }
  SmallVector<unsigned> getReducedLoops() const;
  SmallVector<unsigned> getParallelLoops() const;

  /// Whether elements may be combined in any order.
  bool isReassociable() const { return reassociable; }

  /// Whether the output starts as the combiner's neutral element everywhere.
  bool startsNeutral() const { return neutralDestination != nullptr; }

  /// The tensor that results are written into. Its elements mean nothing where
  /// `startsNeutral()`, for then the fill is bypassed.
  Value getDestination() const;

  /// Builds a vector of `width` neutral elements.
  Value buildNeutral(ImplicitLocOpBuilder &builder, int64_t width) const;

  /// Reads `width` successive elements of each input at `indices`, one index
  /// for each loop, and builds what the body computes of them.
  Value buildElements(ImplicitLocOpBuilder &builder, ValueRange indices,
                      int64_t width) const;

  /// Builds the combination of two vectors, or scalars, of one type.
  Value buildCombination(ImplicitLocOpBuilder &builder, Value accumulator,
                         Value elements) const;

private:
  explicit Reduction(linalg::GenericOp op) : op(op) {}

  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  Operation *combiner = nullptr;
  /// The combiner's operand that is not the accumulator.
  Value combinedElement;
  Type accumulatorType;
  TypedAttr neutral;
  Value neutralDestination;
  SmallVector<int64_t> extents;
  SmallVector<bool> reduced;
  unsigned maxElementBits = 0;
  bool reassociable = false;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_REDUCTION_H
