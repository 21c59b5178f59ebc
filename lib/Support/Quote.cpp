//===- Quote.cpp - Names of a model in messages ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quote.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

std::string mlir::reduce::detail::quote(llvm::StringRef name) {
  bool isPlain = llvm::json::isUTF8(name) && llvm::none_of(name, [](char c) {
                   return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
                 });
  std::string text = "'";
  llvm::raw_string_ostream os(text);
  if (isPlain)
    os << name;
  else
    llvm::printEscapedString(name, os);
  os << '\'';
  return text;
}
