//===- Tune.cpp - Tuning before compilation -------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tune.h"

#include "ToolSupport.h"
#include "reduce/Support/OutputFile.h"
#include "reduce/Tuning/Tuner.h"
#include "llvm/Support/Format.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;

/// Writes a line of the table.
static void printTime(raw_ostream &os, const TuningResult &result,
                      StringRef role, const TuningTime &time) {
  os << result.reduction << '\t' << role << '\t'
     << stringifyVectorStrategy(time.choice.getStrategy()) << '\t'
     << time.choice.getAccumulators() << '\t' << time.choice.getVectorBits()
     << '\t' << llvm::format("%.5g", 1e9 * time.seconds) << '\n';
}

static llvm::Error writeReport(StringRef path, ArrayRef<TuningResult> results) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "reduction\trole\tstrategy\taccumulators\tvector_bits\tnanoseconds\n";
  for (const TuningResult &result : results) {
    printTime(os, result, "rules", result.rules);
    printTime(os, result, "best", result.best);
    for (const TuningTime &other : result.others)
      printTime(os, result, "other", other);
  }
  return writeOutputFile(path, text);
}

LogicalResult mlir::reduce::tuneForCommandLine(ModuleOp module,
                                               const CommandLine &commandLine,
                                               TargetMachines machines) {
  auto fail = [](const Twine &message) {
    reportFailure(toolName, message);
    return failure();
  };
  if (machines.size() > 1)
    return fail("--tune measures on one CPU, got '" + commandLine.target.cpu +
                "'");
  const std::unique_ptr<llvm::TargetMachine> &machine = machines.front();
  if (!isForHost(*machine))
    return fail("--tune measures on this machine, which cannot run code for '" +
                machine->getTargetTriple().str() + "' and CPU '" +
                machine->getTargetCPU() + "'");
  FailureOr<SmallVector<TuningResult>> results =
      tune(module, machine, commandLine.compiler, *commandLine.tuningSeconds,
           commandLine.compiler.tuningFile);
  if (failed(results))
    return failure();
  if (commandLine.tuningReport.empty())
    return success();
  if (llvm::Error error = writeReport(commandLine.tuningReport, *results)) {
    reportFailure(toolName, std::move(error));
    return failure();
  }
  return success();
}
