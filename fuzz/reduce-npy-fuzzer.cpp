//===- reduce-npy-fuzzer.cpp - Fuzzing of .npy files ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "reduce/Runtime/NumpyFile.h"
#include "reduce/Runtime/TensorPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::reduce;

static void checkFile(llvm::StringRef contents,
                      std::optional<ElementType> expected) {
  llvm::Expected<Tensor> tensor = parseNumpyFile(contents, expected);
  static fuzz::Counter numRead("files read"), numRefused("files refused");
  ++(tensor ? numRead : numRefused);
  if (!tensor) {
    if (llvm::toString(tensor.takeError()).empty())
      fuzz::reportFinding("an error without a text");
    return;
  }
  std::string written;
  llvm::raw_string_ostream os(written);
  writeNumpyFile(os, *tensor);
  llvm::Expected<Tensor> copy = parseNumpyFile(written);
  if (!copy)
    fuzz::reportFinding("the tensor cannot be read from the file written: " +
                        llvm::toString(copy.takeError()));
  if (copy->getElementType() != tensor->getElementType() ||
      copy->getShape() != tensor->getShape() ||
      copy->getBytes() != tensor->getBytes())
    fuzz::reportFinding("another tensor is read than was written");
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
