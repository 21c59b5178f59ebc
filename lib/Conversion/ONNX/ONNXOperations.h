//===- ONNXOperations.h - ONNX's nodes as operations ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes of ONNX graphs as the operations of onnx-mlir ("onnx.ReduceMinV13") and
// of torch-mlir ("torch.operator" with the name "onnx.ReduceMin"). All is told
// by names, attributes and types: whether these dialects are registered makes
// no difference.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_ONNX_ONNXOPERATIONS_H
#define REDUCE_LIB_CONVERSION_ONNX_ONNXOPERATIONS_H

#include "reduce/Operators/ONNXReduction.h"

namespace mlir::reduce {

/// A node that is a reduction, whether or not its version is known.
struct ONNXOperation {
  Operation *op;
  /// Its name with the version, if it has one: "onnx.ReduceMinV13".
  StringRef name;
  /// What ONNX calls the operator.
  StringRef operatorName;
  /// Whether it is an operation of torch-mlir.
  bool isTorch;

  /// Starts to say why the operation stays as it is (ReasonHandler).
  InFlightDiagnostic emitReason() const;

  /// Returns its version: that of the name or, of a torch-mlir function, that
  /// of the opset. Fails, and says why, where there is none.
  FailureOr<const OperatorVersion *> getVersion() const;

  /// Returns the attributes that the node has in its graph.
  SmallVector<NodeAttribute> getAttributes() const;

  /// Returns the type of tensor that `type` stands for. Fails, and says why,
  /// where it stands for none.
  FailureOr<TensorType> getTensorType(Type type) const;
};

/// Returns `op` as a node; none where it is no reduction.
std::optional<ONNXOperation> matchONNXReduction(Operation *op);

/// Whether `value` stands for an input that is left out.
bool isLeftOut(Value value);

} // namespace mlir::reduce

#endif // REDUCE_LIB_CONVERSION_ONNX_ONNXOPERATIONS_H
