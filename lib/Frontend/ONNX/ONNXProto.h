//===- ONNXProto.h - Reading ONNX's protobuf messages -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations for this folder that need ONNX's message classes.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_ONNX_ONNXPROTO_H
#define REDUCE_LIB_FRONTEND_ONNX_ONNXPROTO_H

#include "onnx/onnx_pb.h"
#include "reduce/Support/Tensor.h"
#include <optional>

namespace mlir::reduce::detail {

/// Parses `bytes` into `message` without printing to stderr. Returns whether
/// `bytes` is such a message.
bool parseMessage(llvm::StringRef bytes,
                  google::protobuf::MessageLite &message);

/// Returns the element type for an onnx.TensorProto.DataType, or nothing if the
/// specification does not have it.
std::optional<ElementType> getONNXElementType(int32_t onnxType);

/// Returns the type's name for messages: numpy's name if the specification has
/// the type, otherwise ONNX's name, or the number if the type is unknown.
std::string getONNXTypeName(int32_t onnxType);

/// Like `parseTensorProto`, for a message in memory.
llvm::Expected<Tensor> convertTensorProto(const onnx::TensorProto &proto);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_FRONTEND_ONNX_ONNXPROTO_H
