//===- Passes.h - Conversion passes -----------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_CONVERSION_PASSES_H
#define REDUCE_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
namespace reduce {

/// Adds the patterns of -convert-reduce-to-linalg, which match any operation
/// with ReductionOpInterface.
void populateReduceToLinalgConversionPatterns(RewritePatternSet &patterns);

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "reduce/Conversion/Passes.h.inc"

} // namespace reduce
} // namespace mlir

#endif // REDUCE_CONVERSION_PASSES_H
