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

namespace mlir::reduce::detail {

/// Returns the tensor type for the !torch.vtensor `type`, whether or not its
/// dialect is registered. Returns null for other types, and if the element type
/// is not known or not in the specification.
TensorType parseTorchTensorType(Type type);

/// Builds the conversion of `value`, a tensor of torch-mlir, to `type`, which
/// parseTorchTensorType returned for its type.
Value buildToBuiltinTensor(OpBuilder &builder, Location loc, Value value,
                           TensorType type);

/// Builds the conversion of `tensor` to `type`, for which parseTorchTensorType
/// returned the tensor's type.
Value buildFromBuiltinTensor(OpBuilder &builder, Location loc, Value tensor,
                             Type type);

/// Returns whether `op` may be a conversion that these functions build.
bool isTorchConversion(Operation *op);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_CONVERSION_ONNX_TORCHTENSORS_H
