//===- ArenaAllocation.h - Buffers of one call ------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_CALLEES_ARENAALLOCATION_H
#define REDUCE_LIB_TARGET_CINTERFACE_CALLEES_ARENAALLOCATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::reduce::detail {

/// Whether the size of an element of type `elementType` is known.
bool hasKnownSize(Type elementType);

/// Replaces the buffers that `function` allocates by memory from an arena
/// (CInterfaceSupport.mlir). Appends the arena's address to the arguments, and
/// asserts that there is enough memory. Returns whether there are any buffers.
bool allocateFromArena(func::FuncOp function);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_CALLEES_ARENAALLOCATION_H
