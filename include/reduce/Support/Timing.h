//===- Timing.h - How long calls take ---------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_SUPPORT_TIMING_H
#define REDUCE_SUPPORT_TIMING_H

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
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

/// Leaves a time as it is. When several processes make calls together, another
/// function gives all of them the same time, and so they make the same calls.
struct KeepTime {
  double operator()(double seconds) const { return seconds; }
};

/// Returns the number of calls in a round of about `roundSeconds`: long enough
/// to be timed, and short compared with the drift of a machine's clock.
template <typename Function, typename Combine = KeepTime>
int64_t findCount(Function &function, double roundSeconds = 4e-3,
                  Combine combine = {}) {
  int64_t count = 1;
  while (true) {
    double seconds = combine(measureSeconds(function, count));
    // One interruption must not make a short call look long.
    if (seconds > roundSeconds / 2 && seconds < 10 * roundSeconds)
      seconds = std::min(seconds, combine(measureSeconds(function, count)));
    if (seconds > roundSeconds / 2)
      return std::max<int64_t>(1, count * (roundSeconds / seconds));
    count *= 2;
  }
}

/// Returns the value below which a `share` of the values lies.
inline double takeQuantile(std::vector<double> values, double share) {
  auto place = values.begin() + ptrdiff_t(values.size() * share);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

inline double takeMedian(std::vector<double> values) {
  return takeQuantile(std::move(values), 0.5);
}

/// The times of a function, and of the reference that it is compared with.
struct Measurement {
  /// Median seconds per call of each.
  double seconds = 0, referenceSeconds = 0;
  /// The median over all rounds of the function's speed relative to the
  /// reference in the same round: 1 is as fast.
  double share = 0;
};

/// Measures `function` and `reference` in turn, for `seconds` in total.
/// `combine` is applied to each time.
template <typename Function, typename Reference, typename Combine = KeepTime>
Measurement measureInTurn(Function &function, Reference &reference,
                          double seconds, Combine combine = {}) {
  constexpr size_t minRounds = 5;
  constexpr double roundSeconds = 4e-3;
  int64_t numCalls = findCount(function, roundSeconds, combine);
  int64_t numReferences = findCount(reference, roundSeconds, combine);
  double callSeconds = 0, referenceSeconds = 0;
  std::vector<double> callTimes, referenceTimes, shares;
  while (shares.size() < minRounds ||
         std::min(callSeconds, referenceSeconds) < seconds / 2) {
    // Alternate the order, so that neither always runs after the other.
    bool isCallFirst = shares.size() % 2 != 0;
    double callTime = 0;
    if (isCallFirst)
      callTime = combine(measureSeconds(function, numCalls));
    double referenceTime = combine(measureSeconds(reference, numReferences));
    if (!isCallFirst)
      callTime = combine(measureSeconds(function, numCalls));
    callSeconds += callTime;
    referenceSeconds += referenceTime;
    callTimes.push_back(callTime / numCalls);
    referenceTimes.push_back(referenceTime / numReferences);
    shares.push_back(referenceTimes.back() / callTimes.back());
  }
  return {takeMedian(callTimes), takeMedian(referenceTimes),
          takeMedian(shares)};
}

} // namespace mlir::reduce::benchmark

#endif // REDUCE_SUPPORT_TIMING_H
