//===- Functions.cpp - Properties of functions ----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Functions.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::reduce;

SmallVector<func::ReturnOp> mlir::reduce::getReturns(func::FuncOp function) {
  SmallVector<func::ReturnOp> returns;
  for (Block &block : function.getBody())
    llvm::append_range(returns, block.getOps<func::ReturnOp>());
  return returns;
}

LogicalResult mlir::reduce::verifyNoNestedFunctions(func::FuncOp function) {
  WalkResult result = function.walk([&](FunctionOpInterface nested) {
    if (nested == function)
      return WalkResult::advance();
    InFlightDiagnostic error = nested.emitOpError()
                               << "is a function in the body of '"
                               << function.getName()
                               << "', expected it in a module of its own";
    return WalkResult(LogicalResult(error));
  });
  return failure(result.wasInterrupted());
}

llvm::DenseMap<StringAttr, Operation *>
mlir::reduce::getSymbolUsers(ModuleOp module) {
  llvm::DenseMap<StringAttr, Operation *> users;
  // Finding the uses of each symbol by itself would take quadratic time.
  if (std::optional<SymbolTable::UseRange> uses =
          SymbolTable::getSymbolUses(&module.getBodyRegion()))
    for (const SymbolTable::SymbolUse &use : *uses)
      users.try_emplace(use.getSymbolRef().getRootReference(), use.getUser());
  return users;
}

bool mlir::reduce::hasAssertion(func::FuncOp function) {
  return function.walk([](cf::AssertOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

bool mlir::reduce::isDeclaration(SymbolOpInterface symbol) {
  if (auto function = dyn_cast<FunctionOpInterface>(*symbol))
    return function.isExternal();
  if (auto global = dyn_cast<LLVM::GlobalOp>(*symbol))
    return !global.getValueOrNull() && global.getInitializerRegion().empty();
  return symbol.isDeclaration();
}
