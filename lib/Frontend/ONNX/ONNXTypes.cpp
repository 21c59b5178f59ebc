//===- ONNXTypes.cpp - Types in ONNX models -------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXTypes.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the kind of a non-tensor type, as used in messages.
static StringRef getKind(const onnx::TypeProto &type) {
  switch (type.value_case()) {
  case onnx::TypeProto::kSequenceType:
    return "a sequence";
  case onnx::TypeProto::kMapType:
    return "a map";
  case onnx::TypeProto::kOptionalType:
    return "an optional";
  case onnx::TypeProto::kSparseTensorType:
    return "a sparse tensor";
  default:
    return "opaque";
  }
}

llvm::Expected<DeclaredType>
mlir::reduce::detail::parseValueInfo(const onnx::ValueInfoProto &info,
                                     MLIRContext *context) {
  const onnx::TypeProto &type = info.type();
  if (type.value_case() == onnx::TypeProto::VALUE_NOT_SET)
    return llvm::createStringError("has no type");
  if (!type.has_tensor_type())
    return llvm::createStringError("is " + getKind(type) +
                                   ", which is not supported");
  const onnx::TypeProto::Tensor &tensor = type.tensor_type();
  if (tensor.elem_type() == onnx::TensorProto::UNDEFINED)
    return llvm::createStringError("has no element type");
  std::optional<ElementType> elementType =
      getONNXElementType(tensor.elem_type());
  if (!elementType)
    return llvm::createStringError("has element type " +
                                   getONNXTypeName(tensor.elem_type()) +
                                   ", which is not supported");
  Type mlirType = getMLIRType(context, *elementType);
  DeclaredType declared;
  if (!tensor.has_shape()) {
    declared.type = UnrankedTensorType::get(mlirType);
    return declared;
  }
  SmallVector<int64_t> shape;
  for (const onnx::TensorShapeProto::Dimension &dim : tensor.shape().dim()) {
    if (dim.has_dim_value() && dim.dim_value() < 0)
      return llvm::createStringError("has the negative dimension " +
                                     llvm::Twine(dim.dim_value()));
    shape.push_back(dim.has_dim_value() ? dim.dim_value()
                                        : ShapedType::kDynamic);
    declared.dimParams.push_back(dim.dim_param());
  }
  declared.type = RankedTensorType::get(shape, mlirType);
  return declared;
}
