//===- TunedChoices.h - Measured choices for reductions ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_TUNEDCHOICES_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_TUNEDCHOICES_H

#include "Transforms/Analysis/Reduction.h"
#include "reduce/IR/ReduceAttributes.h"

namespace mlir::reduce::detail {

/// Returns the key of `reduction` in `reduce.tuned_choices`, without spaces. It
/// contains all that the speed of a strategy depends on, except for the target:
/// reductions with the same key have the same loops.
std::string getTuningKey(const Reduction &reduction);

/// Returns the choice for `reduction` of the nearest enclosing module that has
/// choices; null if there is none.
TunedChoiceAttr lookupTunedChoice(const Reduction &reduction);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_TUNEDCHOICES_H
