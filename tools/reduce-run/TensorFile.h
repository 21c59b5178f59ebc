//===- TensorFile.h - Tensors in files --------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCERUN_TENSORFILE_H
#define REDUCE_TOOLS_REDUCERUN_TENSORFILE_H

#include "reduce/Execution/TensorIO/TensorSlice.h"

namespace mlir::reduce {

/// Fails if the extension of `path` is neither .npy nor .pb. The error names
/// the path.
llvm::Error checkTensorFileName(llvm::StringRef path);

/// Reads a tensor from a .npy file or, for the extension .pb, from an ONNX
/// TensorProto. `expected` selects an element type that the format cannot
/// express (see `parseNumpyFile`). With `select`, returns only the part of the
/// tensor that it selects; of a .npy file, only that is read. Errors name the
/// path.
llvm::Expected<Tensor> readTensorFile(llvm::StringRef path,
                                      std::optional<ElementType> expected,
                                      SliceSelector select = nullptr);

/// Writes `tensor` to `path` in the format of its extension. `name` is the name
/// of a TensorProto. The file appears only when it is complete; on failure, an
/// existing file is unchanged. Errors name the path.
llvm::Error writeTensorFile(llvm::StringRef path, const Tensor &tensor,
                            llvm::StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_TENSORFILE_H
