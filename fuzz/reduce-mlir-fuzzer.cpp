//===- reduce-mlir-fuzzer.cpp - Fuzzing of MLIR text ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Passes damaged text through the verifier, the canonicalizer and, for some
// inputs, the whole pipeline.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "Guard.h"
#include "MLIRMutator.h"

using namespace mlir;
using namespace mlir::reduce;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz::FuzzContext contexts;
  llvm::StringRef input = fuzz::toString(data, size);
  fuzz::parseGuarded(
      contexts, input,
      [&](OwningOpRef<ModuleOp> module, const fuzz::Diagnostics &diagnostics) {
        fuzz::countRead(bool(module));
        diagnostics.check(bool(module), "reading");
        if (module)
          fuzz::checkPasses(*module, input, diagnostics);
      });
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return fuzz::mutateMLIR(data, size, maxSize, seed);
}
