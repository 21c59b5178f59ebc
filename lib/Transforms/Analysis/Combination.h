//===- Combination.h - How a linalg.generic combines ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_COMBINATION_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_COMBINATION_H

#include "reduce/IR/ReduceAttributes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::reduce::detail {

/// The combiner of a `linalg.generic` reduction, and the values it combines.
struct Combination {
  std::shared_ptr<const StateCombiner> combiner;
  /// The attribute that names the combiner; null if there is none.
  CombinerAttr name;
  /// The state of an element: values in the body or outside of it.
  SmallVector<Value, 2> elements;
  /// The combiner's loop form and its form for f16; null if it has none, or if
  /// the argument of `prepare` is not found in the body.
  std::shared_ptr<const LoopForm> form, float16Form;
  /// The argument of the `prepare` of these forms: a value in the body or
  /// outside of it.
  Value unprepared;
  /// The operations of the body that depend on the accumulators.
  SmallPtrSet<Operation *, 4> combining;
};

/// Returns the combination of `op`, a reduction. The combiner is that of the
/// attribute `reduce.combiner` if the body matches it; otherwise that of the
/// only operation that combines. Fails and sets `reason` if neither is known.
FailureOr<Combination> matchCombination(linalg::GenericOp op,
                                        StringRef &reason);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_COMBINATION_H
