//===- TextMutator.cpp - Mutation of texts by words -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"
#include "Fuzz.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace mlir::reduce;
using namespace mlir::reduce::fuzz;
using llvm::StringRef;

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

/// Splits `text` into parts whose concatenation is the text.
static std::vector<StringRef> splitWords(StringRef text) {
  std::vector<StringRef> words;
  while (!text.empty()) {
    bool hasMark = text.size() > 1 && StringRef("%#!@^-").contains(text[0]) &&
                   isWordCharacter(text[1]);
    size_t length = hasMark;
    while (length < text.size() && isWordCharacter(text[length]))
      ++length;
    length = std::max<size_t>(length, 1);
    words.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
  return words;
}

static std::vector<StringRef> splitLines(StringRef text) {
  std::vector<StringRef> lines;
  while (!text.empty()) {
    size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
  return lines;
}

static StringRef drawPart(Generator &generator,
                          llvm::ArrayRef<StringRef> parts) {
  // Prefer words to blanks, which make up half of a text.
  StringRef part = parts[draw(generator, parts.size())];
  for (unsigned i = 0; i < 4 && part.trim().empty(); ++i)
    part = parts[draw(generator, parts.size())];
  return part;
}

static void mutateParts(Generator &generator, std::vector<StringRef> &parts,
                        llvm::ArrayRef<StringRef> replacements) {
  size_t position = draw(generator, parts.size());
  for (unsigned i = 0; i < 4 && parts[position].trim().empty(); ++i)
    position = draw(generator, parts.size());
  switch (draw(generator, 6)) {
  case 0:
    parts.erase(parts.begin() + position);
    break;
  case 1:
    std::swap(parts[position], parts[draw(generator, parts.size())]);
    break;
  case 2:
    parts.insert(parts.begin() + position, drawPart(generator, parts));
    break;
  case 3:
    parts[position] = drawPart(generator, parts);
    break;
  default:
    parts[position] = drawPart(generator, replacements);
  }
}

size_t fuzz::mutateText(llvm::ArrayRef<const char *> words, uint8_t *data,
                        size_t size, size_t maxSize, unsigned seed) {
  Generator generator(seed);
  if (size == 0 || draw(generator, 12) == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string text = toString(data, size).str();
  for (size_t i = 0, e = 1 + draw(generator, 4); i < e && !text.empty(); ++i) {
    bool areLines = draw(generator, 8) == 0;
    std::vector<StringRef> parts =
        areLines ? splitLines(text) : splitWords(text);
    std::string number = std::to_string(drawInteger(generator));
    std::vector<StringRef> replacements(words.begin(), words.end());
    if (areLines)
      replacements = parts;
    // As likely as all words together.
    else
      replacements.insert(replacements.end(), 1 + words.size(), number);
    mutateParts(generator, parts, replacements);
    std::string changed;
    for (StringRef part : parts)
      changed += part;
    text = std::move(changed);
  }
  if (text.empty() || text.size() > maxSize)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
