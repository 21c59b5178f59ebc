//===- PatternCounter.h - Counting of applied patterns ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_SUPPORT_PATTERNCOUNTER_H
#define REDUCE_LIB_SUPPORT_PATTERNCOUNTER_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace mlir::reduce::detail {

/// Counts how often patterns are applied.
class PatternCounter : public RewriterBase::Listener {
public:
  /// `count` must outlive this object; usually it belongs to the pass.
  explicit PatternCounter(Pass::Statistic &count) : count(count) {}

  void notifyPatternEnd(const Pattern &pattern, LogicalResult status) override {
    if (succeeded(status))
      ++count;
  }

private:
  Pass::Statistic &count;
};

/// Counts how often an upstream pattern with our control function is applied.
/// Other patterns of the same set are not counted.
class ControlledPatternCounter : public PatternCounter {
public:
  using PatternCounter::PatternCounter;

  /// Call this in the control function with its result. Returns that result.
  bool allow(bool isAllowed) {
    hasAllowed |= isAllowed;
    return isAllowed;
  }

  void notifyPatternBegin(const Pattern &pattern, Operation *op) override {
    hasAllowed = false;
  }
  void notifyPatternEnd(const Pattern &pattern, LogicalResult status) override {
    if (hasAllowed)
      PatternCounter::notifyPatternEnd(pattern, status);
  }

private:
  /// Whether the control function allowed the current pattern.
  bool hasAllowed = false;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_SUPPORT_PATTERNCOUNTER_H
