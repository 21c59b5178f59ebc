//===- CallFunctions.h - Compiled functions to call -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_CALLFUNCTIONS_H
#define REDUCE_FUZZ_CALLFUNCTIONS_H

#include "reduce/Execution/CompiledFunction.h"
#include <optional>
#include <vector>

namespace mlir::reduce::fuzz {

/// One reduction of a function. Values are numbered: the inputs, then the
/// results of the steps.
struct Step {
  bool isMin = true;
  unsigned input = 0;
  /// The axes, if they are known at compile time.
  std::vector<int64_t> axes;
  /// The input that contains the axes, if they are not known at compile time.
  std::optional<unsigned> axesInput;
  bool keepdims = false;
  bool noopWithEmptyAxes = false;
  /// The rank of the result, if neither axes nor keepdims determine it.
  int64_t declaredRank = 0;
};

/// The computation of a function.
struct Plan {
  std::vector<TensorSignature> inputs;
  std::vector<Step> steps;
  /// The values that are results, and their symbolic dimensions, if any.
  std::vector<unsigned> outputs;
  std::vector<std::vector<std::string>> outputDimParams;
};

/// A plan, and the function that it was compiled to.
struct PlannedFunction {
  Plan plan;
  CompiledFunction compiled;
};

/// Compiles every plan to scalar and to vector code. Reports a finding if that
/// fails.
std::vector<PlannedFunction> compileFunctions();

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_CALLFUNCTIONS_H
