//===- PaddedRowReduction.h - Rows padded to a power of two -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_PADDEDROWREDUCTION_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_PADDEDROWREDUCTION_H

#include "Transforms/Vectorize/Builders/VectorTarget.h"

namespace mlir::reduce::detail {

/// Builds the loops for rows that are padded to `paddedLength`, a power of two
/// that is at least as large as their length and less than twice as large. If
/// the length is known only at run time, requires `canPermute` and contiguous
/// rows. Returns the resulting tensors.
SmallVector<Value> buildPaddedRows(ImplicitLocOpBuilder &builder,
                                   const Reduction &reduction,
                                   const VectorTarget &target,
                                   int64_t paddedLength);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_PADDEDROWREDUCTION_H
