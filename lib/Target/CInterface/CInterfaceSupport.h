//===- CInterfaceSupport.h - What checked calls share -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_CINTERFACESUPPORT_H
#define REDUCE_LIB_TARGET_CINTERFACE_CINTERFACESUPPORT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::reduce::detail {

/// Fails with an error at the symbol if `module` has a symbol called `name`.
LogicalResult checkNameIsFree(ModuleOp module, const Twine &name);

/// Whether `name` is the name of a function in CInterfaceSupport.mlir or
/// ShardedCallSupport.mlir.
bool isCInterfaceSupport(StringRef name);

/// Appends the functions of CInterfaceSupport.mlir to `module`, all internal.
/// Fails with an error if the module already has a symbol with one of their
/// names.
LogicalResult insertCInterfaceSupport(ModuleOp module);

/// The same for ShardedCallSupport.mlir, whose functions use those of
/// CInterfaceSupport.mlir.
LogicalResult insertShardedCallSupport(ModuleOp module);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_CINTERFACESUPPORT_H
