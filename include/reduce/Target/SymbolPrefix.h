//===- SymbolPrefix.h - A prefix for the names of functions -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_SYMBOLPREFIX_H
#define REDUCE_TARGET_SYMBOLPREFIX_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::reduce {

/// Fails if `prefix` cannot be the beginning of a C identifier.
llvm::Error checkSymbolPrefix(llvm::StringRef prefix);

/// Prepends `prefix` to the name of each public function of `module`. A private
/// symbol that already has a resulting name is renamed. Fails, with an error,
/// if a public symbol has it.
LogicalResult addSymbolPrefix(ModuleOp module, llvm::StringRef prefix);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_SYMBOLPREFIX_H
