//===- LowerCopy.cpp - memref.copy without a runtime library --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Analysis/VectorBody.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_LOWERCOPYPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns the address of the first element of `memRef`, which is contiguous.
static Value buildPointer(ImplicitLocOpBuilder &builder, Value memRef) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, memRef);
  Value integer =
      arith::IndexCastOp::create(builder, builder.getI64Type(), address);
  return LLVM::IntToPtrOp::create(
      builder, LLVM::LLVMPointerType::get(builder.getContext()), integer);
}

/// Builds the copy of the contiguous memref `from` to `to`.
static void buildMemcpy(ImplicitLocOpBuilder &builder, Value from, Value to) {
  auto type = cast<MemRefType>(from.getType());
  DataLayout layout =
      DataLayout::closest(builder.getInsertionBlock()->getParentOp());
  SmallVector<OpFoldResult> sizes =
      memref::getMixedSizes(builder, builder.getLoc(), from);
  AffineExpr product = builder.getAffineConstantExpr(
      layout.getTypeSize(type.getElementType()).getFixedValue());
  for (unsigned i = 0, e = sizes.size(); i < e; ++i)
    product = product * builder.getAffineSymbolExpr(i);
  OpFoldResult bytes = affine::makeComposedFoldedAffineApply(
      builder, builder.getLoc(), product, sizes);
  Value count = arith::IndexCastOp::create(
      builder, builder.getI64Type(),
      getValueOrCreateConstantIndexOp(builder, builder.getLoc(), bytes));
  Value source = buildPointer(builder, from);
  Value target = buildPointer(builder, to);
  LLVM::MemcpyOp::create(builder, target, source, count,
                         /*isVolatile=*/false);
}

/// Whether `type` is contiguous in ordinary memory, and the size of its
/// elements is what they are apart: LLVM puts those of odd widths further.
static bool isPlain(MemRefType type) {
  Type elementType = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(elementType))
    elementType = complex.getElementType();
  return type.getLayout().isIdentity() && !type.getMemorySpace() &&
         (isVectorElement(elementType) || elementType.isSignlessInteger(1));
}

namespace {
struct LowerCopyPass : reduce::impl::LowerCopyPassBase<LowerCopyPass> {
  void runOnOperation() override {
    getOperation()->walk([&](memref::CopyOp copy) {
      auto from = dyn_cast<MemRefType>(copy.getSource().getType());
      auto to = dyn_cast<MemRefType>(copy.getTarget().getType());
      if (!from || !to)
        return;
      IRRewriter rewriter(copy);
      ImplicitLocOpBuilder builder(copy.getLoc(), rewriter);
      if (isPlain(from) && isPlain(to)) {
        buildMemcpy(builder, copy.getSource(), copy.getTarget());
        ++numCalls;
      } else {
        linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                                 copy.getTarget());
        ++numLoops;
      }
      rewriter.eraseOp(copy);
    });
  }
};
} // namespace
