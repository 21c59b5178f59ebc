//===- TopologicalOrderTest.cpp - Order of the nodes of a graph -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Common/TopologicalOrder.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

using Graph = SmallVector<SmallVector<int>>;

/// Returns the graph in which each pair of nodes is connected if its bit in
/// `edges` is set.
static Graph makeGraph(int numNodes, unsigned edges) {
  Graph producers(numNodes);
  for (int node = 0; node < numNodes; ++node)
    for (int producer = 0; producer < numNodes; ++producer)
      if (edges >> (node * numNodes + producer) & 1)
        producers[node].push_back(producer);
  return producers;
}

/// Returns the order by definition: repeatedly appends the least node that is
/// not in it and whose producers all are. The order is incomplete if there is a
/// cycle.
static SmallVector<int> getExpectedOrder(const Graph &producers) {
  SmallVector<int> order;
  auto isReady = [&](int node) {
    return !llvm::is_contained(order, node) &&
           llvm::all_of(producers[node], [&](int producer) {
             return llvm::is_contained(order, producer);
           });
  };
  auto nodes = llvm::seq<int>(producers.size());
  for (auto next = llvm::find_if(nodes, isReady); next != nodes.end();
       next = llvm::find_if(nodes, isReady))
    order.push_back(*next);
  return order;
}

namespace {
class TopologicalOrderTest : public ::testing::Test {
protected:
  FailureOr<SmallVector<int>> order(const Graph &producers) {
    message.clear();
    ScopedDiagnosticHandler handler(
        &context, [&](Diagnostic &diag) { message = diag.str(); });
    return orderTopologically(
        producers, [](int node) { return std::to_string(node); },
        [&] { return emitError(UnknownLoc::get(&context), "a cycle: "); });
  }

  void check(const Graph &producers) {
    SmallVector<int> expected = getExpectedOrder(producers);
    FailureOr<SmallVector<int>> actual = order(producers);
    ASSERT_EQ(succeeded(actual), expected.size() == producers.size());
    if (succeeded(actual)) {
      EXPECT_EQ(*actual, expected);
      EXPECT_EQ(message, "");
      return;
    }
    // Each node of the path is a producer of the next. Only the first node
    // occurs twice.
    StringRef path = message;
    ASSERT_TRUE(path.consume_front("a cycle: ")) << message;
    SmallVector<StringRef> names;
    path.split(names, " -> ");
    ASSERT_GE(names.size(), 2u) << message;
    SmallVector<int> nodes;
    for (StringRef name : names)
      ASSERT_FALSE(name.getAsInteger(10, nodes.emplace_back())) << message;
    EXPECT_EQ(nodes.front(), nodes.back()) << message;
    for (auto [producer, node] : llvm::zip(nodes, llvm::drop_begin(nodes)))
      EXPECT_TRUE(llvm::is_contained(producers[node], producer)) << message;
    llvm::sort(nodes);
    EXPECT_EQ(std::unique(nodes.begin(), nodes.end()) - nodes.begin(),
              int64_t(nodes.size()) - 1)
        << message;
  }

  MLIRContext context;
  std::string message;
};
} // namespace

TEST_F(TopologicalOrderTest, allGraphsOfUpToFourNodes) {
  for (int numNodes = 0; numNodes <= 4; ++numNodes)
    for (unsigned edges = 0; edges < 1u << (numNodes * numNodes); ++edges)
      check(makeGraph(numNodes, edges));
}

TEST_F(TopologicalOrderTest, aProducerMayStandTwice) {
  for (unsigned edges = 0; edges < 1u << 9; ++edges) {
    Graph producers = makeGraph(3, edges);
    for (SmallVector<int> &inputs : producers)
      inputs.append(SmallVector<int>(inputs));
    check(producers);
  }
}

TEST_F(TopologicalOrderTest, aLongChainThatIsWrittenBackwards) {
  constexpr int length = 100000;
  Graph producers(length);
  for (int node = 0; node + 1 < length; ++node)
    producers[node].push_back(node + 1);
  FailureOr<SmallVector<int>> actual = order(producers);
  ASSERT_TRUE(succeeded(actual));
  EXPECT_TRUE(llvm::equal(*actual, llvm::reverse(llvm::seq(length))));
}
