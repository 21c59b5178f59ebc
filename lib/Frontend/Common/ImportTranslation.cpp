//===- ImportTranslation.cpp - Translations that import models ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportTranslation.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

void mlir::reduce::registerImportTranslation(
    StringRef flag, StringRef description,
    OwningOpRef<ModuleOp> (*import)(llvm::SourceMgr &, MLIRContext *)) {
  // Not a TranslateToMLIRRegistration: that one would print %0, %1 and so on
  // where the model has names.
  TranslateRegistration registration(
      flag, description,
      [import](const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
               llvm::raw_ostream &output,
               MLIRContext *context) -> LogicalResult {
        OwningOpRef<ModuleOp> module = import(*sourceMgr, context);
        if (!module || failed(verify(*module)))
          return failure();
        module->print(output, OpPrintingFlags().printNameLocAsPrefix());
        return success();
      });
}
