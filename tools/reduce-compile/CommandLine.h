//===- CommandLine.h - What the user asks for -------------------*- C++ -*-===//
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

/// The command line, checked.
struct CommandLine {
  /// Paths of models, at least one; "-" for standard input, once at most.
  std::vector<std::string> inputs;
  /// Where the output goes; "-" for standard output.
  std::string output;
  /// What the output is.
  Stage stage = Stage::Object;
  TargetOptions target;
  CompilerOptions compiler;
  /// Begins the name of each public function.
  std::string symbolPrefix;
  /// The name that a shared library gives itself; none if empty.
  std::string soname;
  /// Whether the stages on the way to `stage` are written, too.
  bool saveTemps = false;
};

/// Reads the command line, and hands LLVM's own options on to LLVM. Says what
/// is wrong with it; nothing is returned then.
std::optional<CommandLine> readCommandLine(int argc, char **argv);

/// Returns the path of the header beside `output`.
std::string getHeaderPath(llvm::StringRef output);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCECOMPILE_COMMANDLINE_H
