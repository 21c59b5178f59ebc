//===- Tuner.h - Measuring of strategies ------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TUNING_TUNER_H
#define REDUCE_TUNING_TUNER_H

#include "reduce/IR/ReduceAttributes.h"
#include "reduce/Target/Compiler.h"
#include <string>

namespace mlir::reduce {

/// A way to vectorize a reduction, and how fast it is.
struct TuningTime {
  TunedChoiceAttr choice;
  /// The least time of a call in seconds; where extents are not known, the
  /// geometric mean over the shapes that were measured.
  double seconds = 0;
};

/// What was measured for a reduction.
struct TuningResult {
  /// The key in `reduce.tuned_choices`.
  std::string reduction;
  /// The choice of the rules and the fastest one, measured in turn. They are
  /// the same if no other choice is faster.
  TuningTime rules, best;
  /// The other choices that were measured.
  SmallVector<TuningTime> others;
};

/// Measures the strategies that fit the reductions of `module`, which is in the
/// reduce dialect, for about `seconds` each. `machine` must be for this host
/// (isForHost). Updates the tuning file at `path`, which need not exist: a
/// reduction gets a choice if that is faster than what the rules choose, and
/// loses the one that it has otherwise. `options` are those of the later
/// compilation; reductions are measured as they are without threads. On
/// failure, emits errors.
FailureOr<SmallVector<TuningResult>>
tune(ModuleOp module, const std::unique_ptr<llvm::TargetMachine> &machine,
     const CompilerOptions &options, double seconds, StringRef path);

} // namespace mlir::reduce

#endif // REDUCE_TUNING_TUNER_H
