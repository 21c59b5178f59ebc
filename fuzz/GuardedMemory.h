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

#include <sys/mman.h>
#include <unistd.h>

namespace mlir::reduce::fuzz {

/// Memory whose neighbouring pages can be neither read nor written.
class GuardedMemory {
public:
  /// Allocates at least `least` bytes.
  explicit GuardedMemory(size_t least) {
    size_t page = sysconf(_SC_PAGESIZE);
    size = (least + page - 1) / page * page;
    void *mapped = mmap(nullptr, size + 2 * page, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
      reportFinding("no memory for tensors");
    memory = static_cast<char *>(mapped) + page;
    if (mprotect(memory, size, PROT_READ | PROT_WRITE) != 0)
      reportFinding("no access to memory for tensors");
  }
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  char *begin() const { return memory; }
  char *end() const { return memory + size; }
  size_t getSize() const { return size; }

  /// Returns where `count` objects end with the memory.
  template <typename T> T *getLast(size_t count) const {
    return reinterpret_cast<T *>(end()) - count;
  }

private:
  char *memory;
  size_t size;
};

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_GUARDEDMEMORY_H
