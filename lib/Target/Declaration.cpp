//===- Declaration.cpp - Symbols that are defined elsewhere ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Declaration.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

bool mlir::reduce::isDeclaration(SymbolOpInterface symbol) {
  if (auto function = dyn_cast<FunctionOpInterface>(*symbol))
    return function.isExternal();
  if (auto global = dyn_cast<LLVM::GlobalOp>(*symbol))
    return !global.getValueOrNull() && global.getInitializerRegion().empty();
  return symbol.isDeclaration();
}
