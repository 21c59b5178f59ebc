//===- Dialects.h - The reduce dialect, for C -------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_C_DIALECTS_H
#define REDUCE_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Declares mlirGetDialectHandle__reduce__, which returns a handle of the
/// dialect alone.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Reduce, reduce);

/// Adds to `registry` the reduce dialect and all dialects, with their
/// interfaces, that import and compilation need (Import.h, Compile.h).
MLIR_CAPI_EXPORTED void
reduceRegisterCompilerDialects(MlirDialectRegistry registry);

/// Registers the passes and pipelines of this project, so that textual
/// pipelines can use them (mlirParsePassPipeline). One call per process
/// suffices.
MLIR_CAPI_EXPORTED void reduceRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif // REDUCE_C_DIALECTS_H
