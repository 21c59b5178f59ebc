//===- ONNXOperations.h - ONNX's nodes as operations ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes of ONNX graphs as the operations of onnx-mlir ("onnx.ReduceMinV13") and
// of torch-mlir ("torch.operator" with the name "onnx.ReduceMin"). They are
// identified by names, attributes and types, so these dialects need not be
// registered.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_ONNX_ONNXOPERATIONS_H
#define REDUCE_LIB_CONVERSION_ONNX_ONNXOPERATIONS_H

#include "reduce/Operators/ONNXReduction.h"

namespace mlir::reduce::detail {

/// A node that is a reduction, whether or not its version is known.
struct ONNXOperation {
  Operation *op;
  /// Its name with the version, if there is one: "onnx.ReduceMinV13".
  StringRef name;
  /// The name of the operator in ONNX.
  StringRef operatorName;
  /// Whether it is an operation of torch-mlir.
  bool isTorch;

  /// Starts a remark on why the operation is not converted (ReasonHandler).
  InFlightDiagnostic emitReason() const;

  /// Returns its version, which follows from the name or, for torch-mlir, from
  /// the opset of the function. If there is none, emits the reason and fails.
  FailureOr<const OperatorVersion *> getVersion() const;

  /// Returns the attributes of the node in its graph.
  SmallVector<NodeAttribute> getAttributes() const;

  /// Returns the tensor type for `type`. If there is none, emits the reason and
  /// fails.
  FailureOr<TensorType> getTensorType(Type type) const;
};

/// Returns `op` as a node; none if it is not a reduction.
std::optional<ONNXOperation> matchONNXReduction(Operation *op);

/// Returns whether `value` represents an omitted input.
bool isLeftOut(Value value);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_CONVERSION_ONNX_ONNXOPERATIONS_H
