//===- reduce-compile.cpp - Ahead-of-time compiler ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "CompilerContext.h"
#include "Outputs.h"
#include "ToolSupport.h"
#include "Tune.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "reduce/Frontend/ModelFile.h"
#include "reduce/Target/CPUDispatch/CPUList.h"
#include "reduce/Target/MergeModules.h"
#include "reduce/Target/SymbolPrefix.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;

/// Reads all models into one module. Returns null after printing an error.
static OwningOpRef<ModuleOp> readModels(const CommandLine &commandLine,
                                        MLIRContext *context) {
  SmallVector<OwningOpRef<ModuleOp>> modules;
  for (StringRef path : commandLine.inputs) {
    modules.push_back(readModel(path, context));
    if (!modules.back())
      return nullptr;
  }
  OwningOpRef<ModuleOp> module = mergeModules(modules);
  if (module && !commandLine.symbolPrefix.empty() &&
      failed(addSymbolPrefix(*module, commandLine.symbolPrefix)))
    return nullptr;
  return module;
}

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  std::optional<CommandLine> commandLine = readCommandLine(argc, argv);
  if (!commandLine)
    return 1;
  auto machines = createTargetMachines(commandLine->target);
  if (!machines)
    return reportFailure(toolName, machines.takeError());
  if (machines->size() > 1 && commandLine->stage < Stage::LLVMIR)
    return reportFailure(toolName,
                         "stages before LLVM IR support only one CPU, got '" +
                             commandLine->target.cpu + "'");
  if (llvm::Error error = checkTemporaries(*commandLine, *machines))
    return reportFailure(toolName, std::move(error));

  DefaultTimingManager timingManager;
  applyDefaultTimingManagerCLOptions(timingManager);
  TimingScope timing = timingManager.getRootScope();
  commandLine->compiler.configure = [&](PassManager &pm) {
    pm.enableTiming(timing);
    return applyPassManagerCLOptions(pm);
  };

  CompilerContext context;
  TimingScope reading = timing.nest("Models");
  OwningOpRef<ModuleOp> module = readModels(*commandLine, context.get());
  reading.stop();
  if (!module || (commandLine->tuningSeconds &&
                  failed(tuneForCommandLine(*module, *commandLine, *machines))))
    return 1;
  return failed(writeOutputs(*module, *commandLine, *machines));
}
