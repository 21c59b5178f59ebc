//===- ONNXOperations.cpp - ONNX's nodes as operations --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXOperations.h"

#include "TorchTensors.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

using namespace mlir;
using namespace mlir::reduce;

static constexpr StringLiteral torchOperator = "torch.operator";
static constexpr StringLiteral torchOpset = "torch.onnx_meta.opset_version";
static constexpr StringLiteral torchPrefix = "torch.onnx.";

/// Splits "ReduceMinV13" into "ReduceMin" and "13", which is empty where the
/// name has no version.
static std::pair<StringRef, StringRef> splitVersion(StringRef name) {
  auto [base, version] = name.rsplit('V');
  if (!version.empty() && llvm::all_of(version, llvm::isDigit))
    return {base, version};
  return {name, ""};
}

/// Returns the name of the operator that `op` of torch-mlir stands for; empty
/// where it stands for none.
static StringRef getTorchOperatorName(Operation *op) {
  if (op->getName().getStringRef() != torchOperator)
    return "";
  auto name = op->getAttrOfType<StringAttr>("name");
  return name ? name.getValue() : "";
}

std::optional<ONNXOperation> mlir::reduce::matchONNXReduction(Operation *op) {
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

/// Returns the opset of the function of torch-mlir that `op` is in.
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
      return emitReason() << "no function around it has an integer '"
                          << torchOpset << "'";
    int64_t opset = attribute.getValue().trySExtValue().value_or(int64_t(0));
    if (const OperatorVersion *version =
            findOperatorVersion(ModelFormat::ONNX, operatorName, opset))
      return version;
    return emitReason() << describeONNXOperator(operatorName, opset)
                        << " is not supported";
  }
  // A name without version is that of the newest.
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

/// Returns the attributes of `op`, inherent and discardable ones.
static NamedAttrList getAllAttributes(Operation *op) {
  NamedAttrList attributes(op->getAttrs());
  // Those of an unregistered operation are not among them.
  if (!op->isRegistered() && op->getPropertiesStorageSize() != 0)
    if (auto properties =
            dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
      for (NamedAttribute attribute : properties)
        attributes.set(attribute.getName(), attribute.getValue());
  return attributes;
}

/// Returns the integer in `attribute`, if it has one that fits.
static std::optional<int64_t> getInteger(Attribute attribute) {
  auto integer = dyn_cast<IntegerAttr>(attribute);
  return integer ? integer.getValue().trySExtValue() : std::nullopt;
}

/// Appends what `attribute`, a list of integers in any form, has. Fails where
/// it is none.
static LogicalResult appendIntegers(Attribute attribute,
                                    SmallVectorImpl<int64_t> &integers) {
  if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute)) {
    llvm::append_range(integers, array.asArrayRef());
    return success();
  }
  auto array = dyn_cast<ArrayAttr>(attribute);
  if (!array)
    return failure();
  for (Attribute element : array) {
    std::optional<int64_t> integer = getInteger(element);
    if (!integer)
      return failure();
    integers.push_back(*integer);
  }
  return success();
}

static NodeAttribute convertAttribute(StringRef name, Attribute value) {
  NodeAttribute result;
  result.name = name;
  if (std::optional<int64_t> integer = getInteger(value)) {
    result.type = "INT";
    result.integers.push_back(*integer);
  } else if (succeeded(appendIntegers(value, result.integers))) {
    result.type = "INTS";
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
    // What other dialects say of an operation is not the node's; onnx-mlir
    // keeps the name of the node without a prefix.
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

bool mlir::reduce::isLeftOut(Value value) {
  if (isa<NoneType>(value.getType()))
    return true;
  std::string text;
  llvm::raw_string_ostream(text) << value.getType();
  return text == "!torch.none";
}

bool mlir::reduce::isONNXConstant(Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumSuccessors() != 0)
    return false;
  return getTorchOperatorName(op) == "onnx.Constant" ||
         llvm::is_contained({"onnx.Constant", "onnx.NoValue",
                             "torch.vtensor.literal", "torch.constant.none"},
                            op->getName().getStringRef());
}

/// Returns the value of the constant `op`, in any form; null for others.
static Attribute getConstantAttribute(Operation *op) {
  Attribute value;
  if (op->getNumResults() == 1 && matchPattern(op, m_Constant(&value)))
    return value;
  if (!isONNXConstant(op))
    return {};
  bool isTorch = op->getName().getStringRef() == torchOperator;
  for (StringRef name : {"value", "value_ints", "value_int"})
    if (Attribute attribute =
            op->getAttr(isTorch ? (torchPrefix + name).str() : name.str()))
      return attribute;
  return {};
}

std::optional<SmallVector<int64_t>>
mlir::reduce::getConstantIntegers(Value value) {
  // More than any rank, and few enough to be read at once.
  constexpr int64_t maxCount = 1 << 16;
  Operation *op = value.getDefiningOp();
  Attribute attribute = op ? getConstantAttribute(op) : Attribute();
  if (!attribute)
    return std::nullopt;
  if (std::optional<int64_t> integer = getInteger(attribute))
    return SmallVector<int64_t>{*integer};
  SmallVector<int64_t> integers;
  if (succeeded(appendIntegers(attribute, integers)))
    return integers;
  auto elements = dyn_cast<ElementsAttr>(attribute);
  if (!elements || !elements.getElementType().isInteger(64) ||
      elements.getNumElements() > maxCount)
    return std::nullopt;
  if (auto resource = dyn_cast<DenseI64ResourceElementsAttr>(attribute)) {
    std::optional<ArrayRef<int64_t>> data = resource.tryGetAsArrayRef();
    if (!data ||
        static_cast<int64_t>(data->size()) != resource.getNumElements())
      return std::nullopt;
    return llvm::to_vector(*data);
  }
  auto values = elements.tryGetValues<APInt>();
  if (!values)
    return std::nullopt;
  return llvm::map_to_vector(
      *values, [](const APInt &element) { return element.getSExtValue(); });
}
