//===- ToolSupport.h - What the tools share ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_SUPPORT_TOOLSUPPORT_H
#define REDUCE_TOOLS_SUPPORT_TOOLSUPPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace mlir::reduce {

/// Makes --version name this project's version beside LLVM's.
void addVersionPrinter();

/// Parses the command line of `tool`, whose help lists the options of
/// `category`. Returns false after an error "TOOL: error: ...". From here on
/// files over the system's limit are errors, where they would end the process,
/// and what LLVM aborts for ends it with such an error.
bool parseCommandLine(int argc, char **argv, llvm::StringRef tool,
                      llvm::cl::OptionCategory &category,
                      llvm::StringRef overview);

/// Hands `options`, those of --mllvm, on to LLVM's own command line options;
/// after `parseCommandLine`, of which `category` is no part of these. Returns
/// false after an error.
bool parseLLVMOptions(llvm::ArrayRef<std::string> options, llvm::StringRef tool,
                      llvm::cl::OptionCategory &category);

/// The option --threads=N|auto. It has no name before `claimName`.
class ThreadsOption {
public:
  ThreadsOption(llvm::StringRef description,
                llvm::cl::OptionCategory &category);

  /// Takes the name --threads, and renames LLVM's option of that name to
  /// --lto-threads. To be called in `main`, before the command line is parsed.
  ///
  /// LLVM's library has --threads for its link-time optimizer, and all options
  /// of a process are in one set: a second option of a name ends the process
  /// where it is registered. The constructor of a static option cannot rename
  /// LLVM's: nothing says that LLVM's is registered before.
  void claimName();

  bool isGiven() const { return option.getNumOccurrences() > 0; }
  llvm::StringRef getText() const { return option.getValue(); }

  /// Returns the number of threads, or `autoThreads`; fails for any other text,
  /// and for numbers that make no sense.
  llvm::Expected<unsigned> get() const;

private:
  llvm::cl::opt<std::string> option;
};

/// Prints "TOOL: error: MESSAGE" and returns the exit status.
int reportFailure(llvm::StringRef tool, const llvm::Twine &message);
int reportFailure(llvm::StringRef tool, llvm::Error error);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_SUPPORT_TOOLSUPPORT_H
