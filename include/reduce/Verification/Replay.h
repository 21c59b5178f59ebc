//===- Replay.h - Calls of a function with one element changed --*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sweep calls a function many times on the same tensors. One element changes
// from call to call, and the expected outputs of each call are known
// beforehand.
//
// Each tensor is in a block of memory that ends, or begins, at an inaccessible
// page. After each call, every byte of the blocks of outputs is compared.
//
// This is C since programs for emulated machines include it, too.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_VERIFICATION_REPLAY_H
#define REDUCE_VERIFICATION_REPLAY_H

#include <dlpack/dlpack.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory for one block, between two inaccessible pages. */
typedef struct {
  char *begin;
  /* A multiple of the page size; 0 if no memory is allocated. */
  int64_t size;
} ReplayMemory;

/* One tensor of a sweep. Sizes and offsets are in bytes. Offsets are relative
 * to the start of the block. */
typedef struct {
  /* Everything except the address of the data. */
  DLTensor tensor;
  int64_t blockSize;
  /* The offset of `tensor.data`. */
  int64_t dataOffset;
  /* Whether the block is at the end of the memory; otherwise, it is at the
   * start. */
  int32_t isAtEnd;
  int32_t isOutput;
  int32_t elementSize;
  /* For floats, the bits of +infinity: all NaN compare equal. Otherwise 0. */
  uint64_t infinity;
  /* `blockSize` bytes: for an input, its elements and the gaps between them;
   * for an output, the contents of the block before each call. */
  const char *content;
  /* `blockSize` bytes: for an output, the contents of the block after a call on
   * the unchanged inputs. Modified and restored in each call. */
  char *expected;
} ReplayTensor;

/* One element. */
typedef struct {
  /* -1 for no element. */
  int64_t offset;
  /* The bits of the stored element, in the low bytes. */
  uint64_t bits;
} ReplayCell;

typedef struct {
  ReplayTensor *tensors;
  int32_t numTensors;
  /* The number of the tensor that changes. */
  int32_t swept;
  int64_t numCalls;
  /* For each call: the element of the swept tensor that changes, followed by
   * the element that changes of each output, in order. */
  const ReplayCell *cells;
} ReplaySweep;

enum {
  ReplayFine,
  ReplayWrongStatus,
  /* A wrong result, or a write outside the results. */
  ReplayWrongOutput,
  ReplayInputWritten,
  ReplayNoMemory
};

/* The first call that failed, and the failure. */
typedef struct {
  int32_t kind;
  int32_t status;
  int64_t call;
  /* The number of the tensor, and the offset of the element in its block. */
  int32_t tensor;
  int64_t offset;
  uint64_t expected, actual;
} ReplayReport;

/* Calls a function on the tensors; returns its status. */
typedef int32_t (*ReplayCallFn)(void *context, DLTensor *const *tensors,
                                int32_t numTensors);

/* Printed on an access to inaccessible memory: a text, and the number of the
 * current call. */
extern const char *volatile replayPlace;
extern volatile int64_t replayCall;

/* Prints `replayPlace` and `replayCall` and exits with status 3, or 4 if it
 * cannot print. */
static inline void replayHandleFault(int number) {
  char text[32], *digit = text + sizeof(text);
  int64_t call = replayCall;
  const char *place = replayPlace;
  ssize_t written = 0;
  (void)number;
  *--digit = '\n';
  do
    *--digit = (char)('0' + call % 10);
  while ((call /= 10) > 0);
  if (!place)
    _exit(3);
  written += write(STDERR_FILENO, place, strlen(place));
  written += write(STDERR_FILENO, digit, (size_t)(text + sizeof(text) - digit));
  _exit(written > 0 ? 3 : 4);
}

/* The previous handlers of faults. */
typedef struct {
  struct sigaction segv, bus;
} ReplayHandlers;

/* Installs the handler of faults; `old` receives the previous ones. */
static inline void replayCatchFaults(ReplayHandlers *old) {
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_handler = replayHandleFault;
  sigaction(SIGSEGV, &action, &old->segv);
  sigaction(SIGBUS, &action, &old->bus);
}

static inline void replayRestoreHandlers(const ReplayHandlers *old) {
  sigaction(SIGSEGV, &old->segv, NULL);
  sigaction(SIGBUS, &old->bus, NULL);
}

/* Makes `memory` have at least `size` bytes. Returns whether it succeeded. */
static inline int replayReserve(ReplayMemory *memory, int64_t size) {
  int64_t page = sysconf(_SC_PAGESIZE);
  int64_t rounded = (size + page - 1) / page * page;
  char *mapping;
  if (rounded == 0)
    rounded = page;
  if (memory->size == rounded)
    return 1;
  if (memory->size > 0)
    munmap(memory->begin - page, (size_t)(memory->size + 2 * page));
  memory->size = 0;
  mapping = (char *)mmap(NULL, (size_t)(rounded + 2 * page), PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == (char *)MAP_FAILED)
    return 0;
  if (mprotect(mapping + page, (size_t)rounded, PROT_READ | PROT_WRITE) != 0)
    return 0;
  memory->begin = mapping + page;
  memory->size = rounded;
  return 1;
}

static inline void replayRelease(ReplayMemory *memory) {
  int64_t page = sysconf(_SC_PAGESIZE);
  if (memory->size > 0)
    munmap(memory->begin - page, (size_t)(memory->size + 2 * page));
  memory->size = 0;
}

