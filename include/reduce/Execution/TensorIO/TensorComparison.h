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

/// The maximum difference of an element from the expected one:
/// absolute + relative * |expected|, as in numpy.allclose.
struct Tolerances {
  double relative = 0;
  double absolute = 0;
};

/// Fails if element types or shapes differ, or if elements differ by more than
/// `tolerances`. The error contains the number of such elements and the first
/// one. All NaN are equal, whatever their bits; -0.0 equals 0.0, and an
/// infinity equals only itself. If the tensors are slices of others, `origin`,
/// which is added to positions, is that of the slices; empty otherwise.
llvm::Error compareTensors(const Tensor &actual, const Tensor &expected,
                           Tolerances tolerances,
                           llvm::ArrayRef<int64_t> origin = {});

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_TENSORIO_TENSORCOMPARISON_H
