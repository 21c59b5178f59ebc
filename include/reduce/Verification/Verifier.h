//===- Verifier.h - Checks compiled code position by position ---*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_VERIFICATION_VERIFIER_H
#define REDUCE_VERIFICATION_VERIFIER_H

#include "reduce/Execution/CompiledFunction.h"
#include "reduce/Verification/Sweep.h"

namespace mlir::reduce {

/// Makes the calls of sweeps.
class SweepRunner {
public:
  virtual ~SweepRunner() = default;

  /// Makes the calls of `sweep` until one fails, sets `report` and returns the
  /// number of calls made. If a call accesses inaccessible memory, the process
  /// may print `place`, which describes the sweep, and the number of the call,
  /// and exit with status 3. Fails if the calls cannot be made at all.
  virtual llvm::Expected<int64_t> run(const Sweep &sweep, const char *place,
                                      ReplayReport &report) = 0;
};

/// Makes the calls of sweeps in this process.
class LocalSweepRunner : public SweepRunner {
public:
  /// Handles the signals SIGSEGV and SIGBUS during the lifetime of this object.
  explicit LocalSweepRunner(const CompiledFunction &function);
  ~LocalSweepRunner() override;

  llvm::Expected<int64_t> run(const Sweep &sweep, const char *place,
                              ReplayReport &report) override;

private:
  const CompiledFunction &function;
  std::vector<ReplayMemory> memories;
  ReplayHandlers handlers;
};

/// One of the sweeps of a function. Its text is "INPUT:VALUES:LAYOUT".
struct SweepChoice {
  unsigned input = 0;
  /// The number of the values in `getSweepValues`.
  unsigned values = 0;
  SweepLayout layout = SweepLayout::End;

  std::string toText() const;
  /// Reads such a text. Returns std::nullopt if it is invalid.
  static std::optional<SweepChoice> fromText(StringRef text);
};

/// A number of positions that can be swept one by one in little time.
constexpr int64_t defaultMaxPositions = 20'000;

struct VerifyOptions {
  /// The maximum number of positions of an input to sweep.
  int64_t maxPositions = defaultMaxPositions;
  /// The seed for choosing positions beyond `maxPositions`, and sweeps beyond
  /// `maxSweeps`.
  uint64_t seed = 1;
  /// The number of values of `getSweepValues` for each layout: the first few,
  /// and some of the others; 0 for all.
  unsigned maxSweeps = 0;
  /// The maximum number of elements of inputs for which strided layouts are
  /// swept, too.
  int64_t maxGappedElements = defaultMaxPositions;
  /// If set, the only sweep to make.
  std::optional<SweepChoice> only;
  /// The prefix of an error that is printed on a fault of the process.
  std::string errorPrefix = "error: ";
  /// Returns a text to append to an error of a sweep, such as how to repeat
  /// that sweep. May be empty.
  std::function<std::string(const SweepChoice &)> getHint;
  /// Called before each sweep with the number of sweeps done and of all sweeps.
  std::function<void(int64_t done, int64_t count)> progress;
};

/// Counts of what was verified so far.
struct VerifyCounts {
  /// The number of calls, and the number of those with a special element.
  int64_t calls = 0, positions = 0;
  /// The number of results that were compared.
  int64_t values = 0;
};

/// The first call that failed.
struct VerifyFailure {
  SweepChoice sweep;
  /// A description: the function, its shapes, the values, the layout, the
  /// position and the difference.
  std::string text;
};

/// Sweeps each input of `function` that is not axes, until a call fails.
/// Returns the failure, if any, and adds to `counts`. Fails if calls cannot be
/// made.
llvm::Expected<std::optional<VerifyFailure>>
verifyFunction(SweptFunction &function, SweepRunner &runner,
               const VerifyOptions &options, VerifyCounts &counts);

/// Returns `function` for inputs of `shapes` and with `axes` (see
/// `Reference::create`). `signature` is the signature of `function`, which
/// `Reference::check` has accepted. Returns std::nullopt if such a call is not
/// valid.
std::optional<SweptFunction>
getSweptFunction(func::FuncOp function, const FunctionSignature &signature,
                 ArrayRef<SmallVector<int64_t>> shapes,
                 ArrayRef<SmallVector<int64_t>> axes);

} // namespace mlir::reduce

#endif // REDUCE_VERIFICATION_VERIFIER_H
