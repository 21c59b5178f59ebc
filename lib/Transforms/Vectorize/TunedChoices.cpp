//===- TunedChoices.cpp - Measured choices for reductions -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TunedChoices.h"
#include "reduce/IR/ReduceDialect.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Writes the operations in the body of `op`. Values are numbers: the arguments
/// of the body come first, then results, in order.
static void writeBody(raw_ostream &os, linalg::GenericOp op) {
  DenseMap<Value, unsigned> numbers;
  auto define = [&](ValueRange values) {
    for (Value value : values) {
      numbers.try_emplace(value, numbers.size());
      os << value.getType() << ' ';
    }
  };
  define(op.getBody()->getArguments());
  for (Operation &nested : *op.getBody()) {
    os << ';' << nested.getName() << nested.getAttrDictionary();
    for (Value operand : nested.getOperands()) {
      Attribute constant;
      if (auto known = numbers.find(operand); known != numbers.end())
        os << ' ' << known->second;
      else if (matchPattern(operand, m_Constant(&constant)))
        os << ' ' << constant;
      else
        os << " ?";
    }
    define(nested.getResults());
  }
}

/// Returns a digest of what is computed: the body, how results start, and the
/// epilogue.
static uint64_t getDigest(const Reduction &reduction) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeBody(os, reduction.getOp());
  os << reduction.hasConstantStart() << reduction.startsNeutral();
  if (reduction.getEpilogue()) {
    linalg::GenericOp epilogue = reduction.getEpilogue()->getOp();
    writeBody(os, epilogue);
    os << epilogue.getIndexingMaps() << epilogue->getOperandTypes();
  }
  return llvm::xxh3_64bits(text);
}

std::string mlir::reduce::detail::getTuningKey(const Reduction &reduction) {
  std::string key;
  llvm::raw_string_ostream os(key);
  if (CombinerAttr name = reduction.getCombinerName())
    os << name.getOperation().getValue();
  else
    os << "linalg.generic";
  os << '(';
  llvm::interleave(
      reduction.getOp().getDpsInputs(), os,
      [&](Value input) { os << getElementTypeOrSelf(input); }, ",");
  os << "):";
  llvm::interleave(
      llvm::seq(reduction.getNumLoops()), os,
      [&](unsigned loop) {
        std::string extent = reduction.isDynamic(loop)
                                 ? "?"
                                 : std::to_string(reduction.getExtent(loop));
        os << (reduction.isReduced(loop) ? "[" + extent + "]" : extent);
      },
      "x");
  os << ':' << llvm::format_hex_no_prefix(getDigest(reduction), 16);
  return key;
}

TunedChoiceAttr
mlir::reduce::detail::lookupTunedChoice(const Reduction &reduction) {
  Operation *op = reduction.getOp();
  ReduceDialect::TunedChoicesAttrHelper helper(op->getContext());
  for (; op; op = op->getParentOp())
    if (DictionaryAttr choices = helper.getAttr(op))
      return choices.getAs<TunedChoiceAttr>(getTuningKey(reduction));
  return {};
}
