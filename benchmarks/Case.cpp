//===- Case.cpp - What one line of a benchmark measures -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Case.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace mlir::reduce::benchmark;

static const ElementType elementTypes[] = {
    {"bool", {6, 8, 1}}, // DLPack 0.6 has no name for this code
    {"i8", {kDLInt, 8, 1}},     {"i16", {kDLInt, 16, 1}},
    {"i32", {kDLInt, 32, 1}},   {"i64", {kDLInt, 64, 1}},
    {"u8", {kDLUInt, 8, 1}},    {"u16", {kDLUInt, 16, 1}},
    {"u32", {kDLUInt, 32, 1}},  {"u64", {kDLUInt, 64, 1}},
    {"f16", {kDLFloat, 16, 1}}, {"bf16", {kDLBfloat, 16, 1}},
    {"f32", {kDLFloat, 32, 1}}, {"f64", {kDLFloat, 64, 1}},
};

// Far beyond any memory, but small enough that byte counts do not overflow.
static constexpr int64_t maxElements = int64_t(1) << 48;

int64_t Case::getNumInputs() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

int64_t Case::getNumOutputs() const {
  int64_t count = 1;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (!isReduced[dim])
      count *= shape[dim];
  return count;
}

std::vector<int64_t> Case::getOutputShape() const {
  std::vector<int64_t> result;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (!isReduced[dim])
      result.push_back(shape[dim]);
    else if (keepdims)
      result.push_back(1);
  }
  return result;
}

/// Parses integers separated by `separator`. Returns false if there is anything
/// else.
static bool parseIntegers(const std::string &text, char separator,
                          std::vector<int64_t> &result) {
  const char *at = text.c_str();
  while (true) {
    char *end;
    errno = 0;
    long long value = std::strtoll(at, &end, 10);
    if (end == at || errno != 0)
      return false;
    result.push_back(value);
    if (*end == '\0')
      return true;
    if (*end != separator)
      return false;
    at = end + 1;
  }
}

static bool parseShape(const std::string &text, Case &result,
                       std::string &error) {
  if (!parseIntegers(text, 'x', result.shape)) {
    error = "expected a shape such as 1024x7, got '" + text + "'";
    return false;
  }
  int64_t count = 1;
  for (int64_t size : result.shape) {
    if (size < 1 || size > maxElements / count) {
      error = "shape " + text + " has no elements, or too many";
      return false;
    }
    count *= size;
  }
  result.shapeText = text;
  return true;
}

static bool parseAxes(const std::string &text, Case &result,
                      std::string &error) {
  int64_t rank = result.shape.size();
  result.axesText = text;
  result.isReduced.assign(rank, text == "all");
  if (text == "all")
    return true;
  std::vector<int64_t> axes;
  if (!parseIntegers(text, ',', axes)) {
    error = "expected axes such as 0,-1 or 'all', got '" + text + "'";
    return false;
  }
  for (int64_t axis : axes) {
    if (axis < -rank || axis >= rank) {
      error = "axis " + std::to_string(axis) + " is out of range [" +
              std::to_string(-rank) + ", " + std::to_string(rank - 1) +
              "] for rank " + std::to_string(rank);
      return false;
    }
    result.isReduced[axis < 0 ? axis + rank : axis] = true;
  }
  return true;
}

static const ElementType *findElementType(const std::string &name) {
  for (const ElementType &type : elementTypes)
    if (type.name == name)
      return &type;
  return nullptr;
}

bool mlir::reduce::benchmark::parseCase(const std::string &name,
                                        const std::vector<std::string> &words,
                                        Case &result, std::string &error) {
  std::string op, type, shape, axes;
  result.name = name;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--keepdims") {
      result.keepdims = true;
      continue;
    }
    std::string *value = words[i] == "--op"      ? &op
                         : words[i] == "--dtype" ? &type
                         : words[i] == "--shape" ? &shape
                         : words[i] == "--axes"  ? &axes
                                                 : nullptr;
    if (!value) {
      error = "unknown option '" + words[i] + "'";
      return false;
    }
    if (i + 1 == words.size()) {
      error = "option '" + words[i] + "' has no value";
      return false;
    }
    *value = words[++i];
  }

  if (op != "min" && op != "prod") {
    error = "expected --op min or --op prod, got '" + op + "'";
    return false;
  }
  result.op = op == "min" ? Operator::Min : Operator::Prod;
  result.type = findElementType(type);
  if (!result.type) {
    error = "expected --dtype with one of";
    for (const ElementType &known : elementTypes)
      error += std::string(" ") + known.name;
    error += ", got '" + type + "'";
    return false;
  }
  if (result.op == Operator::Prod && type == "bool") {
    error = "bool has no product";
    return false;
  }
  return parseShape(shape, result, error) && parseAxes(axes, result, error);
}

bool mlir::reduce::benchmark::parseCases(const std::vector<std::string> &words,
                                         size_t at, std::vector<Case> &cases,
                                         std::string &error) {
  // A word that is neither an option nor an option's value begins a case.
  auto isOption = [&](size_t i) { return words[i].rfind("--", 0) == 0; };
  while (at < words.size()) {
    std::string name = words[at++];
    std::vector<std::string> caseWords;
    while (at < words.size() && isOption(at)) {
      bool takesValue = words[at] != "--keepdims";
      caseWords.push_back(words[at++]);
      if (takesValue && at < words.size())
        caseWords.push_back(words[at++]);
    }
    Case reduction;
    if (!parseCase(name, caseWords, reduction, error)) {
      error = name + ": " + error;
      return false;
    }
    cases.push_back(std::move(reduction));
  }
  return true;
}

bool mlir::reduce::benchmark::parseSeconds(const std::string &text,
                                           double &seconds,
                                           std::string &error) {
  char *end;
  seconds = std::strtod(text.c_str(), &end);
  if (*end == '\0' && seconds > 0 && seconds <= 1e6)
    return true;
  error = "expected a number of seconds, got '" + text + "'";
  return false;
}

/// Appends the words of a file. Returns false if it cannot be read.
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

bool mlir::reduce::benchmark::collectWords(int argc, char **argv,
                                           std::vector<std::string> &words,
                                           std::string &error) {
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] != '@') {
      words.push_back(argv[i]);
    } else if (!appendWords(argv[i] + 1, words)) {
      error = std::string("cannot read ") + (argv[i] + 1);
      return false;
    }
  }
  return true;
}
