//===- ONNXAttributes.h - Attributes of ONNX nodes --------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_ONNX_ONNXATTRIBUTES_H
#define REDUCE_LIB_FRONTEND_ONNX_ONNXATTRIBUTES_H

#include "ONNXProto.h"
#include "reduce/Operators/NodeAttributes.h"

namespace mlir::reduce::detail {

/// Returns the attributes of `node`. They refer to its memory.
llvm::SmallVector<NodeAttribute> getAttributes(const onnx::NodeProto &node);

/// Returns the value of a node of operator Constant.
llvm::Expected<Tensor> parseConstantNode(const onnx::NodeProto &node);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_FRONTEND_ONNX_ONNXATTRIBUTES_H
