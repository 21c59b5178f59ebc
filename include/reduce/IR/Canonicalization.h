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

/// Folds `reduction`, whose input is the constant `input` or else null: to its
/// input where it leaves all elements as they are, or to a constant. Returns
/// null where neither has the type of the result.
OpFoldResult foldReduction(ReductionOpInterface reduction, Attribute input);

/// Adds the patterns that bring every reduction into its canonical form; they
/// are listed in the description of `reduce.min`.
void populateReductionCanonicalizationPatterns(RewritePatternSet &patterns);

} // namespace mlir::reduce

#endif // REDUCE_IR_CANONICALIZATION_H
