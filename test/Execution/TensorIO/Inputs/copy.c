//===- copy.c - A compiled library for each element type ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each element type TYPE a function copy_TYPE, from a tensor of rank 3 and
// any extents to another, and copy_scalar for one of rank 0.
//
//===----------------------------------------------------------------------===//

#include <dlpack/dlpack.h>
#include <stdint.h>
#include <string.h>

static int32_t copy(const DLTensor *in, DLTensor *out) {
  size_t size = in->dtype.bits / 8;
  for (int32_t dim = 0; dim < in->ndim; ++dim) {
    if (in->shape[dim] != out->shape[dim])
      return 1;
    size *= in->shape[dim];
  }
  memcpy(out->data, in->data, size);
  return 0;
}

static int32_t shapes(const DLTensor *in, DLTensor *out) {
  if (out->ndim < in->ndim)
    return 1;
  out->ndim = in->ndim;
  memcpy(out->shape, in->shape, in->ndim * sizeof(int64_t));
  return 0;
}

#define TENSOR(NAME, TYPE, SHAPE)                                              \
  "[{\"name\": \"" NAME "\", \"dtype\": \"" TYPE "\", \"shape\": " SHAPE "}]"

#define COPY(NAME, TYPE, SHAPE)                                                \
  int32_t NAME(const DLTensor *in, DLTensor *out) { return copy(in, out); }    \
  int32_t NAME##_output_shapes(const DLTensor *in, DLTensor *out) {            \
    return shapes(in, out);                                                    \
  }                                                                            \
  const char *NAME##_status_string(int32_t status) {                           \
    return status == 0 ? "done" : "shapes differ";                             \
  }                                                                            \
  const char *NAME##_signature(void) {                                         \
    return "{\"name\": \"" #NAME "\", \"inputs\": " TENSOR(                    \
        "in", TYPE, SHAPE) ", \"outputs\": " TENSOR("out", TYPE, SHAPE) "}";   \
  }

#define REDUCE_ELEMENT_TYPE(ENUM, BITS, DLPACK_CODE, NUMPY)                    \
  COPY(copy_##ENUM, NUMPY, "[-1, -1, -1]")
#include "reduce/Support/ElementTypes.def"

COPY(copy_scalar, "float32", "[]")
