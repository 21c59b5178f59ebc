//===- RandomTensor.h - Tensors of random elements --------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_EXECUTION_TENSORIO_RANDOMTENSOR_H
#define REDUCE_EXECUTION_TENSORIO_RANDOMTENSOR_H

#include "reduce/Execution/TensorIO/TensorSlice.h"

namespace mlir::reduce {

/// Returns a tensor of random elements that depend only on the arguments, not
/// on the machine: floating-point numbers in [-1, 1), integers over the whole
/// range of their type, and booleans. Fails if Tensor::create does.
llvm::Expected<Tensor> createRandomTensor(ElementType type,
                                          llvm::ArrayRef<int64_t> shape,
                                          uint64_t seed);

/// Returns `slice` of the same tensor. Takes the time, but not the memory, of
/// the elements before its last one.
llvm::Expected<Tensor> createRandomSlice(ElementType type,
                                         llvm::ArrayRef<int64_t> shape,
                                         const TensorSlice &slice,
                                         uint64_t seed);

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_TENSORIO_RANDOMTENSOR_H
