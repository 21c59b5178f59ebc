//===- GuardedMemory.h - Memory between pages without access ----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_GUARDEDMEMORY_H
#define REDUCE_FUZZ_GUARDEDMEMORY_H

#include "Fuzz.h"

#include "reduce/Verification/Replay.h"

namespace mlir::reduce::fuzz {

/// Memory whose neighboring pages can be neither read nor written.
class GuardedMemory {
public:
  /// Allocates at least `least` bytes.
  explicit GuardedMemory(size_t least) {
    if (!replayReserve(&memory, least))
      reportFinding("no memory for tensors");
  }
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  char *begin() const { return memory.begin; }
  char *end() const { return begin() + getSize(); }
  size_t getSize() const { return memory.size; }

  /// Returns the address of `count` objects at the end of the memory.
  template <typename T> T *getLast(size_t count) const {
    return reinterpret_cast<T *>(end()) - count;
  }

private:
  ReplayMemory memory = {};
};

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_GUARDEDMEMORY_H
