//===- Product.h - Product --------------------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_IR_COMBINERS_PRODUCT_H
#define REDUCE_LIB_IR_COMBINERS_PRODUCT_H

#include "reduce/IR/Combiners/Combiner.h"

namespace mlir::reduce {

/// The product. Integers wrap; f16 and bf16 accumulate in f32.
class ProductCombiner : public Combiner {
public:
  ProductCombiner(Type elementType, bool hasStrictOrder)
      : Combiner(elementType), hasStrictOrder(hasStrictOrder) {}

  /// A product of products can be merged into one product, except with strict
  /// order, or if each result is rounded from a wider type: merging would drop
  /// a rounding, which is more than a change of order.
  CombinerTraits getTraits() const override;
  /// 1.
  SmallVector<TypedAttr> getNeutralState() const override;
  /// The operation for floating-point factors has the flag reassoc, unless the
  /// order is strict.
  State combine(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                ValueRange element) const override;

  State prepare(ImplicitLocOpBuilder &builder, Value element,
                Value position) const override;
  Value finalize(ImplicitLocOpBuilder &builder, ValueRange state,
                 Value count) const override;
  bool hasFinalize() const override;

  /// f16 and bf16 are f32 until the end, so that the result is rounded once.
  /// There is none if the order is strict.
  std::unique_ptr<WireForm> getWireForm() const override;

  NumberState evaluateNeutral() const override;
  NumberState evaluatePrepare(const Number &element,
                              int64_t position) const override;
  NumberState evaluateCombine(const NumberState &accumulator,
                              const NumberState &element) const override;
  Number evaluateFinalize(const NumberState &state,
                          int64_t count) const override;

private:
  Type getAccumulatorType() const;

  bool hasStrictOrder;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_IR_COMBINERS_PRODUCT_H
