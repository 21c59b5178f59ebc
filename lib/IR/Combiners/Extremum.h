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

/// Which extremum to compute.
enum class Extremum { Minimum, Maximum };

/// The least or the greatest element.
///
/// f16 and bf16 are compared as integer keys. The order of keys is that of the
/// numbers, or its reverse, with all NaN at one end. Most machines compare
/// integers fast, but cannot compare f16 or bf16 without a conversion. The form
/// for the others compares f16.
///
/// Bools are stored as bytes, and any byte except 0 is true. Their extremum is
/// the truth of the least or greatest byte.
class ExtremumCombiner : public Combiner {
public:
  ExtremumCombiner(Type elementType, Extremum extremum, bool ignoresNaN)
      : Combiner(elementType), isMaximum(extremum == Extremum::Maximum),
        ignoresNaN(ignoresNaN) {}

  /// If NaN are ignored, the reduction of a single NaN is not that element.
  CombinerTraits getTraits() const override;
  /// For a minimum, +inf or the greatest value of the integer type; for a
  /// maximum, -inf or the least. For keys, the key that loses to all others.
  SmallVector<TypedAttr> getNeutralState() const override;
  /// The result for -0.0 and +0.0 may be either; the operation has the flag
  /// nsz.
  State combine(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                ValueRange element) const override;
  std::optional<arith::CmpFPredicate> getNaNDroppingComparison() const override;
  std::unique_ptr<LoopForm> getLoopForm() const override;
  /// Null if NaN are ignored: that takes as many instructions as keys do.
  std::unique_ptr<LoopForm> getFloat16Form() const override;

  State prepare(ImplicitLocOpBuilder &builder, Value element,
                Value position) const override;
  Value finalize(ImplicitLocOpBuilder &builder, ValueRange state,
                 Value count) const override;
  bool hasFinalize() const override;

  /// Integers of a signed order. Floats are their keys, bools are bytes.
  std::unique_ptr<WireForm> getWireForm() const override;

  NumberState evaluateNeutral() const override;
  NumberState evaluateCombine(const NumberState &accumulator,
                              const NumberState &element) const override;

private:
  bool usesKeys() const {
    return !comparesFloat16 && (elementType.isF16() || elementType.isBF16());
  }
  /// Returns whether keys are signed, and the bits of positive numbers are
  /// their keys. Otherwise keys are unsigned, and the bits of negative numbers
  /// are their keys.
  bool hasSignedKeys() const { return isMaximum != ignoresNaN; }
  TypedAttr getIdentity() const;

  bool isMaximum, ignoresNaN;
  /// Whether f16 is compared as such.
  bool comparesFloat16 = false;

  friend class Float16Form;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_IR_COMBINERS_EXTREMUM_H
