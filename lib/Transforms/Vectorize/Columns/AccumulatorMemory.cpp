//===- AccumulatorMemory.cpp - Accumulators of columns in memory ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulatorMemory.h"
#include "Transforms/Analysis/VectorBody.h"
#include "Transforms/Vectorize/Builders/Combinations.h"
#include "Transforms/Vectorize/Builders/Loops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

AccumulatorMemory::AccumulatorMemory(const VectorReduction &reduction,
                                     const VectorTarget &target)
    : reduction(reduction), target(target),
      form(target.usesLoopForm(reduction) ? reduction.getLoopForm()
                                          : reduction) {}

int64_t AccumulatorMemory::getColumnBytes() const {
  int64_t bytes = 0;
  for (Type type : form.getFormTypes())
    bytes += llvm::divideCeil(getElementBits(type), CHAR_BIT);
  return bytes;
}

void AccumulatorMemory::allocate(ImplicitLocOpBuilder &builder,
                                 int64_t numColumns) {
  memory =
      buildSharedScratch(builder, reduction, form.getFormTypes(), numColumns);
}

/// Returns where in memory the accumulator of `column` is.
Value AccumulatorMemory::buildPlace(ImplicitLocOpBuilder &builder,
                                    Value column) const {
  Value place = column;
  if (firstColumn)
    place = arith::SubIOp::create(builder, place, firstColumn);
  if (firstOffset)
    place = arith::AddIOp::create(builder, place, firstOffset);
  return place;
}

SmallVector<Value>
AccumulatorMemory::buildStarts(ImplicitLocOpBuilder &builder,
                               ColumnStrips &strips, ValueRange destinations,
                               const Columns &columns) const {
  if (!form.isLoopForm())
    return strips.buildStarts(builder, destinations, columns);
  SmallVector<Value> starts;
  for (int64_t count : columns.widths)
    llvm::append_range(starts, form.buildNeutral(builder, count));
  return starts;
}

SmallVector<Value> AccumulatorMemory::buildLoad(ImplicitLocOpBuilder &builder,
                                                const Columns &columns) const {
  SmallVector<Value> accumulators;
  for (auto [offset, count] : llvm::zip_equal(columns.offsets, columns.widths))
    for (auto [type, values] : llvm::zip_equal(form.getFormTypes(), memory))
      accumulators.push_back(
          vector::LoadOp::create(builder, VectorType::get(count, type), values,
                                 ValueRange(buildPlace(builder, offset))));
  return accumulators;
}

void AccumulatorMemory::buildSave(ImplicitLocOpBuilder &builder,
                                  const Columns &columns,
                                  ValueRange accumulators) const {
  for (auto [offset, state] : llvm::zip_equal(
           columns.offsets, splitStates(accumulators, form.getNumValues())))
    for (auto [accumulator, values] : llvm::zip_equal(state, memory))
      vector::StoreOp::create(builder, accumulator, values,
                              ValueRange(buildPlace(builder, offset)));
}

SmallVector<Value>
AccumulatorMemory::buildFinal(ImplicitLocOpBuilder &builder,
                              ColumnStrips &strips, ValueRange destinations,
                              const Columns &columns,
                              CombineLastFn combineLast) const {
  if (!form.isLoopForm())
    return combineLast(buildLoad(builder, columns));
  return buildInLoopForm(builder, reduction, target,
                         strips.buildStarts(builder, destinations, columns),
                         [&](const VectorReduction &, ValueRange) {
                           return combineLast(buildLoad(builder, columns));
                         });
}
