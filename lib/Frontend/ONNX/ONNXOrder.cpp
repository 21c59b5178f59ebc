//===- ONNXOrder.cpp - Order of the nodes of an ONNX graph ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXOrder.h"

#include "Frontend/Common/TopologicalOrder.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

StringRef mlir::reduce::detail::getNodeName(const onnx::NodeProto &node) {
  if (!node.name().empty())
    return node.name();
  for (const std::string &output : node.output())
    if (!output.empty())
      return output;
  return node.op_type().empty() ? StringRef("unnamed") : node.op_type();
}

namespace {
/// The nodes of a graph and the values that connect them. Nodes are identified
/// by their index in the file.
class NodeOrder {
public:
  NodeOrder(const onnx::GraphProto &graph, Location loc)
      : graph(graph), loc(loc) {}

  FailureOr<SmallVector<const onnx::NodeProto *>> compute();

private:
  LogicalResult collectDefinitions();
  LogicalResult define(StringRef name, int definer, const llvm::Twine &where);
  LogicalResult collectProducers();

  std::string describe(int definer) const;
  std::string describeNode(int node) const {
    return "node " + quote(getNodeName(graph.node(node)));
  }

  // Definers other than nodes.
  static constexpr int graphInput = -1;
  static constexpr int initializer = -2;

  const onnx::GraphProto &graph;
  Location loc;
  /// The definer of each value.
  llvm::StringMap<int> definers;
  /// The nodes that define each node's inputs.
  SmallVector<SmallVector<int>> producers;
};
} // namespace

std::string NodeOrder::describe(int definer) const {
  if (definer == graphInput)
    return "a graph input";
  return definer == initializer ? "an initializer" : describeNode(definer);
}

LogicalResult NodeOrder::define(StringRef name, int definer,
                                const llvm::Twine &where) {
  if (name.empty())
    return emitError(loc) << where << " has no name";
  auto [entry, isNew] = definers.try_emplace(name, definer);
  if (isNew)
    return success();
  return emitError(loc) << where << " defines " << quote(name)
                        << ", which is already defined by "
                        << describe(entry->second);
}

LogicalResult NodeOrder::collectDefinitions() {
  for (const onnx::TensorProto &tensor : graph.initializer())
    if (failed(define(tensor.name(), initializer, "an initializer")))
      return failure();
  for (const onnx::ValueInfoProto &input : graph.input()) {
    // An initializer that is listed as an input is a constant, defined above.
    auto entry = definers.find(input.name());
    if (entry != definers.end() && entry->second == initializer)
      continue;
    if (failed(define(input.name(), graphInput, "a graph input")))
      return failure();
  }
  for (int node = 0; node < graph.node_size(); ++node)
    for (const std::string &output : graph.node(node).output())
      // An empty name means that the output is not used.
      if (!output.empty() && failed(define(output, node, describeNode(node))))
        return failure();
  return success();
}

LogicalResult NodeOrder::collectProducers() {
  producers.resize(graph.node_size());
  for (int node = 0; node < graph.node_size(); ++node) {
    for (const std::string &input : graph.node(node).input()) {
      if (input.empty()) // an optional input that is absent
        continue;
      auto entry = definers.find(input);
      if (entry == definers.end())
        return emitError(loc)
               << describeNode(node) << ": input " << quote(input)
               << " is not defined by any node, graph input or initializer";
      if (entry->second >= 0)
        producers[node].push_back(entry->second);
    }
  }
  return success();
}

FailureOr<SmallVector<const onnx::NodeProto *>> NodeOrder::compute() {
  if (failed(collectDefinitions()) || failed(collectProducers()))
    return failure();
  FailureOr<SmallVector<int>> order = orderTopologically(
      producers, [&](int node) { return describeNode(node); },
      [&] { return emitError(loc) << "the graph has a cycle: "; });
  if (failed(order))
    return failure();
  return llvm::map_to_vector(*order,
                             [&](int node) { return &graph.node(node); });
}

FailureOr<SmallVector<const onnx::NodeProto *>>
mlir::reduce::detail::orderNodes(const onnx::GraphProto &graph, Location loc) {
  return NodeOrder(graph, loc).compute();
}
