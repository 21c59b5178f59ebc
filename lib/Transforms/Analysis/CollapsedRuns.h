//===- CollapsedRuns.h - Dimensions of slices as one ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_COLLAPSEDRUNS_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_COLLAPSEDRUNS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce::detail {

/// Returns whether `slice` is one run of memory if its source is: it has a part
/// of at most one dimension, before which it has single indices.
bool isContiguousSlice(tensor::ExtractSliceOp slice);

/// Returns whether each of `groups` of dimensions of `tensor` can be collapsed
/// without a copy. Only a slice may have gaps.
bool areRuns(Value tensor, ArrayRef<ReassociationIndices> groups);

/// Collapses each of `groups` of dimensions of `tensor`. If this is a slice
/// that is one run of memory, but the type of its memref does not say so,
/// bufferization would copy the slice to collapse it. So the source is
/// collapsed instead, and the result is a slice of that.
Value buildCollapsedRun(ImplicitLocOpBuilder &builder, Value tensor,
                        ArrayRef<ReassociationIndices> groups);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_COLLAPSEDRUNS_H
