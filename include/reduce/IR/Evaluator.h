//===- Evaluator.h - Reductions of constants --------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference of what a reduction means, written to be read: one element
// after the other, in row-major order, on numbers of any width. Constant
// folding rests on it, and through that the tests of compiled code.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_EVALUATOR_H
#define REDUCE_IR_EVALUATOR_H

#include "mlir/IR/BuiltinAttributes.h"
#include "reduce/IR/ReduceInterfaces.h"

namespace mlir::reduce {

/// The most elements that an input or a result may have to be evaluated:
/// constants are folded in milliseconds, and no file grows by much.
constexpr int64_t maxEvaluatedElements = 1 << 16;

/// Whether tensors of the static shape `shape` are small enough to evaluate.
bool isEvaluable(ArrayRef<int64_t> shape);

/// Returns what `reduction` gives for an input of the elements `input`; the
/// type is that which type inference gives for theirs. Fails where `input` or
/// the result has more than `maxEvaluatedElements`.
FailureOr<DenseElementsAttr> evaluate(ReductionOpInterface reduction,
                                      DenseElementsAttr input);

/// Returns what an empty set gives, of the combiner's result type.
TypedAttr evaluateEmptySet(const Combiner &combiner);

} // namespace mlir::reduce

#endif // REDUCE_IR_EVALUATOR_H
