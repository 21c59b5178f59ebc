//===- Guard.cpp - Crashes in upstream's code -----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guard.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <execinfo.h>
#include <new>
#include <sanitizer/allocator_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>

using namespace mlir;
using namespace mlir::reduce;

static constexpr int crashSignals[] = {SIGABRT, SIGBUS,  SIGFPE,
                                       SIGILL,  SIGSEGV, SIGTRAP};
/// Limit of the CPU time of upstream's code. It must be less than libFuzzer's
/// own limit.
static constexpr time_t secondsToRun = 2;

/// Limit of the size of one allocation.
static constexpr size_t maxAllocation = size_t(1) << 29;

static sigjmp_buf beforeFunction;
static volatile sig_atomic_t isRunning = 0;
static struct sigaction formerActions[NSIG];
static fuzz::Counter numPassedOver("crashes of code that is not the project's");

/// Whether the code at `address` belongs to this project, except the fuzzers.
static bool isOfProject(void *address) {
  char frames[4096] = {};
  __sanitizer_symbolize_pc(address, "%s", frames, sizeof(frames) - 2);
  // One string for each function that is inlined at the address.
  for (const char *frame = frames; *frame; frame += strlen(frame) + 1) {
    llvm::SmallString<256> path(frame);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    if (path.starts_with(REDUCE_LIBRARY_FOLDER))
      return true;
  }
  return false;
}

static bool isProjectOnStack() {
  void *addresses[256];
  int count = backtrace(addresses, std::size(addresses));
  return std::any_of(addresses, addresses + count, isOfProject);
}

static void handleSignal(int signal, siginfo_t *, void *) {
  bool wasRunning = isRunning;
  isRunning = 0;
  if (wasRunning && !isProjectOnStack()) {
    ++numPassedOver;
    siglongjmp(beforeFunction, 1);
  }
  // The instruction or the signal is repeated, and then reported.
  sigaction(signal, &formerActions[signal], nullptr);
  if (signal == SIGABRT || signal == SIGRTMIN)
    raise(signal == SIGABRT ? SIGABRT : SIGALRM);
}

static void handleAllocation(const volatile void *, size_t size) {
  if (!isRunning || size <= maxAllocation)
    return;
  isRunning = 0;
  if (isProjectOnStack())
    fuzz::reportFinding("an allocation of " + llvm::Twine(size) + " bytes");
  ++numPassedOver;
  siglongjmp(beforeFunction, 1);
}

// If there is not enough memory, the sanitizer's operators end the process
// before a signal can be handled. These raise a signal instead.
void *operator new(size_t size) {
  void *memory = std::malloc(size);
  if (!memory)
    std::abort();
  return memory;
}
void *operator new(size_t size, const std::nothrow_t &) noexcept {
  return std::malloc(size);
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

static void handleFree(const volatile void *) {}

static timer_t prepare() {
  timer_t timer;
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) != 0)
    fuzz::reportFinding("no timer");
  __sanitizer_install_malloc_and_free_hooks(handleAllocation, handleFree);
  return timer;
}

static void setTimer(time_t seconds) {
  static const timer_t timer = prepare();
  itimerspec limit = {};
  limit.it_value.tv_sec = seconds;
  timer_settime(timer, 0, &limit, nullptr);
}

bool fuzz::runGuarded(llvm::function_ref<void()> function) {
  struct sigaction action = {};
  action.sa_sigaction = handleSignal;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  for (int signal : crashSignals)
    sigaction(signal, &action, &formerActions[signal]);
  sigaction(SIGRTMIN, &action, nullptr);

  bool hasReturned = false;
  if (sigsetjmp(beforeFunction, /*savemask=*/1) == 0) {
    setTimer(secondsToRun);
    isRunning = 1;
    function();
    hasReturned = true;
  }
  isRunning = 0;
  setTimer(0);
  for (int signal : crashSignals)
    sigaction(signal, &formerActions[signal], nullptr);
  return hasReturned;
}

void fuzz::parseGuarded(
    FuzzContext &contexts, StringRef text,
    llvm::function_ref<void(OwningOpRef<ModuleOp>, const Diagnostics &)> use) {
  MLIRContext *context = contexts.get();
  Diagnostics diagnostics(context);
  OwningOpRef<ModuleOp> module;
  bool hasReturned = runGuarded([&] {
    // A crash in upstream's code leaks memory; leaks of this project are still
    // reported.
    __lsan::ScopedDisabler disabler;
    module = parse(text, context);
  });
  if (hasReturned)
    return use(std::move(module), diagnostics);
  // The scope was left without running its destructor.
  __lsan_enable();
  contexts.abandon();
}
