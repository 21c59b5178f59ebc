//===- ToolSupport.cpp - What the tools share -----------------------------===//
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

/// Reports what LLVM cannot go on from, such as features of a CPU that exclude
/// each other; it would abort.
static void exitAfterFatalError(void *tool, const char *message, bool) {
  mlir::reduce::reportFailure(static_cast<const char *>(tool),
                              llvm::StringRef(message).rtrim());
  llvm::sys::Process::Exit(1, /*NoCleanup=*/true);
}

/// Parses `arguments`, of which the first is the tool's name; reports what is
/// wrong, after `context`.
static bool parse(llvm::ArrayRef<const char *> arguments, llvm::StringRef tool,
                  llvm::StringRef overview, llvm::StringRef context = "") {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (cl::ParseCommandLineOptions(arguments.size(), arguments.data(), overview,
                                  &os))
    return true;
  // The parser writes "TOOL: message", but what is wrong with a value it has
  // written to stderr already.
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
  // A limit on the size of files is to fail a write, as a full disk does.
  std::signal(SIGXFSZ, SIG_IGN);
  // Names of tools are literals.
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
  // All options of a process are in one set: without the tool's own, whose
  // values stay, an option or INPUT of the tool is an unknown argument.
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
  // OpenMP's library aborts where the system has no room for as many.
  constexpr unsigned maxThreads = 1024;
  unsigned threads;
  if (text.getAsInteger(10, threads) || threads == 0 || threads > maxThreads)
    return llvm::createStringError("invalid number of threads '" + text +
                                   "': expected 1 to " +
                                   llvm::Twine(maxThreads) + " or auto");
  return threads;
}
