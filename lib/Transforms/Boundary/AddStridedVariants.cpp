//===- AddStridedVariants.cpp - Variants for any strides ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Analysis/Reduction.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/StridedFunctions.h"
#include "reduce/Transforms/Boundary/Passes.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_ADDSTRIDEDVARIANTSPASS
#include "reduce/Transforms/Boundary/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns whether `op` is a reduction that can read rows of an argument of
/// `function` by vectors, with any stride between rows.
static bool readsRowsOfArgument(linalg::GenericOp op, func::FuncOp function) {
  StringRef reason;
  if (op.getNumReductionLoops() == 0 || op.getNumLoops() < 2)
    return false;
  FailureOr<Reduction> reduction = Reduction::match(op, reason);
  if (failed(reduction))
    return false;
  unsigned innermost = reduction->getNumLoops() - 1;
  if (!reduction->isDynamic(innermost) && reduction->getExtent(innermost) < 2)
    return false;
  // If rows are kept, each column is reduced in order.
  if (reduction->isReduced(innermost) && !reduction->isReassociable())
    return false;
  return llvm::any_of(op.getDpsInputs(), [&](Value input) {
    return llvm::is_contained(function.getArguments(), input);
  });
}

/// Returns whether a reduction in `function` can read rows of its arguments by
/// vectors without a copy.
static bool gainsFromRows(func::FuncOp function) {
  return function
      .walk([&](linalg::GenericOp op) {
        return readsRowsOfArgument(op, function) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns whether the argument types of `function` determine strides, as
/// memrefs do: a clone would not accept others.
static bool hasFixedLayout(func::FuncOp function) {
  return llvm::any_of(function.getArgumentTypes(),
                      llvm::IsaPred<BaseMemRefType>);
}

namespace {
struct AddStridedVariantsPass
    : reduce::impl::AddStridedVariantsPassBase<AddStridedVariantsPass> {
  using AddStridedVariantsPassBase::AddStridedVariantsPassBase;

  void runOnOperation() override {
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      if (function.isExternal() || !function.isPublic() ||
          hasFixedLayout(function))
        continue;
      if (failed(addVariant(function, getStridedVariantName(function.getName()),
                            Layout::Strided)))
        return signalPassFailure();
      ++numStrided;
      if (!rows ||
          function.getNumArguments() + function.getNumResults() >
              maxRowsTensors ||
          !gainsFromRows(function))
        continue;
      if (failed(addVariant(function, getRowsVariantName(function.getName()),
                            Layout::InnerContiguous)))
        return signalPassFailure();
      ++numRows;
    }
  }

private:
  /// Adds a clone of `function` after it, with the name `name` and the layout
  /// `layout`.
  LogicalResult addVariant(func::FuncOp function, StringRef name,
                           Layout layout) {
    if (Operation *other = getOperation().lookupSymbol(name)) {
      InFlightDiagnostic diag = function.emitOpError()
                                << "cannot have a strided variant: the name '"
                                << name << "' is taken";
      diag.attachNote(other->getLoc()) << "it is taken here";
      return failure();
    }
    func::FuncOp variant = function.clone();
    variant.setName(name);
    variant.setPrivate();
    setLayout(variant, layout);
    SymbolTable(getOperation())
        .insert(variant, std::next(function->getIterator()));
    return success();
  }
};
} // namespace
