//===- reduce-npy-fuzzer.cpp - Fuzzing of .npy files ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "TensorChecks.h"

#include "reduce/Execution/TensorIO/NumpyFile.h"
#include "reduce/Execution/TensorIO/TensorPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::reduce;

static void checkFile(llvm::StringRef contents,
                      std::optional<ElementType> expected) {
  llvm::Expected<Tensor> tensor = parseNumpyFile(contents, expected);
  if (!fuzz::checkRead(tensor))
    return;
  std::string written;
  llvm::raw_string_ostream os(written);
  writeNumpyFile(os, *tensor);
  fuzz::checkCopy(*tensor, parseNumpyFile(written));
  std::string text;
  llvm::raw_string_ostream textOS(text);
  printElements(textOS, *tensor);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef contents = fuzz::toString(data, size);
  checkFile(contents, std::nullopt);
  checkFile(contents, ElementType::BF16);
  return 0;
}
