//===- Evaluator.h - Reductions of constants --------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference semantics of reductions, written for readability: one element
// at a time, in row-major order, on numbers of any width. Constant folding uses
// it, and tests of compiled code compare with the folded constants.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_EVALUATOR_H
#define REDUCE_IR_EVALUATOR_H

#include "mlir/IR/BuiltinAttributes.h"
#include "reduce/IR/ReduceInterfaces.h"

namespace mlir::reduce {

/// The maximum number of elements of an input or a result to evaluate. Within
/// this limit, folding takes milliseconds, and constants stay small.
constexpr int64_t maxEvaluatedElements = 1 << 16;

/// Returns whether tensors of the static shape `shape` are small enough to
/// evaluate.
bool isEvaluable(ArrayRef<int64_t> shape);

/// Returns the result of `reduction` for the input `input`, with the type that
/// is inferred from the type of `input`. Fails if `input` or the result has
/// more than `maxEvaluatedElements` elements.
FailureOr<DenseElementsAttr> evaluate(ReductionOpInterface reduction,
                                      DenseElementsAttr input);

/// Returns the result for an empty set, of the combiner's result type.
TypedAttr evaluateEmptySet(const Combiner &combiner);

} // namespace mlir::reduce

#endif // REDUCE_IR_EVALUATOR_H
