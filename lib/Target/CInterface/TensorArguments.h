//===- TensorArguments.h - Functions that take tensors of C -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_TENSORARGUMENTS_H
#define REDUCE_LIB_TARGET_CINTERFACE_TENSORARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce::detail {

/// Returns the strides of `tensor`, a DLTensor. Without `isContiguous`, they
/// are read from it.
SmallVector<Value> buildStrides(ImplicitLocOpBuilder &builder, Value tensor,
                                ArrayRef<Value> extents, bool isContiguous);

/// Replaces the first `numTensors` arguments of `function`, which are memrefs,
/// by pointers to DLTensors. Each operation that uses a memref reads its fields
/// just before.
void takeTensors(func::FuncOp function, unsigned numTensors);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_TENSORARGUMENTS_H
