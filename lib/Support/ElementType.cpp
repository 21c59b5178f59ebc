//===- ElementType.cpp - The element types of tensors ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Support/ElementType.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::reduce;

namespace {
struct ElementTypeInfo {
  ElementType type;
  uint8_t bits;
  uint8_t code;
  StringRef name;
};
} // namespace

static constexpr ElementTypeInfo infos[] = {
#define REDUCE_ELEMENT_TYPE(ENUM, BITS, DLPACK_CODE, NUMPY)                    \
  {ElementType::ENUM, BITS, DLPACK_CODE, NUMPY},
#include "reduce/Support/ElementTypes.def"
};

static const ElementTypeInfo &getInfo(ElementType type) {
  return infos[static_cast<size_t>(type)];
}

unsigned mlir::reduce::getByteSize(ElementType type) {
  return getInfo(type).bits / 8;
}

StringRef mlir::reduce::getName(ElementType type) { return getInfo(type).name; }

std::optional<ElementType> mlir::reduce::getElementTypeByName(StringRef name) {
  for (const ElementTypeInfo &info : infos)
    if (info.name == name)
      return info.type;
  return std::nullopt;
}

const llvm::fltSemantics *mlir::reduce::getFloatSemantics(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return &llvm::APFloat::IEEEhalf();
  case ElementType::BF16:
    return &llvm::APFloat::BFloat();
  case ElementType::F32:
    return &llvm::APFloat::IEEEsingle();
  case ElementType::F64:
    return &llvm::APFloat::IEEEdouble();
  default:
    return nullptr;
  }
}

DLDataType mlir::reduce::getDLDataType(ElementType type) {
  return {getInfo(type).code, getInfo(type).bits, /*lanes=*/1};
}

std::optional<ElementType> mlir::reduce::getElementType(DLDataType type) {
  for (const ElementTypeInfo &info : infos)
    if (info.code == type.code && info.bits == type.bits && type.lanes == 1)
      return info.type;
  return std::nullopt;
}

Type mlir::reduce::getMLIRType(MLIRContext *context, ElementType type) {
  const ElementTypeInfo &info = getInfo(type);
  switch (info.code) {
  case kDLFloat:
    if (info.bits == 16)
      return Float16Type::get(context);
    if (info.bits == 32)
      return Float32Type::get(context);
    return Float64Type::get(context);
  case kDLBfloat:
    return BFloat16Type::get(context);
  case kDLInt:
    return IntegerType::get(context, info.bits);
  case kDLUInt:
    return IntegerType::get(context, info.bits, IntegerType::Unsigned);
  default:
    return IntegerType::get(context, 1);
  }
}

std::optional<ElementType> mlir::reduce::getElementType(Type type) {
  for (ElementType elementType : allElementTypes)
    if (getMLIRType(type.getContext(), elementType) == type)
      return elementType;
  return std::nullopt;
}
