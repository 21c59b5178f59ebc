//===- Tuner.cpp - Measuring of strategies --------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Tuning/Tuner.h"
#include "Measurement.h"
#include "Transforms/Vectorize/TuningFile.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Target/LLVM/JIT.h"
#include "reduce/Target/LLVM/TargetMachine.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// How many times as fast as a simpler choice another must be: less would be
/// noise.
static constexpr double minGain = 1.02;

/// The shares of the time of a reduction: for the strategies, for variants of
/// the fastest one, and for what is fastest then against the rules' choice.
static constexpr double strategiesShare = 0.4;
static constexpr double variantsShare = 0.3;
static constexpr double decisionShare = 0.3;

namespace {
/// A choice with the code for it.
struct Candidate {
  TuningTime time;
  CompiledFunction function;
};

/// Measures the choices for one reduction.
class ReductionTuner {
public:
  ReductionTuner(StringRef key, const TunableReduction &reduction,
                 TuningInputs &inputs,
                 const std::unique_ptr<llvm::TargetMachine> &machine,
                 double seconds)
      : key(key), reduction(reduction), inputs(inputs), machine(machine),
        seconds(seconds) {}

  llvm::Expected<TuningResult> run();

private:
  SmallVector<TunedChoiceAttr> getVariants(TunedChoiceAttr choice) const;
  llvm::Error addCandidate(TunedChoiceAttr choice);
  llvm::Error measure(ArrayRef<size_t> chosen, double share);
  size_t getFastest(ArrayRef<size_t> chosen) const;

  StringRef key;
  const TunableReduction &reduction;
  TuningInputs &inputs;
  const std::unique_ptr<llvm::TargetMachine> &machine;
  double seconds;
  /// The first one is what the rules choose.
  std::vector<Candidate> candidates;
};
} // namespace

/// Returns `choice` with other numbers of accumulators and with shorter
/// vectors.
SmallVector<TunedChoiceAttr>
ReductionTuner::getVariants(TunedChoiceAttr choice) const {
  unsigned accumulators = reduction.target.getAccumulators();
  unsigned vectorBits = reduction.target.getVectorBits();
  SmallVector<TunedChoiceAttr> variants;
  auto add = [&](unsigned otherAccumulators, unsigned otherBits) {
    variants.push_back(TunedChoiceAttr::get(choice.getContext(),
                                            choice.getStrategy(),
                                            otherAccumulators, otherBits));
  };
  if (accumulators > 1)
    add(accumulators / 2, 0);
  if (accumulators < 64)
    add(accumulators * 2, 0);
  if (vectorBits > 128)
    add(0, vectorBits / 2);
  return variants;
}

/// Compiles the reduction as `choice` says.
llvm::Error ReductionTuner::addCandidate(TunedChoiceAttr choice) {
  OwningOpRef<ModuleOp> module = reduction.isolated.module.get().clone();
  MLIRContext *context = choice.getContext();
  auto name = StringAttr::get(context, key);
  ReduceDialect::TunedChoicesAttrHelper(context).setAttr(
      *module, DictionaryAttr::get(context, NamedAttribute(name, choice)));
  FailureOr<CompiledModule> compiled = compile(*module, machine);
  if (failed(compiled))
    return llvm::createStringError("it cannot be compiled alone");
  llvm::Expected<CompiledFunction> function =
      loadObject(compiled->contents, compiled->signatures.front());
  if (!function)
    return function.takeError();
  candidates.push_back({{choice}, std::move(*function)});
  return llvm::Error::success();
}

/// Measures the candidates `chosen` in turn.
llvm::Error ReductionTuner::measure(ArrayRef<size_t> chosen, double share) {
  std::vector<CompiledFunction> functions;
  for (size_t i : chosen)
    functions.push_back(candidates[i].function);
  llvm::Expected<SmallVector<double>> times =
      inputs.measure(functions, share * seconds);
  if (!times)
    return times.takeError();
  for (auto [i, time] : llvm::zip_equal(chosen, *times))
    candidates[i].time.seconds = time;
  return llvm::Error::success();
}

