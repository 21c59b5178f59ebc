//===- TensorSlice.cpp - A part of a tensor -------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Execution/TensorIO/TensorSlice.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::reduce;

TensorSlice TensorSlice::getWhole(ArrayRef<int64_t> shape) {
  return {SmallVector<int64_t>(shape.size(), 0), SmallVector<int64_t>(shape)};
}

void mlir::reduce::forEachRun(
    ArrayRef<int64_t> shape, const TensorSlice &slice,
    function_ref<void(int64_t, int64_t, int64_t)> onRun) {
  if (llvm::is_contained(slice.shape, 0))
    return;
  // A run has all of the dimensions after `dim`.
  size_t dim = shape.size();
  int64_t count = 1;
  while (dim > 0 && slice.shape[dim - 1] == shape[dim - 1])
    count *= shape[--dim];
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1, inTensor = 0;
  for (size_t i = shape.size(); i-- > 0; stride *= shape[i]) {
    strides[i] = stride;
    inTensor += slice.origin[i] * stride;
  }
  if (dim > 0)
    count *= slice.shape[--dim];

  SmallVector<int64_t> index(dim);
  for (int64_t inSlice = 0;; inSlice += count) {
    onRun(inTensor, inSlice, count);
    size_t i = dim;
    for (; i-- > 0; index[i] = 0) {
      inTensor += strides[i];
      if (++index[i] < slice.shape[i])
        break;
      inTensor -= strides[i] * slice.shape[i];
    }
    if (i > dim)
      return;
  }
}

void mlir::reduce::copySlice(const char *from, ArrayRef<int64_t> shape,
                             const TensorSlice &slice, Tensor &to) {
  size_t size = getByteSize(to.getElementType());
  char *bytes = to.getBytes().data();
  forEachRun(shape, slice,
             [&](int64_t inTensor, int64_t inSlice, int64_t count) {
               std::memcpy(bytes + inSlice * size, from + inTensor * size,
                           count * size);
             });
}

llvm::Expected<Tensor> mlir::reduce::copySlice(const Tensor &tensor,
                                               const TensorSlice &slice) {
  llvm::Expected<Tensor> copy =
      Tensor::create(tensor.getElementType(), slice.shape);
  if (copy)
    copySlice(tensor.getBytes().data(), tensor.getShape(), slice, *copy);
  return copy;
}
