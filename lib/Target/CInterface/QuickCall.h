//===- QuickCall.h - Calls that pass all checks -----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_QUICKCALL_H
#define REDUCE_LIB_TARGET_CINTERFACE_QUICKCALL_H

#include "InterfaceFunctions.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce::detail {

/// Builds the data function of an interface, which takes only the addresses of
/// contiguous tensors, and runs the kernel. Its results are statuses. There is
/// none for many tensors unless all shapes are known.
void buildDataFunction(ImplicitLocOpBuilder &builder,
                       InterfaceFunctions &functions);

/// Whether NAME can be a quick call. In a function of many tensors or
/// dimensions, the tests would take more code than they save time.
bool canCallQuickly(InterfaceFunctions &functions);

/// Builds NAME. It tests, in straight-line code, whether the tensors are
/// contiguous and have elements, and whether they pass all checks. If so, it
/// calls the data function. Otherwise it calls NAME.checked, which finds out
/// what to do.
void buildQuickCall(ImplicitLocOpBuilder &builder,
                    InterfaceFunctions &functions);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_QUICKCALL_H
