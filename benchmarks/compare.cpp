//===- compare.cpp - Reductions of several libraries side by side ---------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reduces the same input with several libraries in turn, round by round, so
// that changes in the machine's speed affect all of them.
//
//===----------------------------------------------------------------------===//

#include "Candidate.h"
#include "PureRead.h"
#include "reduce/Support/Timing.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace mlir::reduce::benchmark;

static const char usage[] =
    R"(usage: reduce-compare [--seconds S] NAME=LIBRARY... -- (CASE CASE-OPTION...)...

Measures each case with each candidate and with a candidate called read, which
reads the input as fast as the machine can: by the fastest of several methods,
chosen by a short measurement. All take turns. A candidate NAME is one or more
shared libraries, with a function for each case,

  int32_t CASE(const DLTensor *in, DLTensor *out)

or a peer (benchmarks/peers/Peer.h). A result is compared with a plain loop's
before it is measured. Prints tab-separated values: case, candidate,
nanoseconds of a call, its GB/s, its share of the GB/s of pure reading, and a
note: the method of reading, or the reason why there are no figures. The figures
are the first quartile of all rounds, because disturbances only make rounds
slower.

Options:
  --seconds S    measure each candidate of a case for S seconds (default: 0.1)
  --least        the figures are the least of all rounds
  @FILE          insert the words of FILE, in which # begins a comment

The options of a case are those of reduce-bandwidth.
)";

// Short compared with a scheduler's time slice, so that some rounds are
// undisturbed.
static constexpr double roundSeconds = 2e-3;

namespace {
struct Options {
  double seconds = 0.1;
  double quantile = 0.25; // of a candidate's rounds
  std::vector<Candidate> candidates;
  std::vector<Case> cases;
};

/// The state of a candidate after some rounds of a case.
struct Entry {
  const Candidate *candidate = nullptr; // null: pure reading
  const PureRead *read = nullptr;       // null: a candidate
  Reducer reducer;
  std::string note;
  int64_t count = 1;
  double seconds = 0;
  std::vector<double> times; // of a call, for each round
};
} // namespace

/// Prints an error and returns the exit status for one.
static int fail(const std::string &message) {
  std::fprintf(stderr, "reduce-compare: error: %s\n", message.c_str());
  return EXIT_FAILURE;
}

static bool addCandidate(const std::string &word, Options &options,
                         std::string &error) {
  size_t equals = word.find('=');
  if (equals == 0 || equals == std::string::npos) {
    error = "expected NAME=LIBRARY, got '" + word + "'";
    return false;
  }
  std::string name = word.substr(0, equals);
  for (Candidate &known : options.candidates)
    if (known.name == name)
      return known.addLibrary(word.substr(equals + 1), error);
  Candidate candidate;
  candidate.name = name;
  options.candidates.push_back(candidate);
  return options.candidates.back().addLibrary(word.substr(equals + 1), error);
}

static bool parseOptions(const std::vector<std::string> &words,
                         Options &options, std::string &error) {
  size_t i = 0;
  for (; i < words.size() && words[i] != "--"; ++i) {
    if (words[i] == "--seconds" && i + 1 < words.size()) {
      if (!parseSeconds(words[++i], options.seconds, error))
        return false;
    } else if (words[i] == "--least") {
      options.quantile = 0;
    } else if (words[i].rfind("--", 0) == 0) {
      error =
          "unknown option '" + words[i] + "', or an option without its value";
      return false;
    } else if (!addCandidate(words[i], options, error)) {
      return false;
    }
  }
  if (i == words.size()) {
    error = "no case given, see --help";
    return false;
  }
  return parseCases(words, i + 1, options.cases, error);
}

/// Measures one round of an entry. Returns the seconds per call.
static double measureRound(Entry &entry, Tensors &tensors) {
  double seconds;
  if (entry.candidate) {
    seconds = entry.reducer.measureSeconds(tensors, entry.count);
  } else {
    seconds = measureSeconds(*entry.read, entry.count);
  }
  entry.seconds += seconds;
  return seconds / entry.count;
}

