//===- CallFunctions.h - Compiled functions to be called --------*- C++ -*-===//
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
  /// The axes, where they are known while compiling.
  std::vector<int64_t> axes;
  /// The input that has them, where they are not.
  std::optional<unsigned> axesInput;
  bool keepdims = false;
  bool noopWithEmptyAxes = false;
  /// The rank of the result, where neither axes nor keepdims tell.
  int64_t declaredRank = 0;
};

/// What a function computes.
struct Plan {
  std::vector<TensorSignature> inputs;
  std::vector<Step> steps;
  /// The values that are results, and their symbolic dimensions, if any.
  std::vector<unsigned> outputs;
  std::vector<std::vector<std::string>> outputDimParams;
};

/// A plan, and the function that the compiler made of it.
struct PlannedFunction {
  Plan plan;
  CompiledFunction compiled;
};

/// Compiles every plan, once in scalar and once in vector code. A finding where
/// that fails.
std::vector<PlannedFunction> compileFunctions();

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_CALLFUNCTIONS_H
