//===- TensorFile.h - Tensors in files --------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCERUN_TENSORFILE_H
#define REDUCE_TOOLS_REDUCERUN_TENSORFILE_H

#include "reduce/Support/Tensor.h"

namespace mlir::reduce {

/// Fails, naming the path, where its extension is neither .npy nor .pb.
llvm::Error checkTensorFileName(llvm::StringRef path);

/// Reads a tensor from a .npy file or, for the extension .pb, an ONNX
/// TensorProto. `expected` says how to read an element type that the format
/// lacks (see parseNumpyFile). Errors name the path.
llvm::Expected<Tensor> readTensorFile(llvm::StringRef path,
                                      std::optional<ElementType> expected);

/// Writes `tensor` to `path` in the format of its extension; a TensorProto also
/// has the name `name`. The file appears when it is complete; where anything
/// fails, a file already there stays as it is. Errors name the path.
llvm::Error writeTensorFile(llvm::StringRef path, const Tensor &tensor,
                            llvm::StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_TENSORFILE_H
