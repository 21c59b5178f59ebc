//===- position-test.cpp - Compiled reductions, position by position ------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes cases of Cases.h, compiles them for a CPU, and sweeps each: puts a
// special element at every position, and compares all results. --seed selects
// the order of cases. Each kind of code (a strategy with a form and a
// remainder) is taken --quota times, or all cases are taken for --minutes.
//
//===----------------------------------------------------------------------===//

#include "CompilerContext.h"
#include "EmulatedRunner.h"
#include "Selection.h"

#include "mlir/Parser/Parser.h"
#include "reduce/Execution/CompiledLibrary.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Target/Compiler.h"
#include "reduce/Target/LLVM/Link.h"
#include "reduce/Target/LLVM/TargetMachine.h"
#include "reduce/Verification/Verifier.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <set>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;
namespace cl = llvm::cl;

static cl::opt<std::string> triple("target", cl::desc("Target triple"));
static cl::opt<std::string> cpu("mcpu", cl::desc("CPU, or native"));
static cl::opt<std::string> features("mattr", cl::desc("Features of the CPU"));
static cl::opt<unsigned> level("level", cl::desc("Optimization level"),
                               cl::init(2));
static cl::opt<unsigned> numThreads("num-threads", cl::desc("Threads"),
                                    cl::init(1));
static cl::opt<uint64_t> seed("seed", cl::desc("Order of the cases"),
                              cl::init(1));
static cl::opt<unsigned> quota("quota",
                               cl::desc("Cases of each feature; 0: all cases"),
                               cl::init(1));
static cl::opt<unsigned>
    numSiblings("siblings",
                cl::desc("Further shapes of a function for unknown ones"),
                cl::init(6));
static cl::opt<unsigned> maxCases("cases", cl::desc("Cases at most"),
                                  cl::init(1000));
static cl::opt<unsigned>
    maxDraws("draws", cl::desc("Cases to look at, at most"), cl::init(4000));
static cl::opt<int64_t> maxElements("elements",
                                    cl::desc("Elements of an input at most"),
                                    cl::init(1 << 20));
static cl::opt<double> minutes("minutes", cl::desc("Time to take at most"),
                               cl::init(0));
static cl::opt<unsigned> maxSweeps("sweeps",
                                   cl::desc("Values that each layout is swept "
                                            "with; 0: all"),
                                   cl::init(0));
static cl::opt<int64_t> maxPositions("positions",
                                     cl::desc("Positions that are swept of "
                                              "larger tensors"),
                                     cl::init(defaultMaxPositions));
static cl::opt<std::string>
    directory("directory", cl::desc("Where libraries go"), cl::init("."));
static cl::list<std::string>
    emulator("emulator", cl::desc("A word of the command that makes calls for "
                                  "another machine"));
static cl::opt<bool> checkReached("check-reached",
                                  cl::desc("Fail where a strategy, a form or a "
                                           "kind of rest is not reached"));
static cl::opt<bool> showTable("table", cl::desc("Print what was reached"));

namespace {
class PositionTest {
public:
  PositionTest(MLIRContext *context, llvm::TargetMachine &machine,
               Emulator *emulated)
      : context(context), machine(machine), emulated(emulated),
        selection(CaseSpace(*context, machine, numThreads > 1),
                  {seed, quota, numSiblings, maxDraws, maxElements}) {}

  /// Runs the test. Returns true if nothing failed.
  bool run();

private:
  bool isTimeUp() const {
    return minutes > 0 &&
           std::chrono::steady_clock::now() - begin >
               std::chrono::duration<double, std::ratio<60>>(minutes);
  }
  llvm::Error verify(ArrayRef<CaseGroup> groups);
  llvm::Error verifyCase(const Case &each, unsigned function,
                         ArrayRef<FunctionSignature> signatures,
                         ModuleOp references, CompiledLibrary *library);

  MLIRContext *context;
  llvm::TargetMachine &machine;
  Emulator *emulated;
  CaseSelection selection;
  std::chrono::steady_clock::time_point begin =
      std::chrono::steady_clock::now();
  VerifyCounts counts;
  unsigned numCases = 0, numLibraries = 0, numFailures = 0;
};
} // namespace

/// Inverts the sign of a float, or the bits of an integer, of `type`.
static uint64_t turn(ElementType type, uint64_t bits) {
  unsigned width = 8 * getByteSize(type);
  APInt turned = getFloatSemantics(type) ? APInt::getSignMask(width)
                                         : APInt::getAllOnes(width);
  return bits ^ turned.getZExtValue();
}

