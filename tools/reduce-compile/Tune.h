//===- Tune.h - Tuning before compilation -----------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCECOMPILE_TUNE_H
#define REDUCE_TOOLS_REDUCECOMPILE_TUNE_H

#include "CommandLine.h"

namespace mlir::reduce {

/// Measures the reductions of `module` for --tune, which is given, and writes
/// the tuning file and the report. Fails after printing an error.
LogicalResult tuneForCommandLine(ModuleOp module,
                                 const CommandLine &commandLine,
                                 TargetMachines machines);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCECOMPILE_TUNE_H
