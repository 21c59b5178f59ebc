//===- TensorPrinter.h - Printing a tensor for a reader ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_EXECUTION_TENSORIO_TENSORPRINTER_H
#define REDUCE_EXECUTION_TENSORIO_TENSORPRINTER_H

#include "reduce/Support/Tensor.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::reduce {

/// Prints the element of `type` at `bytes`. A floating-point number has enough
/// digits to distinguish it from its neighbors.
void printElement(llvm::raw_ostream &os, ElementType type, const char *bytes);

/// Prints the elements of `tensor` in nested brackets without a final newline:
/// "[[1, 2],\n [3, 4]]". If there are more than 1000 elements, prints only the
/// first three and the last three along each dimension.
void printElements(llvm::raw_ostream &os, const Tensor &tensor);

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_TENSORIO_TENSORPRINTER_H
