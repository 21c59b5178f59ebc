//===- PatternCounter.h - Counts patterns -----------------------*- C++ -*-===//
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

namespace mlir::reduce {

/// Counts how often patterns are applied.
class PatternCounter : public RewriterBase::Listener {
public:
  /// The pass owns the counter.
  explicit PatternCounter(Pass::Statistic &count) : count(count) {}

  void notifyPatternEnd(const Pattern &pattern, LogicalResult status) override {
    if (succeeded(status))
      ++count;
  }

private:
  Pass::Statistic &count;
};

/// Counts how often a pattern of upstream's is applied whose control function
/// is ours: the set of patterns has others, which are not counted.
class ControlledPatternCounter : public PatternCounter {
public:
  using PatternCounter::PatternCounter;

  /// To be called, with its answer, where the control function is; returns the
  /// answer.
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
  /// Whether the pattern at hand asked, and may go on.
  bool hasAllowed = false;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_SUPPORT_PATTERNCOUNTER_H
