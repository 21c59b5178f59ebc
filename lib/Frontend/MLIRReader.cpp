//===- MLIRReader.cpp - Reading MLIR of any origin ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MLIRReader.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

// Sanitizers reserve more address space than any limit allows.
#if defined(__SANITIZE_ADDRESS__)
static constexpr bool limitsMemory = false;
#elif defined(__has_feature)
static constexpr bool limitsMemory = !__has_feature(address_sanitizer);
#else
static constexpr bool limitsMemory = true;
#endif

/// Exit status of the child process if the reader reports an error. It differs
/// from the exit statuses of sanitizers.
static constexpr int statusOfError = 3;

static void setLimit(int resource, rlim_t limit) {
  rlimit current;
  if (getrlimit(resource, &current) != 0)
    return;
  current.rlim_cur = std::min(current.rlim_max, limit);
  (void)setrlimit(resource, &current);
}

/// Reads `buffer` in this child process, which exists only for that, and does
/// not return. Writes errors to `fd`.
[[noreturn]] static void readInChild(llvm::MemoryBufferRef buffer,
                                     MLIRContext &context, int fd,
                                     unsigned seconds) {
  // The parent reports crashes.
  llvm::sys::unregisterHandlers();
  for (int signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
    (void)std::signal(signal, SIG_DFL);
  if (int null = open("/dev/null", O_WRONLY); null >= 0)
    (void)dup2(null, STDERR_FILENO);
  setLimit(RLIMIT_CORE, 0);
  bool isText = !isBytecode(buffer);
  if (!isText)
    setLimit(RLIMIT_CPU, seconds);
  if (!isText && limitsMemory)
    setLimit(RLIMIT_DATA, (rlim_t(2) << 30) + 4 * buffer.getBufferSize());

  llvm::raw_fd_ostream os(fd, /*shouldClose=*/false);
  bool isRead = false;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (isRead || diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return;
    os << diagnostic << '\n';
    os.flush();
  });
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(buffer,
                                       /*RequiresNullTerminator=*/isText),
      llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(
      sourceMgr, ParserConfig(&context, /*verifyAfterParse=*/false));
  // Also verify and print the module, which may crash as well. The parent
  // reports the verifier's errors, with their locations.
  if (module) {
    isRead = true;
    (void)verify(*module);
    if (!isText)
      module->print(llvm::nulls());
  }
  // Do not free anything: the heap may be damaged.
  _exit(module ? EXIT_SUCCESS : statusOfError);
}

/// Forks while `context` has no threads. The child has a copy of this thread
/// alone, so locks that others hold, such as an allocator's, would never be
/// released there.
static pid_t forkWithoutThreads(MLIRContext &context) {
  bool hasThreads = context.isMultithreadingEnabled();
  if (hasThreads)
    context.disableMultithreading();
  pid_t child = fork();
  if (hasThreads && child != 0)
    context.enableMultithreading();
  return child;
}

/// Returns everything that can be read from `fd`.
static std::string readAll(int fd) {
  std::string text;
  char bytes[4096];
  char *begin = bytes;
  for (;;) {
    ssize_t count =
        llvm::sys::RetryAfterSignal(-1, read, fd, begin, sizeof(bytes));
    if (count <= 0)
      return text;
    text.append(begin, count);
  }
}

LogicalResult mlir::reduce::detail::checkReader(llvm::MemoryBufferRef buffer,
                                                Location loc,
                                                unsigned seconds) {
  MLIRContext *parent = loc->getContext();
  MLIRContext context(parent->getDialectRegistry(),
                      MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(parent->allowsUnregisteredDialects());
  context.printOpOnDiagnostic(false);
  int ends[2];
  if (pipe(ends) != 0)
    return emitError(loc) << "cannot read the model: " << llvm::sys::StrError();
  pid_t child = forkWithoutThreads(*parent);
  if (child < 0) {
    std::string reason = llvm::sys::StrError();
    close(ends[0]);
    close(ends[1]);
    return emitError(loc) << "cannot read the model: " << reason;
  }
  if (child == 0)
    readInChild(buffer, context, ends[1], seconds);
  close(ends[1]);
  std::string errors = readAll(ends[0]);
  close(ends[0]);
  int status = 0;
  if (llvm::sys::RetryAfterSignal(-1, waitpid, child, &status, 0) != child)
    return emitError(loc) << "cannot read the model: " << llvm::sys::StrError();
  if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
    return success();
  if (!isBytecode(buffer)) {
    // The regular reader will report the error and its location.
    if (WIFEXITED(status) && WEXITSTATUS(status) == statusOfError)
      return success();
    return emitError(loc)
           << "MLIR's reader fails on this file: it may be nested too deeply";
  }
  // The first error causes all others.
  StringRef reason = StringRef(errors).split('\n').first;
  if (!reason.empty())
    return emitError(loc) << reason;
  if (WIFSIGNALED(status) &&
      (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    return emitError(loc) << "damaged bytecode: it takes more than " << seconds
                          << (seconds == 1 ? " second" : " seconds")
                          << " to read";
  return emitError(loc) << "damaged bytecode: MLIR's reader fails on it";
}
