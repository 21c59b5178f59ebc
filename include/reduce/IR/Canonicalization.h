//===- Canonicalization.h - Canonical forms of reductions -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_CANONICALIZATION_H
#define REDUCE_IR_CANONICALIZATION_H

#include "reduce/IR/ReduceInterfaces.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::reduce {

/// Folds `reduction` to its input if it does not change any element, or to a
/// constant. `input` is the input if that is a constant; otherwise null.
/// Returns null if neither fold has the type of the result.
OpFoldResult foldReduction(ReductionOpInterface reduction, Attribute input);

/// Adds the patterns that bring reductions into canonical form. The description
/// of `reduce.min` lists the canonical forms.
void populateReductionCanonicalizationPatterns(RewritePatternSet &patterns);

} // namespace mlir::reduce

#endif // REDUCE_IR_CANONICALIZATION_H
