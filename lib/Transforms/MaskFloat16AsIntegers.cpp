//===- MaskFloat16AsIntegers.cpp - Masked loads of f16, bf16 --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_MASKFLOAT16ASINTEGERSPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;

/// Returns the type of integers of the width of the elements of `type`; null
/// where these are not f16 or bf16.
static VectorType getIntegerType(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || !isa<Float16Type, BFloat16Type>(vector.getElementType()))
    return {};
  return VectorType::get(vector.getShape(),
                         IntegerType::get(type.getContext(), 16),
                         vector.getScalableDims());
}

/// Fails where `op` loads other types.
static LogicalResult convertLoad(IRRewriter &rewriter, LLVM::MaskedLoadOp op) {
  VectorType type = getIntegerType(op.getType());
  if (!type)
    return failure();
  rewriter.setInsertionPoint(op);
  Value passThrough = op.getPassThru();
  if (passThrough)
    passThrough =
        LLVM::BitcastOp::create(rewriter, op.getLoc(), type, passThrough);
  Value loaded = LLVM::MaskedLoadOp::create(
      rewriter, op.getLoc(), type, op.getData(), op.getMask(), passThrough,
      op.getAlignmentAttr(), op.getNontemporalAttr());
  rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(op, op.getType(), loaded);
  return success();
}

/// Fails where `op` stores other types.
static LogicalResult convertStore(IRRewriter &rewriter,
                                  LLVM::MaskedStoreOp op) {
  VectorType type = getIntegerType(op.getValue().getType());
  if (!type)
    return failure();
  rewriter.setInsertionPoint(op);
  Value value =
      LLVM::BitcastOp::create(rewriter, op.getLoc(), type, op.getValue());
  rewriter.replaceOpWithNewOp<LLVM::MaskedStoreOp>(
      op, value, op.getData(), op.getMask(), op.getAlignment());
  return success();
}

namespace {
struct MaskFloat16AsIntegersPass
    : reduce::impl::MaskFloat16AsIntegersPassBase<MaskFloat16AsIntegersPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      LogicalResult result = failure();
      if (auto load = dyn_cast<LLVM::MaskedLoadOp>(op))
        result = convertLoad(rewriter, load);
      else if (auto store = dyn_cast<LLVM::MaskedStoreOp>(op))
        result = convertStore(rewriter, store);
      if (succeeded(result))
        ++numConverted;
    });
  }
};
} // namespace
