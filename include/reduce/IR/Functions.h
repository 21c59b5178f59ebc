//===- Functions.h - What passes ask of functions ---------------*- C++ -*-===//
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

/// Returns the operations by which `function` returns.
SmallVector<func::ReturnOp> getReturns(func::FuncOp function);

/// Fails, with an error, if there is another function in `function`, of a
/// module in its body: what is done to `function` is not meant for that one.
LogicalResult verifyNoNestedFunctions(func::FuncOp function);

/// Whether `function` contains a cf.assert.
bool hasAssertion(func::FuncOp function);

/// Whether `symbol` is only declared, also for operations of the LLVM dialect,
/// which do not say so through their interface.
bool isDeclaration(SymbolOpInterface symbol);

} // namespace mlir::reduce

#endif // REDUCE_IR_FUNCTIONS_H
