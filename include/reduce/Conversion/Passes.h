//===- Passes.h - Conversion passes -----------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_CONVERSION_PASSES_H
#define REDUCE_CONVERSION_PASSES_H

#include "reduce/Conversion/Dialects/Passes.h"
#include "reduce/Conversion/ONNX/Passes.h"
#include "reduce/Conversion/ReduceToLinalg/Passes.h"

namespace mlir::reduce {

/// Registers the passes of Conversion/ and its subfolders.
inline void registerReduceConversionPasses() {
  registerReduceLinalgConversionPasses();
  registerReduceDialectConversionPasses();
  registerReduceONNXConversionPasses();
}

} // namespace mlir::reduce

#endif // REDUCE_CONVERSION_PASSES_H
