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
#include <limits>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// The names of an element type.
struct TypeNames {
  ElementType type;
  /// In the attribute element_type of a layer.
  StringLiteral elementType;
  /// In the attribute precision of a port.
  StringLiteral precision;
};
} // namespace

static constexpr TypeNames typeNames[] = {
    {ElementType::Bool, "boolean", "BOOL"}, {ElementType::I8, "i8", "I8"},
    {ElementType::I16, "i16", "I16"},       {ElementType::I32, "i32", "I32"},
    {ElementType::I64, "i64", "I64"},       {ElementType::UI8, "u8", "U8"},
    {ElementType::UI16, "u16", "U16"},      {ElementType::UI32, "u32", "U32"},
    {ElementType::UI64, "u64", "U64"},      {ElementType::F16, "f16", "FP16"},
    {ElementType::BF16, "bf16", "BF16"},    {ElementType::F32, "f32", "FP32"},
    {ElementType::F64, "f64", "FP64"},
};
static_assert(hasRowOfEachElementType(typeNames));

llvm::Expected<ElementType> openvino::parseElementType(StringRef name) {
  for (const TypeNames &names : typeNames)
    if (names.elementType == name)
      return names.type;
  return llvm::createStringError("element type " + quote(name) +
                                 " is not supported");
}

static llvm::Expected<ElementType> parsePrecision(StringRef name) {
  for (const TypeNames &names : typeNames)
    if (names.precision == name)
      return names.type;
  return llvm::createStringError("precision " + quote(name) +
                                 " is not supported");
}

/// Returns the extent of one dimension of a shape, or nothing if `text` is
/// invalid.
static std::optional<int64_t> parseDim(StringRef text) {
  if (text == "?" || text == "-1")
    return ShapedType::kDynamic;
  auto [first, last] = text.split("..");
  int64_t low = 0;
  // An interval without an upper bound is always dynamic.
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
  // The port only has an id and declares nothing.
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
