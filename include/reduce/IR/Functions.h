//===- Functions.h - Properties of functions --------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_FUNCTIONS_H
#define REDUCE_IR_FUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::reduce {

/// Returns the `func.return` operations of `function`.
SmallVector<func::ReturnOp> getReturns(func::FuncOp function);

/// Fails, with an error, if the body of `function` contains a module with
/// another function: passes that walk `function` would change that one, too.
LogicalResult verifyNoNestedFunctions(func::FuncOp function);

/// Returns whether `function` contains a cf.assert.
bool hasAssertion(func::FuncOp function);

/// Returns one of the operations that use each symbol of `module`, by the
/// symbol's name. There is none for a symbol without uses. The map is empty if
/// an unregistered operation may have a symbol table of its own, so that uses
/// cannot be found.
llvm::DenseMap<StringAttr, Operation *> getSymbolUsers(ModuleOp module);

/// Returns whether `symbol` is only declared. This also works for operations of
/// the LLVM dialect, whose SymbolOpInterface does not report declarations.
bool isDeclaration(SymbolOpInterface symbol);

} // namespace mlir::reduce

#endif // REDUCE_IR_FUNCTIONS_H
