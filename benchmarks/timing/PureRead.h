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

namespace mlir::reduce::benchmark {

/// Returns the OR of all bytes at `data`, which is aligned to 64 bytes, in the
/// machine's widest vectors. No loop over memory can do less.
uint64_t readAll(const void *data, size_t size);

/// Returns the size in bytes of the vectors that readAll uses.
unsigned getVectorBytes();

} // namespace mlir::reduce::benchmark

#endif // REDUCE_BENCHMARKS_TIMING_PUREREAD_H
