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

/// What to verify, from the command line.
struct VerifyRequest {
  /// The model, and a library compiled from it. If `library` is empty, the
  /// model is compiled for the host.
  std::string model, library;
  unsigned threads;
  /// The only function to verify, if not empty.
  std::string function;
  /// Values of --input: shapes that the model leaves open, and axes.
  llvm::ArrayRef<std::string> inputs;
  uint64_t seed;
  int64_t positions;
  /// The only sweep to run, if not empty.
  std::string sweep;
  /// A command that repeats this verification; --function and --sweep can be
  /// appended.
  std::string command;
};

/// Returns `word`, quoted for a shell where necessary.
std::string quoteForShell(llvm::StringRef word);

/// Carries out `request` and prints one line. Shows progress on standard error
/// if that is a terminal. Returns the exit status. Errors start with the name
/// of `tool`.
int verify(const VerifyRequest &request, llvm::StringRef tool);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_VERIFY_H
