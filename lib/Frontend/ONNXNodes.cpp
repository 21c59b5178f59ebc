//===- ONNXNodes.cpp - Import of the nodes of an ONNX graph ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXAttributes.h"
#include "ONNXImporter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;

/// Returns the name of input `index`, empty where the node has none.
static StringRef getInput(const onnx::NodeProto &node, int index) {
  return index < node.input_size() ? StringRef(node.input(index)) : "";
}

LogicalResult ONNXImporter::importNode(const onnx::NodeProto &node) {
  if (!isDefaultDomain(node.domain()))
    return emitError(node) << "operator " << quote(node.op_type())
                           << " of domain " << quote(node.domain())
                           << " is not supported";
  if (node.op_type() == "Identity")
    return importIdentity(node);
  if (node.op_type() == "Constant")
    return importConstant(node);
  const OperatorVersion *version =
      findOperatorVersion(ModelFormat::ONNX, node.op_type(), opset);
  if (!version)
    return emitError(node) << "operator " << quote(node.op_type())
                           << " of domain 'ai.onnx' (opset " << opset
                           << ") is not supported";
  return importReduction(node, *version);
}

LogicalResult ONNXImporter::checkArity(const onnx::NodeProto &node,
                                       int numRequiredInputs, int numInputs) {
  // An empty name at the end stands for an absent optional input.
  int numGiven = node.input_size();
  while (numGiven > 0 && node.input(numGiven - 1).empty())
    --numGiven;
  for (int index : llvm::seq(numRequiredInputs))
    if (getInput(node, index).empty())
      return emitError(node) << "input " << index << " is missing";
  if (numGiven > numInputs)
    return emitError(node) << "expected at most " << numInputs
                           << (numInputs == 1 ? " input" : " inputs")
                           << ", got " << numGiven;
  if (node.output_size() != 1 || node.output(0).empty())
    return emitError(node) << "expected 1 output, got "
                           << llvm::count_if(node.output(),
                                             [](const std::string &name) {
                                               return !name.empty();
                                             });
  return success();
}

LogicalResult ONNXImporter::importIdentity(const onnx::NodeProto &node) {
  if (failed(checkArity(node, 1, 1)))
    return failure();
  NodeAttributes attributes(node, "Identity");
  if (llvm::Error error = attributes.finish())
    return emitError(node) << llvm::toString(std::move(error));
  return define(node.output(0), values.lookup(node.input(0)));
}

LogicalResult ONNXImporter::importConstant(const onnx::NodeProto &node) {
  if (failed(checkArity(node, 0, 0)))
    return failure();
  llvm::Expected<Tensor> tensor = parseConstantNode(node);
  if (!tensor)
    return emitError(node) << llvm::toString(tensor.takeError());
  return define(node.output(0),
                {Value(), std::make_shared<const Tensor>(std::move(*tensor))});
}

/// Reads the axes of `node` that are the value `name`.
LogicalResult ONNXImporter::importAxes(const onnx::NodeProto &node,
                                       StringRef name,
                                       ReductionRequest &request) {
  const GraphValue &value = values.find(name)->second;
  RankedTensorType type = builder.getType(value);
  if (!type.getElementType().isSignlessInteger(64))
    return emitError(node) << "expected axes of type int64, got "
                           << getName(*getElementType(type.getElementType()));
  // Clause axes-scalar.
  if (type.getRank() != 1)
    return emitError(node) << "expected axes of rank 1, got rank "
                           << type.getRank();
  // Clause runtime-axes.
  if (!value.constant) {
    request.dynamicAxes = value.value;
    return success();
  }
  request.axes.resize(type.getDimSize(0));
  llvm::copy(value.constant->getBytes(),
             reinterpret_cast<char *>(request.axes.data()));
  return success();
}

LogicalResult ONNXImporter::importReduction(const onnx::NodeProto &node,
                                            const OperatorVersion &version) {
  // Clause axes-source.
  bool axesAreInput = version.axesSource == AxesSource::Input;
  if (failed(checkArity(node, 1, axesAreInput ? 2 : 1)))
    return failure();

  NodeAttributes attributes(node, version.getVersionName());
  ReductionRequest request;
  if (!axesAreInput)
    request.axes = attributes.getInts("axes");
  // Clause keepdims-default.
  request.keepdims = attributes.getBool("keepdims", version.keepdimsDefault);
  request.noopWithEmptyAxes = version.emptyAxes == EmptyAxes::ByAttribute &&
                              attributes.getBool("noop_with_empty_axes", false);
  request.declared = getDeclaredType(node.output(0));
  if (llvm::Error error = attributes.finish())
    return emitError(node) << llvm::toString(std::move(error));
  if (StringRef name = getInput(node, 1); !name.empty())
    if (failed(importAxes(node, name, request)))
      return failure();

  const GraphValue &data = values.find(node.input(0))->second;
  RankedTensorType type = builder.getType(data);
  auto emitNodeError = [&] { return emitError(node); };
  if (failed(builder.checkElementType(version, type, emitNodeError)))
    return failure();
  // Clause empty-axes.
  if (!request.dynamicAxes && request.axes.empty()) {
    // The input itself, which may well be a constant.
    if (request.noopWithEmptyAxes)
      return define(node.output(0), data);
    llvm::append_range(request.axes, llvm::seq(type.getRank()));
  }
  FailureOr<Value> input = getData(node.input(0));
  if (failed(input))
    return failure();
  request.input = *input;
  FailureOr<Value> result = builder.addReduction(
      version, request, getLoc(getNodeName(node)), emitNodeError);
  if (failed(result))
    return failure();
  return define(node.output(0), {*result, nullptr});
}
