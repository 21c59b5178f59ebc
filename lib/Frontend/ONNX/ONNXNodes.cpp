//===- ONNXNodes.cpp - Import of the nodes of an ONNX graph ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXAttributes.h"
#include "ONNXImporter.h"
#include "reduce/Operators/ONNXReduction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the name of input `index`, or an empty name if the node has no such
/// input.
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
    return emitError(node) << describeONNXOperator(node.op_type(), opset)
                           << " is not supported";
  return importReduction(node, *version);
}

/// For each name, returns whether it is non-empty.
static SmallVector<bool>
areGiven(const google::protobuf::RepeatedPtrField<std::string> &names) {
  return llvm::map_to_vector(
      names, [](const std::string &name) { return !name.empty(); });
}

LogicalResult ONNXImporter::checkArity(const onnx::NodeProto &node,
                                       int64_t numInputs) {
  return reduce::checkArity(areGiven(node.input()), areGiven(node.output()),
                            numInputs, numInputs,
                            [&] { return emitError(node); });
}

LogicalResult ONNXImporter::importIdentity(const onnx::NodeProto &node) {
  if (failed(checkArity(node, 1)))
    return failure();
  NodeAttributes attributes(getAttributes(node), "Identity");
  if (llvm::Error error = attributes.finish())
    return emitError(node) << llvm::toString(std::move(error));
  return define(node.output(0), values.lookup(node.input(0)));
}

LogicalResult ONNXImporter::importConstant(const onnx::NodeProto &node) {
  if (failed(checkArity(node, 0)))
    return failure();
  llvm::Expected<Tensor> tensor = parseConstantNode(node);
  if (!tensor)
    return emitError(node) << llvm::toString(tensor.takeError());
  return define(node.output(0),
                {Value(), std::make_shared<const Tensor>(std::move(*tensor))});
}

/// Returns the axes in `constant`, or an empty list if their type is wrong.
static SmallVector<int64_t> getAxes(const Tensor &constant) {
  if (constant.getElementType() != ElementType::I64)
    return {};
  SmallVector<int64_t> axes(constant.getBytes().size() / sizeof(int64_t));
  llvm::copy(constant.getBytes(), reinterpret_cast<char *>(axes.data()));
  return axes;
}

LogicalResult ONNXImporter::importReduction(const onnx::NodeProto &node,
                                            const OperatorVersion &version) {
  auto emitNodeError = [&] { return emitError(node); };
  ONNXReductionNode reduction{version, areGiven(node.input()),
                              areGiven(node.output()), getAttributes(node)};
  const GraphValue *data = findValue(getInput(node, 0));
  if (data)
    reduction.dataType = builder.getType(*data);
  const GraphValue *axes = findValue(getInput(node, 1));
  if (axes) {
    reduction.axesType = builder.getType(*axes);
    if (axes->constant)
      reduction.axes = getAxes(*axes->constant);
  }
  FailureOr<std::optional<ReductionRequest>> read =
      readReduction(reduction, emitNodeError);
  if (failed(read))
    return failure();
  // Return the input itself, which may be a constant.
  if (!*read)
    return define(node.output(0), *data);
  ReductionRequest &request = **read;
  request.declared = getDeclaredType(node.output(0));
  if (axes && !axes->constant)
    request.dynamicAxes = axes->value;
  request.input = getData(node.input(0));
  FailureOr<Value> result = builder.addReduction(
      version, request, getLoc(getNodeName(node)), emitNodeError);
  if (failed(result))
    return failure();
  return define(node.output(0), {*result, nullptr});
}
