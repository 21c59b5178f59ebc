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

  /// Makes the calls of `sweep` until one goes wrong, sets `report` and returns
  /// how many calls were made. `place` is what to print of the sweep, followed
  /// by the number of a call, where that touches memory that it must not: then
  /// the process may end with the status 3. Fails where the calls cannot be
  /// made at all.
  virtual llvm::Expected<int64_t> run(const Sweep &sweep, const char *place,
                                      ReplayReport &report) = 0;
};

/// Makes them in this process.
class LocalSweepRunner : public SweepRunner {
public:
  /// Handles the signals SIGSEGV and SIGBUS as long as this object lives.
  explicit LocalSweepRunner(const CompiledFunction &function);
  ~LocalSweepRunner() override;

  llvm::Expected<int64_t> run(const Sweep &sweep, const char *place,
                              ReplayReport &report) override;

private:
  const CompiledFunction &function;
  std::vector<ReplayMemory> memories;
  ReplayHandlers handlers;
};

/// One of the sweeps of a function, as text "INPUT:VALUES:LAYOUT".
struct SweepChoice {
  unsigned input = 0;
  /// Which of `getSweepValues`.
  unsigned values = 0;
  SweepLayout layout = SweepLayout::End;

  std::string toText() const;
  /// Reads such a text. None where it is no such.
  static std::optional<SweepChoice> fromText(StringRef text);
};

/// As many positions are swept one by one in little time.
constexpr int64_t defaultMaxPositions = 20'000;

struct VerifyOptions {
  /// How many positions of an input are swept at most.
  int64_t maxPositions = defaultMaxPositions;
  /// What positions beyond that number, and sweeps beyond `maxSweeps`, are
  /// drawn by.
  uint64_t seed = 1;
  /// How many of the values of `getSweepValues` each layout is swept with: the
  /// first few, and some of the others; 0 for all.
  unsigned maxSweeps = 0;
  /// The most elements of inputs that are swept with strides, too.
  int64_t maxGappedElements = defaultMaxPositions;
  /// The only one to make, if any.
  std::optional<SweepChoice> only;
  /// What an error begins with that a fault of the process leaves.
  std::string errorPrefix = "error: ";
  /// Returns what to say behind an error of a sweep, such as how to make that
  /// sweep again. May be empty.
  std::function<std::string(const SweepChoice &)> getHint;
  /// Called before each sweep with how many of how many are done.
  std::function<void(int64_t done, int64_t count)> progress;
};

/// What was verified so far.
struct VerifyCounts {
  /// Calls that were made, and how many of them had a special element.
  int64_t calls = 0, positions = 0;
  /// Results that were compared.
  int64_t values = 0;
};

/// The first call that went wrong.
struct VerifyFailure {
  SweepChoice sweep;
  /// What went wrong: the function, its shapes, the values, the layout, the
  /// position and the difference.
  std::string text;
};

/// Sweeps each input of `function` that is no axes, until a call goes wrong.
/// Adds to `counts`. Fails where calls cannot be made.
llvm::Expected<std::optional<VerifyFailure>>
verifyFunction(SweptFunction &function, SweepRunner &runner,
               const VerifyOptions &options, VerifyCounts &counts);

/// Returns `function`, which `signature` describes and which `Reference::check`
/// has accepted, on inputs of `shapes` and with `axes` (Reference.h). None
/// where that is no valid call.
std::optional<SweptFunction>
getSweptFunction(func::FuncOp function, const FunctionSignature &signature,
                 ArrayRef<SmallVector<int64_t>> shapes,
                 ArrayRef<SmallVector<int64_t>> axes);

} // namespace mlir::reduce

#endif // REDUCE_VERIFICATION_VERIFIER_H
