//===- reduce_min.c - Calls a compiled library through its header ---------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library is ONNX's own test model test_reduce_min_keepdims_random,
// compiled by
//
//   reduce-compile model.onnx -o reduce_min.so
//
// which writes reduce_min.h beside it: the minimum along axis 1 of a 3x2x2
// tensor, whose dimensions are kept.
//
//===----------------------------------------------------------------------===//

#include "reduce_min.h"

#include <stdio.h>

// Prints a tensor of rank 3 as nested lists.
static void print(const char *name, const float *data, const int64_t *shape) {
  printf("%s [%d, %d, %d]\n", name, (int)shape[0], (int)shape[1],
         (int)shape[2]);
  for (int64_t i = 0; i < shape[0]; ++i)
    for (int64_t j = 0; j < shape[1]; ++j) {
      printf(j == 0 ? "  [[" : "   [");
      for (int64_t k = 0; k < shape[2]; ++k)
        printf(k == 0 ? "%g" : ", %g", data[(i * shape[1] + j) * shape[2] + k]);
      puts(j + 1 == shape[1] ? "]]" : "]");
    }
}

// Describes dense data of rank 3 in the CPU's memory.
static DLTensor view(float *data, int64_t *shape) {
  DLTensor tensor = {.data = data,
                     .device = {.device_type = kDLCPU},
                     .ndim = 3,
                     .dtype = {.code = kDLFloat, .bits = 32, .lanes = 1},
                     .shape = shape};
  return tensor;
}

int main(void) {
  float data[] = {5, 1, 20, 2, 30, 1, 40, 2, 55, 1, 60, 2};
  float reduced[6];
  int64_t data_shape[] = {3, 2, 2};
  int64_t reduced_shape[] = {3, 1, 2};
  DLTensor in = view(data, data_shape);
  DLTensor out = view(reduced, reduced_shape);

  int32_t status = test_reduce_min_keepdims_random(&in, &out);
  if (status != REDUCE_STATUS_OK) {
    fprintf(stderr, "error: %s\n",
            test_reduce_min_keepdims_random_status_string(status));
    return 1;
  }
  print("data", data, data_shape);
  print("reduced", reduced, reduced_shape);

  // A wrong call is told, not run: this output lacks the dimension of size 1.
  int64_t wrong_shape[] = {3, 2, 1};
  out.shape = wrong_shape;
  status = test_reduce_min_keepdims_random(&in, &out);
  printf("with a wrong output: %s\n",
         test_reduce_min_keepdims_random_status_string(status));
  return status == REDUCE_STATUS_SHAPE ? 0 : 1;
}
