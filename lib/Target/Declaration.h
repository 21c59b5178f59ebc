//===- Declaration.h - Symbols that are defined elsewhere -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_DECLARATION_H
#define REDUCE_LIB_TARGET_DECLARATION_H

#include "mlir/IR/SymbolTable.h"

namespace mlir::reduce {

/// Whether `symbol` is only declared, also for operations of the LLVM dialect,
/// which do not say so through their interface.
bool isDeclaration(SymbolOpInterface symbol);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_DECLARATION_H
