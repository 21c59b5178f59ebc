//===- SymbolPrefix.cpp - A prefix for the names of functions -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/SymbolPrefix.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "reduce/IR/Functions.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::reduce;

llvm::Error mlir::reduce::checkSymbolPrefix(StringRef prefix) {
  auto isLetter = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  if (!prefix.empty() && llvm::all_of(prefix, isLetter) &&
      !llvm::isDigit(prefix.front()))
    return llvm::Error::success();
  return llvm::createStringError("invalid symbol prefix '" + prefix +
                                 "': expected the beginning of a C identifier");
}

LogicalResult mlir::reduce::addSymbolPrefix(ModuleOp module, StringRef prefix) {
  SymbolTable table(module);
  SmallVector<func::FuncOp> functions = llvm::to_vector(
      llvm::make_filter_range(module.getOps<func::FuncOp>(),
                              [](func::FuncOp op) { return op.isPublic(); }));
  // Longest names first: a new name may equal the old name of a longer one.
  llvm::stable_sort(functions, [](func::FuncOp a, func::FuncOp b) {
    return a.getName().size() > b.getName().size();
  });
  for (func::FuncOp function : functions) {
    std::string name = (prefix + function.getName()).str();
    if (auto other = table.lookup<SymbolOpInterface>(name)) {
      if (!other.isPrivate() || isDeclaration(other)) {
        InFlightDiagnostic diag = function.emitOpError()
                                  << "cannot get the prefix '" << prefix
                                  << "': the name '" << name << "' is taken";
        diag.attachNote(other.getLoc()) << "it is taken here";
        return diag;
      }
      if (failed(table.renameToUnique(other, {})))
        return other->emitOpError() << "cannot be renamed where it is used";
    }
    if (failed(table.rename(function, name)))
      return function.emitOpError() << "cannot be renamed where it is used";
  }
  return success();
}
