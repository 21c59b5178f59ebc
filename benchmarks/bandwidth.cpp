//===- bandwidth.cpp - Reductions against the bandwidth of reading --------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls compiled reductions and, in turn with them, reads the same input as
// fast as the machine can. The ratio of the two says how good a reduction is;
// a time alone does not.
//
//===----------------------------------------------------------------------===//

#include "Case.h"
#include "PureRead.h"
#include "Reference.h"
#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <memory>
#include <sstream>

using namespace mlir::reduce::benchmark;

static const char usage[] =
    R"(usage: reduce-bandwidth [OPTION]... LIBRARY (NAME CASE-OPTION...)...

Measures compiled reductions against the bandwidth of reading their input, with
one thread. Each NAME is a function of the shared library LIBRARY,

  int32_t NAME(const DLTensor *in, DLTensor *out)

whose result is compared with a plain loop's before it is measured.

Options:
  --check        only compare the results
  --seconds S    measure each case for S seconds, half of it pure reading
                 (default 1)
  --tsv          print tab-separated values
  @FILE          the words of FILE, where # begins a comment

Options of a case:
  --op min|prod  what the function computes
  --dtype T      bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
  --shape MxN    the input's shape
  --axes A,B     the axes that are reduced, or 'all'
  --keepdims     reduced dimensions stay in the output, as 1
)";

//===----------------------------------------------------------------------===//
// Buffers and calls
//===----------------------------------------------------------------------===//

namespace {
struct FreeDeleter {
  void operator()(void *pointer) const { std::free(pointer); }
};
using Buffer = std::unique_ptr<unsigned char, FreeDeleter>;

using ReductionFunction = int32_t(const DLTensor *, DLTensor *);

/// A reduction of a library, with its tensors.
struct Call {
  ReductionFunction *function = nullptr;
  Buffer input, output;
  std::vector<int64_t> inputShape, outputShape;
  DLTensor inputTensor = {}, outputTensor = {};
  size_t inputBytes = 0;

  int32_t operator()() { return function(&inputTensor, &outputTensor); }
};

struct Measurement {
  double read = 0, reduction = 0; // medians, in GB/s
  double ratio = 0;               // median of the ratios of each round
};
} // namespace

// What follows an output, to notice a function that writes too far.
static constexpr size_t guardBytes = 64;
static constexpr unsigned char guardByte = 0xA5;

static Buffer allocate(size_t size) {
  size_t alignment = 4096;
  size_t rounded = (size + alignment - 1) / alignment * alignment;
  return Buffer(
      static_cast<unsigned char *>(std::aligned_alloc(alignment, rounded)));
}

static DLTensor makeTensor(const ElementType &type, void *data,
                           std::vector<int64_t> &shape) {
  DLTensor tensor = {};
  tensor.data = data;
  tensor.device = {kDLCPU, 0};
  tensor.ndim = shape.size();
  tensor.dtype = type.dlpack;
  tensor.shape = shape.data();
  return tensor;
}

/// Finds the function of a case and fills its input. Returns whether that went
/// well; if not, `error` says why.
static bool prepare(void *library, const Case &reduction, Call &call,
                    std::string &error) {
  void *symbol = dlsym(library, reduction.name.c_str());
  if (!symbol) {
    error = "the library has no such function";
    return false;
  }
  call.function = reinterpret_cast<ReductionFunction *>(symbol);

  int64_t byteSize = reduction.type->getByteSize();
  call.inputBytes = reduction.getNumInputs() * byteSize;
  size_t outputBytes = reduction.getNumOutputs() * byteSize;
  call.input = allocate(call.inputBytes);
  call.output = allocate(outputBytes + guardBytes);
  if (!call.input || !call.output) {
    error = "out of memory";
    return false;
  }
  fillInput(reduction, call.input.get());
  std::memset(call.output.get(), guardByte, outputBytes + guardBytes);

  call.inputShape = reduction.shape;
  call.outputShape = reduction.getOutputShape();
  call.inputTensor =
      makeTensor(*reduction.type, call.input.get(), call.inputShape);
  call.outputTensor =
      makeTensor(*reduction.type, call.output.get(), call.outputShape);
  return true;
}

