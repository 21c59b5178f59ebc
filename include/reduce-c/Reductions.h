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

/// Creates the operation `name`, such as "reduce.min", on `input`, a tensor,
/// along `numAxes` axes, with the result type that follows. `options` are the
/// operation's own attributes. The context has loaded the dialect. Returns
/// null, after a diagnostic, where `name` is no reduction, or an operand or
/// attribute is not valid or given twice. The caller owns the operation until
/// it is put into a block.
MLIR_CAPI_EXPORTED MlirOperation reduceReductionCreate(
    MlirLocation location, MlirStringRef name, MlirValue input,
    intptr_t numAxes, const int64_t *axes, bool keepdims, intptr_t numOptions,
    const MlirNamedAttribute *options);

/// The same along axes that are computed at run time: `axes` is a tensor of
/// integers. With `noopWithEmptyAxes`, an empty one reduces nothing, else all
/// dimensions. `resultType` is the declared type of the result, or null for the
/// one that follows.
MLIR_CAPI_EXPORTED MlirOperation reduceReductionCreateWithDynamicAxes(
    MlirLocation location, MlirStringRef name, MlirValue input, MlirValue axes,
    bool keepdims, bool noopWithEmptyAxes, MlirType resultType,
    intptr_t numOptions, const MlirNamedAttribute *options);

/// Returns the attribute nan_mode of reduce.min for `mode`, "propagate" or
/// "ignore"; null for any other text.
MLIR_CAPI_EXPORTED MlirAttribute reduceNanModeAttrGet(MlirContext context,
                                                      MlirStringRef mode);

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Whether `operation` is a reduction of this dialect. The functions below are
/// for those only.
MLIR_CAPI_EXPORTED bool reduceOperationIsAReduction(MlirOperation operation);

MLIR_CAPI_EXPORTED MlirValue reduceReductionGetInput(MlirOperation operation);
MLIR_CAPI_EXPORTED bool reduceReductionGetKeepdims(MlirOperation operation);

/// Returns the axes where they are computed at run time, else null.
MLIR_CAPI_EXPORTED MlirValue
reduceReductionGetDynamicAxes(MlirOperation operation);
MLIR_CAPI_EXPORTED bool
reduceReductionGetNoopWithEmptyAxes(MlirOperation operation);

/// The axes as written, where they are not computed at run time; else there are
/// none. `position` is below their number.
MLIR_CAPI_EXPORTED intptr_t reduceReductionGetNumAxes(MlirOperation operation);
MLIR_CAPI_EXPORTED int64_t reduceReductionGetAxis(MlirOperation operation,
                                                  intptr_t position);

/// Whether `attribute` is a nan_mode.
MLIR_CAPI_EXPORTED bool reduceAttributeIsANanMode(MlirAttribute attribute);

/// Returns "propagate" or "ignore", which live forever.
MLIR_CAPI_EXPORTED MlirStringRef
reduceNanModeAttrGetValue(MlirAttribute attribute);

#ifdef __cplusplus
}
#endif

#endif // REDUCE_C_REDUCTIONS_H
