//===- ONNXConstants.cpp - ONNX's constants as operations -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXConstants.h"

#include "Conversion/Common/IntegerAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "reduce/IR/TensorBitcast.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

StringRef mlir::reduce::detail::getTorchOperatorName(Operation *op) {
  if (op->getName().getStringRef() != "torch.operator")
    return "";
  auto name = op->getAttrOfType<StringAttr>("name");
  return name ? name.getValue() : "";
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Returns the float in `attribute`, which has 32 bits as in all attributes of
/// ONNX; none for any other attribute.
static std::optional<APFloat> getFloat(Attribute attribute) {
  auto value = dyn_cast<FloatAttr>(attribute);
  if (!value || !value.getType().isF32())
    return std::nullopt;
  return value.getValue();
}

/// Returns the floats in `attribute`, an array of any kind; none for others.
static std::optional<SmallVector<APFloat>> getFloatList(Attribute attribute) {
  SmallVector<APFloat> floats;
  if (auto array = dyn_cast<DenseF32ArrayAttr>(attribute)) {
    for (float element : array.asArrayRef())
      floats.emplace_back(element);
    return floats;
  }
  auto array = dyn_cast<ArrayAttr>(attribute);
  if (!array)
    return std::nullopt;
  for (Attribute element : array) {
    std::optional<APFloat> value = getFloat(element);
    if (!value)
      return std::nullopt;
    floats.push_back(*value);
  }
  return floats;
}

/// Returns `attribute`, the value of a Constant, as elements; null if it does
/// not have the form of a Constant of numbers.
static ElementsAttr getElements(Attribute attribute) {
  MLIRContext *context = attribute.getContext();
  Type i64 = IntegerType::get(context, 64);
  Type f32 = Float32Type::get(context);
  auto getListType = [](size_t size, Type elementType) {
    return RankedTensorType::get(static_cast<int64_t>(size), elementType);
  };
  if (auto elements = dyn_cast<ElementsAttr>(attribute))
    return elements;
  if (std::optional<int64_t> integer = getInteger(attribute))
    return DenseElementsAttr::get(RankedTensorType::get({}, i64), *integer);
  if (std::optional<APFloat> value = getFloat(attribute))
    return DenseElementsAttr::get(RankedTensorType::get({}, f32), *value);
  if (auto integers = getIntegerList(attribute))
    return DenseElementsAttr::get(getListType(integers->size(), i64),
                                  ArrayRef(*integers));
  if (auto floats = getFloatList(attribute))
    return DenseElementsAttr::get(getListType(floats->size(), f32),
                                  ArrayRef(*floats));
  return {};
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool mlir::reduce::detail::isONNXConstant(Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumSuccessors() != 0 ||
      op->getNumResults() != 1)
    return false;
  return getTorchOperatorName(op) == "onnx.Constant" ||
         llvm::is_contained({"onnx.Constant", "onnx.NoValue",
                             "torch.vtensor.literal", "torch.constant.none"},
                            op->getName().getStringRef());
}

bool mlir::reduce::detail::isConstant(Operation *op) {
  return isONNXConstant(op) || matchPattern(op, m_Constant());
}

Attribute mlir::reduce::detail::getConstantValue(Operation *op) {
  Attribute value;
  if (op->getNumResults() == 1 && matchPattern(op, m_Constant(&value)))
    return value;
  if (!isONNXConstant(op))
    return {};
  StringRef prefix = getTorchOperatorName(op).empty() ? "" : "torch.onnx.";
  for (StringRef name :
       {"value", "value_ints", "value_int", "value_floats", "value_float",
        "sparse_value", "value_strings", "value_string"})
    if (Attribute attribute = op->getAttr((prefix + name).str()))
      return attribute;
  return {};
}

std::optional<SmallVector<int64_t>>
mlir::reduce::detail::getConstantIntegers(Value value) {
  Operation *op = value.getDefiningOp();
  Attribute attribute = op ? getConstantValue(op) : Attribute();
  if (!attribute)
    return std::nullopt;
  if (std::optional<int64_t> integer = getInteger(attribute))
    return SmallVector<int64_t>{*integer};
  if (auto integers = getIntegerList(attribute))
    return integers;
  return getIntegerElements(attribute);
}

/// Returns `elements` with unsigned integers replaced by signless ones, since
/// arith has no unsigned constants. Returns null if the lowering does not
/// support the way in which they are stored.
static TypedAttr getSignless(ElementsAttr elements) {
  auto type = dyn_cast<RankedTensorType>(elements.getShapedType());
  if (!type || type.getEncoding())
    return {};
  Type elementType = type.getElementType();
  if (elementType.isUnsignedInteger())
    elementType = IntegerType::get(type.getContext(),
                                   elementType.getIntOrFloatBitWidth());
  return llvm::TypeSwitch<ElementsAttr, TypedAttr>(elements)
      .Case([&](DenseIntOrFPElementsAttr dense) -> TypedAttr {
        return dense.bitcast(elementType);
      })
      .Case([&](DenseResourceElementsAttr resource) {
        return DenseResourceElementsAttr::get(type.clone(elementType),
                                              resource.getRawHandle());
      })
      .Default([](Attribute) { return TypedAttr(); });
}

FailureOr<Value> mlir::reduce::detail::buildONNXConstant(OpBuilder &builder,
                                                         Operation *op) {
  auto emitReason = [&] { return mlir::emitRemark(op->getLoc()); };
  Attribute value = getConstantValue(op);
  if (!value)
    return emitReason() << "the constant has no value";
  ElementsAttr elements = getElements(value);
  if (!elements)
    return emitReason() << "the value of the constant, " << value
                        << ", is not known";
  TypedAttr signless = getSignless(elements);
  if (!signless ||
      !arith::ConstantOp::isBuildableWith(signless, signless.getType()))
    return emitReason() << "constants of type " << elements.getShapedType()
                        << " in this storage are not supported";
  Type type = op->getResult(0).getType();
  ShapedType known = elements.getShapedType();
  if (type != known && !tensor::CastOp::areCastCompatible(known, type))
    return emitReason() << "the constant is declared as " << type
                        << ", but its value is of type " << known;
  Location loc = op->getLoc();
  Value result = arith::ConstantOp::create(builder, loc, signless);
  result = buildTensorBitcast(builder, loc, result, known.getElementType());
  if (type != known)
    result = tensor::CastOp::create(builder, loc, type, result);
  return result;
}