/// Returns the fastest of `chosen`, or the first one if no other is clearly
/// faster.
size_t ReductionTuner::getFastest(ArrayRef<size_t> chosen) const {
  auto getSeconds = [&](size_t i) { return candidates[i].time.seconds; };
  size_t fastest = *llvm::min_element(chosen, [&](size_t left, size_t right) {
    return getSeconds(left) < getSeconds(right);
  });
  bool isFaster = getSeconds(fastest) * minGain < getSeconds(chosen.front());
  return isFaster ? fastest : chosen.front();
}

llvm::Expected<TuningResult> ReductionTuner::run() {
  for (VectorStrategy strategy : reduction.strategies)
    if (llvm::Error error = addCandidate(
            TunedChoiceAttr::get(reduction.target.getContext(), strategy,
                                 /*accumulators=*/0, /*vectorBits=*/0)))
      return error;
  SmallVector<size_t> strategies =
      llvm::to_vector(llvm::seq(candidates.size()));
  if (llvm::Error error = measure(strategies, strategiesShare))
    return error;

  SmallVector<size_t> variants = {getFastest(strategies)};
  for (TunedChoiceAttr choice :
       getVariants(candidates[variants.front()].time.choice)) {
    variants.push_back(candidates.size());
    if (llvm::Error error = addCandidate(choice))
      return error;
  }
  if (llvm::Error error = measure(variants, variantsShare))
    return error;

  // Of many candidates, one seems faster by chance: only the rules' choice and
  // the fastest one, measured again in turn, decide.
  size_t fastest = getFastest(variants);
  if (fastest != 0) {
    SmallVector<size_t> both = {0, fastest};
    if (llvm::Error error = measure(both, decisionShare))
      return error;
    fastest = getFastest(both);
  }

  TuningResult result;
  result.reduction = key;
  result.rules = candidates[0].time;
  result.best = candidates[fastest].time;
  for (auto [i, candidate] : llvm::enumerate(candidates))
    if (i != 0 && i != fastest)
      result.others.push_back(candidate.time);
  return result;
}

/// Reads the tuning file at `path`, if there is one.
static FailureOr<TuningFile> readIfPresent(StringRef path,
                                           MLIRContext *context) {
  if (!llvm::sys::fs::exists(path))
    return TuningFile();
  return TuningFile::read(path, context);
}

FailureOr<SmallVector<TuningResult>> mlir::reduce::tune(
    ModuleOp module, const std::unique_ptr<llvm::TargetMachine> &machine,
    const CompilerOptions &options, double seconds, StringRef path) {
  MLIRContext *context = module.getContext();
  // Errors in the file appear before the time is spent.
  FailureOr<TuningFile> file = readIfPresent(path, context);
  if (failed(file))
    return failure();
  FailureOr<std::map<std::string, TunableReduction>> reductions =
      collectReductions(module, machine, options);
  if (failed(reductions))
    return failure();
  SmallVector<TuningResult> results;
  std::string target = getTuningTarget(*machine);
  for (auto &[key, reduction] : *reductions) {
    auto warn = [&, &name = key](llvm::Error error) {
      emitWarning(reduction.isolated.module->getLoc())
          << "the reduction '" << name
          << "' is not tuned: " << llvm::toString(std::move(error));
    };
    FailureOr<std::map<std::string, TunableReduction>> alone =
        collectReductions(reduction.isolated.module.get(), machine, {});
    if (failed(alone) || !alone->count(key)) {
      warn(llvm::createStringError("alone, it has other loops"));
      continue;
    }
    llvm::Expected<TuningInputs> inputs = TuningInputs::create(reduction);
    if (!inputs) {
      warn(inputs.takeError());
      continue;
    }
    llvm::Expected<TuningResult> result =
        ReductionTuner(key, reduction, *inputs, machine, seconds).run();
    if (!result) {
      warn(result.takeError());
      continue;
    }
    bool isBetter = result->best.choice != result->rules.choice;
    file->setChoice(target, key,
                    isBetter ? result->best.choice : TunedChoiceAttr());
    results.push_back(std::move(*result));
  }
  if (llvm::Error error = file->write(path))
    return emitError(module.getLoc()) << "cannot write the tuning file: "
                                      << llvm::toString(std::move(error));
  return results;
}
