//===- ONNXReduction.h - Reductions in ONNX graphs --------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules for reductions in ONNX graphs, independent of the form of the
// graph: a model, or the operations of another compiler.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_OPERATORS_ONNXREDUCTION_H
#define REDUCE_OPERATORS_ONNXREDUCTION_H

#include "reduce/Operators/NodeAttributes.h"
#include "reduce/Operators/ReductionRequest.h"

namespace mlir::reduce {

/// Returns a description for messages of the operator `name` of ONNX's own
/// domain.
std::string describeONNXOperator(StringRef name, int64_t opset);

/// Fails unless a node has its first `numRequiredInputs` inputs, at most
/// `numInputs` inputs, and one output. For each input and output that the node
/// lists, `inputs` and `outputs` contain whether it is given.
LogicalResult checkArity(ArrayRef<bool> inputs, ArrayRef<bool> outputs,
                         int64_t numRequiredInputs, int64_t numInputs,
                         EmitErrorFn emitError);

/// A node that is a reduction.
struct ONNXReductionNode {
  const OperatorVersion &version;
  /// Whether each input and output that the node lists is given.
  SmallVector<bool> inputs, outputs;
  SmallVector<NodeAttribute> attributes;
  /// The types of the first and the second input; null if not given.
  RankedTensorType dataType = {};
  TensorType axesType = {};
  /// The value of the second input if it is a constant.
  std::optional<SmallVector<int64_t>> axes = {};
  /// Whether a single axis may be a tensor of rank 0. ONNX does not allow this,
  /// but onnx-mlir produces it.
  bool takesScalarAxes = false;
};

/// Returns the request of `node`, without `input`, `dynamicAxes` and
/// `declared`. Returns std::nullopt if the node reduces nothing, so that the
/// result is the input. Fails, with an error by `emitError`, if the version
/// does not allow such a node.
FailureOr<std::optional<ReductionRequest>>
readReduction(const ONNXReductionNode &node, EmitErrorFn emitError);

} // namespace mlir::reduce

#endif // REDUCE_OPERATORS_ONNXREDUCTION_H
