//===- NodeAttributes.h - Attributes of a graph's node ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes of reductions in ONNX graphs, independent of the form of the
// graph.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_OPERATORS_NODEATTRIBUTES_H
#define REDUCE_OPERATORS_NODEATTRIBUTES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir::reduce {

/// One attribute of a node.
struct NodeAttribute {
  llvm::StringRef name;
  /// The name of the attribute's type in ONNX's AttributeProto.
  llvm::StringRef type;
  /// The value of an attribute of type INT or INTS.
  llvm::SmallVector<int64_t> integers;
  /// Whether it refers to an attribute of the function that contains the node.
  bool isReference = false;
};

/// Returns whether `name` is the name of an attribute that only exporters set
/// and no operator defines.
bool isExporterAttribute(llvm::StringRef name);

/// Fails unless `attribute` has a value of the type `type`.
llvm::Error checkType(const NodeAttribute &attribute, llvm::StringRef type);

/// Reads the attributes of a node one by one, except for those of exporters.
/// `finish` returns the first error; after an error, getters return defaults.
class NodeAttributes {
public:
  /// `operatorName` is the name of the operator in errors.
  NodeAttributes(llvm::SmallVector<NodeAttribute> attributes,
                 llvm::StringRef operatorName);

  /// Returns a list of integers; empty if the attribute is absent.
  llvm::SmallVector<int64_t> getInts(llvm::StringRef name);

  /// Returns an integer that must be 0 or 1.
  bool getBool(llvm::StringRef name, bool defaultValue);

  /// Returns the first error: an invalid attribute, or one that was not read.
  llvm::Error finish();

private:
  std::optional<NodeAttribute> take(llvm::StringRef name, llvm::StringRef type);
  void fail(const llvm::Twine &message);

  std::string operatorName;
  /// In the order of the graph, which makes errors deterministic.
  llvm::SmallVector<NodeAttribute> remaining;
  std::string error;
};

} // namespace mlir::reduce

#endif // REDUCE_OPERATORS_NODEATTRIBUTES_H
