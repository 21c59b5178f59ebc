//===- TorchTensors.h - Tensors of torch-mlir -------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_ONNX_TORCHTENSORS_H
#define REDUCE_LIB_CONVERSION_ONNX_TORCHTENSORS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::reduce {

/// Returns the tensor type that !torch.vtensor `type` stands for, registered or
/// not; null for others, and where the element type is not known or none of the
/// specification.
TensorType parseTorchTensorType(Type type);

/// Returns `value` of torch-mlir as a tensor of `type`, which
/// parseTorchTensorType returned for its type.
Value buildToBuiltinTensor(OpBuilder &builder, Location loc, Value value,
                           TensorType type);

/// Returns `tensor` as a value of `type`, for which parseTorchTensorType
/// returned the tensor's type.
Value buildFromBuiltinTensor(OpBuilder &builder, Location loc, Value tensor,
                             Type type);

/// Whether `op` may be what the functions above build.
bool isTorchConversion(Operation *op);

} // namespace mlir::reduce

#endif // REDUCE_LIB_CONVERSION_ONNX_TORCHTENSORS_H
