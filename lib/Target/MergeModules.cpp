//===- MergeModules.cpp - One module out of several -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/MergeModules.h"

#include "reduce/IR/Functions.h"

using namespace mlir;
using namespace mlir::reduce;

/// Whether both declare the same symbol.
static bool areEqualDeclarations(SymbolOpInterface a, SymbolOpInterface b) {
  return isDeclaration(a) && isDeclaration(b) &&
         OperationEquivalence::isEquivalentTo(
             a, b, OperationEquivalence::IgnoreLocations);
}

/// Whether `symbol` cannot be referred to from outside the module.
static bool canBeRenamed(SymbolOpInterface symbol) {
  return symbol.isPrivate() && !isDeclaration(symbol);
}

static LogicalResult reportClash(SymbolOpInterface symbol,
                                 SymbolOpInterface other) {
  bool isDeclared = isDeclaration(symbol) && isDeclaration(other);
  InFlightDiagnostic diag = symbol->emitOpError()
                            << (isDeclared ? "declares" : "defines")
                            << " the symbol '" << symbol.getName()
                            << "', as another input does"
                            << (isDeclared ? " differently" : "");
  diag.attachNote(other->getLoc()) << "the other symbol is here";
  return diag;
}

/// Renames symbols so that `from` and `into` have no name in common. Of two
/// equal declarations, keeps the one in `into`.
static LogicalResult separateSymbols(ModuleOp from, ModuleOp into) {
  SymbolTable fromTable(from), intoTable(into);
  for (auto symbol :
       llvm::make_early_inc_range(from.getOps<SymbolOpInterface>())) {
    auto other = intoTable.lookup<SymbolOpInterface>(symbol.getName());
    if (!other)
      continue;
    if (areEqualDeclarations(symbol, other)) {
      fromTable.erase(symbol);
      continue;
    }
    bool renamesThis = canBeRenamed(symbol);
    if (!renamesThis && !canBeRenamed(other))
      return reportClash(symbol, other);
    auto &renamed = renamesThis ? symbol : other;
    FailureOr<StringAttr> name =
        renamesThis ? fromTable.renameToUnique(symbol, {&intoTable})
                    : intoTable.renameToUnique(other, {&fromTable});
    if (failed(name))
      return renamed->emitOpError() << "cannot be renamed where it is used";
  }
  return success();
}

static LogicalResult compareAttributes(ModuleOp module, ModuleOp other) {
  // Attributes such as data layouts apply to a whole module.
  DictionaryAttr attributes = module->getDiscardableAttrDictionary(),
                 expected = other->getDiscardableAttrDictionary();
  if (attributes == expected)
    return success();
  InFlightDiagnostic diag = module.emitOpError()
                            << "has attributes " << attributes
                            << ", another input has " << expected;
  diag.attachNote(other.getLoc()) << "the other module is here";
  return diag;
}

OwningOpRef<ModuleOp>
mlir::reduce::mergeModules(MutableArrayRef<OwningOpRef<ModuleOp>> modules) {
  OwningOpRef<ModuleOp> into = std::move(modules.front());
  for (OwningOpRef<ModuleOp> &from : modules.drop_front()) {
    if (failed(compareAttributes(*from, *into)) ||
        failed(separateSymbols(*from, *into)))
      return nullptr;
    Block *body = into->getBody();
    body->getOperations().splice(body->end(), from->getBody()->getOperations());
  }
  return into;
}
