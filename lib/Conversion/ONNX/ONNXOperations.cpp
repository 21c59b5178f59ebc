//===- ONNXOperations.cpp - ONNX's nodes as operations --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXOperations.h"

#include "Conversion/Common/IntegerAttributes.h"
#include "ONNXConstants.h"
#include "TorchTensors.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static constexpr StringLiteral torchOpset = "torch.onnx_meta.opset_version";
static constexpr StringLiteral torchPrefix = "torch.onnx.";

/// Splits "ReduceMinV13" into "ReduceMin" and "13", which is empty if the name
/// has no version.
static std::pair<StringRef, StringRef> splitVersion(StringRef name) {
  auto [base, version] = name.rsplit('V');
  if (!version.empty() && llvm::all_of(version, llvm::isDigit))
    return {base, version};
  return {name, ""};
}

std::optional<ONNXOperation>
mlir::reduce::detail::matchONNXReduction(Operation *op) {
  StringRef name = getTorchOperatorName(op);
  bool isTorch = !name.empty();
  if (!isTorch)
    name = op->getName().getStringRef();
  StringRef operatorName = name;
  if (!operatorName.consume_front("onnx."))
    return std::nullopt;
  if (!isTorch)
    operatorName = splitVersion(operatorName).first;
  if (!findOperatorVersion(ModelFormat::ONNX, operatorName,
                           std::numeric_limits<int64_t>::max()))
    return std::nullopt;
  return ONNXOperation{op, name, operatorName, isTorch};
}

InFlightDiagnostic ONNXOperation::emitReason() const {
  return mlir::emitRemark(op->getLoc());
}

/// Returns the opset of the torch-mlir function that contains `op`; null if
/// there is none.
static IntegerAttr findOpset(Operation *op) {
  while ((op = op->getParentOp()))
    if (auto opset = op->getAttrOfType<IntegerAttr>(torchOpset))
      return opset;
  return {};
}

FailureOr<const OperatorVersion *> ONNXOperation::getVersion() const {
  if (isTorch) {
    IntegerAttr attribute = findOpset(op);
    if (!attribute)
      return emitReason() << "no enclosing function has an integer '"
                          << torchOpset << "'";
    int64_t opset = attribute.getValue().trySExtValue().value_or(int64_t(0));
    if (const OperatorVersion *version =
            findOperatorVersion(ModelFormat::ONNX, operatorName, opset))
      return version;
    return emitReason() << describeONNXOperator(operatorName, opset)
                        << " is not supported";
  }
  // A name without a version means the newest one.
  StringRef suffix = splitVersion(name).second;
  int64_t since = std::numeric_limits<int64_t>::max();
  bool isNumber = suffix.empty() || !suffix.getAsInteger(10, since);
  const OperatorVersion *version =
      findOperatorVersion(ModelFormat::ONNX, operatorName, since);
  if (!isNumber || !version || (!suffix.empty() && version->since != since))
    return emitReason() << operatorName << " has no version " << suffix;
  return version;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Returns the inherent and discardable attributes of `op`.
static NamedAttrList getAllAttributes(Operation *op) {
  NamedAttrList attributes(op->getAttrs());
  // getAttrs() lacks the properties of an unregistered operation.
  if (!op->isRegistered() && op->getPropertiesStorageSize() != 0)
    if (auto properties =
            dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
      for (NamedAttribute attribute : properties)
        attributes.set(attribute.getName(), attribute.getValue());
  return attributes;
}

static NodeAttribute convertAttribute(StringRef name, Attribute value) {
  NodeAttribute result;
  result.name = name;
  if (std::optional<int64_t> integer = getInteger(value)) {
    result.type = "INT";
    result.integers.push_back(*integer);
  } else if (std::optional<SmallVector<int64_t>> list = getIntegerList(value)) {
    result.type = "INTS";
    result.integers = std::move(*list);
  } else {
    result.type = llvm::TypeSwitch<Attribute, StringRef>(value)
                      .Case<FloatAttr>([](auto) { return "FLOAT"; })
                      .Case<StringAttr>([](auto) { return "STRING"; })
                      .Case<ElementsAttr>([](auto) { return "TENSOR"; })
                      .Default([](auto) { return "UNDEFINED"; });
  }
  return result;
}

SmallVector<NodeAttribute> ONNXOperation::getAttributes() const {
  SmallVector<NodeAttribute> result;
  for (NamedAttribute attribute : getAllAttributes(op)) {
    StringRef attributeName = attribute.getName();
    // Skip attributes of other dialects, and the name of the node, which
    // onnx-mlir stores without a prefix.
    if (isTorch
            ? !attributeName.consume_front(torchPrefix)
            : attributeName.contains('.') || attributeName == "onnx_node_name")
      continue;
    result.push_back(convertAttribute(attributeName, attribute.getValue()));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Types and values
//===----------------------------------------------------------------------===//

FailureOr<TensorType> ONNXOperation::getTensorType(Type type) const {
  TensorType tensor =
      isTorch ? parseTorchTensorType(type) : dyn_cast<TensorType>(type);
  auto ranked = dyn_cast_or_null<RankedTensorType>(tensor);
  if (!tensor || (ranked && ranked.getEncoding()))
    return emitReason() << "type " << type << " is not supported";
  return tensor;
}

bool mlir::reduce::detail::isLeftOut(Value value) {
  if (isa<NoneType>(value.getType()))
    return true;
  std::string text;
  llvm::raw_string_ostream(text) << value.getType();
  return text == "!torch.none";
}
