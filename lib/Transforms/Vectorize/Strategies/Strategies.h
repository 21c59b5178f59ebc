//===- Strategies.h - All strategies ----------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_STRATEGIES_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_STRATEGIES_H

#include "Strategy.h"

namespace mlir::reduce::detail {

extern const Strategy shortRowReduction;
extern const Strategy overlappedRowReduction;
extern const Strategy paddedRowReduction;
extern const Strategy rowGroupReduction;
extern const Strategy narrowRowReduction;
extern const Strategy columnGroupReduction;
extern const Strategy packedRowReduction;
extern const Strategy innerReduction;
extern const Strategy outerBlockReduction;
extern const Strategy outerReduction;

/// Returns the strategies in the order in which they are tried.
ArrayRef<const Strategy *> getStrategies();

/// Returns the strategy that `kind` names.
const Strategy &getStrategy(VectorStrategy kind);

/// Returns the first of `strategies` that applies to `reduction` and sets
/// `choice`. Returns null if none does. Calls `refuse` for each strategy that
/// does not apply, with the reason.
const Strategy *chooseStrategy(
    ArrayRef<const Strategy *> strategies, const Reduction &reduction,
    const VectorTarget &target, Choice &choice,
    llvm::function_ref<void(const Strategy &, StringRef)> refuse =
        [](const Strategy &, StringRef) {});

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_STRATEGIES_H
