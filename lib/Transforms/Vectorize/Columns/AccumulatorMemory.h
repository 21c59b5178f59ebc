//===- AccumulatorMemory.h - Accumulators of columns in memory --*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_COLUMNS_ACCUMULATORMEMORY_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_COLUMNS_ACCUMULATORMEMORY_H

#include "ColumnStrips.h"

namespace mlir::reduce::detail {

/// Accumulators of columns that are in memory while others are in registers, in
/// the form that loops for the target use.
class AccumulatorMemory {
public:
  AccumulatorMemory(const VectorReduction &reduction,
                    const VectorTarget &target);

  /// Returns the reduction in the form of the accumulators.
  const VectorReduction &getForm() const { return form; }

  /// Returns the size in bytes of the accumulators of a column.
  int64_t getColumnBytes() const;

  /// Allocates memory for `numColumns` columns.
  void allocate(ImplicitLocOpBuilder &builder, int64_t numColumns);

  /// Sets where accumulators are, from now on: those of a column are at
  /// `column - first + offset`. Null means 0.
  void setPlace(Value first, Value offset) {
    firstColumn = first;
    firstOffset = offset;
  }

  /// Returns the initial accumulators of `columns`. `destinations`: the tensors
  /// that hold them if they are not constant.
  SmallVector<Value> buildStarts(ImplicitLocOpBuilder &builder,
                                 ColumnStrips &strips, ValueRange destinations,
                                 const Columns &columns) const;

  /// Loads the accumulators of `columns`.
  SmallVector<Value> buildLoad(ImplicitLocOpBuilder &builder,
                               const Columns &columns) const;

  /// Saves the accumulators of `columns`.
  void buildSave(ImplicitLocOpBuilder &builder, const Columns &columns,
                 ValueRange accumulators) const;

  /// Builds the last combination of accumulators, which are in `getForm()`.
  using CombineLastFn = llvm::function_ref<SmallVector<Value>(ValueRange)>;

  /// Loads the accumulators of `columns`, applies `combineLast`, and returns
  /// them in the form of `reduction`. `destinations`: as for `buildStarts`.
  SmallVector<Value> buildFinal(ImplicitLocOpBuilder &builder,
                                ColumnStrips &strips, ValueRange destinations,
                                const Columns &columns,
                                CombineLastFn combineLast) const;

private:
  Value buildPlace(ImplicitLocOpBuilder &builder, Value column) const;

  const VectorReduction &reduction;
  const VectorTarget &target;
  VectorReduction form;
  /// One memref for each value of a state.
  SmallVector<Value> memory;
  Value firstColumn, firstOffset;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_COLUMNS_ACCUMULATORMEMORY_H
