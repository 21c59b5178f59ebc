//===- ONNXOrder.h - Order of the nodes of an ONNX graph --------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_ONNX_ONNXORDER_H
#define REDUCE_LIB_FRONTEND_ONNX_ONNXORDER_H

#include "ONNXProto.h"
#include "Support/Quote.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"

namespace mlir::reduce {

/// Returns what messages and locations call a node: its name, else its first
/// output, else its operator.
llvm::StringRef getNodeName(const onnx::NodeProto &node);

/// Returns `graph`'s nodes ordered so that each value is computed before its
/// uses, and else as in the file. Fails, with an error at `loc`, where a name
/// is defined twice or used but not defined, and where nodes form a cycle.
FailureOr<SmallVector<const onnx::NodeProto *>>
orderNodes(const onnx::GraphProto &graph, Location loc);

} // namespace mlir::reduce

#endif // REDUCE_LIB_FRONTEND_ONNX_ONNXORDER_H
