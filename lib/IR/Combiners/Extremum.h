//===- Extremum.h - Minimum and maximum -------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_IR_COMBINERS_EXTREMUM_H
#define REDUCE_LIB_IR_COMBINERS_EXTREMUM_H

#include "reduce/IR/Combiners/Combiner.h"

namespace mlir::reduce {

/// Which extremum is wanted.
enum class Extremum { Minimum, Maximum };

/// The least or the greatest element.
///
/// f16 and bf16 are compared as integers, keys whose order is that of the
/// numbers, or its reverse, with all NaN at one end: most machines compare
/// these as fast as anything, and cannot compare f16 or bf16 without a
/// conversion.
///
/// Of bools, bytes of which any but 0 is true, the least or greatest byte
/// decides.
class ExtremumCombiner : public Combiner {
public:
  ExtremumCombiner(Type elementType, Extremum extremum, bool ignoresNaN)
      : Combiner(elementType), isMaximum(extremum == Extremum::Maximum),
        ignoresNaN(ignoresNaN) {}

  /// Of elements that are ignored, none is what it gives alone.
  CombinerTraits getTraits() const override;
  /// Of a minimum +inf, or the greatest value of an integer type; of a maximum
  /// -inf, or the least. Of keys, what comes after all of them.
  SmallVector<TypedAttr> getNeutralState() const override;
  /// Of -0.0 and +0.0 either may come out, which the operation built permits.
  State combine(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                ValueRange element) const override;
  std::optional<arith::CmpFPredicate> getNaNDroppingComparison() const override;
  std::unique_ptr<LoopForm> getLoopForm() const override;

  State prepare(ImplicitLocOpBuilder &builder, Value element,
                Value position) const override;
  Value finalize(ImplicitLocOpBuilder &builder, ValueRange state,
                 Value count) const override;
  bool hasFinalize() const override;

  NumberState evaluateNeutral() const override;
  NumberState evaluateCombine(const NumberState &accumulator,
                              const NumberState &element) const override;

private:
  bool usesKeys() const { return elementType.isF16() || elementType.isBF16(); }
  /// Whether positive numbers are their own keys, and keys are signed; else
  /// negative ones are, and keys are unsigned.
  bool hasSignedKeys() const { return isMaximum != ignoresNaN; }
  TypedAttr getIdentity() const;

  bool isMaximum, ignoresNaN;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_IR_COMBINERS_EXTREMUM_H
