//===- OpenVINOTypes.cpp - Types in OpenVINO nets -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenVINOTypes.h"

#include "Support/Quote.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <limits>

using namespace mlir;
using namespace mlir::reduce;

llvm::Expected<ElementType> openvino::parseElementType(StringRef name) {
  auto type = llvm::StringSwitch<std::optional<ElementType>>(name)
#define REDUCE_ELEMENT_TYPE(ENUM, BITS, DLPACK_CODE, NUMPY, ONNX, OPENVINO,    \
                            PRECISION)                                         \
  .Case(OPENVINO, ElementType::ENUM)
#include "reduce/Support/ElementTypes.def"
                  .Default(std::nullopt);
  if (!type)
    return llvm::createStringError("element type " + quote(name) +
                                   " is not supported");
  return *type;
}

static llvm::Expected<ElementType> parsePrecision(StringRef name) {
  auto type = llvm::StringSwitch<std::optional<ElementType>>(name)
#define REDUCE_ELEMENT_TYPE(ENUM, BITS, DLPACK_CODE, NUMPY, ONNX, OPENVINO,    \
                            PRECISION)                                         \
  .Case(PRECISION, ElementType::ENUM)
#include "reduce/Support/ElementTypes.def"
                  .Default(std::nullopt);
  if (!type)
    return llvm::createStringError("precision " + quote(name) +
                                   " is not supported");
  return *type;
}

/// Returns the extent of one dimension of a shape, none where `text` is none.
static std::optional<int64_t> parseDim(StringRef text) {
  if (text == "?" || text == "-1")
    return ShapedType::kDynamic;
  auto [first, last] = text.split("..");
  int64_t low = 0;
  // An open interval is never a single extent.
  int64_t high = std::numeric_limits<int64_t>::max();
  bool isInterval = text.contains("..");
  if ((!isInterval || !first.empty()) && first.getAsInteger(10, low))
    return std::nullopt;
  if (!isInterval)
    high = low;
  else if (!last.empty() && last.getAsInteger(10, high))
    return std::nullopt;
  if (low < 0 || high < low)
    return std::nullopt;
  return low == high ? low : ShapedType::kDynamic;
}

llvm::Expected<std::optional<SmallVector<int64_t>>>
openvino::parseShape(StringRef text) {
  SmallVector<int64_t> shape;
  if (text.trim().empty())
    return shape;
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    if (part.trim() == "...")
      return std::nullopt;
    std::optional<int64_t> dim = parseDim(part.trim());
    if (!dim)
      return llvm::createStringError("invalid dimension " + quote(part) +
                                     " in the shape " + quote(text));
    shape.push_back(*dim);
  }
  return shape;
}

llvm::Expected<RankedTensorType>
openvino::getDeclaredType(const Port &port, RankedTensorType inferred) {
  // Neither is there: the port is only a number.
  if (!port.precision && port.dims.empty())
    return inferred;
  Type elementType = inferred.getElementType();
  if (port.precision) {
    llvm::Expected<ElementType> parsed = parsePrecision(*port.precision);
    if (!parsed)
      return parsed.takeError();
    elementType = getMLIRType(inferred.getContext(), *parsed);
  }
  return RankedTensorType::get(
      llvm::map_to_vector(
          port.dims,
          [](int64_t dim) { return dim < 0 ? ShapedType::kDynamic : dim; }),
      elementType);
}
