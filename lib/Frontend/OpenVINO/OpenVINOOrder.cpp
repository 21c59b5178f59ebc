//===- OpenVINOOrder.cpp - Order of OpenVINO layers -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenVINOOrder.h"

#include "Frontend/Common/TopologicalOrder.h"
#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;
using namespace mlir::reduce::detail::openvino;

/// Producer of an input port for which no edge has been seen.
static constexpr int unconnected = -1;

/// Fails if two ports on one side have the same id.
static LogicalResult checkPorts(const Layer &layer, ArrayRef<Port> ports,
                                StringRef side) {
  // A DenseSet reserves some keys, which may occur as ids.
  std::set<int64_t> ids;
  for (const Port &port : ports)
    if (!ids.insert(port.id).second)
      return emitError(layer.loc)
             << describe(layer) << " has two " << side << " ports " << port.id;
  return success();
}

/// Returns a map from layer ids to indices.
static FailureOr<std::map<int64_t, int>> collectLayers(const Net &net) {
  std::map<int64_t, int> layers;
  for (auto [index, layer] : llvm::enumerate(net.layers)) {
    auto [entry, isNew] = layers.try_emplace(layer.id, index);
    if (!isNew)
      return emitError(layer.loc) << describe(layer) << " has the id of layer "
                                  << quote(net.layers[entry->second].name);
    if (failed(checkPorts(layer, layer.inputs, "input")) ||
        failed(checkPorts(layer, layer.outputs, "output")))
      return failure();
  }
  return layers;
}

/// Stores the producer of each input port in `producers`.
static LogicalResult resolveEdges(const Net &net,
                                  const std::map<int64_t, int> &layers,
                                  std::vector<SmallVector<int>> &producers) {
  auto findPort = [](ArrayRef<Port> ports, int64_t id) {
    return llvm::find_if(ports,
                         [&](const Port &port) { return port.id == id; });
  };
  for (const Edge &edge : net.edges) {
    for (int64_t id : {edge.fromLayer, edge.toLayer})
      if (!layers.count(id))
        return emitError(edge.loc) << "there is no layer " << id;
    int fromIndex = layers.at(edge.fromLayer);
    int toIndex = layers.at(edge.toLayer);
    const Layer &from = net.layers[fromIndex];
    const Layer &to = net.layers[toIndex];
    if (findPort(from.outputs, edge.fromPort) == ArrayRef(from.outputs).end())
      return emitError(edge.loc)
             << describe(from) << " has no output port " << edge.fromPort;
    ArrayRef<Port> inputs = to.inputs;
    auto port = findPort(inputs, edge.toPort);
    if (port == inputs.end())
      return emitError(edge.loc)
             << describe(to) << " has no input port " << edge.toPort;
    int &producer = producers[toIndex][port - inputs.begin()];
    if (producer != unconnected)
      return emitError(edge.loc) << "second edge to input port " << edge.toPort
                                 << " of " << describe(to);
    producer = fromIndex;
  }
  for (auto [layer, sources] : llvm::zip_equal(net.layers, producers))
    for (auto [port, producer] : llvm::zip_equal(layer.inputs, sources))
      if (producer == unconnected)
        return emitError(layer.loc) << describe(layer) << ": input port "
                                    << port.id << " has no edge";
  return success();
}

FailureOr<LayerOrder> openvino::orderLayers(const Net &net) {
  FailureOr<std::map<int64_t, int>> layers = collectLayers(net);
  if (failed(layers))
    return failure();
  LayerOrder result;
  for (const Layer &layer : net.layers)
    result.producers.emplace_back(layer.inputs.size(), unconnected);
  if (failed(resolveEdges(net, *layers, result.producers)))
    return failure();
  FailureOr<SmallVector<int>> order = orderTopologically(
      result.producers, [&](int layer) { return describe(net.layers[layer]); },
      [&] { return emitError(net.loc) << "the net has a cycle: "; });
  if (failed(order))
    return failure();
  result.order = std::move(*order);
  return result;
}
