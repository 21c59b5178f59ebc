//===- MarkedForm.h - Numbers with marks of NaN -----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A minimum or maximum of floats in any order must order zeros (clause
// same-bits). The instruction of x86 that does (`orders_zeros`) drops a NaN
// whichever operand has it. So if the accumulator had to be NaN, it would be
// tested for that, in each iteration, after the iteration before.
//
// In this form, a loop accumulates two values: the numbers, and marks, which
// are NaN where there was one. Only elements are tested.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_MARKEDFORM_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_MARKEDFORM_H

#include "reduce/IR/Combiners/Combiner.h"

namespace mlir::reduce::detail {

/// Builds the lesser of two vectors of numbers if `predicate` is `olt`, or the
/// greater if it is `ogt`, with ordered zeros. In a lane in which one is NaN,
/// the result is poison.
Value buildOrderedExtremum(ImplicitLocOpBuilder &builder,
                           arith::CmpFPredicate predicate, Value accumulator,
                           Value element);

/// Builds x86's default NaN, which its instructions produce, as a scalar or a
/// vector, like `value`. All combinations of vectors whose order depends on an
/// address give this one.
Value buildDefaultNaN(ImplicitLocOpBuilder &builder, Value value);

/// Accumulates numbers and marks of NaN. The state of an element is the element
/// twice.
class MarkedForm : public LoopForm {
public:
  /// `combiner` has a NaN-dropping comparison.
  explicit MarkedForm(const StateCombiner &combiner)
      : predicate(*combiner.getNaNDroppingComparison()),
        neutral(combiner.getNeutralState().front()) {}

  CombinerTraits getTraits() const override;
  SmallVector<TypedAttr> getNeutralState() const override;
  State combine(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                ValueRange element) const override;
  /// Builds the combination with two elements, which one test looks at.
  State combinePair(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                    ValueRange first, ValueRange second) const;
  State prepare(ImplicitLocOpBuilder &builder, Value element) const override;
  State finish(ImplicitLocOpBuilder &builder, ValueRange state) const override;

private:
  arith::CmpFPredicate predicate;
  /// The neutral number.
  TypedAttr neutral;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_MARKEDFORM_H
