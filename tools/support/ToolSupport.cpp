//===- ToolSupport.cpp - Code shared by the tools -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolSupport.h"

#include "reduce/Target/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>

namespace cl = llvm::cl;

int mlir::reduce::reportFailure(llvm::StringRef tool,
                                const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), tool) << message << '\n';
  return 1;
}

int mlir::reduce::reportFailure(llvm::StringRef tool, llvm::Error error) {
  return reportFailure(tool, llvm::toString(std::move(error)));
}

void mlir::reduce::addVersionPrinter() {
  cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "Reduce version " REDUCE_VERSION "\n";
  });
}

/// Reports a fatal error of LLVM, such as CPU features that exclude each other,
/// and exits. Without this handler LLVM would abort.
static void exitAfterFatalError(void *tool, const char *message, bool) {
  mlir::reduce::reportFailure(static_cast<const char *>(tool),
                              llvm::StringRef(message).rtrim());
  llvm::sys::Process::Exit(1, /*NoCleanup=*/true);
}

/// Parses `arguments`, whose first element is the tool's name. Reports an error
/// with the prefix `context`.
static bool parse(llvm::ArrayRef<const char *> arguments, llvm::StringRef tool,
                  llvm::StringRef overview, llvm::StringRef context = "") {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (cl::ParseCommandLineOptions(arguments.size(), arguments.data(), overview,
                                  &os))
    return true;
  // The parser returns "TOOL: message", but prints errors in values directly to
  // stderr.
  llvm::StringRef message = text;
  message.consume_front((tool + ": ").str());
  mlir::reduce::reportFailure(
      tool,
      context + (message.empty() ? "invalid command line" : message.rtrim()));
  return false;
}

bool mlir::reduce::parseCommandLine(int argc, char **argv, llvm::StringRef tool,
                                    cl::OptionCategory &category,
                                    llvm::StringRef overview) {
  // Exceeding the file size limit must fail the write, like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  // Tool names are string literals, so `data()` is null-terminated.
  llvm::install_fatal_error_handler(exitAfterFatalError,
                                    const_cast<char *>(tool.data()));
  addVersionPrinter();
  cl::HideUnrelatedOptions(category);
  return parse(llvm::ArrayRef<const char *>(argv, argc), tool, overview);
}

bool mlir::reduce::parseLLVMOptions(llvm::ArrayRef<std::string> options,
                                    llvm::StringRef tool,
                                    cl::OptionCategory &category) {
  if (options.empty())
    return true;
  // LLVM keeps all options of a process in one set. Remove the tool's own, so
  // that they and INPUT are unknown arguments here. Their values are kept.
  cl::SubCommand &all = cl::SubCommand::getTopLevel();
  llvm::SmallVector<cl::Option *> own;
  llvm::append_range(own, all.PositionalOpts);
  for (auto &entry : all.OptionsMap)
    if (llvm::is_contained(entry.second->Categories, &category))
      own.push_back(entry.second);
  for (cl::Option *option : own)
    option->removeArgument();
  llvm::SmallVector<const char *> arguments = {tool.data()};
  for (const std::string &option : options)
    arguments.push_back(option.c_str());
  return parse(arguments, tool, /*overview=*/"", "--mllvm: ");
}

mlir::reduce::ThreadsOption::ThreadsOption(llvm::StringRef description,
                                           cl::OptionCategory &category)
    : option(cl::value_desc("N|auto"), cl::desc(description), cl::init("1"),
             cl::cat(category)) {}

void mlir::reduce::ThreadsOption::claimName() {
  constexpr llvm::StringLiteral name = "threads";
  if (cl::Option *other = cl::getRegisteredOptions().lookup(name))
    other->setArgStr("lto-threads");
  option.setArgStr(name);
}

llvm::Expected<unsigned> mlir::reduce::ThreadsOption::get() const {
  llvm::StringRef text = option.getValue();
  if (text == "auto")
    return autoThreads;
  // OpenMP's runtime library aborts if the system cannot create the threads.
  constexpr unsigned maxThreads = 1024;
  unsigned threads;
  if (text.getAsInteger(10, threads) || threads == 0 || threads > maxThreads)
    return llvm::createStringError("invalid number of threads '" + text +
                                   "': expected 1 to " +
                                   llvm::Twine(maxThreads) + " or auto");
  return threads;
}
