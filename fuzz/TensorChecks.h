//===- TensorChecks.h - Checks of readers of tensors ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_TENSORCHECKS_H
#define REDUCE_FUZZ_TENSORCHECKS_H

#include "reduce/Support/Tensor.h"

namespace mlir::reduce::fuzz {

/// Counts what a reader made of a file. Returns whether it is a tensor; a
/// finding where it is an error without a text.
bool checkRead(llvm::Expected<Tensor> &tensor);

/// A finding unless `copy`, what is read of a file that `tensor` was written
/// to, is the same tensor.
void checkCopy(const Tensor &tensor, llvm::Expected<Tensor> copy);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_TENSORCHECKS_H
