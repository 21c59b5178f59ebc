//===- CallModel.h - The expected results of a call -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a compiled function must accept, reject and compute, according to
// docs/Libraries.md and docs/Specification.md and independent of the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_CALLMODEL_H
#define REDUCE_FUZZ_CALLMODEL_H

#include "CallElements.h"
#include "CallFunctions.h"
#include "reduce/Support/Status.h"
#include <set>

namespace mlir::reduce::fuzz {

/// A tensor as the caller intends it: its DLTensor, and the memory that it may
/// use.
struct Argument {
  /// Null if the function is passed a null pointer.
  DLTensor *tensor = nullptr;
  /// The bytes that can be read and written.
  const char *begin = nullptr, *end = nullptr;
  /// The number of elements in the arrays of its shape and strides.
  size_t rank = 0;
};

/// The expected outcome of a call.
struct Expectation {
  /// The statuses that the call may return: only OK if no rule is violated.
  std::set<Status> statuses;
  /// Whether the model can predict the call: the tensors are within their
  /// memory, and the call is fast.
  bool isKnown = true;
  /// The results, if the call succeeds.
  std::vector<Elements> outputs;

  bool isSuccess() const { return statuses.count(Status::OK) != 0; }
};

/// Returns the shapes of the results for the shapes and axes in `arguments`, or
/// nothing if these are invalid.
std::optional<std::vector<std::vector<int64_t>>>
getOutputShapes(const PlannedFunction &function,
                llvm::ArrayRef<Argument> arguments);

/// Returns the expected outcome of NAME for `arguments`: inputs, then outputs.
Expectation expectCall(const PlannedFunction &function,
                       llvm::ArrayRef<Argument> arguments);

/// Returns the expected outcome of NAME_output_shapes. Only the shapes of the
/// outputs are meaningful.
Expectation expectOutputShapes(const PlannedFunction &function,
                               llvm::ArrayRef<Argument> arguments);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_CALLMODEL_H
