//===- ModelFile.h - Models of any format -----------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FRONTEND_MODELFILE_H
#define REDUCE_FRONTEND_MODELFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::reduce {

/// Reads the model at `path`: .onnx, .xml (OpenVINO IR), or, under any other
/// name, MLIR as text or bytecode. "-" is standard input, whose contents
/// determine the format. The dialects of MLIR models must be registered in
/// `context`. On failure, emits an error and returns null. Damaged files are an
/// error, too: since MLIR's readers may crash on them, a fork of this process
/// reads MLIR first.
OwningOpRef<ModuleOp> readModel(llvm::StringRef path, MLIRContext *context);

/// Registers the translation --import-FORMAT of each format except MLIR.
void registerImportTranslations();

} // namespace mlir::reduce

#endif // REDUCE_FRONTEND_MODELFILE_H
