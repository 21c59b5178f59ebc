//===- Verify.h - Compiled code against the evaluator -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCERUN_VERIFY_H
#define REDUCE_TOOLS_REDUCERUN_VERIFY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace mlir::reduce {

/// What to verify, as the command line has it.
struct VerifyRequest {
  /// The model, and a library that was compiled from it; without one, the model
  /// is compiled for this machine.
  std::string model, library;
  unsigned threads;
  /// The only function to verify, if not empty.
  std::string function;
  /// Where shapes come from that are not known, and axes (--input).
  llvm::ArrayRef<std::string> inputs;
  uint64_t seed;
  int64_t positions;
  /// The only sweep to make, if not empty.
  std::string sweep;
  /// The command that verifies so, without a function and a sweep.
  std::string command;
};

/// Returns `word` as a shell reads it.
std::string quoteForShell(llvm::StringRef word);

/// Verifies, prints progress on standard error if that is a terminal, and one
/// line. Returns the exit status; errors are those of `tool`.
int verify(const VerifyRequest &request, llvm::StringRef tool);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_VERIFY_H
