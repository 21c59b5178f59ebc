//===- ArithCombiner.h - Arith operations as combiners ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_ARITHCOMBINER_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_ARITHCOMBINER_H

#include "reduce/IR/Combiners/Combiner.h"

namespace mlir::reduce::detail {

/// The combiner of a reduction without the attribute reduce.combiner: one
/// binary operation. Its properties follow from the operation and its fast-math
/// flags.
class ArithCombiner : public StateCombiner {
public:
  /// Returns the combiner for `op`, which has two operands, one of them
  /// `accumulator`. Returns null and sets `reason` if too little is known of
  /// `op`. `op` must outlive the combiner.
  static std::unique_ptr<ArithCombiner> match(Operation *op, Value accumulator,
                                              StringRef &reason);

  CombinerTraits getTraits() const override;
  SmallVector<TypedAttr> getNeutralState() const override { return {neutral}; }
  State combine(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                ValueRange element) const override;
  std::optional<arith::CmpFPredicate> getNaNDroppingComparison() const override;

private:
  ArithCombiner(Operation *op, bool isAccumulatorFirst, TypedAttr neutral)
      : op(op), isAccumulatorFirst(isAccumulatorFirst), neutral(neutral) {}

  Operation *op;
  bool isAccumulatorFirst;
  TypedAttr neutral;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_ARITHCOMBINER_H
