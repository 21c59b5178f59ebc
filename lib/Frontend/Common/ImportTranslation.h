//===- ImportTranslation.h - Translations that import models ----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_COMMON_IMPORTTRANSLATION_H
#define REDUCE_LIB_FRONTEND_COMMON_IMPORTTRANSLATION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::reduce {

/// Registers the translation --`flag`, which prints the module that `import`
/// makes of a model.
void registerImportTranslation(
    StringRef flag, StringRef description,
    OwningOpRef<ModuleOp> (*import)(llvm::SourceMgr &, MLIRContext *));

} // namespace mlir::reduce

#endif // REDUCE_LIB_FRONTEND_COMMON_IMPORTTRANSLATION_H
