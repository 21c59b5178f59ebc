//===- ONNXReduction.cpp - Reductions in ONNX graphs ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Operators/ONNXReduction.h"

#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

std::string mlir::reduce::describeONNXOperator(StringRef name, int64_t opset) {
  return "operator " + quote(name) + " of domain 'ai.onnx' (opset " +
         std::to_string(opset) + ")";
}

LogicalResult mlir::reduce::checkArity(ArrayRef<bool> inputs,
                                       ArrayRef<bool> outputs,
                                       int64_t numRequiredInputs,
                                       int64_t numInputs,
                                       EmitErrorFn emitError) {
  // Optional inputs at the end may be absent or not listed at all.
  while (!inputs.empty() && !inputs.back())
    inputs = inputs.drop_back();
  for (int64_t index : llvm::seq(numRequiredInputs))
    if (index >= static_cast<int64_t>(inputs.size()) || !inputs[index])
      return emitError() << "input " << index << " is missing";
  if (static_cast<int64_t>(inputs.size()) > numInputs)
    return emitError() << "expected at most " << numInputs
                       << (numInputs == 1 ? " input" : " inputs") << ", got "
                       << inputs.size();
  if (outputs != ArrayRef(true))
    return emitError() << "expected 1 output, got "
                       << llvm::count(outputs, true);
  return success();
}

/// Fails unless the axes of `node` have a valid type.
static LogicalResult checkAxesType(const ONNXReductionNode &node,
                                   EmitErrorFn emitError) {
  TensorType type = node.axesType;
  if (!type.getElementType().isSignlessInteger(64))
    return emitError() << "expected axes of type int64, got "
                       << getElementTypeName(type.getElementType());
  // Clause axes-scalar.
  if (!type.hasRank())
    return emitError() << "expected axes of rank 1, got unknown rank";
  bool isScalar = type.getRank() == 0 && node.takesScalarAxes;
  if (type.getRank() != 1 && !isScalar)
    return emitError() << "expected axes of rank 1, got rank "
                       << type.getRank();
  return success();
}

FailureOr<std::optional<ReductionRequest>>
mlir::reduce::readReduction(const ONNXReductionNode &node,
                            EmitErrorFn emitError) {
  const OperatorVersion &version = node.version;
  // Clause axes-source.
  bool axesAreInput = version.axesSource == AxesSource::Input;
  if (failed(checkArity(node.inputs, node.outputs, 1, axesAreInput ? 2 : 1,
                        emitError)))
    return failure();

  NodeAttributes attributes(node.attributes, version.getVersionName());
  ReductionRequest request;
  if (!axesAreInput)
    request.axes = attributes.getInts("axes");
  // Clause keepdims-default.
  request.keepdims = attributes.getBool("keepdims", version.keepdimsDefault);
  request.noopWithEmptyAxes = version.emptyAxes == EmptyAxes::ByAttribute &&
                              attributes.getBool("noop_with_empty_axes", false);
  if (llvm::Error error = attributes.finish())
    return emitError() << llvm::toString(std::move(error));
  if (node.axesType && failed(checkAxesType(node, emitError)))
    return failure();
  if (node.axes)
    request.axes = *node.axes;
  if (failed(
          checkElementType(version, node.dataType.getElementType(), emitError)))
    return failure();
  // Clause runtime-axes.
  if (node.axesType && !node.axes)
    return std::optional(std::move(request));
  // Clause empty-axes.
  if (request.axes.empty()) {
    if (request.noopWithEmptyAxes)
      return std::optional<ReductionRequest>();
    llvm::append_range(request.axes, llvm::seq(node.dataType.getRank()));
  }
  return std::optional(std::move(request));
}
