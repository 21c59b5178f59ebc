//===- Strategy.h - One way to vectorize a reduction ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_STRATEGY_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_STRATEGY_H

#include "Transforms/Vectorize/Builders/NumberCombination.h"

namespace mlir::reduce::detail {

/// Whether a strategy applies to a reduction, and how.
struct Choice {
  /// Whether the strategy was measured for this reduction: then the limits of
  /// speed do not count.
  bool isMeasured = false;
  /// The number of elements of the innermost loops in one step; kDynamic if it
  /// is known only at run time.
  SmallVector<int64_t> tile;
  /// The form of the loops over most elements.
  LoopFormKind form = LoopFormKind::Plain;
  /// Why the strategy applies, or why not.
  StringRef reason;

  LogicalResult accept(ArrayRef<int64_t> elements, StringRef why,
                       LoopFormKind loopForm = LoopFormKind::Plain) {
    tile.assign(elements.begin(), elements.end());
    form = loopForm;
    reason = why;
    return success();
  }
  LogicalResult refuse(StringRef why) {
    reason = why;
    return failure();
  }
};

/// One way to turn a reduction into loops over vectors.
struct Strategy {
  /// The name in remarks.
  StringRef name;
  /// Whether it supports any stride between rows. Other strategies read
  /// successive rows as one vector.
  bool servesStrides;
  /// Succeeds if the strategy applies to `reduction`. Sets `choice`.
  LogicalResult (*match)(const Reduction &reduction, const VectorTarget &target,
                         Choice &choice);
  /// Builds the loops at the insertion point of `builder` and returns the
  /// resulting tensors.
  SmallVector<Value> (*build)(ImplicitLocOpBuilder &builder,
                              const Reduction &reduction,
                              const VectorTarget &target);
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_STRATEGY_H
