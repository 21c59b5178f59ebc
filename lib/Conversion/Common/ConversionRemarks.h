//===- ConversionRemarks.h - Remarks of conversions -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_COMMON_CONVERSIONREMARKS_H
#define REDUCE_LIB_CONVERSION_COMMON_CONVERSIONREMARKS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/Pass.h"

namespace mlir::reduce::detail {

/// Makes a remark on each operation that a pass tried to convert, and counts
/// those that were converted and those that were not.
class ConversionRemarks {
public:
  /// `name` is the name of the remarks, `pass` the flag of the pass. The pass
  /// owns the counters.
  ConversionRemarks(StringRef name, StringRef pass,
                    Pass::Statistic &numConverted, Pass::Statistic &numLeft)
      : name(name), pass(pass), numConverted(numConverted), numLeft(numLeft) {}

  /// Makes a remark that `op`, the last of `count` operations, becomes
  /// `replacement`.
  void passed(Operation *op, StringRef replacement, size_t count = 1) const;
  /// Makes a remark `text` on `op`, which has been converted.
  void note(Operation *op, StringRef text) const;
  /// Makes a remark that `op` is not converted because of `reason`.
  void missed(Operation *op, StringRef reason) const;

private:
  StringRef name;
  StringRef pass;
  Pass::Statistic &numConverted;
  Pass::Statistic &numLeft;
};

/// Captures the diagnostics of this thread during its lifetime. It is for rules
/// that report by a diagnostic why they do not apply.
class ReasonHandler : public ScopedDiagnosticHandler {
public:
  explicit ReasonHandler(MLIRContext *context);

  /// Returns the last diagnostic; empty if there was none.
  StringRef getReason() const { return reason; }

private:
  std::string reason;
};

/// Calls `convert` for each of `ops` that `match` accepts, and makes a remark
/// on each of `ops`. `match` takes an operation and a string for the reason of
/// a failure, and returns an optional whose value has a ForeignOperator
/// `foreign`.
template <typename Ops, typename MatchFn, typename ConvertFn>
void convertMatching(const Ops &ops, const ConversionRemarks &remarks,
                     MatchFn match, ConvertFn convert) {
  for (auto op : ops) {
    std::string reason;
    auto found = match(op, reason);
    if (!found) {
      remarks.missed(op, reason);
      continue;
    }
    remarks.passed(op, found->foreign->operation);
    convert(op, *found);
  }
}

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_CONVERSION_COMMON_CONVERSIONREMARKS_H
