//===- TuningFile.cpp - Measured choices in a file ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningFile.h"
#include "reduce/Support/OutputFile.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static constexpr llvm::StringLiteral header = "reduce-tuning 1";

namespace {
/// Reads the lines of a file.
class Reader {
public:
  Reader(StringRef path, MLIRContext *context) : path(path), context(context) {}

  LogicalResult readHeader(StringRef text) const;
  FailureOr<TunedChoiceAttr> readChoice(ArrayRef<StringRef> words) const;
  InFlightDiagnostic emitError(StringRef at) const;

  StringRef path;
  MLIRContext *context;
  /// The current line and its number.
  StringRef line;
  unsigned number = 0;
};
} // namespace

/// Reports an error at `at`, a part of the current line.
InFlightDiagnostic Reader::emitError(StringRef at) const {
  unsigned column = line.empty() ? 1 : at.begin() - line.begin() + 1;
  return mlir::emitError(FileLineColLoc::get(context, path, number, column));
}

LogicalResult Reader::readHeader(StringRef text) const {
  if (text == header)
    return success();
  return emitError(text) << "expected '" << header
                         << "', the first line of a tuning file, got '" << text
                         << "'";
}

/// Reads the strategy and the facts that follow it.
FailureOr<TunedChoiceAttr> Reader::readChoice(ArrayRef<StringRef> words) const {
  std::optional<VectorStrategy> strategy = symbolizeVectorStrategy(words[0]);
  if (!strategy)
    return emitError(words[0])
           << "unknown strategy '" << words[0] << "' of -reduce-vectorize";
  unsigned accumulators = 0, vectorBits = 0;
  for (StringRef word : words.drop_front()) {
    auto [name, text] = word.split('=');
    unsigned *value = name == "accumulators"  ? &accumulators
                      : name == "vector_bits" ? &vectorBits
                                              : nullptr;
    if (!value || text.getAsInteger(/*Radix=*/10, *value))
      return emitError(word)
             << "expected accumulators=N or vector_bits=N, got '" << word
             << "'";
  }
  if (auto choice = TunedChoiceAttr::getChecked(
          [&] { return emitError(words[0]); }, context, *strategy, accumulators,
          vectorBits))
    return choice;
  return failure();
}

FailureOr<TuningFile> TuningFile::read(StringRef path, MLIRContext *context) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/true,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer)
    return emitError(UnknownLoc::get(context))
           << "cannot read the tuning file '" << path
           << "': " << buffer.getError().message();
  TuningFile file;
  Reader reader(path, context);
  bool isFirst = true;
  for (StringRef text = (*buffer)->getBuffer(); !text.empty();) {
    std::tie(reader.line, text) = text.split('\n');
    ++reader.number;
    StringRef content = reader.line.split('#').first.trim();
    if (content.empty())
      continue;
    if (std::exchange(isFirst, false)) {
      if (failed(reader.readHeader(content)))
        return failure();
      continue;
    }
    SmallVector<StringRef> words;
    llvm::SplitString(content, words);
    if (words.size() < 3)
      return reader.emitError(content)
             << "expected a target, a reduction and a strategy, got '"
             << content << "'";
    FailureOr<TunedChoiceAttr> choice =
        reader.readChoice(ArrayRef(words).drop_front(2));
    if (failed(choice))
      return failure();
    if (!file.choices.try_emplace({words[0].str(), words[1].str()}, *choice)
             .second)
      return reader.emitError(words[1])
             << "there is another choice for '" << words[1] << "' on target '"
             << words[0] << "'";
  }
  if (isFirst) {
    reader.line = "";
    reader.number = 1;
    return reader.readHeader("");
  }
  return file;
}

DictionaryAttr TuningFile::getChoices(StringRef target,
                                      MLIRContext *context) const {
  NamedAttrList result;
  for (const auto &[place, choice] : choices)
    if (place.first == target)
      result.append(place.second, choice);
  return result.getDictionary(context);
}

void TuningFile::setChoice(StringRef target, StringRef key,
                           TunedChoiceAttr choice) {
  std::pair<std::string, std::string> place(target, key);
  if (choice)
    choices[place] = choice;
  else
    choices.erase(place);
}

llvm::Error TuningFile::write(StringRef path) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << header << '\n';
  for (const auto &[place, choice] : choices) {
    os << place.first << ' ' << place.second << ' '
       << stringifyVectorStrategy(choice.getStrategy());
    if (choice.getAccumulators())
      os << " accumulators=" << choice.getAccumulators();
    if (choice.getVectorBits())
      os << " vector_bits=" << choice.getVectorBits();
    os << '\n';
  }
  return writeOutputFile(path, text);
}
