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
/// `fileName` is for locations, and its stem names a graph without a name.
/// Loads the dialects it needs into `context`. Returns null after diagnostics
/// on what it cannot import. The caller owns the module.
MLIR_CAPI_EXPORTED MlirModule reduceImportONNX(MlirContext context,
                                               MlirStringRef bytes,
                                               MlirStringRef fileName);

/// The same for the OpenVINO model `text`, XML. Constants are read from the
/// file beside `fileName` with the extension .bin, if there are any.
MLIR_CAPI_EXPORTED MlirModule reduceImportOpenVINO(MlirContext context,
                                                   MlirStringRef text,
                                                   MlirStringRef fileName);

#ifdef __cplusplus
}
#endif

#endif // REDUCE_C_IMPORT_H
