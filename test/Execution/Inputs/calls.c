//===- calls.c - A compiled library with calls of all kinds ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exchange: two inputs, two outputs, static shapes
// negate:   a dynamic extent; rejects zeros and some extents with a status
// zeros:    no input
// The others return output shapes that no function should.
//
//===----------------------------------------------------------------------===//

#include <dlpack/dlpack.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define STATUS_STRINGS(NAME)                                                   \
  const char *NAME##_status_string(int32_t status) {                           \
    return status == 7   ? "an element is zero"                                \
           : status == 8 ? "the shapes cannot be had"                          \
                         : NULL;                                               \
  }

#define SIGNATURE(NAME, JSON)                                                  \
  const char *NAME##_signature(void) { return JSON; }

int32_t exchange(const DLTensor *a, const DLTensor *b, DLTensor *first,
                 DLTensor *second) {
  memcpy(first->data, b->data, 3 * sizeof(int64_t));
  memcpy(second->data, a->data, 4 * sizeof(float));
  return 0;
}
int32_t exchange_output_shapes(const DLTensor *a, const DLTensor *b,
                               DLTensor *first, DLTensor *second) {
  return 8; // static shapes: nobody should ask
}
STATUS_STRINGS(exchange)
SIGNATURE(exchange,
          "{\"name\": \"exchange\", \"inputs\": ["
          "{\"name\": \"a\", \"dtype\": \"float32\", \"shape\": [2, 2]}, "
          "{\"name\": \"b\", \"dtype\": \"int64\", \"shape\": [3]}], "
          "\"outputs\": ["
          "{\"name\": \"first\", \"dtype\": \"int64\", \"shape\": [3]}, "
          "{\"name\": \"second\", \"dtype\": \"float32\", \"shape\": [2, 2]}]}")

int32_t negate(const DLTensor *in, DLTensor *out) {
  const float *from = in->data;
  float *to = out->data;
  int64_t size = in->shape[0] * in->shape[1];
  for (int64_t i = 0; i < size; ++i)
    if (from[i] == 0)
      return 7;
  for (int64_t i = 0; i < size; ++i)
    to[i] = -from[i];
  return 0;
}
int32_t negate_output_shapes(const DLTensor *in, DLTensor *out) {
  if (in->shape[1] == 5)
    return 8;
  if (in->shape[1] == 6)
    return 9; // has no text
  out->ndim = 2;
  memcpy(out->shape, in->shape, 2 * sizeof(int64_t));
  return 0;
}
STATUS_STRINGS(negate)
SIGNATURE(negate,
          "{\"name\": \"negate\", \"inputs\": ["
          "{\"name\": \"data\", \"dtype\": \"float32\", "
          "\"shape\": [2, -1], \"dim_params\": [\"\", \"N\"]}], "
          "\"outputs\": ["
          "{\"name\": \"out\", \"dtype\": \"float32\", \"shape\": [2, -1]}]}")

#define NO_INPUTS(NAME, NDIM, ROWS, COLUMNS)                                   \
  int32_t NAME(DLTensor *out) { return 0; }                                    \
  int32_t NAME##_output_shapes(DLTensor *out) {                                \
    out->ndim = NDIM;                                                          \
    out->shape[0] = ROWS;                                                      \
    out->shape[1] = COLUMNS;                                                   \
    return 0;                                                                  \
  }                                                                            \
  STATUS_STRINGS(NAME)                                                         \
  SIGNATURE(NAME, "{\"name\": \"" #NAME "\", \"inputs\": [], "                 \
                  "\"outputs\": [{\"name\": \"out\", "                         \
                  "\"dtype\": \"float32\", \"shape\": [2, -1]}]}")

NO_INPUTS(zeros, 2, 2, 3)
NO_INPUTS(wrong_rank, 3, 2, 3)
NO_INPUTS(wrong_extent, 2, 4, 3)
NO_INPUTS(negative_extent, 2, 2, -5)
NO_INPUTS(large_extent, 2, 2, INT64_MAX)
NO_INPUTS(vast_extent, 2, 2, (int64_t)1 << 56)
