//===- TensorProto.cpp - ONNX's tensor files ------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Frontend/ONNX/TensorProto.h"

#include "ONNXProto.h"
#include "Support/Quote.h"
#include "google/protobuf/stubs/logging.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

bool mlir::reduce::detail::parseMessage(
    StringRef bytes, google::protobuf::MessageLite &message) {
  // Protobuf counts bytes in an int and would log an error for larger sizes.
  if (bytes.size() > std::numeric_limits<int>::max())
    return false;
  google::protobuf::LogSilencer silencer;
  return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
struct ONNXType {
  ElementType type;
  onnx::TensorProto::DataType onnxType;
};
} // namespace

static constexpr ONNXType onnxTypes[] = {
    {ElementType::Bool, onnx::TensorProto::BOOL},
    {ElementType::I8, onnx::TensorProto::INT8},
    {ElementType::I16, onnx::TensorProto::INT16},
    {ElementType::I32, onnx::TensorProto::INT32},
    {ElementType::I64, onnx::TensorProto::INT64},
    {ElementType::UI8, onnx::TensorProto::UINT8},
    {ElementType::UI16, onnx::TensorProto::UINT16},
    {ElementType::UI32, onnx::TensorProto::UINT32},
    {ElementType::UI64, onnx::TensorProto::UINT64},
    {ElementType::F16, onnx::TensorProto::FLOAT16},
    {ElementType::BF16, onnx::TensorProto::BFLOAT16},
    {ElementType::F32, onnx::TensorProto::FLOAT},
    {ElementType::F64, onnx::TensorProto::DOUBLE},
};
static_assert(hasRowOfEachElementType(onnxTypes));

std::optional<ElementType>
mlir::reduce::detail::getONNXElementType(int32_t onnxType) {
  for (const ONNXType &row : onnxTypes)
    if (row.onnxType == onnxType)
      return row.type;
  return std::nullopt;
}

static onnx::TensorProto::DataType getONNXType(ElementType type) {
  return onnxTypes[static_cast<size_t>(type)].onnxType;
}

