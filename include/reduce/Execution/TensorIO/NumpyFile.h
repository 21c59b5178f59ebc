//===- NumpyFile.h - Reading and writing .npy files -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_EXECUTION_TENSORIO_NUMPYFILE_H
#define REDUCE_EXECUTION_TENSORIO_NUMPYFILE_H

#include "reduce/Support/Tensor.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::reduce {

/// Reads a tensor from the contents of a .npy file: format version 1.0 to 3.0,
/// either byte order, rows or columns first.
///
/// numpy has no bfloat16. A void of two bytes is read as one always, an
/// unsigned integer of two bytes where `expected` asks for bfloat16; `expected`
/// changes nothing else, and other types are returned as they are.
///
/// Fails, saying what was found, where the header is malformed, an element type
/// is not among ElementTypes.def, or the data are shorter or longer than the
/// shape says.
llvm::Expected<Tensor>
parseNumpyFile(llvm::StringRef contents,
               std::optional<ElementType> expected = std::nullopt);

/// Writes `tensor` as a .npy file, bfloat16 as a void of two bytes.
void writeNumpyFile(llvm::raw_ostream &os, const Tensor &tensor);

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_TENSORIO_NUMPYFILE_H
