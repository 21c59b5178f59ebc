//===- threads.c - Calls a reduction that uses threads --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "threads.h"

#include <stdio.h>

// The number of parallel regions that one-thread.c has run.
extern int regions;

static float data[64][4096];

int main(void) {
  float results[64];
  int64_t shape[] = {64, 4096};
  DLDevice device = {kDLCPU, 0};
  DLDataType type = {kDLFloat, 32, 1};
  DLTensor in = {data, device, 2, type, shape, 0, 0};
  DLTensor out = {results, device, 1, type, shape, 0, 0};
  for (int i = 0; i < 64; ++i)
    data[i][4095 - i] = -1.0f - i;
  int status = threads(&in, &out);
  int right = 0;
  for (int i = 0; i < 64; ++i)
    right += results[i] == -1.0f - i;
  printf("status %d, %d right, %d parallel region\n", status, right, regions);
  return 0;
}
