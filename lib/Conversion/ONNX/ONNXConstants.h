//===- ONNXConstants.h - ONNX's constants as operations ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants of onnx-mlir and torch-mlir, in each form that an ONNX Constant
// has, and MLIR's own. As in ONNXOperations.h, no dialect needs to be
// registered.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_ONNX_ONNXCONSTANTS_H
#define REDUCE_LIB_CONVERSION_ONNX_ONNXCONSTANTS_H

#include "mlir/IR/Builders.h"

namespace mlir::reduce {

/// Returns the name of the operator that `op` of torch-mlir stands for; empty
/// where it stands for none.
StringRef getTorchOperatorName(Operation *op);

/// Whether `op` is an operation of onnx-mlir or torch-mlir that makes a
/// constant or stands for a missing value.
bool isONNXConstant(Operation *op);

/// Whether `op` makes a constant: isONNXConstant, or one of a registered
/// dialect.
bool isConstant(Operation *op);

/// Returns the value of the constant `op`; null for others, and where it has
/// none.
Attribute getConstantValue(Operation *op);

/// Returns the integers in `value`, in the order of its elements; none where it
/// is not a constant, where they cannot be read, and where they are too many to
/// be axes.
std::optional<SmallVector<int64_t>> getConstantIntegers(Value value);

/// Builds the tensor that `op`, for which isONNXConstant holds, is. Fails, with
/// a remark (ReasonHandler), where its value cannot be read or is not of its
/// type.
FailureOr<Value> buildONNXConstant(OpBuilder &builder, Operation *op);

} // namespace mlir::reduce

#endif // REDUCE_LIB_CONVERSION_ONNX_ONNXCONSTANTS_H
