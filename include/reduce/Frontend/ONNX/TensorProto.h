//===- TensorProto.h - ONNX's tensor files ----------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FRONTEND_ONNX_TENSORPROTO_H
#define REDUCE_FRONTEND_ONNX_TENSORPROTO_H

#include "reduce/Support/Tensor.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::reduce {

/// Reads a serialized onnx.TensorProto. A bool byte other than 0 becomes 1.
/// Fails where `bytes` is none, where its sizes contradict each other, and for
/// element types the specification does not have, external data and segments.
llvm::Expected<Tensor> parseTensorProto(llvm::StringRef bytes);

/// Returns `tensor` as a serialized onnx.TensorProto with the name `name`; the
/// empty string where it exceeds the 2 GiB that a protobuf message can have.
std::string serializeTensorProto(const Tensor &tensor, llvm::StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_FRONTEND_ONNX_TENSORPROTO_H
