//===- AddStridedVariants.cpp - Functions on any strides ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Passes.h"
#include "reduce/Transforms/StridedFunctions.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_ADDSTRIDEDVARIANTSPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

bool mlir::reduce::isStrided(func::FuncOp function) {
  return function->hasAttr(ReduceDialect::StridedAttrHelper::getNameStr());
}

bool mlir::reduce::isInStridedFunction(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function && isStrided(function);
}

std::string mlir::reduce::getStridedVariantName(StringRef name) {
  // No C identifier holds a dot, so this is nobody else's name.
  return (name + ".strided").str();
}

namespace {
struct AddStridedVariantsPass
    : reduce::impl::AddStridedVariantsPassBase<AddStridedVariantsPass> {
  void runOnOperation() override {
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      if (function.isExternal() || !function.isPublic())
        continue;
      std::string name = getStridedVariantName(function.getName());
      if (Operation *other = getOperation().lookupSymbol(name)) {
        InFlightDiagnostic diag = function.emitOpError()
                                  << "cannot have a strided variant: the name '"
                                  << name << "' is taken";
        diag.attachNote(other->getLoc()) << "it is taken here";
        return signalPassFailure();
      }
      func::FuncOp variant = function.clone();
      variant.setName(name);
      variant.setPrivate();
      variant->setAttr(ReduceDialect::StridedAttrHelper::getNameStr(),
                       UnitAttr::get(&getContext()));
      SymbolTable(getOperation())
          .insert(variant, std::next(function->getIterator()));
    }
  }
};
} // namespace
