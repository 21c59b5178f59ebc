//===- PureRead.cpp - The fastest way to read memory ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PureRead.h"
#include "reduce/Support/Timing.h"
#include <algorithm>

using namespace mlir::reduce::benchmark;

static constexpr unsigned lineBytes = 64;

// One function template per vector size, for the instructions that support it.
// This is a macro because a template over the vector size would be split into
// the baseline's vectors before it is inlined where larger ones are available.
//
// Eight accumulators provide enough independent loads to hide the latency of
// the OR behind any level of cache. A step of a stream is at least a cache
// line. Several streams have an odd number of steps. Otherwise, in a buffer
// whose size is a power of two, they would compete for the same sets of a
// cache.
#define REDUCE_READ_FUNCTION(NAME, VECTOR_BYTES, TARGET)                       \
  template <unsigned numStreams, unsigned prefetchBytes>                       \
  TARGET static uint64_t NAME(const void *data, size_t size) {                 \
    typedef uint64_t Vector                                                    \
        __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));     \
    constexpr size_t numAccumulators = 8;                                      \
    constexpr size_t step = std::max<size_t>(lineBytes / sizeof(Vector),       \
                                             numAccumulators / numStreams);    \
    const Vector *vectors = static_cast<const Vector *>(data);                 \
    size_t numVectors = size / sizeof(Vector);                                 \
    size_t numSteps = numVectors / (step * numStreams);                        \
    if (numStreams > 1 && numSteps % 2 == 0 && numSteps > 0)                   \
      --numSteps;                                                              \
    size_t part = numSteps * step;                                             \
    Vector a[numAccumulators] = {};                                            \
    for (size_t i = 0; i < part; i += step) {                                  \
      _Pragma("GCC unroll 16") for (size_t s = 0; s < numStreams; ++s) {       \
        const Vector *from = vectors + s * part + i;                           \
        _Pragma("GCC unroll 16") for (size_t j = 0; j < step; ++j) {           \
          if (prefetchBytes != 0 && j * sizeof(Vector) % lineBytes == 0)       \
            __builtin_prefetch(reinterpret_cast<const char *>(from + j) +      \
                               prefetchBytes);                                 \
          a[(s * step + j) % numAccumulators] |= from[j];                      \
        }                                                                      \
      }                                                                        \
    }                                                                          \
    for (size_t i = numStreams * part; i < numVectors; ++i)                    \
      a[0] |= vectors[i];                                                      \
    a[0] |= a[1] | a[2] | a[3] | a[4] | a[5] | a[6] | a[7];                    \
    uint64_t result = 0;                                                       \
    for (size_t lane = 0; lane < sizeof(Vector) / sizeof(uint64_t); ++lane)    \
      result |= a[0][lane];                                                    \
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

// Processors do not prefetch across the end of a page of 4 KiB, or only in
// part. Half a page ahead is early enough.
#define REDUCE_READ_METHODS(NAME)                                              \
  {{NAME<1, 0>, "1 stream", 1},                                                \
   {NAME<2, 0>, "2 streams", 2},                                               \
   {NAME<4, 0>, "4 streams", 4},                                               \
   {NAME<8, 0>, "8 streams", 8},                                               \
   {NAME<16, 0>, "16 streams", 16},                                            \
   {NAME<1, 2048>, "1 stream, prefetch", 1},                                   \
   {NAME<2, 2048>, "2 streams, prefetch", 2},                                  \
   {NAME<4, 2048>, "4 streams, prefetch", 4}}

namespace {
struct ReadMethods {
  std::vector<ReadMethod> methods;
  unsigned vectorBytes;
};
} // namespace

static ReadMethods chooseVectors() {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f"))
    return {REDUCE_READ_METHODS(readAVX512), 64};
  if (__builtin_cpu_supports("avx2"))
    return {REDUCE_READ_METHODS(readAVX2), 32};
#endif
  return {REDUCE_READ_METHODS(readBaseline), 16};
}

static const ReadMethods &getMethodsAndSize() {
  static const ReadMethods methods = chooseVectors();
  return methods;
}

const std::vector<ReadMethod> &mlir::reduce::benchmark::getReadMethods() {
  return getMethodsAndSize().methods;
}

unsigned mlir::reduce::benchmark::getVectorBytes() {
  return getMethodsAndSize().vectorBytes;
}

/// Returns the method that reads the buffer in the least time.
static ReadMethod chooseMethod(const void *data, size_t size) {
  // Short rounds, several times: the least time of a round that nothing
  // disturbs.
  constexpr double roundSeconds = 2.5e-4;
  constexpr size_t numRounds = 4;
  // Shorter streams are all beginning and end.
  constexpr size_t minStreamBytes = 1024;
  const std::vector<ReadMethod> &methods = getReadMethods();
  if (size < minStreamBytes)
    return methods.front();

  struct Entry {
    ReadMethod method;
    int64_t count;
    double seconds;
  };
  std::vector<Entry> entries;
  auto measure = [&](Entry &entry) {
    auto read = [&] { return entry.method.function(data, size); };
    double seconds = measureSeconds(read, entry.count) / entry.count;
    entry.seconds = std::min(entry.seconds, seconds);
  };
  for (const ReadMethod &method : methods) {
    if (size < method.numStreams * minStreamBytes)
      continue;
    auto read = [&] { return method.function(data, size); };
    entries.push_back({method, findCount(read, roundSeconds), 1e9});
  }
  for (size_t round = 0; round < numRounds; ++round)
    for (Entry &entry : entries)
      measure(entry);
  return std::min_element(entries.begin(), entries.end(),
                          [](const Entry &left, const Entry &right) {
                            return left.seconds < right.seconds;
                          })
      ->method;
}

PureRead::PureRead(const void *data, size_t size)
    : data(data), size(size), method(chooseMethod(data, size)) {}
