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

/// What to compile for.
typedef struct ReduceTarget {
  void *ptr;
} ReduceTarget;

/// What a module is compiled to.
typedef enum ReduceOutput {
  ReduceOutputLLVMIR,
  ReduceOutputAssembly,
  ReduceOutputObject
} ReduceOutput;

/// Creates a target from a triple, empty for the host's; a CPU, "native" for
/// the host's, empty for the triple's baseline; features "+one,-another"; and
/// an optimization level from 0 to 3. Where one is unknown, calls `onError`
/// with a message, which is valid during the call, and returns null. The caller
/// destroys the target.
MLIR_CAPI_EXPORTED ReduceTarget reduceTargetCreate(
    MlirStringRef triple, MlirStringRef cpu, MlirStringRef features,
    unsigned optimizationLevel, MlirStringCallback onError, void *userData);
MLIR_CAPI_EXPORTED bool reduceTargetIsNull(ReduceTarget target);
MLIR_CAPI_EXPORTED void reduceTargetDestroy(ReduceTarget target);

/// Calls `callback` once with the C header of the public functions of `module`,
/// on the reduce dialect; `fileName` is the name it will have. Fails after
/// diagnostics. To be called before the module is compiled.
MLIR_CAPI_EXPORTED MlirLogicalResult
reducePrintHeader(MlirModule module, MlirStringRef fileName,
                  MlirStringCallback callback, void *userData);

/// Compiles `module`, on the reduce dialect, whose context has the dialects of
/// reduceRegisterCompilerDialects, and calls `callback` once with the output,
/// which is valid during the call. Large reductions are split over `threads`
/// threads, 0 for as many as OpenMP chooses; with any but 1 the code needs
/// OpenMP's library. The module is left in a state that is good for nothing but
/// destroying it. Fails after diagnostics.
MLIR_CAPI_EXPORTED MlirLogicalResult
reduceCompile(MlirModule module, ReduceTarget target, unsigned threads,
              ReduceOutput output, MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // REDUCE_C_COMPILE_H
