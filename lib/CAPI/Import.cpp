//===- Import.cpp - Models to modules, for C ------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce-c/Import.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "reduce/Frontend/ONNX/ONNXImport.h"
#include "reduce/Frontend/OpenVINO/OpenVINOImport.h"

using namespace mlir;

MlirModule reduceImportONNX(MlirContext context, MlirStringRef bytes,
                            MlirStringRef fileName) {
  return wrap(
      reduce::importONNX(unwrap(bytes), unwrap(fileName), unwrap(context))
          .release());
}

MlirModule reduceImportOpenVINO(MlirContext context, MlirStringRef text,
                                MlirStringRef fileName) {
  return wrap(
      reduce::importOpenVINO(unwrap(text), unwrap(fileName), unwrap(context))
          .release());
}
