//===- PureRead.cpp - The fastest way to read memory ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PureRead.h"

using namespace mlir::reduce::benchmark;

// One function per vector size, for the instructions that support it. This is a
// macro because the body of a template would be split into the baseline's
// vectors before it is inlined where larger ones are available.
//
// Eight accumulators provide enough independent loads to hide the latency of
// the OR behind any level of cache.
#define REDUCE_READ_FUNCTION(NAME, VECTOR_BYTES, TARGET)                       \
  TARGET static uint64_t NAME(const void *data, size_t size) {                 \
    typedef uint64_t Vector                                                    \
        __attribute__((vector_size(VECTOR_BYTES), may_alias));                 \
    const Vector *vectors = static_cast<const Vector *>(data);                 \
    size_t numVectors = size / sizeof(Vector);                                 \
    Vector a0 = {}, a1 = {}, a2 = {}, a3 = {};                                 \
    Vector a4 = {}, a5 = {}, a6 = {}, a7 = {};                                 \
    size_t i = 0;                                                              \
    for (; i + 8 <= numVectors; i += 8) {                                      \
      a0 |= vectors[i];                                                        \
      a1 |= vectors[i + 1];                                                    \
      a2 |= vectors[i + 2];                                                    \
      a3 |= vectors[i + 3];                                                    \
      a4 |= vectors[i + 4];                                                    \
      a5 |= vectors[i + 5];                                                    \
      a6 |= vectors[i + 6];                                                    \
      a7 |= vectors[i + 7];                                                    \
    }                                                                          \
    for (; i < numVectors; ++i)                                                \
      a0 |= vectors[i];                                                        \
    a0 |= a1 | a2 | a3 | a4 | a5 | a6 | a7;                                    \
    uint64_t result = 0;                                                       \
    for (size_t lane = 0; lane < sizeof(Vector) / sizeof(uint64_t); ++lane)    \
      result |= a0[lane];                                                      \
    const unsigned char *bytes = static_cast<const unsigned char *>(data);     \
    for (size_t j = numVectors * sizeof(Vector); j < size; ++j)                \
      result |= bytes[j];                                                      \
    return result;                                                             \
  }

REDUCE_READ_FUNCTION(readBaseline, 16, )
#ifdef __x86_64__
REDUCE_READ_FUNCTION(readAVX2, 32, __attribute__((target("avx2"))))
REDUCE_READ_FUNCTION(readAVX512, 64, __attribute__((target("avx512f"))))
#endif

namespace {
struct ReadFunction {
  uint64_t (*function)(const void *, size_t);
  unsigned vectorBytes;
};
} // namespace

static ReadFunction chooseReadFunction() {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f"))
    return {readAVX512, 64};
  if (__builtin_cpu_supports("avx2"))
    return {readAVX2, 32};
#endif
  return {readBaseline, 16};
}

static const ReadFunction readFunction = chooseReadFunction();

uint64_t mlir::reduce::benchmark::readAll(const void *data, size_t size) {
  return readFunction.function(data, size);
}

unsigned mlir::reduce::benchmark::getVectorBytes() {
  return readFunction.vectorBytes;
}
