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

/// Reads the model at `path`: .onnx, .xml (OpenVINO IR), or MLIR as text or
/// bytecode under any other name; "-" is standard input, whose bytes tell the
/// format. `context` has the dialects of MLIR models registered. Returns null
/// after an error, which damaged files give as well: MLIR's readers may not
/// survive them, so another process, a fork of this one, reads MLIR first.
OwningOpRef<ModuleOp> readModel(llvm::StringRef path, MLIRContext *context);

/// Registers the translation --import-FORMAT of each format beside MLIR's own.
void registerImportTranslations();

} // namespace mlir::reduce

#endif // REDUCE_FRONTEND_MODELFILE_H
