//===- Outputs.h - Writing of compiled models -------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCECOMPILE_OUTPUTS_H
#define REDUCE_TOOLS_REDUCECOMPILE_OUTPUTS_H

#include "CommandLine.h"

namespace mlir::reduce {

/// Fails if a file that --save-temps would write is the output or an input.
llvm::Error checkTemporaries(const CommandLine &commandLine,
                             TargetMachines machines);

/// Compiles `module` for `machines` and writes the output that `commandLine`
/// asks for. Writes the intermediate stages for --save-temps first. Fails after
/// printing an error.
LogicalResult writeOutputs(ModuleOp module, const CommandLine &commandLine,
                           TargetMachines machines);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCECOMPILE_OUTPUTS_H
