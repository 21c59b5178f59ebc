//===- CInterfaceBuilder.h - The functions of a C interface -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_CINTERFACEBUILDER_H
#define REDUCE_LIB_TARGET_CINTERFACE_CINTERFACEBUILDER_H

#include "InterfaceFunctions.h"

namespace mlir::reduce::detail {

/// Builds the four functions that C calls (NAME followed by each of
/// `exportedSuffixes`) and their constants. `functions` must be hidden and
/// prepared.
void buildCInterface(InterfaceFunctions &functions);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_CINTERFACEBUILDER_H
