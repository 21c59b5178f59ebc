//===- Run.h - Calling a function on tensors from files ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCERUN_RUN_H
#define REDUCE_TOOLS_REDUCERUN_RUN_H

#include "Ranks.h"
#include "reduce/Execution/CompiledFunction.h"
#include "reduce/Execution/TensorIO/TensorComparison.h"
#include <optional>

namespace mlir::reduce {

/// What to call a function on, and what to do with the results, from the
/// command line.
struct RunRequest {
  /// One for each input: see `readInputs`.
  llvm::ArrayRef<std::string> inputs;
  uint64_t seed = 0;
  /// The number of ranks along each axis of the grid; empty if it follows from
  /// the function.
  llvm::ArrayRef<int64_t> ranks;
  /// Files to write, and files to compare with: for each output one, or none.
  llvm::ArrayRef<std::string> outputs, expected;
  /// Whether each rank writes its shards of outputs.
  bool writeShards = false;
  Tolerances tolerances;
  /// The duration of the measurement, if there is one.
  std::optional<double> benchmarkSeconds;
};

/// Carries out `request`: calls `function`, prints, writes or compares its
/// outputs, and measures it. All of `ranks` call this together, and all fail if
/// one does.
llvm::Error run(const CompiledFunction &function, const RunRequest &request,
                Ranks &ranks);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_RUN_H
