//===- LowerExpandShape.cpp - memref.expand_shape of dynamic sizes --------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's -expand-strided-metadata computes the only unknown size of a group
// of dimensions from the others. It crashes if several are unknown (LLVM 22.1),
// although all sizes are operands of the operation.
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_LOWEREXPANDSHAPEPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;

/// Returns whether a group of dimensions of `op` has several dynamic sizes.
static bool hasSeveralUnknownSizes(memref::ExpandShapeOp op) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  return llvm::any_of(op.getReassociationIndices(),
                      [&](ArrayRef<int64_t> group) {
                        return llvm::count_if(group, [&](int64_t dim) {
                                 return ShapedType::isDynamic(shape[dim]);
                               }) > 1;
                      });
}

/// Lowers `op`. Fails if the result type has no strides.
static LogicalResult lower(IRRewriter &rewriter, memref::ExpandShapeOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  MemRefType type = op.getResultType();
  SmallVector<int64_t> knownStrides;
  int64_t knownOffset;
  if (failed(type.getStridesAndOffset(knownStrides, knownOffset)))
    return failure();
  auto metadata =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(type.getRank());
  AffineExpr product =
      rewriter.getAffineSymbolExpr(0) * rewriter.getAffineSymbolExpr(1);
  for (auto [group, sourceStride] :
       llvm::zip_equal(op.getReassociationIndices(),
                       metadata.getConstifiedMixedStrides())) {
    OpFoldResult stride = sourceStride;
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = ShapedType::isDynamic(knownStrides[dim])
                         ? stride
                         : rewriter.getIndexAttr(knownStrides[dim]);
      stride = affine::makeComposedFoldedAffineApply(rewriter, loc, product,
                                                     {stride, sizes[dim]});
    }
  }
  OpFoldResult offset = ShapedType::isDynamic(knownOffset)
                            ? metadata.getConstifiedMixedOffset()
                            : OpFoldResult(rewriter.getIndexAttr(knownOffset));
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, type, metadata.getBaseBuffer(), offset, sizes, strides);
  return success();
}

namespace {
struct LowerExpandShapePass
    : reduce::impl::LowerExpandShapePassBase<LowerExpandShapePass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::ExpandShapeOp op) {
      if (hasSeveralUnknownSizes(op) && succeeded(lower(rewriter, op)))
        ++numLowered;
    });
  }
};
} // namespace
