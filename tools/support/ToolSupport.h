//===- ToolSupport.h - Code shared by the tools -----------------*- C++ -*-===//
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

/// Makes --version print this project's version in addition to LLVM's.
void addVersionPrinter();

/// Parses the command line of `tool`, whose help lists the options of
/// `category`. Returns false after printing an error "TOOL: error: ...". From
/// then on, exceeding the file size limit is an ordinary error instead of
/// ending the process, and a fatal error of LLVM prints such an error and exits
/// instead of aborting.
bool parseCommandLine(int argc, char **argv, llvm::StringRef tool,
                      llvm::cl::OptionCategory &category,
                      llvm::StringRef overview);

/// Parses `options`, the values of --mllvm, as LLVM options. Call this after
/// `parseCommandLine`. The options of `category` (the tool's own) are rejected
/// here. Returns false after printing an error.
bool parseLLVMOptions(llvm::ArrayRef<std::string> options, llvm::StringRef tool,
                      llvm::cl::OptionCategory &category);

/// The option --threads=N|auto. It has no name until `claimName` is called.
class ThreadsOption {
public:
  ThreadsOption(llvm::StringRef description,
                llvm::cl::OptionCategory &category);

  /// Takes the name --threads, and renames LLVM's option of that name to
  /// --lto-threads. Call this in `main` before parsing the command line.
  ///
  /// LLVM's library has a --threads option for link-time optimization. LLVM
  /// keeps all options of a process in one set and aborts if a name is
  /// registered twice. The constructor of this static option cannot rename
  /// LLVM's option, which may not be registered yet.
  void claimName();

  bool isGiven() const { return option.getNumOccurrences() > 0; }
  llvm::StringRef getText() const { return option.getValue(); }

  /// Returns the number of threads, or `autoThreads` for "auto". Fails for any
  /// other text and for a number out of range.
  llvm::Expected<unsigned> get() const;

private:
  llvm::cl::opt<std::string> option;
};

/// Prints "TOOL: error: MESSAGE" and returns the exit status.
int reportFailure(llvm::StringRef tool, const llvm::Twine &message);
int reportFailure(llvm::StringRef tool, llvm::Error error);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_SUPPORT_TOOLSUPPORT_H
