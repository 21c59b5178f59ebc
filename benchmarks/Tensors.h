//===- Tensors.h - The tensors of a case; libraries -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_BENCHMARKS_TENSORS_H
#define REDUCE_BENCHMARKS_TENSORS_H

#include "Case.h"
#include <cstdlib>
#include <memory>

namespace mlir::reduce::benchmark {

struct FreeDeleter {
  void operator()(void *pointer) const { std::free(pointer); }
};
using Buffer = std::unique_ptr<unsigned char, FreeDeleter>;

/// The tensors of a case: the filled input, the output, and the expected
/// result.
struct Tensors {
  DLTensor input = {}, output = {};
  size_t inputBytes = 0, outputBytes = 0;

  Buffer inputBuffer, outputBuffer, expected;
  std::vector<int64_t> inputShape, outputShape;
};

/// Allocates and fills the tensors of a case. The input starts `offset` bytes
/// after a page of memory does. Returns false and sets `error` if there is not
/// enough memory, or elements would not be aligned.
bool prepareTensors(const Case &reduction, size_t offset, Tensors &tensors,
                    std::string &error);

/// Overwrites the output, so that an old result cannot be taken for a new one.
void clearOutput(Tensors &tensors);

/// Returns whether the output is correct and nothing beyond it was written.
/// Otherwise sets `error`.
bool checkOutput(const Case &reduction, const Tensors &tensors,
                 std::string &error);

/// Loads a shared library and returns its handle. Returns null and sets `error`
/// on failure.
void *loadLibrary(const std::string &path, std::string &error);

} // namespace mlir::reduce::benchmark

#endif // REDUCE_BENCHMARKS_TENSORS_H
