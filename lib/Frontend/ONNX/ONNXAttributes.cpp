//===- ONNXAttributes.cpp - Attributes of ONNX nodes ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXAttributes.h"

#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

using AttributeType = onnx::AttributeProto::AttributeType;

static NodeAttribute convertAttribute(const onnx::AttributeProto &attribute) {
  NodeAttribute result;
  result.name = attribute.name();
  result.type = onnx::AttributeProto::AttributeType_Name(attribute.type());
  if (attribute.type() == onnx::AttributeProto::INT)
    result.integers.push_back(attribute.i());
  else if (attribute.type() == onnx::AttributeProto::INTS)
    llvm::append_range(result.integers, attribute.ints());
  result.isReference =
      attribute.has_ref_attr_name() && !attribute.ref_attr_name().empty();
  return result;
}

SmallVector<NodeAttribute>
mlir::reduce::detail::getAttributes(const onnx::NodeProto &node) {
  return llvm::map_to_vector(node.attribute(), convertAttribute);
}

//===----------------------------------------------------------------------===//
// Constant
//===----------------------------------------------------------------------===//

/// Makes a tensor from elements that have the same layout in memory.
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
mlir::reduce::detail::parseConstantNode(const onnx::NodeProto &node) {
  auto isOwn = [](const onnx::AttributeProto &attribute) {
    return !isExporterAttribute(attribute.name());
  };
  auto count = llvm::count_if(node.attribute(), isOwn);
  if (count != 1)
    return llvm::createStringError("expected 1 attribute, got " +
                                   llvm::Twine(count));
  const onnx::AttributeProto &attribute =
      *llvm::find_if(node.attribute(), isOwn);
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
  if (llvm::Error error =
          checkType(convertAttribute(attribute),
                    onnx::AttributeProto::AttributeType_Name(type)))
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
