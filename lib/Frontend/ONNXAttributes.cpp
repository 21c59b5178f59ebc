//===- ONNXAttributes.cpp - Attributes of ONNX nodes ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXAttributes.h"

#include "Quote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::reduce;

using AttributeType = onnx::AttributeProto::AttributeType;

/// Fails unless `attribute` has the type `type`.
static llvm::Error checkType(const onnx::AttributeProto &attribute,
                             AttributeType type) {
  if (attribute.has_ref_attr_name() && !attribute.ref_attr_name().empty())
    return llvm::createStringError("attribute " + quote(attribute.name()) +
                                   " refers to an attribute of a function");
  if (attribute.type() == type)
    return llvm::Error::success();
  return llvm::createStringError(
      "expected attribute " + quote(attribute.name()) + " of type " +
      onnx::AttributeProto::AttributeType_Name(type) + ", got " +
      onnx::AttributeProto::AttributeType_Name(attribute.type()));
}

NodeAttributes::NodeAttributes(const onnx::NodeProto &node,
                               StringRef operatorName)
    : operatorName(operatorName) {
  llvm::StringSet<> names;
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    if (!names.insert(attribute.name()).second)
      fail("attribute " + quote(attribute.name()) + " is given twice");
    remaining.push_back(&attribute);
  }
}

void NodeAttributes::fail(const llvm::Twine &message) {
  if (error.empty())
    error = message.str();
}

const onnx::AttributeProto *NodeAttributes::take(StringRef name,
                                                 AttributeType type) {
  auto found =
      llvm::find_if(remaining, [&](const onnx::AttributeProto *attribute) {
        return attribute->name() == name;
      });
  if (!error.empty() || found == remaining.end())
    return nullptr;
  const onnx::AttributeProto *attribute = *found;
  remaining.erase(found);
  if (llvm::Error wrongType = checkType(*attribute, type)) {
    fail(llvm::toString(std::move(wrongType)));
    return nullptr;
  }
  return attribute;
}

SmallVector<int64_t> NodeAttributes::getInts(StringRef name) {
  if (const onnx::AttributeProto *attribute =
          take(name, onnx::AttributeProto::INTS))
    return llvm::to_vector_of<int64_t>(attribute->ints());
  return {};
}

bool NodeAttributes::getBool(StringRef name, bool defaultValue) {
  const onnx::AttributeProto *attribute = take(name, onnx::AttributeProto::INT);
  if (!attribute)
    return defaultValue;
  if (attribute->i() != 0 && attribute->i() != 1)
    fail("expected attribute " + quote(name) + " to be 0 or 1, got " +
         llvm::Twine(attribute->i()));
  return attribute->i() != 0;
}

llvm::Error NodeAttributes::finish() {
  if (!remaining.empty())
    fail(operatorName + " has no attribute " +
         quote(remaining.front()->name()));
  if (error.empty())
    return llvm::Error::success();
  return llvm::createStringError(error);
}

//===----------------------------------------------------------------------===//
// Constant
//===----------------------------------------------------------------------===//

/// Makes a tensor of elements that lie in memory as a tensor's do.
template <typename T>
static llvm::Expected<Tensor>
makeTensor(ElementType type, ArrayRef<int64_t> shape, const T *elements) {
  llvm::Expected<Tensor> tensor = Tensor::create(type, shape);
  if (tensor)
    llvm::copy(ArrayRef(reinterpret_cast<const char *>(elements),
                        tensor->getBytes().size()),
               tensor->getBytes().begin());
  return tensor;
}

llvm::Expected<Tensor>
mlir::reduce::parseConstantNode(const onnx::NodeProto &node) {
  if (node.attribute_size() != 1)
    return llvm::createStringError("expected 1 attribute, got " +
                                   llvm::Twine(node.attribute_size()));
  const onnx::AttributeProto &attribute = node.attribute(0);
  const std::string &name = attribute.name();
  AttributeType type = llvm::StringSwitch<AttributeType>(name)
                           .Case("value", onnx::AttributeProto::TENSOR)
                           .Case("value_int", onnx::AttributeProto::INT)
                           .Case("value_ints", onnx::AttributeProto::INTS)
                           .Case("value_float", onnx::AttributeProto::FLOAT)
                           .Case("value_floats", onnx::AttributeProto::FLOATS)
                           .Default(onnx::AttributeProto::UNDEFINED);
  if (type == onnx::AttributeProto::UNDEFINED)
    return llvm::createStringError("attribute " + quote(name) +
                                   " of Constant is not supported");
  if (llvm::Error error = checkType(attribute, type))
    return error;
  switch (type) {
  case onnx::AttributeProto::INT: {
    int64_t element = attribute.i();
    return makeTensor(ElementType::I64, {}, &element);
  }
  case onnx::AttributeProto::INTS:
    return makeTensor(ElementType::I64, attribute.ints_size(),
                      attribute.ints().data());
  case onnx::AttributeProto::FLOAT: {
    float element = attribute.f();
    return makeTensor(ElementType::F32, {}, &element);
  }
  case onnx::AttributeProto::FLOATS:
    return makeTensor(ElementType::F32, attribute.floats_size(),
                      attribute.floats().data());
  default:
    return convertTensorProto(attribute.t());
  }
}
