//===- CallModel.h - What a call has to do ----------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a compiled function has to accept, to refuse and to compute, by the
// rules of docs/Libraries.md and docs/Specification.md, and by nothing of what
// the compiler does.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_CALLMODEL_H
#define REDUCE_FUZZ_CALLMODEL_H

#include "CallElements.h"
#include "CallFunctions.h"
#include "reduce/Support/Status.h"
#include <set>

namespace mlir::reduce::fuzz {

/// A tensor as the caller means it: what its DLTensor says, and the memory that
/// it may use.
struct Argument {
  /// Null for a null pointer.
  DLTensor *tensor = nullptr;
  /// The bytes that can be read and written.
  const char *begin = nullptr, *end = nullptr;
  /// How many numbers there are at its shape and at its strides.
  size_t rank = 0;
};

/// What is expected of a call.
struct Expectation {
  /// Each status that the call may return; only that of success where all rules
  /// are kept.
  std::set<Status> statuses;
  /// Whether the model can tell: the tensors lie in their memory, and a call
  /// does not take long.
  bool isKnown = true;
  /// The results, where the call succeeds.
  std::vector<Elements> outputs;

  bool isSuccess() const { return statuses.count(Status::OK) != 0; }
};

/// Returns the shapes of the results for inputs of the shapes and axes of
/// `arguments`; none where these are not valid.
std::optional<std::vector<std::vector<int64_t>>>
getOutputShapes(const PlannedFunction &function,
                llvm::ArrayRef<Argument> arguments);

/// What NAME has to do with `arguments`, inputs and then outputs.
Expectation expectCall(const PlannedFunction &function,
                       llvm::ArrayRef<Argument> arguments);

/// What NAME_output_shapes has to do; of the outputs, the shapes matter.
Expectation expectOutputShapes(const PlannedFunction &function,
                               llvm::ArrayRef<Argument> arguments);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_CALLMODEL_H
