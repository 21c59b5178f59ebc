//===- TopologicalOrder.cpp - Order of the nodes of a graph ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TopologicalOrder.h"

#include "llvm/ADT/PriorityQueue.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::reduce::detail;

/// Returns a cycle, from producer to consumer, among the nodes that could not
/// be ordered.
static SmallVector<int> findCycle(ArrayRef<SmallVector<int>> producers,
                                  ArrayRef<int> numUnordered) {
  auto isWaiting = [&](int node) { return numUnordered[node] != 0; };
  // Each unordered node has an unordered producer. Walking from producer to
  // producer must revisit a node, which is then on a cycle.
  int node = llvm::find_if(numUnordered, [](int n) { return n != 0; }) -
             numUnordered.begin();
  SmallVector<int> path;
  SmallVector<bool> isOnPath(producers.size());
  while (!isOnPath[node]) {
    isOnPath[node] = true;
    path.push_back(node);
    node = *llvm::find_if(producers[node], isWaiting);
  }
  ArrayRef<int> cycle =
      ArrayRef(path).drop_until([&](int onPath) { return onPath == node; });
  return SmallVector<int>(llvm::reverse(cycle));
}

FailureOr<SmallVector<int>> mlir::reduce::detail::orderTopologically(
    ArrayRef<SmallVector<int>> producers,
    llvm::function_ref<std::string(int)> describe,
    llvm::function_ref<InFlightDiagnostic()> emitError) {
  SmallVector<SmallVector<int>> consumers(producers.size());
  SmallVector<int> numUnordered;
  llvm::PriorityQueue<int, std::vector<int>, std::greater<int>> ready;
  for (auto [node, inputs] : llvm::enumerate(producers)) {
    for (int producer : inputs)
      consumers[producer].push_back(node);
    numUnordered.push_back(inputs.size());
    if (inputs.empty())
      ready.push(node);
  }
  SmallVector<int> order;
  while (!ready.empty()) {
    int node = ready.top();
    ready.pop();
    order.push_back(node);
    for (int consumer : consumers[node])
      if (--numUnordered[consumer] == 0)
        ready.push(consumer);
  }
  if (order.size() == producers.size())
    return order;

  SmallVector<int> cycle = findCycle(producers, numUnordered);
  InFlightDiagnostic diag = emitError();
  for (int node : cycle)
    diag << describe(node) << " -> ";
  diag << describe(cycle.front());
  return failure();
}
