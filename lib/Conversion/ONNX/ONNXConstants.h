//===- ONNXConstants.h - ONNX's constants as operations ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants of onnx-mlir and torch-mlir, in all forms of an ONNX Constant, and
// constants of registered dialects. As in ONNXOperations.h, the dialects of
// these compilers need not be registered.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_ONNX_ONNXCONSTANTS_H
#define REDUCE_LIB_CONVERSION_ONNX_ONNXCONSTANTS_H

#include "mlir/IR/Builders.h"

namespace mlir::reduce::detail {

/// Returns the name of the operator in `op`, an operation of torch-mlir; empty
/// for other operations.
StringRef getTorchOperatorName(Operation *op);

/// Returns whether `op` is an operation of onnx-mlir or torch-mlir for a
/// constant or a missing value.
bool isONNXConstant(Operation *op);

/// Returns whether `op` is a constant: isONNXConstant, or a constant of a
/// registered dialect.
bool isConstant(Operation *op);

/// Returns the value of the constant `op`; null if it is not a constant or has
/// no value.
Attribute getConstantValue(Operation *op);

/// Returns the integers in `value`, in the order of its elements. Returns none
/// if it is not a constant, or if they cannot be read or are too many to be
/// axes.
std::optional<SmallVector<int64_t>> getConstantIntegers(Value value);

/// Builds a tensor with the value of `op`, for which isONNXConstant holds.
/// Fails, with a remark (ReasonHandler), if the value cannot be read or does
/// not match its type.
FailureOr<Value> buildONNXConstant(OpBuilder &builder, Operation *op);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_CONVERSION_ONNX_ONNXCONSTANTS_H