std::string mlir::reduce::detail::getONNXTypeName(int32_t onnxType) {
  if (std::optional<ElementType> type = getONNXElementType(onnxType))
    return getName(*type).str();
  if (onnx::TensorProto::DataType_IsValid(onnxType))
    return onnx::TensorProto::DataType_Name(
        static_cast<onnx::TensorProto::DataType>(onnxType));
  // Types newer than the message classes.
  static constexpr llvm::StringLiteral newerTypes[] = {
      "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ",
      "UINT4",        "INT4",           "FLOAT4E2M1", "FLOAT8E8M0"};
  constexpr int32_t firstNewerType = 17;
  if (onnxType >= firstNewerType &&
      onnxType - firstNewerType < static_cast<int32_t>(std::size(newerTypes)))
    return newerTypes[onnxType - firstNewerType].str();
  return std::to_string(onnxType);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Copies the elements of a typed field, converting each to `Stored`. The
/// field's element type may be wider: int32_data also holds int8.
template <typename Stored, typename Field>
static void copyElements(const Field &field, Tensor &tensor) {
  char *out = tensor.getBytes().data();
  for (auto element : field) {
    auto stored = static_cast<Stored>(element);
    std::memcpy(out, &stored, sizeof(stored));
    out += sizeof(stored);
  }
}

/// Makes a tensor from a typed field. Checks that the field has as many
/// elements as the shape before allocating memory.
template <typename Stored, typename Field>
static llvm::Expected<Tensor>
convertField(ElementType type, ArrayRef<int64_t> shape, int64_t byteSize,
             const Field &field, StringRef fieldName) {
  int64_t numElements = byteSize / reduce::getByteSize(type);
  if (field.size() != numElements)
    return llvm::createStringError(
        "expected " + llvm::Twine(numElements) + " elements in " + fieldName +
        " for the shape, got " + llvm::Twine(field.size()));
  llvm::Expected<Tensor> tensor = Tensor::create(type, shape);
  if (tensor)
    copyElements<Stored>(field, *tensor);
  return tensor;
}

static llvm::Expected<Tensor> convertRawData(ElementType type,
                                             ArrayRef<int64_t> shape,
                                             int64_t byteSize, StringRef raw) {
  if (raw.size() != static_cast<uint64_t>(byteSize))
    return llvm::createStringError("expected " + llvm::Twine(byteSize) +
                                   " bytes in raw_data for the shape, got " +
                                   llvm::Twine(raw.size()));
  llvm::Expected<Tensor> tensor = Tensor::create(type, shape);
  if (tensor)
    llvm::copy(raw, tensor->getBytes().begin());
  return tensor;
}

static llvm::Expected<Tensor> convertData(const onnx::TensorProto &proto,
                                          ElementType type,
                                          ArrayRef<int64_t> shape,
                                          int64_t byteSize) {
  if (proto.has_raw_data())
    return convertRawData(type, shape, byteSize, proto.raw_data());
  switch (type) {
  case ElementType::Bool:
    return convertField<bool>(type, shape, byteSize, proto.int32_data(),
                              "int32_data");
  case ElementType::I8:
  case ElementType::UI8:
    return convertField<uint8_t>(type, shape, byteSize, proto.int32_data(),
                                 "int32_data");
  case ElementType::I16:
  case ElementType::UI16:
  case ElementType::F16: // the bit pattern
  case ElementType::BF16:
    return convertField<uint16_t>(type, shape, byteSize, proto.int32_data(),
                                  "int32_data");
  case ElementType::I32:
    return convertField<int32_t>(type, shape, byteSize, proto.int32_data(),
                                 "int32_data");
  case ElementType::I64:
    return convertField<int64_t>(type, shape, byteSize, proto.int64_data(),
                                 "int64_data");
  case ElementType::UI32:
    return convertField<uint32_t>(type, shape, byteSize, proto.uint64_data(),
                                  "uint64_data");
  case ElementType::UI64:
    return convertField<uint64_t>(type, shape, byteSize, proto.uint64_data(),
                                  "uint64_data");
  case ElementType::F32:
    return convertField<float>(type, shape, byteSize, proto.float_data(),
                               "float_data");
  case ElementType::F64:
    return convertField<double>(type, shape, byteSize, proto.double_data(),
                                "double_data");
  }
  llvm_unreachable("all element types are handled");
}

llvm::Expected<Tensor>
mlir::reduce::detail::convertTensorProto(const onnx::TensorProto &proto) {
  if (proto.has_segment())
    return llvm::createStringError(
        "a tensor stored in segments is not supported");
  if (proto.data_location() == onnx::TensorProto::EXTERNAL ||
      proto.external_data_size() != 0) {
    StringRef file;
    for (const onnx::StringStringEntryProto &entry : proto.external_data())
      if (entry.key() == "location")
        file = entry.value();
    return llvm::createStringError("a tensor stored in the file " +
                                   quote(file) +
                                   " (external data) is not supported");
  }
  if (!proto.has_data_type() ||
      proto.data_type() == onnx::TensorProto::UNDEFINED)
    return llvm::createStringError("the tensor has no element type");
  std::optional<ElementType> type = getONNXElementType(proto.data_type());
  if (!type)
    return llvm::createStringError("element type " +
                                   getONNXTypeName(proto.data_type()) +
                                   " is not supported");
  ArrayRef<int64_t> shape(proto.dims().data(), proto.dims_size());
  llvm::Expected<int64_t> byteSize = reduce::getByteSize(*type, shape);
  if (!byteSize)
    return byteSize.takeError();
  llvm::Expected<Tensor> tensor = convertData(proto, *type, shape, *byteSize);
  if (tensor && *type == ElementType::Bool)
    for (char &byte : tensor->getBytes())
      byte = byte != 0;
  return tensor;
}

llvm::Expected<Tensor> mlir::reduce::parseTensorProto(StringRef bytes) {
  onnx::TensorProto proto;
  if (!parseMessage(bytes, proto))
    return llvm::createStringError("not an ONNX tensor file");
  return convertTensorProto(proto);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

std::string mlir::reduce::serializeTensorProto(const Tensor &tensor,
                                               StringRef name) {
  onnx::TensorProto proto;
  for (int64_t extent : tensor.getShape())
    proto.add_dims(extent);
  proto.set_data_type(getONNXType(tensor.getElementType()));
  proto.set_name(name.str());
  ArrayRef<char> bytes = tensor.getBytes();
  proto.set_raw_data(bytes.data(), bytes.size());
  google::protobuf::LogSilencer silencer;
  return proto.SerializeAsString();
}
