//===- reduce-statistics.cpp - Prints what passes count -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's library only counts if it was built with assertions, or to count. Our
// code counts if it was built with assertions: this tool shows the counts.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "reduce/InitAll.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

/// Does what the library's own constructor does if the library counts. Not for
/// the library's passes.
__attribute__((visibility("hidden")))
Pass::Statistic::Statistic(Pass *owner, const char *name,
                           const char *description)
    : llvm::Statistic{"", name, description} {
  Initialized = true;
  owner->statistics.push_back(this);
}

namespace {
/// Reads the counters of our passes after each run, and prints them at the end.
struct StatisticsPrinter : PassInstrumentation {
  void runAfterPass(Pass *pass, Operation *) override {
    // The counters of the library's own passes cannot be read.
    StringRef flag = pass->getArgument();
    if (!flag.contains("reduce") && !flag.contains("torch"))
      return;
    std::string &line = lines[pass];
    line = flag.str();
    for (Pass::Statistic *statistic : pass->getStatistics())
      if (statistic->getValue() > 0)
        line += llvm::formatv(" {0}={1}", statistic->getName(),
                              statistic->getValue());
  }

  ~StatisticsPrinter() override {
    for (const auto &[pass, line] : lines)
      llvm::outs() << line << "\n";
  }

  llvm::MapVector<Pass *, std::string> lines;
};
} // namespace

/// reduce-statistics FILE PIPELINE: runs the pipeline on the module in the
/// file, and prints the statistics of each pass.
int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: reduce-statistics FILE PIPELINE\n";
    return EXIT_FAILURE;
  }
  registerAllPasses();
  reduce::registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  reduce::registerAllDialects(registry);
  // The library adds the counts of several threads.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return EXIT_FAILURE;
  PassManager pm(&context);
  pm.addInstrumentation(std::make_unique<StatisticsPrinter>());
  if (failed(parsePassPipeline(argv[2], pm)) || failed(pm.run(*module)))
    return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
