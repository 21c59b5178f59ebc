//===- ONNXOrder.cpp - Order of the nodes of an ONNX graph ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXOrder.h"

#include "llvm/ADT/PriorityQueue.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;

std::string mlir::reduce::quote(StringRef name) {
  bool isPlain = llvm::json::isUTF8(name) && llvm::none_of(name, [](char c) {
                   return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
                 });
  std::string text = "'";
  llvm::raw_string_ostream os(text);
  if (isPlain)
    os << name;
  else
    llvm::printEscapedString(name, os);
  os << '\'';
  return text;
}

StringRef mlir::reduce::getNodeName(const onnx::NodeProto &node) {
  if (!node.name().empty())
    return node.name();
  for (const std::string &output : node.output())
    if (!output.empty())
      return output;
  return node.op_type().empty() ? StringRef("unnamed") : node.op_type();
}

namespace {
/// The nodes of a graph and how values connect them. Nodes are named by their
/// index in the file.
class NodeOrder {
public:
  NodeOrder(const onnx::GraphProto &graph, Location loc)
      : graph(graph), loc(loc) {}

  FailureOr<SmallVector<const onnx::NodeProto *>> compute();

private:
  LogicalResult collectDefinitions();
  LogicalResult define(StringRef name, int definer, const llvm::Twine &where);
  LogicalResult collectUses();
  void emitCycle(ArrayRef<int> numUnordered);

  std::string describe(int definer) const;
  std::string describeNode(int node) const {
    return "node " + quote(getNodeName(graph.node(node)));
  }

  // Definers that are no nodes.
  static constexpr int graphInput = -1;
  static constexpr int initializer = -2;

  const onnx::GraphProto &graph;
  Location loc;
  /// Who defines each value.
  llvm::StringMap<int> definers;
  /// The nodes that define each node's inputs, and those that use its outputs;
  /// a node stands in a list as often as it is connected.
  SmallVector<SmallVector<int>> producers, consumers;
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
      // An empty name stands for an output that is not wanted.
      if (!output.empty() && failed(define(output, node, describeNode(node))))
        return failure();
  return success();
}

LogicalResult NodeOrder::collectUses() {
  producers.resize(graph.node_size());
  consumers.resize(graph.node_size());
  for (int node = 0; node < graph.node_size(); ++node) {
    for (const std::string &input : graph.node(node).input()) {
      if (input.empty()) // an optional input that is absent
        continue;
      auto entry = definers.find(input);
      if (entry == definers.end())
        return emitError(loc)
               << describeNode(node) << ": input " << quote(input)
               << " is defined by no node, graph input or initializer";
      if (entry->second < 0)
        continue;
      producers[node].push_back(entry->second);
      consumers[entry->second].push_back(node);
    }
  }
  return success();
}

/// Reports a cycle among the nodes that wait for a producer in vain.
void NodeOrder::emitCycle(ArrayRef<int> numUnordered) {
  auto isWaiting = [&](int node) { return numUnordered[node] != 0; };
  // Each waiting node has a waiting producer, so going from producer to
  // producer must come to a node seen before: that one is on a cycle.
  int node = llvm::find_if(numUnordered, [](int n) { return n != 0; }) -
             numUnordered.begin();
  SmallVector<int> path;
  SmallVector<bool> isOnPath(graph.node_size());
  while (!isOnPath[node]) {
    isOnPath[node] = true;
    path.push_back(node);
    node = *llvm::find_if(producers[node], isWaiting);
  }
  ArrayRef<int> cycle =
      ArrayRef(path).drop_until([&](int onPath) { return onPath == node; });
  InFlightDiagnostic diag = emitError(loc) << "the graph has a cycle: ";
  // From producer to consumer, as the data flow.
  llvm::interleave(
      llvm::reverse(cycle), [&](int n) { diag << describeNode(n); },
      [&] { diag << " -> "; });
  diag << " -> " << describeNode(cycle.back());
}

FailureOr<SmallVector<const onnx::NodeProto *>> NodeOrder::compute() {
  if (failed(collectDefinitions()) || failed(collectUses()))
    return failure();
  SmallVector<int> numUnordered;
  llvm::PriorityQueue<int, std::vector<int>, std::greater<int>> ready;
  for (auto [node, inputs] : llvm::enumerate(producers)) {
    numUnordered.push_back(inputs.size());
    if (inputs.empty())
      ready.push(node);
  }
  SmallVector<const onnx::NodeProto *> order;
  while (!ready.empty()) {
    int node = ready.top();
    ready.pop();
    order.push_back(&graph.node(node));
    for (int consumer : consumers[node])
      if (--numUnordered[consumer] == 0)
        ready.push(consumer);
  }
  if (order.size() == static_cast<size_t>(graph.node_size()))
    return order;
  emitCycle(numUnordered);
  return failure();
}

FailureOr<SmallVector<const onnx::NodeProto *>>
mlir::reduce::orderNodes(const onnx::GraphProto &graph, Location loc) {
  return NodeOrder(graph, loc).compute();
}
