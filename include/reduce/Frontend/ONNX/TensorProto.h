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

/// Reads a serialized onnx.TensorProto. Each bool byte except 0 becomes 1.
/// Fails if `bytes` is not a TensorProto, if its sizes contradict each other,
/// and for external data, segments, and element types that the specification
/// does not have.
llvm::Expected<Tensor> parseTensorProto(llvm::StringRef bytes);

/// Returns `tensor` as a serialized onnx.TensorProto with the name `name`.
/// Returns the empty string if that exceeds 2 GiB, the limit of a protobuf
/// message.
std::string serializeTensorProto(const Tensor &tensor, llvm::StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_FRONTEND_ONNX_TENSORPROTO_H
