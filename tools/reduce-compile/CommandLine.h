//===- CommandLine.h - Parsing of the command line --------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCECOMPILE_COMMANDLINE_H
#define REDUCE_TOOLS_REDUCECOMPILE_COMMANDLINE_H

#include "reduce/Target/Compiler.h"
#include "reduce/Target/LLVM/TargetMachine.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::reduce {

constexpr llvm::StringLiteral toolName = "reduce-compile";

/// The parsed and checked command line.
struct CommandLine {
  /// Paths of the models, at least one; "-", for standard input, at most once.
  std::vector<std::string> inputs;
  /// Path of the output; "-" for standard output.
  std::string output;
  /// Kind of output.
  Stage stage = Stage::Object;
  TargetOptions target;
  CompilerOptions compiler;
  /// Prefix for the name of each public function.
  std::string symbolPrefix;
  /// The soname of a shared library; none if empty.
  std::string soname;
  /// Seconds to measure the strategies for each reduction; none: no tuning.
  std::optional<double> tuningSeconds;
  /// The path of a table of what was measured; none if empty.
  std::string tuningReport;
  /// Whether to also write the stages on the way to `stage`.
  bool saveTemps = false;
};

/// Parses the command line and passes the values of --mllvm to LLVM. Prints an
/// error and returns nothing if the command line is invalid.
std::optional<CommandLine> readCommandLine(int argc, char **argv);

/// Whether a header is written beside an output of `stage`.
bool hasHeader(Stage stage);

/// Returns the path of the header beside `output`.
std::string getHeaderPath(llvm::StringRef output);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCECOMPILE_COMMANDLINE_H
