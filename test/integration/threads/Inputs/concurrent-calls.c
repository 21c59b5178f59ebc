//===- concurrent-calls.c - Calls from many threads -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the functions of concurrent-calls.mlir, or others with the same
// signatures, from eight threads at once, each on its own tensors and on shared
// input. Some calls are invalid. Prints the number of wrong results and
// statuses. COLUMNS is the number of columns, if it is not 1000.
//
//===----------------------------------------------------------------------===//

#include "library.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef COLUMNS
#define COLUMNS 1000
#endif

enum { numThreads = 8, numRows = 24, numColumns = COLUMNS };

static float shared[numRows * numColumns];
static int numCalls;

static DLTensor makeTensor(float *data, int32_t ndim, int64_t *shape,
                           int64_t *strides) {
  DLTensor tensor = {data,  {kDLCPU, 0}, ndim, {kDLFloat, 32, 1},
                     shape, strides,     0};
  return tensor;
}

static float getLeast(const float *data, int row) {
  float least = data[row * numColumns];
  for (int column = 1; column < numColumns; ++column)
    if (data[row * numColumns + column] < least)
      least = data[row * numColumns + column];
  return least;
}

/// Calls `function` and returns whether all results were as expected.
static int check(int32_t (*function)(const DLTensor *, DLTensor *), float *data,
                 float *result, int isStrided) {
  int64_t inShape[] = {numRows, numColumns}, outShape[] = {numRows};
  int64_t strides[] = {-numColumns, 1};
  DLTensor in = makeTensor(data, 2, inShape, isStrided ? strides : NULL);
  DLTensor out = makeTensor(result, 1, outShape, NULL);
  if (isStrided)
    in.byte_offset = (numRows - 1) * numColumns * sizeof(float);
  if (function(&in, &out) != REDUCE_STATUS_OK)
    return 0;
  for (int row = 0; row < numRows; ++row)
    if (result[row] != getLeast(data, isStrided ? numRows - 1 - row : row))
      return 0;
  out.data = data;
  if (function(&in, &out) != REDUCE_STATUS_ALIASING)
    return 0;
  in.ndim = 3;
  return function(&in, &out) == REDUCE_STATUS_RANK;
}

static void *callOften(void *argument) {
  long number = *(int *)argument, wrong = 0;
  float *own = malloc(sizeof(shared)), result[numRows];
  for (int i = 0; i < numRows * numColumns; ++i)
    own[i] = shared[i] - (float)(i * number % 1013);
  for (int call = 0; call < numCalls; ++call) {
    float *data = call % 2 ? own : shared;
    wrong += !check(rows, data, result, call / 2 % 2);
    wrong += !check(chain, data, result, call / 2 % 2);
  }
  free(own);
  return (void *)wrong;
}

int main(int argc, char **argv) {
  numCalls = argc > 1 ? atoi(argv[1]) : 1;
  for (int i = 0; i < numRows * numColumns; ++i)
    shared[i] = (float)(i * 7919 % 10007);
  pthread_t threads[numThreads];
  int numbers[numThreads];
  long wrong = 0;
  for (int i = 0; i < numThreads; ++i) {
    numbers[i] = i;
    if (pthread_create(&threads[i], NULL, callOften, &numbers[i]) != 0)
      return 1;
  }
  for (int i = 0; i < numThreads; ++i) {
    void *result;
    pthread_join(threads[i], &result);
    wrong += (long)result;
  }
  printf("%d threads, %d calls each, %ld wrong\n", numThreads, numCalls, wrong);
  return wrong != 0;
}
