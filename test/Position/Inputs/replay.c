//===- replay.c - Makes the calls of sweeps on another machine ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads sweeps from standard input, as EmulatedRunner.cpp sends them, and
// writes their results to standard output, until the input ends.
//
//===----------------------------------------------------------------------===//

#include "reduce/Verification/Replay.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { maxTensors = 4 };

const char *volatile replayPlace;
volatile int64_t replayCall;

static void fail(const char *what) {
  fprintf(stderr, "replay: error: %s\n", what);
  exit(2);
}

static void readBytes(void *bytes, size_t size) {
  if (fread(bytes, 1, size, stdin) != size)
    fail("a sweep ends early");
}

static int64_t readNumber(void) {
  int64_t number;
  readBytes(&number, sizeof(number));
  return number;
}

// Reads a size and as many bytes, which the caller frees; adds a final 0.
static char *readBlock(void) {
  int64_t size = readNumber();
  char *block = malloc(size + 1);
  if (!block)
    fail("no memory");
  readBytes(block, size);
  block[size] = 0;
  return block;
}

static int32_t callFunction(void *context, DLTensor *const *tensors,
                            int32_t numTensors) {
  union {
    void *symbol;
    int32_t (*two)(DLTensor *, DLTensor *);
    int32_t (*three)(DLTensor *, DLTensor *, DLTensor *);
    int32_t (*four)(DLTensor *, DLTensor *, DLTensor *, DLTensor *);
  } function = {context};
  switch (numTensors) {
  case 2:
    return function.two(tensors[0], tensors[1]);
  case 3:
    return function.three(tensors[0], tensors[1], tensors[2]);
  case 4:
    return function.four(tensors[0], tensors[1], tensors[2], tensors[3]);
  }
  fail("too few or too many tensors");
  return -1;
}

static void readTensor(ReplayTensor *tensor) {
  readBytes(tensor, sizeof(*tensor));
  tensor->tensor.shape = (int64_t *)readBlock();
  tensor->tensor.strides = (int64_t *)readBlock();
  tensor->content = readBlock();
  tensor->expected = readBlock();
}

static void freeTensor(const ReplayTensor *tensor) {
  free(tensor->tensor.shape);
  free(tensor->tensor.strides);
  free((char *)tensor->content);
  free(tensor->expected);
}

static void answerSweep(void *library) {
  static ReplayMemory memories[maxTensors];
  DLTensor *pointers[maxTensors];
  ReplayTensor tensors[maxTensors];
  ReplaySweep sweep;
  ReplayReport report;
  char *name = readBlock(), *place = readBlock(), *cells;
  void *symbol = library ? dlsym(library, name) : NULL;
  int64_t numCalls;
  if (!symbol)
    fail(name);
  readBytes(&sweep, sizeof(sweep));
  if (sweep.numTensors > maxTensors)
    fail("too many tensors");
  for (int i = 0; i < sweep.numTensors; ++i)
    readTensor(&tensors[i]);
  sweep.tensors = tensors;
  cells = readBlock();
  sweep.cells = (const ReplayCell *)cells;
  replayPlace = place;
  numCalls =
      replaySweep(&sweep, memories, pointers, callFunction, symbol, &report);
  replayPlace = NULL;
  fwrite(&numCalls, sizeof(numCalls), 1, stdout);
  fwrite(&report, sizeof(report), 1, stdout);
  for (int i = 0; i < sweep.numTensors; ++i)
    freeTensor(&tensors[i]);
  free(name);
  free(place);
  free(cells);
}

int main(void) {
  void *library = NULL;
  int kind;
  ReplayHandlers handlers;
  replayCatchFaults(&handlers);
  while ((kind = getchar()) != EOF) {
    if (kind == 'l') {
      char *path = readBlock();
      library = dlopen(path, RTLD_NOW);
      if (!library)
        fail(dlerror());
      free(path);
      continue;
    }
    answerSweep(library);
    fflush(stdout);
  }
  return 0;
}