static inline char *replayGetBlock(const ReplayMemory *memory,
                                   const ReplayTensor *tensor) {
  return tensor->isAtEnd ? memory->begin + memory->size - tensor->blockSize
                         : memory->begin;
}

/* Like memcpy and memcmp, but accept null pointers, which tensors without
 * elements may have. */
static inline void replayCopy(char *to, const char *from, int64_t size) {
  if (size > 0)
    memcpy(to, from, (size_t)size);
}

static inline int replayIsEqual(const char *a, const char *b, int64_t size) {
  return size == 0 || memcmp(a, b, (size_t)size) == 0;
}

/* Reads a number, which is stored in little-endian order. */
static inline uint64_t replayRead(const char *element, int32_t size) {
  uint64_t bits = 0;
  memcpy(&bits, element, (size_t)size);
  return bits;
}

/* Returns whether `bits` match `expected`: both are equal, or both are NaN. */
static inline int replayIsSame(const ReplayTensor *tensor, uint64_t expected,
                               uint64_t bits) {
  uint64_t numbers = ((uint64_t)1 << (8 * tensor->elementSize - 1)) - 1;
  if (expected == bits)
    return 1;
  return tensor->infinity && (expected & numbers) > tensor->infinity &&
         (bits & numbers) > tensor->infinity;
}

/* Compares all bytes of an output. Returns whether they match; if not, sets the
 * offset and the values in `report`. */
static inline int replayCompare(const ReplayTensor *tensor, const char *block,
                                ReplayReport *report) {
  int64_t offset;
  if (replayIsEqual(block, tensor->expected, tensor->blockSize))
    return 1;
  for (offset = 0; offset < tensor->blockSize; offset += tensor->elementSize) {
    uint64_t expected =
        replayRead(tensor->expected + offset, tensor->elementSize);
    uint64_t actual = replayRead(block + offset, tensor->elementSize);
    if (replayIsSame(tensor, expected, actual))
      continue;
    report->offset = offset;
    report->expected = expected;
    report->actual = actual;
    return 0;
  }
  return 1;
}

/* Makes the calls of `sweep` until one fails. `memories` and `pointers` have
 * one entry for each tensor. Returns the number of calls made. */
static inline int64_t replaySweep(const ReplaySweep *sweep,
                                  ReplayMemory *memories, DLTensor **pointers,
                                  ReplayCallFn call, void *context,
                                  ReplayReport *report) {
  const ReplayCell *cells = sweep->cells;
  ReplayTensor *swept = &sweep->tensors[sweep->swept];
  char *sweptBlock;
  int32_t i;
  int64_t n;
  memset(report, 0, sizeof(*report));
  for (i = 0; i < sweep->numTensors; ++i) {
    ReplayTensor *tensor = &sweep->tensors[i];
    char *block;
    if (!replayReserve(&memories[i], tensor->blockSize)) {
      report->kind = ReplayNoMemory;
      return 0;
    }
    block = replayGetBlock(&memories[i], tensor);
    replayCopy(block, tensor->content, tensor->blockSize);
    tensor->tensor.data = block + tensor->dataOffset;
    pointers[i] = &tensor->tensor;
  }
  sweptBlock = replayGetBlock(&memories[sweep->swept], swept);
  for (n = 0; n < sweep->numCalls; ++n) {
    const ReplayCell *change = cells++;
    uint64_t old = 0;
    report->call = replayCall = n;
    if (change->offset >= 0) {
      old = replayRead(sweptBlock + change->offset, swept->elementSize);
      memcpy(sweptBlock + change->offset, &change->bits,
             (size_t)swept->elementSize);
    }
    for (i = 0; i < sweep->numTensors; ++i)
      if (sweep->tensors[i].isOutput)
        replayCopy(replayGetBlock(&memories[i], &sweep->tensors[i]),
                   sweep->tensors[i].content, sweep->tensors[i].blockSize);
    report->status = call(context, pointers, sweep->numTensors);
    if (report->status != 0) {
      report->kind = ReplayWrongStatus;
      return n + 1;
    }
    for (i = 0; i < sweep->numTensors; ++i) {
      ReplayTensor *tensor = &sweep->tensors[i];
      const ReplayCell *result;
      uint64_t before = 0;
      int isRight;
      if (!tensor->isOutput)
        continue;
      result = cells++;
      if (result->offset >= 0) {
        before =
            replayRead(tensor->expected + result->offset, tensor->elementSize);
        memcpy(tensor->expected + result->offset, &result->bits,
               (size_t)tensor->elementSize);
      }
      isRight =
          replayCompare(tensor, replayGetBlock(&memories[i], tensor), report);
      if (result->offset >= 0)
        memcpy(tensor->expected + result->offset, &before,
               (size_t)tensor->elementSize);
      if (!isRight) {
        report->kind = ReplayWrongOutput;
        report->tensor = i;
        return n + 1;
      }
    }
    if (change->offset >= 0)
      memcpy(sweptBlock + change->offset, &old, (size_t)swept->elementSize);
  }
  for (i = 0; i < sweep->numTensors; ++i) {
    const ReplayTensor *tensor = &sweep->tensors[i];
    const char *block = replayGetBlock(&memories[i], tensor);
    if (!tensor->isOutput &&
        !replayIsEqual(block, tensor->content, tensor->blockSize)) {
      report->kind = ReplayInputWritten;
      report->tensor = i;
      return n;
    }
  }
  return n;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* REDUCE_VERIFICATION_REPLAY_H */
