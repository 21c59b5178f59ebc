//===- MoveFloat16AsIntegers.cpp - Loads and stores of f16, bf16 ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementType.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_MOVEFLOAT16ASINTEGERSPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the type with the shape of `type` and elements of i16; null if the
/// elements of `type` are not f16 or bf16.
static Type getIntegerType(Type type) {
  if (!isa<Float16Type, BFloat16Type>(getElementTypeOrSelf(type)))
    return {};
  return withElementType(type, IntegerType::get(type.getContext(), 16));
}

/// Like getIntegerType, for bf16 only: computations on bf16 are integer
/// operations, and LLVM may turn a select of two of their results into a select
/// of bf16, for which it calls a library function.
static Type getPlainIntegerType(Type type) {
  return getElementTypeOrSelf(type).isBF16() ? getIntegerType(type) : Type();
}

/// Converts `op`. Fails if it loads another type.
static LogicalResult convertLoad(IRRewriter &rewriter, LLVM::LoadOp op) {
  Type type = getPlainIntegerType(op.getType());
  if (!type)
    return failure();
  rewriter.setInsertionPoint(op);
  Operation *loaded = rewriter.clone(*op);
  loaded->getResult(0).setType(type);
  rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(op, op.getType(),
                                               loaded->getResult(0));
  return success();
}

/// Converts `op`. Fails if it stores another type.
static LogicalResult convertStore(IRRewriter &rewriter, LLVM::StoreOp op) {
  Type type = getPlainIntegerType(op.getValue().getType());
  if (!type)
    return failure();
  rewriter.setInsertionPoint(op);
  Value value =
      LLVM::BitcastOp::create(rewriter, op.getLoc(), type, op.getValue());
  rewriter.modifyOpInPlace(op, [&] { op.getValueMutable().assign(value); });
  return success();
}

/// Converts `op`. Fails if it loads another type.
static LogicalResult convertLoad(IRRewriter &rewriter, LLVM::MaskedLoadOp op) {
  Type type = getIntegerType(op.getType());
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

/// Converts `op`. Fails if it stores another type.
static LogicalResult convertStore(IRRewriter &rewriter,
                                  LLVM::MaskedStoreOp op) {
  Type type = getIntegerType(op.getValue().getType());
  if (!type)
    return failure();
  rewriter.setInsertionPoint(op);
  Value value =
      LLVM::BitcastOp::create(rewriter, op.getLoc(), type, op.getValue());
  rewriter.replaceOpWithNewOp<LLVM::MaskedStoreOp>(
      op, value, op.getData(), op.getMask(), op.getAlignment());
  return success();
}

/// Converts `op`, which LLVM may take apart and then convert each bf16 to f32
/// and back. Fails if it moves another type.
static LogicalResult convertShuffle(IRRewriter &rewriter,
                                    LLVM::ShuffleVectorOp op) {
  Type type = getPlainIntegerType(op.getV1().getType());
  if (!type)
    return failure();
  rewriter.setInsertionPoint(op);
  Value first =
      LLVM::BitcastOp::create(rewriter, op.getLoc(), type, op.getV1());
  Value second =
      LLVM::BitcastOp::create(rewriter, op.getLoc(), type, op.getV2());
  Value shuffled = LLVM::ShuffleVectorOp::create(rewriter, op.getLoc(), first,
                                                 second, op.getMask());
  rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(op, op.getType(), shuffled);
  return success();
}

namespace {
struct MoveFloat16AsIntegersPass
    : reduce::impl::MoveFloat16AsIntegersPassBase<MoveFloat16AsIntegersPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      LogicalResult result = failure();
      if (auto load = dyn_cast<LLVM::LoadOp>(op))
        result = convertLoad(rewriter, load);
      else if (auto store = dyn_cast<LLVM::StoreOp>(op))
        result = convertStore(rewriter, store);
      else if (auto load = dyn_cast<LLVM::MaskedLoadOp>(op))
        result = convertLoad(rewriter, load);
      else if (auto store = dyn_cast<LLVM::MaskedStoreOp>(op))
        result = convertStore(rewriter, store);
      else if (auto shuffle = dyn_cast<LLVM::ShuffleVectorOp>(op))
        result = convertShuffle(rewriter, shuffle);
      if (succeeded(result))
        ++numConverted;
    });
  }
};
} // namespace