/// Measures all entries in turn. The first one is pure reading.
static void measure(std::vector<Entry *> entries, Tensors &tensors,
                    double seconds) {
  constexpr size_t minRounds = 5, minSlowRounds = 2;
  // A candidate that is ten times as slow as others may stop earlier.
  auto isDone = [&](const Entry &entry) {
    size_t rounds = entry.times.size();
    return (rounds >= minRounds && entry.seconds >= seconds) ||
           (rounds >= minSlowRounds && entry.seconds >= 10 * seconds);
  };
  Entry &read = *entries.front();
  for (size_t round = 0;; ++round) {
    std::vector<Entry *> left;
    for (Entry *entry : entries)
      if (entry != &read && !isDone(*entry))
        left.push_back(entry);
    if (left.empty() && isDone(read))
      return;
    left.push_back(&read);
    // Rotate the order, so that no entry always runs after the same one.
    std::rotate(left.begin(), left.begin() + round % left.size(), left.end());
    if (round / left.size() % 2)
      std::reverse(left.begin(), left.end());
    for (Entry *entry : left)
      entry->times.push_back(measureRound(*entry, tensors));
  }
}

/// Returns the time of a call, in seconds, that represents all rounds.
static double getTime(const Entry &entry, double quantile) {
  return takeQuantile(entry.times, quantile);
}

static void print(const Case &reduction, const Entry &entry, const Entry &read,
                  size_t inputBytes, double quantile) {
  const char *name = entry.candidate ? entry.candidate->name.c_str() : "read";
  if (entry.times.empty()) {
    // One line of a library's message is enough.
    std::string note = entry.note.substr(0, entry.note.find('\n'));
    std::replace(note.begin(), note.end(), '\t', ' ');
    std::printf("%s\t%s\t\t\t\t%s\n", reduction.name.c_str(), name,
                note.c_str());
    return;
  }
  double time = getTime(entry, quantile);
  std::printf("%s\t%s\t%.5g\t%.5g\t%.4f\t%s\n", reduction.name.c_str(), name,
              1e9 * time, 1e-9 * inputBytes / time,
              getTime(read, quantile) / time, entry.note.c_str());
}

/// Measures a case and prints the results. Returns false and sets `error` if
/// there is not enough memory.
static bool compare(const Case &reduction, const Options &options,
                    std::string &error) {
  Tensors tensors;
  if (!prepareTensors(reduction, /*offset=*/0, tensors, error))
    return false;
  std::vector<Entry> entries(1 + options.candidates.size());
  std::vector<Entry *> measured = {&entries[0]};
  PureRead read(tensors.input.data, tensors.inputBytes);
  entries[0].read = &read;
  entries[0].note = read.getMethodName();
  entries[0].count = findCount(read, roundSeconds);
  for (size_t i = 0; i < options.candidates.size(); ++i) {
    Entry &entry = entries[1 + i];
    entry.candidate = &options.candidates[i];
    entry.reducer =
        prepareReducer(*entry.candidate, reduction, tensors, entry.note);
    if (!entry.reducer)
      continue;
    entry.count = entry.reducer.findCount(tensors, roundSeconds);
    measured.push_back(&entry);
  }
  measure(measured, tensors, options.seconds);
  for (const Entry &entry : entries)
    print(reduction, entry, entries.front(), tensors.inputBytes,
          options.quantile);
  std::fflush(stdout);
  return true;
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

  for (const Candidate &candidate : options.candidates)
    if (!candidate.description.empty())
      std::printf("# %s\t%s\n", candidate.name.c_str(),
                  candidate.description.c_str());
  std::puts("case\tcandidate\tnanoseconds\trate\tshare\tnote");
  for (const Case &reduction : options.cases)
    if (!compare(reduction, options, error))
      return fail(reduction.name + ": " + error);
  return EXIT_SUCCESS;
}
