//===- Case.h - One case of a benchmark -------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_BENCHMARKS_CASE_H
#define REDUCE_BENCHMARKS_CASE_H

#include "dlpack/dlpack.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::reduce::benchmark {

enum class Operator { Min, Prod };

struct ElementType {
  const char *name;
  DLDataType dlpack;

  int64_t getByteSize() const { return dlpack.bits / 8; }
};

/// A compiled function and the reduction that it should compute.
struct Case {
  std::string name;
  Operator op = Operator::Min;
  const ElementType *type = nullptr;
  std::vector<int64_t> shape;
  std::vector<bool> isReduced; // one per dimension
  bool keepdims = false;
  std::string shapeText;
  std::string axesText;

  int64_t getNumInputs() const;
  int64_t getNumOutputs() const;
  std::vector<int64_t> getOutputShape() const;
};

/// Parses a case from its name and its options, each "--option" followed by its
/// value, if it takes one. Returns false and sets `error` on failure.
bool parseCase(const std::string &name, const std::vector<std::string> &words,
               Case &result, std::string &error);

/// Parses the cases from `words[at]` on, each a name and its options. Returns
/// false and sets `error` on failure.
bool parseCases(const std::vector<std::string> &words, size_t at,
                std::vector<Case> &cases, std::string &error);

/// Parses the value of --seconds. Returns false and sets `error` if it is
/// invalid.
bool parseSeconds(const std::string &text, double &seconds, std::string &error);

/// Collects the words of a command line. @FILE is replaced by the words of a
/// file, in which # starts a comment. Returns false and sets `error` if a file
/// cannot be read.
bool collectWords(int argc, char **argv, std::vector<std::string> &words,
                  std::string &error);

} // namespace mlir::reduce::benchmark

#endif // REDUCE_BENCHMARKS_CASE_H
