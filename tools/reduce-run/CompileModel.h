//===- CompileModel.h - From a model to a function in memory ----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCERUN_COMPILEMODEL_H
#define REDUCE_TOOLS_REDUCERUN_COMPILEMODEL_H

#include "mlir/IR/BuiltinOps.h"
#include "reduce/Execution/CompiledFunction.h"
#include "reduce/Target/Compiler.h"

namespace mlir::reduce {

/// Compiles the model at `path` for the host with `options`, and returns its
/// function `name`, or its only function if `name` is empty. Fails after
/// printing an error; an error without a location in the model starts with the
/// name of `tool`.
FailureOr<CompiledFunction> compileModel(llvm::StringRef path,
                                         llvm::StringRef name,
                                         const CompilerOptions &options,
                                         llvm::StringRef tool);

/// Compiles `module` for the host with `options` to `stage`. Modifies `module`.
/// Reports errors like `compileModel`.
FailureOr<CompiledModule> compileModule(ModuleOp module,
                                        const CompilerOptions &options,
                                        llvm::StringRef tool,
                                        Stage stage = Stage::Object);

/// Returns the signature of the function `name` of the model at `path`, or of
/// all functions if `name` is empty. Reports errors like `compileModel`.
FailureOr<llvm::SmallVector<FunctionSignature>>
getModelSignatures(llvm::StringRef path, llvm::StringRef name,
                   const CompilerOptions &options, llvm::StringRef tool);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_COMPILEMODEL_H
