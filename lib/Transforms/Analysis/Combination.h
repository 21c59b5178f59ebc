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

namespace mlir::reduce {

/// The combiner of a `linalg.generic` that reduces, and what it combines.
struct Combination {
  std::shared_ptr<const StateCombiner> combiner;
  /// What names it; null if nothing does.
  CombinerAttr name;
  /// Values of the body, or from outside of it, that make the state of an
  /// element.
  SmallVector<Value, 2> elements;
  /// The combiner's other way to accumulate; null if it has none, or if what
  /// `prepare` took is not found in the body.
  std::shared_ptr<const LoopForm> form;
  /// What `form` prepares: a value of the body, or from outside of it.
  Value unprepared;
  /// The operations of the body that depend on what is accumulated.
  SmallPtrSet<Operation *, 4> combining;
};

/// Returns how `op`, which reduces, combines: as the attribute
/// `reduce.combiner` says where the body does that, else as the one arith
/// operation does that combines. Fails, and sets `reason`, where neither is
/// known.
FailureOr<Combination> matchCombination(linalg::GenericOp op,
                                        StringRef &reason);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_COMBINATION_H
