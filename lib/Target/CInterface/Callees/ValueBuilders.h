//===- ValueBuilders.h - Values of a C interface ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_CALLEES_VALUEBUILDERS_H
#define REDUCE_LIB_TARGET_CINTERFACE_CALLEES_VALUEBUILDERS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce::detail {

/// Returns the constant `value` of `width` bits.
Value buildInteger(ImplicitLocOpBuilder &builder, int64_t value,
                   unsigned width);

/// Calls a function of CInterfaceSupport.mlir and returns its result.
Value buildCall(ImplicitLocOpBuilder &builder, StringRef callee, Type result,
                ValueRange operands);

/// Returns the type of a DLTensor.
Type getDLTensorType(ImplicitLocOpBuilder &builder);

/// Returns whether `pointer` is not null.
Value buildIsNotNull(ImplicitLocOpBuilder &builder, Value pointer);

/// Returns whether `status` is OK.
Value buildIsOk(ImplicitLocOpBuilder &builder, Value status);

/// Returns the address of an empty arena (CInterfaceSupport.mlir). The function
/// must free it.
Value buildArena(ImplicitLocOpBuilder &builder);

/// Returns a memref of `type` whose first element is at `data`. It does not own
/// the memory.
Value buildMemRef(ImplicitLocOpBuilder &builder, MemRefType type, Value data,
                  ValueRange sizes, ValueRange strides);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_CALLEES_VALUEBUILDERS_H
