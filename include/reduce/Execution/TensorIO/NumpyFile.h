//===- NumpyFile.h - Reading and writing .npy files -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_EXECUTION_TENSORIO_NUMPYFILE_H
#define REDUCE_EXECUTION_TENSORIO_NUMPYFILE_H

#include "reduce/Execution/TensorIO/TensorSlice.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::reduce {

/// Reads a tensor from the contents of a .npy file: format version 1.0 to 3.0,
/// either byte order, row-major or column-major.
///
/// numpy has no bfloat16. A two-byte void is always read as bfloat16, and a
/// two-byte unsigned integer if `expected` is bfloat16. `expected` has no other
/// effect; other types are returned as they are.
///
/// With `select`, returns only the part of the tensor that it selects, and does
/// not touch the rest of the data.
///
/// Fails, with a description of the contents, if the header is malformed, the
/// element type is not in ElementTypes.def, the size of the data does not match
/// the shape, or `select` fails.
llvm::Expected<Tensor>
parseNumpyFile(llvm::StringRef contents,
               std::optional<ElementType> expected = std::nullopt,
               SliceSelector select = nullptr);

/// Writes `tensor` as a .npy file, with bfloat16 as two-byte voids.
void writeNumpyFile(llvm::raw_ostream &os, const Tensor &tensor);

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_TENSORIO_NUMPYFILE_H
