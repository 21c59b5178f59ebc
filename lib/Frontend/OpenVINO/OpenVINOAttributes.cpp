//===- OpenVINOAttributes.cpp - Attributes of OpenVINO layers -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenVINOImporter.h"
#include "OpenVINOTypes.h"
#include "Support/Quote.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;
using namespace mlir::reduce::detail::openvino;

FailureOr<StringRef> Importer::getAttribute(const Layer &layer,
                                            StringRef name) {
  for (const auto &[attributeName, value] : layer.data)
    if (attributeName == name)
      return StringRef(value);
  return emitError(layer) << "attribute " << quote(name) << " is missing";
}

FailureOr<int64_t> Importer::getNumber(const Layer &layer, StringRef name) {
  FailureOr<StringRef> digits = getAttribute(layer, name);
  if (failed(digits))
    return failure();
  int64_t number;
  if (digits->getAsInteger(10, number) || number < 0)
    return emitError(layer)
           << "expected attribute " << quote(name)
           << " to be an integer in [0, 9223372036854775807], got "
           << quote(*digits);
  return number;
}

FailureOr<ElementType> Importer::getElementType(const Layer &layer) {
  FailureOr<StringRef> name = getAttribute(layer, "element_type");
  if (failed(name))
    return failure();
  llvm::Expected<ElementType> type = parseElementType(*name);
  if (!type)
    return emitError(layer) << llvm::toString(type.takeError());
  return *type;
}

FailureOr<std::optional<SmallVector<int64_t>>>
Importer::getShape(const Layer &layer) {
  FailureOr<StringRef> text = getAttribute(layer, "shape");
  if (failed(text))
    return failure();
  llvm::Expected<std::optional<SmallVector<int64_t>>> shape = parseShape(*text);
  if (!shape)
    return emitError(layer) << llvm::toString(shape.takeError());
  return *shape;
}

/// Parses `value` of the attribute `name` in the same way as OpenVINO's reader.
FailureOr<bool> Importer::parseBool(const Layer &layer, StringRef name,
                                    StringRef value) {
  // Clause boolean-text.
  auto parsed = llvm::StringSwitch<std::optional<bool>>(value)
                    .CasesLower({"true", "1"}, true)
                    .CasesLower({"false", "0"}, false)
                    .Default(std::nullopt);
  if (!parsed)
    return emitError(layer)
           << "expected attribute " << quote(name)
           << " to be true, false, 1 or 0, got " << quote(value);
  return *parsed;
}

FailureOr<bool> Importer::getKeepDims(const Layer &layer,
                                      const OperatorVersion &version) {
  // Clause keepdims-default.
  FailureOr<bool> keepDims = version.keepdimsDefault;
  for (const auto &[name, value] : layer.data) {
    if (name != "keep_dims")
      return emitError(layer)
             << version.getVersionName() << " has no attribute " << quote(name);
    keepDims = parseBool(layer, name, value);
    if (failed(keepDims))
      return failure();
  }
  return keepDims;
}
