//===- Scratch.h - Memory for partial results -------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_SCRATCH_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_SCRATCH_H

#include "mlir/IR/Value.h"

namespace mlir::reduce::detail {

/// Returns whether `value` is a slice of the first elements of a vector.
bool isFront(Value value);

/// Returns whether `value` has all of the memory that a pass has allocated on
/// the stack, or its front. The first cache has room for it.
bool isScratch(Value value);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_SCRATCH_H
