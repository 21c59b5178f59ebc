//===- CIdentifierTest.cpp - Names of C functions -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Support/CIdentifier.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir::reduce;

static bool isIdentifier(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Calls `check` with all strings over `bytes` of length up to `length`.
static void forAllStrings(llvm::ArrayRef<char> bytes, unsigned length,
                          llvm::function_ref<void(const std::string &)> check,
                          const std::string &front = "") {
  check(front);
  if (front.size() == length)
    return;
  for (char byte : bytes)
    forAllStrings(bytes, length, check, front + byte);
}

TEST(CIdentifierTest, isAnIdentifierAndStaysOne) {
  auto check = [](const std::string &name) {
    std::string identifier = makeCIdentifier(name);
    EXPECT_TRUE(isIdentifier(identifier)) << name;
    EXPECT_EQ(makeCIdentifier(identifier), identifier) << name;
    if (isIdentifier(name)) {
      EXPECT_TRUE(identifier == name || identifier == "reduce_" + name) << name;
    }
  };
  std::vector<char> all;
  for (unsigned byte = 0; byte < 256; ++byte)
    all.push_back(char(byte));
  forAllStrings(all, 2, check);
  forAllStrings({'a', 'd', 'i', 'f', 'n', 'o', 't', '_', '0', ' '}, 4, check);
}

TEST(CIdentifierTest, aCharacterIsOne) {
  // Two bytes that form a character become one '_', and so does each other
  // byte.
  for (unsigned first = 0x80; first < 0x100; ++first) {
    for (unsigned second = 0; second < 0x100; ++second) {
      bool continues = second >= 0x80 && second < 0xC0;
      std::string name = {'a', char(first), char(second), 'b'};
      EXPECT_EQ(makeCIdentifier(name).size(), continues ? 3u : 4u)
          << first << " " << second;
    }
  }
  EXPECT_EQ(makeCIdentifier("\u00e9t\u00e9 \u4e16 \U0001F600"), "_t_____");
}

TEST(CIdentifierTest, whatOthersUseGetsAPrefix) {
  for (llvm::StringRef name :
       {"int", "_Bool", "typeof", "co_await", "xor_eq", "main", "malloc",
        "memcpy", "strlen", "printf", "fminf", "y1", "errno", "DLTensor",
        "int32_t", "_start"})
    EXPECT_EQ(makeCIdentifier(name), "reduce_" + name.str());
  for (llvm::StringRef name :
       {"reduce_int", "Int", "int_", "mains", "_", "row_min"})
    EXPECT_EQ(makeCIdentifier(name), name);
  // Only the resulting name matters, not the original.
  EXPECT_EQ(makeCIdentifier("xor eq"), "reduce_xor_eq");
  EXPECT_EQ(makeCIdentifier("2int"), "_2int");
  EXPECT_EQ(makeCIdentifier(""), "_");
}
