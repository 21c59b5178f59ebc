//===- Timing.h - How long calls take ---------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_BENCHMARKS_TIMING_H
#define REDUCE_BENCHMARKS_TIMING_H

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace mlir::reduce::benchmark {

/// Returns the seconds that `count` calls of `function` take.
template <typename Function>
double measureSeconds(Function &function, int64_t count) {
  auto begin = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < count; ++i) {
    auto result = function();
    asm volatile("" : : "r"(result) : "memory"); // it is needed, each time
  }
  auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(end - begin).count();
}

/// Returns a number of calls that takes long enough to be timed, and is short
/// against the drift of a machine's clock.
template <typename Function> int64_t findCount(Function &function) {
  constexpr double roundSeconds = 4e-3;
  int64_t count = 1;
  while (true) {
    double seconds = measureSeconds(function, count);
    if (seconds > roundSeconds / 2)
      return std::max<int64_t>(1, count * (roundSeconds / seconds));
    count *= 2;
  }
}

inline double takeMedian(std::vector<double> values) {
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

} // namespace mlir::reduce::benchmark

#endif // REDUCE_BENCHMARKS_TIMING_H
