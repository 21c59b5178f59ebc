//===- reduce-translate.cpp - Import and export of modules ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllTranslations.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "reduce/Frontend/ONNXImport.h"

int main(int argc, char **argv) {
  mlir::registerAllTranslations();
  mlir::reduce::registerImportONNXTranslation();
  return failed(
      mlir::mlirTranslateMain(argc, argv, "Reduce translation driver"));
}
