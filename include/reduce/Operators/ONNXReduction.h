//===- ONNXReduction.h - What an ONNX node asks for -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules for the nodes of ONNX graphs that are reductions, in whatever form
// the graph is written: a model, or the operations of another compiler.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_OPERATORS_ONNXREDUCTION_H
#define REDUCE_OPERATORS_ONNXREDUCTION_H

#include "reduce/Operators/NodeAttributes.h"
#include "reduce/Operators/ReductionRequest.h"

namespace mlir::reduce {

/// Returns what messages call the operator `name` of ONNX's own domain.
std::string describeONNXOperator(StringRef name, int64_t opset);

/// Fails unless a node has its first `numRequiredInputs` inputs, at most
/// `numInputs`, and one output. `inputs` and `outputs` say of each one that it
/// lists whether it is given.
LogicalResult checkArity(ArrayRef<bool> inputs, ArrayRef<bool> outputs,
                         int64_t numRequiredInputs, int64_t numInputs,
                         EmitErrorFn emitError);

/// A node that is a reduction.
struct ONNXReductionNode {
  const OperatorVersion &version;
  /// Whether each input and output that the node lists is given.
  SmallVector<bool> inputs, outputs;
  SmallVector<NodeAttribute> attributes;
  /// The type of the first input, and of the second; null where not given.
  RankedTensorType dataType = {};
  TensorType axesType = {};
  /// The value of the second input, where it is a constant.
  std::optional<SmallVector<int64_t>> axes = {};
  /// Whether one axis may be a tensor of rank 0. No model has that, but
  /// onnx-mlir makes it.
  bool takesScalarAxes = false;
};

/// Returns what `node` asks for except for the values: `input` and
/// `dynamicAxes`, and what is declared. None where it reduces nothing, so that
/// the result is the input. Fails, with an error by `emitError`, where the node
/// is none that its version allows.
FailureOr<std::optional<ReductionRequest>>
readReduction(const ONNXReductionNode &node, EmitErrorFn emitError);

} // namespace mlir::reduce

#endif // REDUCE_OPERATORS_ONNXREDUCTION_H
