//===- reduce-list-versions.cpp - Prints the versions' table --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints OperatorVersions.def as JSON, as the compiler sees it: one object per
// row. An operator's version also has the id of its clause. The generator of
// the reference pages and the tests use this output, so that nothing repeats
// the table.
//
//===----------------------------------------------------------------------===//

#include "reduce/Operators/OperatorVersions.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::reduce;

static StringRef toString(ModelFormat format) {
  return format == ModelFormat::ONNX ? "ONNX" : "OpenVINO";
}

static StringRef toString(AxesSource source) {
  return source == AxesSource::Attribute ? "attribute" : "input";
}

static StringRef toString(EmptyAxes emptyAxes) {
  switch (emptyAxes) {
  case EmptyAxes::ReduceAll:
    return "reduce all";
  case EmptyAxes::ByAttribute:
    return "reduce all, or identity where noop_with_empty_axes = 1";
  case EmptyAxes::Identity:
    return "identity";
  }
  llvm_unreachable("unknown meaning of empty axes");
}

/// Returns the id of the clause, for example "min-13" or "openvino-min-1".
static std::string getClause(const OperatorVersion &version) {
  std::string prefix;
  if (version.format != ModelFormat::ONNX)
    prefix = toString(version.format).lower() + "-";
  StringRef operation = version.operation;
  operation.consume_front("reduce.");
  return (prefix + operation + "-" + Twine(version.since)).str();
}

static json::Array getElementTypes(const OperatorVersion &version) {
  json::Array names;
  for (ElementType type : allElementTypes)
    if (version.accepts(type))
      names.push_back(getName(type));
  return names;
}

static json::Object describe(const OperatorVersion &version) {
  return json::Object{{"clause", getClause(version)},
                      {"format", toString(version.format)},
                      {"operator", version.name},
                      {"since", version.since},
                      {"operation", version.operation},
                      {"axes", toString(version.axesSource)},
                      {"empty_axes", toString(version.emptyAxes)},
                      {"keepdims", version.keepdimsDefault},
                      {"types", getElementTypes(version)}};
}

int main() {
  json::Array formats, operators;
#define REDUCE_FORMAT_VERSIONS(ENUM, NAME, OLDEST, NEWEST)                     \
  formats.push_back(                                                           \
      json::Object{{"name", NAME}, {"oldest", OLDEST}, {"newest", NEWEST}});
#define REDUCE_OPERATOR_VERSION(FORMAT, NAME, SINCE, OPERATION, AXES,          \
                                EMPTY_AXES, KEEPDIMS, TYPES)                   \
  operators.push_back(                                                         \
      describe(*findOperatorVersion(ModelFormat::FORMAT, NAME, SINCE)));
#include "reduce/Operators/OperatorVersions.def"
  json::Object versions{{"formats", std::move(formats)},
                        {"operators", std::move(operators)}};
  outs() << formatv("{0:2}\n", json::Value(std::move(versions)));
  return 0;
}
