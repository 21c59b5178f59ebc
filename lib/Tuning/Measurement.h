//===- Measurement.h - Times of compiled reductions -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TUNING_MEASUREMENT_H
#define REDUCE_LIB_TUNING_MEASUREMENT_H

#include "Reductions.h"
#include "reduce/Execution/CompiledFunction.h"

namespace mlir::reduce::detail {

/// The memory in bytes that the tensors of a reduction may take together.
constexpr int64_t maxTuningBytes = int64_t(1) << 30;

/// The tensors that compiled forms of a reduction are called on: one set for
/// each of a few shapes.
class TuningInputs {
public:
  /// Creates random tensors. Fails if they take more than maxTuningBytes.
  static llvm::Expected<TuningInputs> create(const TunableReduction &reduction);

  /// Calls all `functions` in turn, round by round, for `seconds` altogether.
  /// Returns the least time of a call of each: the geometric mean over the
  /// shapes.
  llvm::Expected<SmallVector<double>>
  measure(ArrayRef<CompiledFunction> functions, double seconds);

private:
  /// The tensors for each shape.
  std::vector<std::vector<Tensor>> sets;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TUNING_MEASUREMENT_H
