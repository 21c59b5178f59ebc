//===- ConvertExpandShape.cpp - Expansions to several unknown sizes -------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTEXPANDSHAPEPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Whether some dimension of the source of `op` becomes several of unknown
/// size.
static bool hasSeveralUnknownSizes(memref::ExpandShapeOp op) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  return llvm::any_of(op.getReassociationIndices(),
                      [&](const ReassociationIndices &group) {
                        return llvm::count_if(group, [&](int64_t dim) {
                                 return ShapedType::isDynamic(shape[dim]);
                               }) > 1;
                      });
}

static void convert(memref::ExpandShapeOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, op.getSrc());
  SmallVector<OpFoldResult> sizes =
      getMixedValues(op.getStaticOutputShape(), op.getOutputShape(), builder);
  auto [typeStrides, typeOffset] = op.getResultType().getStridesAndOffset();
  // What the type tells must be said as the type tells it.
  auto choose = [&](int64_t known, Value value) -> OpFoldResult {
    return ShapedType::isDynamic(known) ? OpFoldResult(value)
                                        : builder.getIndexAttr(known);
  };
  SmallVector<OpFoldResult> strides(sizes.size());
  for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
    Value stride = metadata.getStrides()[i];
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = choose(typeStrides[dim], stride);
      stride = arith::MulIOp::create(
          builder, stride,
          getValueOrCreateConstantIndexOp(builder, op.getLoc(), sizes[dim]));
    }
  }
  op.replaceAllUsesWith(
      memref::ReinterpretCastOp::create(
          builder, op.getResultType(), metadata.getBaseBuffer(),
          choose(typeOffset, metadata.getOffset()), sizes, strides)
          .getResult());
  op.erase();
}

namespace {
struct ConvertExpandShapePass
    : reduce::impl::ConvertExpandShapePassBase<ConvertExpandShapePass> {
  void runOnOperation() override {
    getOperation()->walk([](memref::ExpandShapeOp op) {
      if (hasSeveralUnknownSizes(op))
        convert(op);
    });
  }
};
} // namespace
