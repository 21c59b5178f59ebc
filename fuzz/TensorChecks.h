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

/// Counts the result of reading a file. Returns whether it is a tensor. Reports
/// a finding if it is an error without a text.
bool checkRead(llvm::Expected<Tensor> &tensor);

/// Reports a finding unless `copy`, read from a file to which `tensor` was
/// written, is the same tensor.
void checkCopy(const Tensor &tensor, llvm::Expected<Tensor> copy);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_TENSORCHECKS_H
