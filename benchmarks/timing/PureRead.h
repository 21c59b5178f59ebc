//===- PureRead.h - The fastest way to read memory --------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_BENCHMARKS_TIMING_PUREREAD_H
#define REDUCE_BENCHMARKS_TIMING_PUREREAD_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlir::reduce::benchmark {

/// A function that returns the OR of all bytes at `data`, which need not be
/// aligned. It loads each byte once, in the machine's widest vectors. It reads
/// one stream, or several consecutive parts of the memory in turn.
struct ReadMethod {
  uint64_t (*function)(const void *data, size_t size);
  const char *name;
  unsigned numStreams;
};

/// Returns all methods; the first one, which reads a single stream, suits
/// memory of any size.
const std::vector<ReadMethod> &getReadMethods();

/// Returns the size in bytes of the vectors that the methods use.
unsigned getVectorBytes();

/// Reads a buffer in the fastest of all methods. Which one that is depends on
/// the machine, and on the caches that the buffer fits into. No loop over
/// memory should be faster.
class PureRead {
public:
  /// Chooses the method by a short measurement.
  PureRead(const void *data, size_t size);

  /// Reads the buffer once.
  uint64_t operator()() const { return method.function(data, size); }

  const char *getMethodName() const { return method.name; }

private:
  const void *data;
  size_t size;
  ReadMethod method;
};

} // namespace mlir::reduce::benchmark

#endif // REDUCE_BENCHMARKS_TIMING_PUREREAD_H
