//===- NodeAttributes.cpp - Attributes of a graph's node ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Operators/NodeAttributes.h"

#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

bool mlir::reduce::isExporterAttribute(llvm::StringRef name) {
  // Clause exporter-attributes.
  return name.starts_with("__");
}

llvm::Error mlir::reduce::checkType(const NodeAttribute &attribute,
                                    llvm::StringRef type) {
  if (attribute.isReference)
    return llvm::createStringError("attribute " + quote(attribute.name) +
                                   " refers to an attribute of a function");
  if (attribute.type == type)
    return llvm::Error::success();
  return llvm::createStringError("expected attribute " + quote(attribute.name) +
                                 " of type " + type + ", got " +
                                 attribute.type);
}

NodeAttributes::NodeAttributes(llvm::SmallVector<NodeAttribute> attributes,
                               llvm::StringRef operatorName)
    : operatorName(operatorName), remaining(std::move(attributes)) {
  llvm::StringSet<> names;
  for (const NodeAttribute &attribute : remaining)
    if (!names.insert(attribute.name).second)
      fail("attribute " + quote(attribute.name) + " is given twice");
  llvm::erase_if(remaining, [](const NodeAttribute &attribute) {
    return isExporterAttribute(attribute.name);
  });
}

void NodeAttributes::fail(const llvm::Twine &message) {
  if (error.empty())
    error = message.str();
}

std::optional<NodeAttribute> NodeAttributes::take(llvm::StringRef name,
                                                  llvm::StringRef type) {
  auto *found = llvm::find_if(remaining, [&](const NodeAttribute &attribute) {
    return attribute.name == name;
  });
  if (!error.empty() || found == remaining.end())
    return std::nullopt;
  NodeAttribute attribute = std::move(*found);
  remaining.erase(found);
  if (llvm::Error wrongType = checkType(attribute, type)) {
    fail(llvm::toString(std::move(wrongType)));
    return std::nullopt;
  }
  return attribute;
}

llvm::SmallVector<int64_t> NodeAttributes::getInts(llvm::StringRef name) {
  if (std::optional<NodeAttribute> attribute = take(name, "INTS"))
    return std::move(attribute->integers);
  return {};
}

bool NodeAttributes::getBool(llvm::StringRef name, bool defaultValue) {
  std::optional<NodeAttribute> attribute = take(name, "INT");
  if (!attribute)
    return defaultValue;
  int64_t value = attribute->integers.front();
  if (value != 0 && value != 1)
    fail("expected attribute " + quote(name) + " to be 0 or 1, got " +
         llvm::Twine(value));
  return value != 0;
}

llvm::Error NodeAttributes::finish() {
  if (!remaining.empty())
    fail(operatorName + " has no attribute " + quote(remaining.front().name));
  if (error.empty())
    return llvm::Error::success();
  return llvm::createStringError(error);
}
