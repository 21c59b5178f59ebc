//===- reduce-bytecode-fuzzer.cpp - Fuzzing of MLIR bytecode --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Passes damaged bytecode through the compiler.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "Guard.h"

#include <cstring>

using namespace mlir;
using namespace mlir::reduce;

static fuzz::FuzzContext contexts;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef input = fuzz::toString(data, size);
  fuzz::parseGuarded(
      contexts, input,
      [&](OwningOpRef<ModuleOp> module, const fuzz::Diagnostics &diagnostics) {
        fuzz::countRead(bool(module));
        // The reader sometimes fails without an error.
        if (module)
          fuzz::checkPasses(*module, input, diagnostics);
      });
  return 0;
}

/// Seeds are text; mutations turn them into bytecode.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  llvm::StringRef input = fuzz::toString(data, size);
  if (input.starts_with("ML\xefR"))
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string bytes;
  fuzz::parseGuarded(
      contexts, input,
      [&](OwningOpRef<ModuleOp> module, const fuzz::Diagnostics &) {
        if (module)
          bytes = fuzz::writeBytecode(*module);
      });
  if (bytes.empty() || bytes.size() > maxSize)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
