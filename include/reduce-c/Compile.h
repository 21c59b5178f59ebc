//===- Compile.h - Modules to machine code, for C ---------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_C_COMPILE_H
#define REDUCE_C_COMPILE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The target to compile for.
typedef struct ReduceTarget {
  void *ptr;
} ReduceTarget;

/// The output of compilation.
typedef enum ReduceOutput {
  ReduceOutputLLVMIR,
  ReduceOutputAssembly,
  ReduceOutputObject
} ReduceOutput;

/// Creates a target. An empty `triple` means the host's. `cpu` may be "native"
/// for the host's CPU, or empty for the baseline of the triple. `features` is a
/// list such as "+one,-another", and `optimizationLevel` is 0 to 3. If one of
/// these is unknown, calls `onError` with a message, which is valid only during
/// that call, and returns null. The caller must destroy the target.
MLIR_CAPI_EXPORTED ReduceTarget reduceTargetCreate(
    MlirStringRef triple, MlirStringRef cpu, MlirStringRef features,
    unsigned optimizationLevel, MlirStringCallback onError, void *userData);
MLIR_CAPI_EXPORTED bool reduceTargetIsNull(ReduceTarget target);
MLIR_CAPI_EXPORTED void reduceTargetDestroy(ReduceTarget target);

/// Calls `callback` once with the C header for the public functions of
/// `module`, which is in the reduce dialect. `fileName` is the name of the
/// header. Call this function before compiling the module. On failure, emits
/// diagnostics.
MLIR_CAPI_EXPORTED MlirLogicalResult
reducePrintHeader(MlirModule module, MlirStringRef fileName,
                  MlirStringCallback callback, void *userData);

/// Compiles `module`, which is in the reduce dialect, and calls `callback` once
/// with the output, which is valid only during that call. The context of the
/// module must have the dialects of reduceRegisterCompilerDialects. Large
/// reductions are split over `threads` threads; 0 lets OpenMP choose the
/// number. Unless it is 1, the code needs OpenMP's library. Afterwards the
/// module may only be destroyed. On failure, emits diagnostics.
MLIR_CAPI_EXPORTED MlirLogicalResult
reduceCompile(MlirModule module, ReduceTarget target, unsigned threads,
              ReduceOutput output, MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // REDUCE_C_COMPILE_H
