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

/// Prints the element of `type` at `bytes`; a floating-point one with as many
/// digits as tell it from its neighbours.
void printElement(llvm::raw_ostream &os, ElementType type, const char *bytes);

/// Prints the elements of `tensor`, a bracket for each dimension, without a
/// final newline: "[[1, 2],\n [3, 4]]". Of more than 1000 elements, only the
/// first and last three along each dimension are printed.
void printElements(llvm::raw_ostream &os, const Tensor &tensor);

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_TENSORIO_TENSORPRINTER_H
