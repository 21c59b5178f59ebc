//===- Reductions.h - Operations of the dialect, for C ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_C_REDUCTIONS_H
#define REDUCE_C_REDUCTIONS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Creates the operation `name`, such as "reduce.min", on the tensor `input`
/// along `numAxes` axes, and infers the result type. `options` are the
/// operation's own attributes. The context must have loaded the dialect. Emits
/// a diagnostic and returns null if `name` is not a reduction, or if an operand
/// or attribute is invalid or given twice. The caller owns the operation until
/// it is inserted into a block.
MLIR_CAPI_EXPORTED MlirOperation reduceReductionCreate(
    MlirLocation location, MlirStringRef name, MlirValue input,
    intptr_t numAxes, const int64_t *axes, bool keepdims, intptr_t numOptions,
    const MlirNamedAttribute *options);

/// Like reduceReductionCreate, along axes that are computed at run time: `axes`
/// is a tensor of integers. If it is empty, it reduces all dimensions, or none
/// with `noopWithEmptyAxes`. `resultType` is the declared type of the result;
/// if it is null, the type is inferred.
MLIR_CAPI_EXPORTED MlirOperation reduceReductionCreateWithDynamicAxes(
    MlirLocation location, MlirStringRef name, MlirValue input, MlirValue axes,
    bool keepdims, bool noopWithEmptyAxes, MlirType resultType,
    intptr_t numOptions, const MlirNamedAttribute *options);

/// Returns the attribute nan_mode of reduce.min for `mode`, which is
/// "propagate" or "ignore". Returns null for any other text.
MLIR_CAPI_EXPORTED MlirAttribute reduceNanModeAttrGet(MlirContext context,
                                                      MlirStringRef mode);

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Returns whether `operation` is a reduction of this dialect. The functions
/// below require one.
MLIR_CAPI_EXPORTED bool reduceOperationIsAReduction(MlirOperation operation);

MLIR_CAPI_EXPORTED MlirValue reduceReductionGetInput(MlirOperation operation);
MLIR_CAPI_EXPORTED bool reduceReductionGetKeepdims(MlirOperation operation);

/// Returns the axes if they are computed at run time; otherwise null.
MLIR_CAPI_EXPORTED MlirValue
reduceReductionGetDynamicAxes(MlirOperation operation);
MLIR_CAPI_EXPORTED bool
reduceReductionGetNoopWithEmptyAxes(MlirOperation operation);

/// Return the number of axes, and one of them as written. There are none if
/// they are computed at run time. `position` must be less than the number.
MLIR_CAPI_EXPORTED intptr_t reduceReductionGetNumAxes(MlirOperation operation);
MLIR_CAPI_EXPORTED int64_t reduceReductionGetAxis(MlirOperation operation,
                                                  intptr_t position);

/// Returns whether `attribute` is a nan_mode.
MLIR_CAPI_EXPORTED bool reduceAttributeIsANanMode(MlirAttribute attribute);

/// Returns "propagate" or "ignore", a string with static lifetime.
MLIR_CAPI_EXPORTED MlirStringRef
reduceNanModeAttrGetValue(MlirAttribute attribute);

#ifdef __cplusplus
}
#endif

#endif // REDUCE_C_REDUCTIONS_H
