//===- Import.h - Models to modules, for C ----------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_C_IMPORT_H
#define REDUCE_C_IMPORT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Imports the ONNX model `bytes` as a module with a function for its graph.
/// Locations refer to `fileName`; its stem is the name of a graph that has
/// none. Loads the necessary dialects into `context`. Emits diagnostics and
/// returns null if the model cannot be imported. The caller owns the module.
MLIR_CAPI_EXPORTED MlirModule reduceImportONNX(MlirContext context,
                                               MlirStringRef bytes,
                                               MlirStringRef fileName);

/// Like reduceImportONNX, for the OpenVINO model `text` (XML). Constants, if
/// there are any, are read from `fileName` with the extension .bin.
MLIR_CAPI_EXPORTED MlirModule reduceImportOpenVINO(MlirContext context,
                                                   MlirStringRef text,
                                                   MlirStringRef fileName);

#ifdef __cplusplus
}
#endif

#endif // REDUCE_C_IMPORT_H
