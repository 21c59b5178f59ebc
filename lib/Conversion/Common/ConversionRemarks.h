//===- ConversionRemarks.h - What conversions say ---------------*- C++ -*-===//
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

namespace mlir::reduce {

/// Says of each operation that a pass was to convert whether it did, by a
/// remark, and counts both kinds.
class ConversionRemarks {
public:
  /// `name` is the name of the remarks, `pass` the pass's flag. The pass owns
  /// the counters.
  ConversionRemarks(StringRef name, StringRef pass,
                    Pass::Statistic &numConverted, Pass::Statistic &numLeft)
      : name(name), pass(pass), numConverted(numConverted), numLeft(numLeft) {}

  /// Remarks that `op`, the last of `count` operations, becomes `replacement`.
  void passed(Operation *op, StringRef replacement, size_t count = 1) const;
  /// Remarks `text` on `op`, which has been converted.
  void note(Operation *op, StringRef text) const;
  /// Remarks that `op` stays, because of `reason`.
  void missed(Operation *op, StringRef reason) const;

private:
  StringRef name;
  StringRef pass;
  Pass::Statistic &numConverted;
  Pass::Statistic &numLeft;
};

/// Takes, while it lives, what is diagnosed by this thread, for rules that
/// say in a diagnostic why they do not apply.
class ReasonHandler : public ScopedDiagnosticHandler {
public:
  explicit ReasonHandler(MLIRContext *context);

  /// Returns what was said last; empty before.
  StringRef getReason() const { return reason; }

private:
  std::string reason;
};

/// Converts each of `ops` that `match` finds something for, by `convert`, and
/// remarks on all. `match` takes an operation and where to say why it is none,
/// and returns an optional whose value has the ForeignOperator as `foreign`.
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

} // namespace mlir::reduce

#endif // REDUCE_LIB_CONVERSION_COMMON_CONVERSIONREMARKS_H
