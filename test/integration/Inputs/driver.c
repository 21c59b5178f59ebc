//===- driver.c - Calls a library's functions as told ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// driver LIBRARY
//
// Reads calls from standard input, and writes their results
// to standard output, until the input ends: emulated.py, in
// the byte order of the machine. The memory of each tensor
// ends or begins at a page without access, so that reading
// or writing a byte beyond it ends this program.
//
//===----------------------------------------------------------------------===//

#include <dlfcn.h>
#include <dlpack/dlpack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { maxTensors = 4, maxRank = 8, maxName = 100 };

// At least the size of any tensor.
static const size_t blockSize = 1 << 25;

static char *blocks[maxTensors];
static int64_t shapes[maxTensors][maxRank], strides[maxTensors][maxRank];

static void fail(const char *what) {
  fprintf(stderr, "driver: error: %s\n", what);
  exit(2);
}

static void readBytes(void *bytes, size_t size) {
  if (fread(bytes, 1, size, stdin) != size)
    fail("a call ends early");
}

static int64_t readNumber(void) {
  int64_t number;
  readBytes(&number, sizeof(number));
  return number;
}

static void writeBytes(const void *bytes, size_t size) {
  if (fwrite(bytes, 1, size, stdout) != size)
    fail("cannot write");
}

static void writeNumber(int64_t number) { writeBytes(&number, sizeof(number)); }

// Reserves blocks of memory, each between pages without access.
static void makeBlocks(void) {
  size_t guardSize = sysconf(_SC_PAGESIZE);
  for (int i = 0; i < maxTensors; ++i) {
    char *guards = mmap(NULL, blockSize + 2 * guardSize, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (guards == MAP_FAILED ||
        mprotect(guards + guardSize, blockSize, PROT_READ | PROT_WRITE) != 0)
      fail("no memory");
    blocks[i] = guards + guardSize;
  }
}

// Reads tensor number `i`; returns the size of its memory.
static size_t readTensor(int i, DLTensor *tensor) {
  memset(tensor, 0, sizeof(*tensor));
  tensor->device.device_type = kDLCPU;
  tensor->dtype.code = readNumber();
  tensor->dtype.bits = readNumber();
  tensor->dtype.lanes = 1;
  tensor->ndim = readNumber();
  if (tensor->ndim > maxRank)
    fail("too many dimensions");
  tensor->shape = shapes[i];
  tensor->strides = strides[i];
  readBytes(shapes[i], tensor->ndim * sizeof(int64_t));
  readBytes(strides[i], tensor->ndim * sizeof(int64_t));
  tensor->byte_offset = readNumber();
  int64_t isAtBegin = readNumber();
  size_t size = readNumber();
  if (size > blockSize)
    fail("a tensor is too large");
  tensor->data = isAtBegin ? blocks[i] : blocks[i] + blockSize - size;
  readBytes(tensor->data, size);
  return size;
}

static int32_t callFunction(void *symbol, int64_t count, DLTensor *tensors) {
  union {
    void *symbol;
    int32_t (*two)(const DLTensor *, DLTensor *);
    int32_t (*three)(const DLTensor *, const DLTensor *, DLTensor *);
    int32_t (*four)(const DLTensor *, const DLTensor *, const DLTensor *,
                    DLTensor *);
  } function = {symbol};
  switch (count) {
  case 2:
    return function.two(&tensors[0], &tensors[1]);
  case 3:
    return function.three(&tensors[0], &tensors[1], &tensors[2]);
  case 4:
    return function.four(&tensors[0], &tensors[1], &tensors[2], &tensors[3]);
  }
  fail("too few or too many tensors");
  return -1;
}

// Reads tensors, calls a function on them, and writes its status and the
// tensors' contents.
static void answerCall(void *symbol) {
  DLTensor tensors[maxTensors];
  void *memory[maxTensors];
  size_t sizes[maxTensors];
  int64_t count = readNumber();
  if (count > maxTensors)
    fail("too many tensors");
  for (int i = 0; i < count; ++i) {
    sizes[i] = readTensor(i, &tensors[i]);
    memory[i] = tensors[i].data;
  }
  writeNumber(callFunction(symbol, count, tensors));
  for (int i = 0; i < count; ++i) {
    writeNumber(tensors[i].ndim);
    writeBytes(shapes[i], tensors[i].ndim * sizeof(int64_t));
    writeBytes(memory[i], sizes[i]);
  }
}

// Reads a status and writes its text.
static void answerStatus(void *symbol) {
  union {
    void *symbol;
    const char *(*text)(int32_t);
  } function = {symbol};
  const char *text = function.text(readNumber());
  writeNumber(strlen(text));
  writeBytes(text, strlen(text));
}

int main(int argc, char **argv) {
  if (argc != 2)
    fail("expected a library");
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!library)
    fail(dlerror());
  makeBlocks();
  int kind;
  while ((kind = getchar()) != EOF) {
    char name[maxName + 1] = "";
    int64_t length = readNumber();
    if (length > maxName)
      fail("a name is too long");
    readBytes(name, length);
    void *symbol = dlsym(library, name);
    if (!symbol)
      fail(dlerror());
    if (kind == 'c')
      answerCall(symbol);
    else
      answerStatus(symbol);
    fflush(stdout);
  }
  return 0;
}
