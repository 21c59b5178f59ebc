//===- ONNXProto.h - Reading ONNX's protobuf messages -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files of this folder share that needs ONNX's message classes.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_ONNX_ONNXPROTO_H
#define REDUCE_LIB_FRONTEND_ONNX_ONNXPROTO_H

#include "onnx/onnx_pb.h"
#include "reduce/Support/Tensor.h"
#include <optional>

namespace mlir::reduce {

/// Parses `bytes` into `message` without a word on stderr. Returns whether
/// `bytes` is such a message.
bool parseMessage(llvm::StringRef bytes,
                  google::protobuf::MessageLite &message);

/// Returns the element type that an onnx.TensorProto.DataType stands for; none
/// for types the specification does not have.
std::optional<ElementType> getONNXElementType(int32_t onnxType);

/// Returns the type's name in messages: numpy's where the specification has it,
/// else ONNX's, or the number where that is not known either.
std::string getONNXTypeName(int32_t onnxType);

/// As parseTensorProto, for a message in memory.
llvm::Expected<Tensor> convertTensorProto(const onnx::TensorProto &proto);

} // namespace mlir::reduce

#endif // REDUCE_LIB_FRONTEND_ONNX_ONNXPROTO_H