/// Calls the function once. Returns whether the result is right; if not,
/// `error` says what is wrong.
static bool check(void *library, const Case &reduction, Call &call,
                  std::string &error) {
  if (int32_t status = call()) {
    error = "status " + std::to_string(status);
    using StatusFunction = const char *(int32_t);
    if (void *symbol =
            dlsym(library, (reduction.name + "_status_string").c_str()))
      if (const char *text = reinterpret_cast<StatusFunction *>(symbol)(status))
        error += std::string(": ") + text;
    return false;
  }
  int64_t wrong =
      findWrongElement(reduction, call.input.get(), call.output.get());
  if (wrong >= 0) {
    error = "output element " + std::to_string(wrong) + " is wrong";
    return false;
  }
  const unsigned char *guard =
      call.output.get() +
      reduction.getNumOutputs() * reduction.type->getByteSize();
  for (size_t i = 0; i < guardBytes; ++i) {
    if (guard[i] != guardByte) {
      error = "the function writes beyond its output";
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

/// Returns the seconds that `count` calls of `function` take.
template <typename Function>
static double measureSeconds(Function &function, int64_t count) {
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
template <typename Function> static int64_t findCount(Function &function) {
  constexpr double roundSeconds = 4e-3;
  int64_t count = 1;
  while (true) {
    double seconds = measureSeconds(function, count);
    if (seconds > roundSeconds / 2)
      return std::max<int64_t>(1, count * (roundSeconds / seconds));
    count *= 2;
  }
}

static double takeMedian(std::vector<double> values) {
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

static Measurement measure(Call &call, double seconds) {
  auto read = [&] { return readAll(call.input.get(), call.inputBytes); };
  int64_t numReads = findCount(read);
  int64_t numCalls = findCount(call);

  constexpr size_t minRounds = 5;
  double readSeconds = 0, callSeconds = 0;
  std::vector<double> readRates, callRates, ratios;
  while (ratios.size() < minRounds ||
         std::min(readSeconds, callSeconds) < seconds / 2) {
    double readTime, callTime;
    // Neither always runs in the wake of the other.
    if (ratios.size() % 2 == 0) {
      readTime = measureSeconds(read, numReads);
      callTime = measureSeconds(call, numCalls);
    } else {
      callTime = measureSeconds(call, numCalls);
      readTime = measureSeconds(read, numReads);
    }
    readSeconds += readTime;
    callSeconds += callTime;
    readRates.push_back(1e-9 * call.inputBytes * numReads / readTime);
    callRates.push_back(1e-9 * call.inputBytes * numCalls / callTime);
    ratios.push_back(callRates.back() / readRates.back());
  }
  return {takeMedian(readRates), takeMedian(callRates), takeMedian(ratios)};
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

namespace {
struct Options {
  bool checkOnly = false;
  bool tsv = false;
  double seconds = 1;
  std::string library;
  std::vector<Case> cases;
};
} // namespace

/// Prints an error; returns the status of a program that had one.
static int fail(const std::string &message) {
  std::fprintf(stderr, "reduce-bandwidth: error: %s\n", message.c_str());
  return EXIT_FAILURE;
}

/// Appends the words of a file. Returns whether it can be read.
static bool appendWords(const char *path, std::vector<std::string> &words) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream stream(line.substr(0, line.find('#')));
    for (std::string word; stream >> word;)
      words.push_back(word);
  }
  return file.eof();
}

/// Parses the words of the command line. Returns whether that went well; if
/// not, `error` says why.
static bool parseOptions(const std::vector<std::string> &words,
                         Options &options, std::string &error) {
  size_t i = 0;
  // A word that is neither an option nor an option's value begins a case.
  auto isOption = [&](size_t at) { return words[at].rfind("--", 0) == 0; };
  while (i < words.size() && isOption(i)) {
    if (words[i] == "--check") {
      options.checkOnly = true;
    } else if (words[i] == "--tsv") {
      options.tsv = true;
    } else if (words[i] == "--seconds" && i + 1 < words.size()) {
      char *end;
      options.seconds = std::strtod(words[++i].c_str(), &end);
      if (*end != '\0' || !(options.seconds > 0 && options.seconds <= 1e6)) {
        error = "expected a number of seconds, got '" + words[i] + "'";
        return false;
      }
    } else {
      error = "unknown option '" + words[i] + "', or one without its value";
      return false;
    }
    ++i;
  }
  if (i == words.size()) {
    error = "no library given, see --help";
    return false;
  }
  options.library = words[i++];

  while (i < words.size()) {
    std::string name = words[i++];
    std::vector<std::string> caseWords;
    while (i < words.size() && isOption(i)) {
      bool takesValue = words[i] != "--keepdims";
      caseWords.push_back(words[i++]);
      if (takesValue && i < words.size())
        caseWords.push_back(words[i++]);
    }
    Case reduction;
    if (!parseCase(name, caseWords, reduction, error)) {
      error = name + ": " + error;
      return false;
    }
    options.cases.push_back(std::move(reduction));
  }
  if (options.cases.empty())
    error = "no function to measure given, see --help";
  return !options.cases.empty();
}

static void printTitle(const Options &options) {
  if (options.tsv) {
    std::puts("name\tdtype\tshape\taxes\tread\treduction\tratio");
  } else {
    std::printf("One thread, reading in vectors of %u bytes.\n\n",
                getVectorBytes());
    std::printf("%-32s %10s %15s %7s\n", "function", "read GB/s",
                "reduction GB/s", "ratio");
  }
}

static void print(const Options &options, const Case &reduction,
                  const Measurement &result) {
  if (options.tsv)
    std::printf("%s\t%s\t%s\t%s\t%.4g\t%.4g\t%.4f\n", reduction.name.c_str(),
                reduction.type->name, reduction.shapeText.c_str(),
                reduction.axesText.c_str(), result.read, result.reduction,
                result.ratio);
  else
    std::printf("%-32s %10.4g %15.4g %7.3f\n", reduction.name.c_str(),
                result.read, result.reduction, result.ratio);
  std::fflush(stdout);
}

int main(int argc, char **argv) {
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--help") == 0) {
      std::fputs(usage, stdout);
      return EXIT_SUCCESS;
    }
    if (argv[i][0] != '@')
      words.push_back(argv[i]);
    else if (!appendWords(argv[i] + 1, words))
      return fail(std::string("cannot read ") + (argv[i] + 1));
  }
  Options options;
  std::string error;
  if (!parseOptions(words, options, error))
    return fail(error);

  // A bare name would be looked for in the system's folders.
  std::unique_ptr<char, FreeDeleter> path(
      realpath(options.library.c_str(), nullptr));
  if (!path)
    return fail("cannot find " + options.library);
  void *library = dlopen(path.get(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return fail(std::string("cannot load ") + dlerror());

  if (!options.checkOnly)
    printTitle(options);
  bool failed = false;
  for (const Case &reduction : options.cases) {
    Call call;
    if (!prepare(library, reduction, call, error) ||
        !check(library, reduction, call, error)) {
      fail(reduction.name + ": " + error);
      failed = true;
    } else if (options.checkOnly) {
      std::printf("%s: right\n", reduction.name.c_str());
    } else {
      print(options, reduction, measure(call, options.seconds));
    }
  }
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
