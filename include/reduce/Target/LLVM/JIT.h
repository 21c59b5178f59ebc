//===- JIT.h - Compiled functions in memory ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_LLVM_JIT_H
#define REDUCE_TARGET_LLVM_JIT_H

#include "reduce/Execution/CompiledFunction.h"

namespace mlir::reduce {

/// Loads `object`, an object file for the host made by `compile`, into this
/// process and returns the function for `signature`, which owns the code. With
/// `useOpenMP`, also loads OpenMP's library, which is never unloaded. Fails if
/// a symbol is missing or that library cannot be loaded.
llvm::Expected<CompiledFunction> loadObject(llvm::ArrayRef<char> object,
                                            FunctionSignature signature,
                                            bool useOpenMP = false);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_LLVM_JIT_H
