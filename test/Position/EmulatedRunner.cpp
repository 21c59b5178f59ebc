//===- EmulatedRunner.cpp - Sweeps on another machine ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedRunner.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

llvm::Expected<std::unique_ptr<Emulator>>
Emulator::start(ArrayRef<std::string> command) {
  // If the program has ended, write() must fail instead of raising a signal.
  signal(SIGPIPE, SIG_IGN);
  int toChild[2], fromChild[2];
  if (pipe(toChild) != 0 || pipe(fromChild) != 0)
    return llvm::createStringError("cannot make a pipe");
  std::vector<char *> words;
  for (const std::string &word : command)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  pid_t process = fork();
  if (process < 0)
    return llvm::createStringError("cannot start '" + command[0] + "'");
  if (process == 0) {
    dup2(toChild[0], STDIN_FILENO);
    dup2(fromChild[1], STDOUT_FILENO);
    for (int end : {toChild[0], toChild[1], fromChild[0], fromChild[1]})
      close(end);
    execvp(words[0], words.data());
    _exit(127);
  }
  close(toChild[0]);
  close(fromChild[1]);
  return std::unique_ptr<Emulator>(new Emulator(
      process, fdopen(toChild[1], "w"), fdopen(fromChild[0], "r")));
}

Emulator::~Emulator() {
  fclose(to);
  fclose(from);
  waitpid(process, nullptr, 0);
}

void Emulator::send(const void *bytes, size_t size) {
  // A failure shows when the answer is read. No argument may be null.
  if (size > 0)
    (void)!fwrite(bytes, 1, size, to);
}

void Emulator::sendBlock(const void *bytes, size_t size) {
  int64_t count = size;
  send(&count, sizeof(count));
  send(bytes, size);
}

void Emulator::load(StringRef path) {
  send("l", 1);
  sendBlock(path.data(), path.size());
}

llvm::Expected<int64_t> Emulator::run(const Sweep &sweep, StringRef name,
                                      StringRef place, ReplayReport &report) {
  const ReplaySweep &replay = sweep.getReplay();
  send("s", 1);
  sendBlock(name.data(), name.size());
  sendBlock(place.data(), place.size());
  send(&replay, sizeof(replay));
  size_t numOutputs = 0;
  for (const ReplayTensor &tensor :
       ArrayRef(replay.tensors, replay.numTensors)) {
    size_t rankBytes = tensor.tensor.ndim * sizeof(int64_t);
    send(&tensor, sizeof(tensor));
    sendBlock(tensor.tensor.shape, rankBytes);
    sendBlock(tensor.tensor.strides, rankBytes);
    sendBlock(tensor.content, tensor.blockSize);
    sendBlock(tensor.expected, tensor.isOutput ? tensor.blockSize : 0);
    numOutputs += tensor.isOutput;
  }
  sendBlock(replay.cells,
            replay.numCalls * (1 + numOutputs) * sizeof(ReplayCell));
  fflush(to);
  int64_t numCalls;
  if (fread(&numCalls, sizeof(numCalls), 1, from) != 1 ||
      fread(&report, sizeof(report), 1, from) != 1)
    return llvm::createStringError("the emulated program has ended");
  return numCalls;
}
