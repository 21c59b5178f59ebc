//===- TensorSlice.h - A part of a tensor -----------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_EXECUTION_TENSORIO_TENSORSLICE_H
#define REDUCE_EXECUTION_TENSORIO_TENSORSLICE_H

#include "reduce/Support/Tensor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::reduce {

/// The elements of a tensor that have, in each dimension, one of `shape`
/// successive indices from `origin`.
struct TensorSlice {
  llvm::SmallVector<int64_t> origin, shape;

  /// Returns all of a tensor.
  static TensorSlice getWhole(llvm::ArrayRef<int64_t> shape);
};

/// Returns the part of a tensor of a given shape that is wanted, which must be
/// within it, or an error.
using SliceSelector = llvm::function_ref<llvm::Expected<TensorSlice>(
    llvm::ArrayRef<int64_t> shape)>;

/// Calls `onRun` for each run of elements of `slice` that are adjacent in a
/// row-major tensor of the given shape, in order. It gets the number of the
/// first element in the tensor, the one in the slice, and their count.
void forEachRun(
    llvm::ArrayRef<int64_t> shape, const TensorSlice &slice,
    llvm::function_ref<void(int64_t inTensor, int64_t inSlice, int64_t count)>
        onRun);

/// Copies `slice` of the row-major tensor of the given shape whose elements are
/// at `from` to `to`, which has the shape of the slice.
void copySlice(const char *from, llvm::ArrayRef<int64_t> shape,
               const TensorSlice &slice, Tensor &to);

/// Returns a copy of a part of `tensor`. Fails if Tensor::create does.
llvm::Expected<Tensor> copySlice(const Tensor &tensor,
                                 const TensorSlice &slice);

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_TENSORIO_TENSORSLICE_H
