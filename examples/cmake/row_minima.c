//===- row_minima.c - Calls a compiled model from C -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "row_min.h"

#include <stdio.h>

enum { extent = 1024 };

static float data[extent][extent];
static float minima[extent];

int main(void) {
  for (int i = 0; i < extent; ++i)
    for (int j = 0; j < extent; ++j)
      data[i][j] = (float)(i - j);

  int64_t data_shape[] = {extent, extent};
  int64_t minima_shape[] = {extent};
  DLTensor in = {.data = data,
                 .device = {.device_type = kDLCPU},
                 .ndim = 2,
                 .dtype = {.code = kDLFloat, .bits = 32, .lanes = 1},
                 .shape = data_shape};
  DLTensor out = {.data = minima,
                  .device = {.device_type = kDLCPU},
                  .ndim = 1,
                  .dtype = {.code = kDLFloat, .bits = 32, .lanes = 1},
                  .shape = minima_shape};
  int32_t status = row_min(&in, &out);
  if (status != REDUCE_STATUS_OK) {
    fprintf(stderr, "error: %s\n", row_min_status_string(status));
    return 1;
  }
  printf("minima: %g %g %g ...\n", minima[0], minima[1], minima[2]);
  return 0;
}
