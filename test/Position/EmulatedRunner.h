//===- EmulatedRunner.h - Sweeps on another machine -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TEST_POSITION_EMULATEDRUNNER_H
#define REDUCE_TEST_POSITION_EMULATEDRUNNER_H

#include "reduce/Verification/Verifier.h"
#include <cstdio>
#include <sys/types.h>

namespace mlir::reduce::detail {

/// A program that makes calls on behalf of another one: Inputs/replay.c.
class Emulator {
public:
  /// Starts `command`: the words of the program and of an emulator.
  static llvm::Expected<std::unique_ptr<Emulator>>
  start(ArrayRef<std::string> command);
  ~Emulator();

  /// Makes it call the functions of the library at `path` from now on.
  void load(StringRef path);

  /// Makes it carry out the calls of `sweep` to the function `name`.
  llvm::Expected<int64_t> run(const Sweep &sweep, StringRef name,
                              StringRef place, ReplayReport &report);

private:
  Emulator(pid_t process, FILE *to, FILE *from)
      : process(process), to(to), from(from) {}

  void send(const void *bytes, size_t size);
  void sendBlock(const void *bytes, size_t size);

  pid_t process;
  FILE *to, *from;
};

/// Makes the calls of one function in the emulated program.
class EmulatedRunner : public SweepRunner {
public:
  EmulatedRunner(Emulator &emulator, StringRef name)
      : emulator(emulator), name(name) {}

  llvm::Expected<int64_t> run(const Sweep &sweep, const char *place,
                              ReplayReport &report) override {
    return emulator.run(sweep, name, place, report);
  }

private:
  Emulator &emulator;
  std::string name;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_TEST_POSITION_EMULATEDRUNNER_H
