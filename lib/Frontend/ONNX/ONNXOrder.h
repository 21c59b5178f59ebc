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

namespace mlir::reduce::detail {

/// Returns the name of `node` for messages and locations: its own name,
/// otherwise its first output, otherwise its operator.
llvm::StringRef getNodeName(const onnx::NodeProto &node);

/// Returns the nodes of `graph`, ordered so that each value is computed before
/// its uses; otherwise the order is that of the file. Fails with an error at
/// `loc` if a name is defined twice, if an undefined name is used, or if nodes
/// form a cycle.
FailureOr<SmallVector<const onnx::NodeProto *>>
orderNodes(const onnx::GraphProto &graph, Location loc);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_FRONTEND_ONNX_ONNXORDER_H
