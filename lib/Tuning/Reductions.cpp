//===- Reductions.cpp - The reductions of a module ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"
#include "Transforms/Vectorize/Strategies/Strategies.h"
#include "Transforms/Vectorize/TunedChoices.h"
#include "reduce/Transforms/Vectorize/Passes.h"

#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include <mutex>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// Collects reductions as -reduce-vectorize meets them: exactly those that have
/// a choice, whatever the passes before it did.
struct Collector : PassInstrumentation {
  Collector(std::map<std::string, TunableReduction> &reductions,
            std::mutex &mutex, TypeID pass)
      : reductions(reductions), mutex(mutex), pass(pass) {}

  void runBeforePass(Pass *next, Operation *root) override {
    if (next->getTypeID() == pass)
      for (linalg::GenericOp op : getContiguousReductions(root))
        collect(op);
  }

  void collect(linalg::GenericOp op);

  std::map<std::string, TunableReduction> &reductions;
  // Functions are compiled in parallel.
  std::mutex &mutex;
  TypeID pass;
};
} // namespace

void Collector::collect(linalg::GenericOp op) {
  StringRef reason;
  TunableReduction found;
  found.target = VectorTargetAttr::lookup(op);
  FailureOr<Reduction> reduction = matchReduction(op, found.target, reason);
  if (failed(reduction))
    return;
  std::string key = getTuningKey(*reduction);
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (reductions.count(key))
      return;
  }
  Choice chosen;
  const Strategy *rules =
      chooseStrategy(getStrategies(), *reduction, found.target, chosen);
  if (!rules)
    return;
  found.strategies.push_back(*symbolizeVectorStrategy(rules->name));
  for (const Strategy *strategy : getStrategies()) {
    Choice choice;
    choice.isMeasured = true;
    if (strategy != rules &&
        succeeded(strategy->match(*reduction, found.target, choice)))
      found.strategies.push_back(*symbolizeVectorStrategy(strategy->name));
  }
  for (unsigned loop : llvm::seq(reduction->getNumLoops()))
    found.extents.push_back(reduction->getExtent(loop));
  // The copy starts as the input did, not in the form of loops for the target.
  FailureOr<IsolatedReduction> isolated =
      isolate(*Reduction::match(op, reason), isolatedName);
  if (failed(isolated))
    return;
  found.isolated = std::move(*isolated);
  std::lock_guard<std::mutex> lock(mutex);
  reductions.try_emplace(std::move(key), std::move(found));
}

FailureOr<std::map<std::string, TunableReduction>>
mlir::reduce::detail::collectReductions(
    ModuleOp module, const std::unique_ptr<llvm::TargetMachine> &machine,
    const CompilerOptions &options) {
  std::map<std::string, TunableReduction> reductions;
  std::mutex mutex;
  TypeID pass = createVectorizeReductionsPass()->getTypeID();
  CompilerOptions collecting = options;
  collecting.threads = 1;
  collecting.tuningFile = "";
  collecting.onStage = nullptr;
  collecting.configure = [&](PassManager &pm) {
    pm.addInstrumentation(std::make_unique<Collector>(reductions, mutex, pass));
    return success();
  };
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(compile(*copy, machine, Stage::Vector, collecting)))
    return failure();
  return reductions;
}
