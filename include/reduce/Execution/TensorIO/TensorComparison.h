//===- TensorComparison.h - Two tensors side by side ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_EXECUTION_TENSORIO_TENSORCOMPARISON_H
#define REDUCE_EXECUTION_TENSORIO_TENSORCOMPARISON_H

#include "reduce/Support/Tensor.h"

namespace mlir::reduce {

/// How far an element may be from the expected one:
/// absolute + relative * |expected|, as numpy.allclose has it.
struct Tolerances {
  double relative = 0;
  double absolute = 0;
};

/// Fails where element type or shape differ, or elements do by more than
/// `tolerances`; the message says how many, and names the first. NaN is equal
/// to NaN, of whatever bits, and -0.0 to 0.0; an infinity only to itself.
llvm::Error compareTensors(const Tensor &actual, const Tensor &expected,
                           Tolerances tolerances);

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_TENSORIO_TENSORCOMPARISON_H
