//===- CHeader.h - The header of a compiled library -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_CINTERFACE_CHEADER_H
#define REDUCE_TARGET_CINTERFACE_CHEADER_H

#include "reduce/Support/Signature.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::reduce {

/// Writes a header for C11 and C++ that declares the C interface of functions
/// with these signatures. `name` is the file name of the header; it determines
/// the include guard.
void printCHeader(llvm::raw_ostream &os,
                  llvm::ArrayRef<FunctionSignature> signatures,
                  llvm::StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_CINTERFACE_CHEADER_H
