//===- Signature.cpp - Inputs and outputs of a function -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Support/Signature.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;
namespace json = llvm::json;

bool TensorSignature::hasStaticShape() const {
  return !llvm::is_contained(shape, kDynamic);
}

bool TensorSignature::acceptsShape(llvm::ArrayRef<int64_t> actual) const {
  return actual.size() == shape.size() &&
         llvm::all_of_zip(shape, actual, [](int64_t expected, int64_t extent) {
           return expected == kDynamic || expected == extent;
         });
}

std::string mlir::reduce::shapeToString(ArrayRef<int64_t> shape,
                                        ArrayRef<std::string> dimParams) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(llvm::seq<size_t>(0, shape.size()), os, [&](size_t i) {
    if (shape[i] != TensorSignature::kDynamic)
      os << shape[i];
    else if (dimParams.empty() || dimParams[i].empty())
      os << '?';
    else
      os << dimParams[i];
  });
  os << ']';
  return text;
}

//===----------------------------------------------------------------------===//
// Parsing; ObjectMapper finds these functions by argument-dependent lookup
//===----------------------------------------------------------------------===//

namespace mlir::reduce {

static bool fromJSON(const json::Value &value, ElementType &type,
                     json::Path path) {
  std::string name;
  if (!json::fromJSON(value, name, path))
    return false;
  std::optional<ElementType> found = getElementTypeByName(name);
  if (!found) {
    path.report("expected the name of an element type");
    return false;
  }
  type = *found;
  return true;
}

static bool fromJSON(const json::Value &value, TensorSignature &tensor,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  if (!object || !object.map("name", tensor.name) ||
      !object.map("dtype", tensor.elementType) ||
      !object.map("shape", tensor.shape) ||
      !object.mapOptional("dim_params", tensor.dimParams) ||
      !object.mapOptional("sharding", tensor.sharding))
    return false;
  for (auto [dim, extent] : llvm::enumerate(tensor.shape)) {
    if (extent < TensorSignature::kDynamic) {
      path.field("shape").index(dim).report("expected an extent or -1");
      return false;
    }
  }
  if (!tensor.dimParams.empty() &&
      tensor.dimParams.size() != tensor.shape.size()) {
    path.field("dim_params").report("expected one name per dimension");
    return false;
  }
  if (!tensor.sharding.empty() &&
      tensor.sharding.size() != tensor.shape.size()) {
    path.field("sharding").report("expected one list per dimension");
    return false;
  }
  return true;
}

static bool fromJSON(const json::Value &value, GridAxisSignature &axis,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  if (!object || !object.map("name", axis.name) ||
      !object.map("size", axis.size))
    return false;
  if (axis.size < 1 && axis.size != TensorSignature::kDynamic) {
    path.field("size").report("expected a positive number or -1");
    return false;
  }
  return true;
}

/// Whether each of `tensors` is split along axes of `grid`, and at most once
/// along each.
static bool checkShardings(ArrayRef<TensorSignature> tensors,
                           ArrayRef<GridAxisSignature> grid, json::Path path) {
  for (auto [index, tensor] : llvm::enumerate(tensors)) {
    llvm::StringSet<> unused;
    for (const GridAxisSignature &axis : grid)
      unused.insert(axis.name);
    for (const std::vector<std::string> &axes : tensor.sharding)
      for (StringRef name : axes)
        if (!unused.erase(name)) {
          path.index(index)
              .field("sharding")
              .report("expected axes of the grid, each at most once");
          return false;
        }
  }
  return true;
}

static bool fromJSON(const json::Value &value, FunctionSignature &function,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  return object && object.map("name", function.name) &&
         object.map("inputs", function.inputs) &&
         object.map("outputs", function.outputs) &&
         object.mapOptional("grid", function.grid) &&
         checkShardings(function.inputs, function.grid, path.field("inputs")) &&
         checkShardings(function.outputs, function.grid, path.field("outputs"));
}

} // namespace mlir::reduce

llvm::Expected<FunctionSignature> mlir::reduce::parseSignature(StringRef text) {
  return json::parse<FunctionSignature>(text, "signature");
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void print(json::OStream &os, const TensorSignature &tensor) {
  os.object([&] {
    os.attribute("name", json::fixUTF8(tensor.name));
    os.attribute("dtype", getName(tensor.elementType));
    os.attributeArray("shape", [&] {
      for (int64_t extent : tensor.shape)
        os.value(extent);
    });
    if (!tensor.dimParams.empty())
      os.attributeArray("dim_params", [&] {
        for (StringRef name : tensor.dimParams)
          os.value(json::fixUTF8(name));
      });
    if (!tensor.sharding.empty())
      os.attributeArray("sharding", [&] {
        for (const std::vector<std::string> &axes : tensor.sharding)
          os.array([&] {
            for (StringRef axis : axes)
              os.value(json::fixUTF8(axis));
          });
      });
  });
}

std::string mlir::reduce::printSignature(const FunctionSignature &signature) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  json::OStream os(stream);
  os.object([&] {
    os.attribute("name", json::fixUTF8(signature.name));
    os.attributeArray("inputs", [&] {
      for (const TensorSignature &input : signature.inputs)
        print(os, input);
    });
    os.attributeArray("outputs", [&] {
      for (const TensorSignature &output : signature.outputs)
        print(os, output);
    });
    if (!signature.grid.empty())
      os.attributeArray("grid", [&] {
        for (const GridAxisSignature &axis : signature.grid)
          os.object([&] {
            os.attribute("name", json::fixUTF8(axis.name));
            os.attribute("size", axis.size);
          });
      });
  });
  return text;
}
