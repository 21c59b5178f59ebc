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

namespace mlir::reduce {

/// Whether a strategy serves a reduction, and how.
struct Choice {
  /// How many elements of the innermost loops one step takes, kDynamic where
  /// this is known only at run time.
  SmallVector<int64_t> tile;
  /// The form of the loops over most elements.
  LoopFormKind form = LoopFormKind::Plain;
  /// Why it serves the reduction, or why not.
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
  /// Its name in remarks.
  StringRef name;
  /// Whether it serves rows at any distance from each other; others take rows
  /// for one list.
  bool servesStrides;
  /// Succeeds where the strategy serves `reduction`; sets `choice`.
  LogicalResult (*match)(const Reduction &reduction, const VectorTarget &target,
                         Choice &choice);
  /// Builds the loops at `builder`'s place and returns the resulting tensors.
  SmallVector<Value> (*build)(ImplicitLocOpBuilder &builder,
                              const Reduction &reduction,
                              const VectorTarget &target);
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_STRATEGY_H
