//===- TensorArguments.h - Functions that take tensors of C -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_CALLEES_TENSORARGUMENTS_H
#define REDUCE_LIB_TARGET_CINTERFACE_CALLEES_TENSORARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce::detail {

/// Returns the strides of `tensor`, a DLTensor. Without `isContiguous`, they
/// are read from it.
SmallVector<Value> buildStrides(ImplicitLocOpBuilder &builder, Value tensor,
                                ArrayRef<Value> extents, bool isContiguous);

/// Return the address of element `i` of `array`, an array of pointers, and the
/// element.
Value buildElementAddress(ImplicitLocOpBuilder &builder, Value array,
                          int64_t i);
Value buildElement(ImplicitLocOpBuilder &builder, Value array, int64_t i);

/// Returns the address of element `i` of `array`, an array of 64-bit integers.
Value buildInteger64Address(ImplicitLocOpBuilder &builder, Value array,
                            int64_t i);

/// Returns the address of an array of `pointers` on the stack.
Value buildArray(ImplicitLocOpBuilder &builder, ValueRange pointers);

/// What the elements of an array of tensors point to. Those of a contiguous
/// tensor of known shape need no DLTensor.
enum class Pointee { DLTensor, FirstElement };

/// Replaces the first `numTensors` arguments of `function`, which are memrefs,
/// by an array of pointers. Each operation that uses a memref reads what it
/// needs just before.
void takeTensors(func::FuncOp function, unsigned numTensors, Pointee pointee);

/// Makes LLVM spend little time on `function`, which has no loops.
void markAsGlue(func::FuncOp function);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_CALLEES_TENSORARGUMENTS_H