llvm::Error PositionTest::verifyCase(const Case &each, unsigned number,
                                     ArrayRef<FunctionSignature> signatures,
                                     ModuleOp references,
                                     CompiledLibrary *library) {
  std::string name = "case" + std::to_string(number);
  SmallVector<SmallVector<int64_t>> shapes = {each.shape}, axes = {{}};
  if (each.knowledge == Knowledge::NotAxes) {
    axes.push_back(each.getAxes());
    shapes.push_back({static_cast<int64_t>(axes.back().size())});
  }
  auto reference = references.lookupSymbol<func::FuncOp>(name);
  std::optional<SweptFunction> function =
      getSweptFunction(reference, signatures[number], shapes, axes);
  if (!function)
    return llvm::createStringError(name + ": the call is not valid");
  ElementType type = each.op->type;
  if (each.neighbour == Neighbour::Prologue)
    function->prologue = [type](uint64_t bits) { return turn(type, bits); };
  if (each.neighbour == Neighbour::Epilogue)
    function->epilogue = [type](uint64_t bits) { return turn(type, bits); };
  VerifyOptions options;
  options.seed = seed + numCases;
  options.maxSweeps = maxSweeps;
  // All positions, up to the number for which the space is designed.
  int64_t size = ShapedType::getNumElements(each.shape);
  options.maxPositions =
      size <= defaultMaxPositions ? size : int64_t(maxPositions);
  if (maxSweeps != 0)
    options.maxGappedElements = 600;
  llvm::Expected<std::optional<VerifyFailure>> failure = std::nullopt;
  if (emulated) {
    EmulatedRunner runner(*emulated, name);
    failure = verifyFunction(*function, runner, options, counts);
  } else {
    llvm::Expected<CompiledFunction> compiled = library->getFunction(name);
    if (!compiled)
      return compiled.takeError();
    LocalSweepRunner runner(*compiled);
    failure = verifyFunction(*function, runner, options, counts);
  }
  if (!failure)
    return failure.takeError();
  ++numCases;
  if (!*failure)
    return llvm::Error::success();
  ++numFailures;
  llvm::outs() << (*failure)->text << "\n"
               << each.getFunction(name, true) << "sweep "
               << (*failure)->sweep.toText() << '\n';
  return llvm::Error::success();
}

/// Compiles and sweeps the cases of `groups`.
llvm::Error PositionTest::verify(ArrayRef<CaseGroup> groups) {
  std::string text, referenceText;
  for (auto [number, group] : llvm::enumerate(groups)) {
    std::string name = "case" + std::to_string(number);
    text += group.front().getFunction(name, true);
    referenceText += group.front().getFunction(name, false);
  }
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context);
  OwningOpRef<ModuleOp> references =
      parseSourceString<ModuleOp>(referenceText, context);
  if (!module || !references)
    return llvm::createStringError("cannot parse:\n" + text);
  CompilerOptions options;
  options.threads = numThreads;
  TargetOptions targetOptions{triple, cpu, features, level};
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> target =
      createTargetMachine(targetOptions);
  if (!target)
    return target.takeError();
  FailureOr<CompiledModule> compiled =
      compile(*module, *target, Stage::Object, options);
  if (failed(compiled))
    return llvm::createStringError("cannot compile:\n" + text);
  // The dynamic linker would return the old library for a known name.
  SmallString<128> path(directory);
  llvm::sys::path::append(path,
                          "cases-" + std::to_string(numLibraries++) + ".so");
  if (std::error_code error = llvm::sys::fs::make_absolute(path))
    return llvm::createFileError(path, error);
  if (llvm::Error error =
          linkSharedLibrary(compiled->contents, path, machine.getTargetTriple(),
                            /*soname=*/"", /*useOpenMP=*/numThreads != 1))
    return error;
  std::optional<CompiledLibrary> library;
  if (emulated) {
    emulated->load(path);
  } else {
    llvm::Expected<CompiledLibrary> opened = CompiledLibrary::open(path);
    if (!opened)
      return opened.takeError();
    library = std::move(*opened);
  }
  for (auto [number, group] : llvm::enumerate(groups))
    for (const Case &each : group) {
      if (isTimeUp())
        break;
      if (llvm::Error error =
              verifyCase(each, number, compiled->signatures, *references,
                         library ? &*library : nullptr))
        return error;
    }
  llvm::sys::fs::remove(path);
  return llvm::Error::success();
}

bool PositionTest::run() {
  llvm::outs() << "seed " << seed << '\n';
  llvm::outs().flush();
  bool isFine = true;
  // The missing cases may show loops with other remainders.
  unsigned roundsForMissing = checkReached ? 4 : 0;
  while (!isTimeUp()) {
    std::vector<CaseGroup> groups;
    if (numCases < maxCases)
      groups = selection.choose(maxCases - numCases);
    for (; groups.empty() && roundsForMissing > 0; --roundsForMissing)
      groups = selection.chooseMissing();
    if (groups.empty())
      break;
    if (llvm::Error error = verify(groups)) {
      llvm::outs() << "error: " << llvm::toString(std::move(error)) << '\n';
      isFine = false;
      break;
    }
  }
  if (showTable)
    selection.printTable(llvm::outs());
  if (checkReached)
    isFine &= selection.checkAllReached(llvm::outs());
  llvm::outs() << llvm::formatv("{0} cases of {1} looked at, {2} calls, {3} "
                                "values, {4} failures\n",
                                numCases, selection.getNumDraws(), counts.calls,
                                counts.values, numFailures);
  return isFine && numCases > 0 && numFailures == 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  cl::ParseCommandLineOptions(argc, argv,
                              "Compiled reductions, position by position\n");
  llvm::ExitOnError exitOnError("reduce-position-test: error: ");
  std::unique_ptr<llvm::TargetMachine> machine = exitOnError(
      createTargetMachine(TargetOptions{triple, cpu, features, level}));
  std::unique_ptr<Emulator> emulated;
  if (!emulator.empty())
    emulated = exitOnError(Emulator::start(
        std::vector<std::string>(emulator.begin(), emulator.end())));
  CompilerContext context;
  return PositionTest(context.get(), *machine, emulated.get()).run() ? 0 : 1;
}
