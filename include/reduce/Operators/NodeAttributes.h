//===- NodeAttributes.h - Attributes of a graph's node ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of the nodes of ONNX graphs, as far as reductions have them, in
// whatever form the graph is written.
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
  /// The name that ONNX's AttributeProto has for the attribute's type.
  llvm::StringRef type;
  /// The value of an attribute of type INT or INTS.
  llvm::SmallVector<int64_t> integers;
  /// Whether it stands for an attribute of the function that the node is in.
  bool isReference = false;
};

/// Whether an attribute called `name` is the exporter's own, which no operator
/// defines.
bool isExporterAttribute(llvm::StringRef name);

/// Fails unless `attribute` has a value of the type `type`.
llvm::Error checkType(const NodeAttribute &attribute, llvm::StringRef type);

/// Reads the attributes of a node one by one, except for the exporter's own.
/// The first error is kept until `finish`; getters give the default from there
/// on.
class NodeAttributes {
public:
  /// `operatorName` is what errors call the operator.
  NodeAttributes(llvm::SmallVector<NodeAttribute> attributes,
                 llvm::StringRef operatorName);

  /// Returns a list of integers, empty where the attribute is absent.
  llvm::SmallVector<int64_t> getInts(llvm::StringRef name);

  /// Returns an integer that must be 0 or 1.
  bool getBool(llvm::StringRef name, bool defaultValue);

  /// Returns the first error: a wrong attribute, or one that was not asked for.
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
