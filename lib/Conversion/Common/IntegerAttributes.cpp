//===- IntegerAttributes.cpp - Integers in attributes ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerAttributes.h"

#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

std::optional<int64_t> mlir::reduce::detail::getInteger(Attribute attribute) {
  auto integer = dyn_cast<IntegerAttr>(attribute);
  return integer ? integer.getValue().trySExtValue() : std::nullopt;
}

std::optional<SmallVector<int64_t>>
mlir::reduce::detail::getIntegerList(Attribute attribute) {
  if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute))
    return llvm::to_vector(array.asArrayRef());
  auto array = dyn_cast<ArrayAttr>(attribute);
  if (!array)
    return std::nullopt;
  SmallVector<int64_t> integers;
  for (Attribute element : array) {
    std::optional<int64_t> integer = getInteger(element);
    if (!integer)
      return std::nullopt;
    integers.push_back(*integer);
  }
  return integers;
}

std::optional<SmallVector<int64_t>>
mlir::reduce::detail::getIntegerElements(Attribute attribute) {
  // More than any rank, and few enough to read quickly.
  constexpr int64_t maxCount = 1 << 16;
  auto elements = dyn_cast_or_null<ElementsAttr>(attribute);
  if (!elements || !elements.getElementType().isInteger(64) ||
      elements.getShapedType().getRank() > 1 ||
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
