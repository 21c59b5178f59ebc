//===- ResultDims.h - Sizes of results --------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_RESULTDIMS_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_RESULTDIMS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::reduce::detail {

/// Adds upstream's patterns that resolve the sizes of results, and a pattern
/// that folds the size of a dimension out of range: upstream's patterns would
/// report an error, but such a size is only undefined.
void populateResultDimsPatterns(RewritePatternSet &patterns);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_RESULTDIMS_H
