//===- bandwidth.cpp - Reductions against the bandwidth of reading --------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Alternates between calling compiled reductions and reading the same input at
// full speed. The ratio of the two shows how good a reduction is; its time
// alone does not.
//
//===----------------------------------------------------------------------===//

#include "Case.h"
#include "PureRead.h"
#include "Tensors.h"
#include "reduce/Support/Timing.h"
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace mlir::reduce::benchmark;

static const char usage[] =
    R"(usage: reduce-bandwidth [OPTION]... LIBRARY (NAME CASE-OPTION...)...

Measures compiled reductions against the bandwidth of reading their input, with
one thread, by the fastest of several methods. Each NAME is a function of the
shared library LIBRARY,

  int32_t NAME(const DLTensor *in, DLTensor *out)

whose result is compared with a plain loop's before it is measured.

Options:
  --check        only compare the results
  --offset N     let inputs start N bytes after a cache line does (default: 0)
  --seconds S    measure each case for S seconds, half of it pure reading
                 (default: 1)
  --tsv          print tab-separated values
  @FILE          insert the words of FILE, in which # begins a comment

Options of a case:
  --op min|prod  what the function computes
  --dtype T      bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
  --shape MxN    the input's shape
  --axes A,B     the reduced axes, or 'all'
  --keepdims     keep reduced dimensions in the output, with size 1
)";

namespace {
using ReductionFunction = int32_t(const DLTensor *, DLTensor *);
} // namespace

/// Calls the function of a case once. Returns it if its result is correct.
/// Otherwise returns null and sets `error`.
static ReductionFunction *check(void *library, const Case &reduction,
                                Tensors &tensors, std::string &error) {
  void *symbol = dlsym(library, reduction.name.c_str());
  if (!symbol) {
    error = "the library has no such function";
    return nullptr;
  }
  auto *function = reinterpret_cast<ReductionFunction *>(symbol);
  clearOutput(tensors);
  if (int32_t status = function(&tensors.input, &tensors.output)) {
    error = "status " + std::to_string(status);
    using StatusFunction = const char *(int32_t);
    if (void *symbol =
            dlsym(library, (reduction.name + "_status_string").c_str()))
      if (const char *text = reinterpret_cast<StatusFunction *>(symbol)(status))
        error += std::string(": ") + text;
    return nullptr;
  }
  return checkOutput(reduction, tensors, error) ? function : nullptr;
}

static Measurement measure(ReductionFunction *function, Tensors &tensors,
                           const PureRead &read, double seconds) {
  auto call = [&] { return function(&tensors.input, &tensors.output); };
  return measureInTurn(call, read, seconds);
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

namespace {
struct Options {
  bool checkOnly = false;
  bool tsv = false;
  size_t offset = 0;
  double seconds = 1;
  std::string library;
  std::vector<Case> cases;
};
} // namespace

/// Prints an error and returns the exit status for one.
static int fail(const std::string &message) {
  std::fprintf(stderr, "reduce-bandwidth: error: %s\n", message.c_str());
  return EXIT_FAILURE;
}

/// Parses a number of bytes that is less than a cache line. Returns false and
/// sets `error` on failure.
static bool parseOffset(const std::string &text, size_t &offset,
                        std::string &error) {
  char *end;
  offset = std::strtoul(text.c_str(), &end, 10);
  if (!text.empty() && std::isdigit(text[0]) && *end == '\0' && offset < 64)
    return true;
  error = "expected an offset from 0 to 63 bytes, got '" + text + "'";
  return false;
}

/// Parses the words of the command line. Returns false and sets `error` on
/// failure.
static bool parseOptions(const std::vector<std::string> &words,
                         Options &options, std::string &error) {
  size_t i = 0;
  while (i < words.size() && words[i].rfind("--", 0) == 0) {
    if (words[i] == "--check") {
      options.checkOnly = true;
    } else if (words[i] == "--tsv") {
      options.tsv = true;
    } else if (words[i] == "--offset" && i + 1 < words.size()) {
      if (!parseOffset(words[++i], options.offset, error))
        return false;
    } else if (words[i] == "--seconds" && i + 1 < words.size()) {
      if (!parseSeconds(words[++i], options.seconds, error))
        return false;
    } else {
      error =
          "unknown option '" + words[i] + "', or an option without its value";
      return false;
    }
    ++i;
  }
  if (i == words.size()) {
    error = "no library given, see --help";
    return false;
  }
  options.library = words[i++];

  if (!parseCases(words, i, options.cases, error))
    return false;
  if (options.cases.empty())
    error = "no function to measure given, see --help";
  return !options.cases.empty();
}

static void printTitle(const Options &options) {
  if (options.tsv) {
    std::puts("name\tdtype\tshape\taxes\tread\treduction\tratio\tmethod");
  } else {
    std::printf("One thread, reading in vectors of %u bytes.\n\n",
                getVectorBytes());
    std::printf("%-32s %10s %15s %7s  %s\n", "function", "read GB/s",
                "reduction GB/s", "ratio", "method of reading");
  }
}

static void print(const Options &options, const Case &reduction,
                  size_t inputBytes, const char *method,
                  const Measurement &result) {
  double read = 1e-9 * inputBytes / result.referenceSeconds;
  double rate = 1e-9 * inputBytes / result.seconds;
  if (options.tsv)
    std::printf("%s\t%s\t%s\t%s\t%.4g\t%.4g\t%.4f\t%s\n",
                reduction.name.c_str(), reduction.type->name,
                reduction.shapeText.c_str(), reduction.axesText.c_str(), read,
                rate, result.share, method);
  else
    std::printf("%-32s %10.4g %15.4g %7.3f  %s\n", reduction.name.c_str(), read,
                rate, result.share, method);
  std::fflush(stdout);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--help") == 0) {
      std::fputs(usage, stdout);
      return EXIT_SUCCESS;
    }
  }
  std::vector<std::string> words;
  Options options;
  std::string error;
  if (!collectWords(argc, argv, words, error) ||
      !parseOptions(words, options, error))
    return fail(error);

  void *library = loadLibrary(options.library, error);
  if (!library)
    return fail(error);

  if (!options.checkOnly)
    printTitle(options);
  bool failed = false;
  for (const Case &reduction : options.cases) {
    Tensors tensors;
    ReductionFunction *function = nullptr;
    if (prepareTensors(reduction, options.offset, tensors, error))
      function = check(library, reduction, tensors, error);
    if (!function) {
      fail(reduction.name + ": " + error);
      failed = true;
    } else if (options.checkOnly) {
      std::printf("%s: right\n", reduction.name.c_str());
    } else {
      PureRead read(tensors.input.data, tensors.inputBytes);
      print(options, reduction, tensors.inputBytes, read.getMethodName(),
            measure(function, tensors, read, options.seconds));
    }
  }
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
