//===- ConstantTensors.cpp - Constants of any element type ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantTensors.h"
#include "reduce/IR/TensorBitcast.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the element type of the arith.constant for elements of
/// `elementType`.
static Type getConstantType(Type elementType) {
  if (!elementType.isUnsignedInteger())
    return elementType;
  return IntegerType::get(elementType.getContext(),
                          elementType.getIntOrFloatBitWidth());
}

DenseElementsAttr mlir::reduce::detail::getConstantElements(Value value) {
  DenseElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)))
    return elements;
  auto bitcast = value.getDefiningOp<tensor::BitcastOp>();
  if (!bitcast || !matchPattern(bitcast.getSource(), m_Constant(&elements)))
    return {};
  return elements.bitcast(getElementTypeOrSelf(value.getType()));
}

Value mlir::reduce::detail::buildConstantTensor(OpBuilder &builder,
                                                Location loc,
                                                DenseElementsAttr elements) {
  Type elementType = elements.getElementType();
  Value constant = arith::ConstantOp::create(
      builder, loc, elements.bitcast(getConstantType(elementType)));
  return buildTensorBitcast(builder, loc, constant, elementType);
}

Value mlir::reduce::detail::buildSplatTensor(OpBuilder &builder, Location loc,
                                             TypedAttr element,
                                             ArrayRef<OpFoldResult> sizes) {
  Type elementType = element.getType();
  if (auto integer = dyn_cast<IntegerAttr>(element))
    element =
        IntegerAttr::get(getConstantType(elementType), integer.getValue());
  Value constant = arith::ConstantOp::create(builder, loc, element);
  Value splat = tensor::SplatOp::create(builder, loc, constant, sizes);
  return buildTensorBitcast(builder, loc, splat, elementType);
}
