//===- TensorStorage.cpp - Tensor operations on storage types -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorStorage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::reduce;

/// The most elements of one value that are a constant in the compiled code;
/// more are filled in at run time.
static constexpr int64_t maxConstantSplatSize = 1024;

static bool isLargeSplat(arith::ConstantOp op) {
  auto elements = dyn_cast<SplatElementsAttr>(op.getValue());
  return elements && elements.getElementType().isSignlessIntOrFloat() &&
         elements.getNumElements() > maxConstantSplatSize;
}

/// Builds a tensor with `sizes` of `value`, a scalar.
static Value buildFill(OpBuilder &builder, Location loc, Value value,
                       ArrayRef<OpFoldResult> sizes) {
  // A bool is stored as a byte.
  if (value.getType().isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, builder.getI8Type(), value);
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, value.getType());
  return linalg::FillOp::create(builder, loc, value, empty).getResult(0);
}

namespace {
struct ConvertConstant : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!elements)
      return rewriter.notifyMatchFailure(op, "no dense constant");
    if (isLargeSplat(op)) {
      Value value = arith::ConstantOp::create(
          rewriter, op.getLoc(), elements.getSplatValue<TypedAttr>());
      SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(
          op.getContext(), elements.getType().getShape());
      rewriter.replaceOp(op, buildFill(rewriter, op.getLoc(), value, sizes));
      return success();
    }
    Type type =
        getElementTypeOrSelf(getTypeConverter()->convertType(op.getType()));
    bool isBool = elements.getElementType().isInteger(1);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op,
        cast<TypedAttr>(
            isBool ? cast<DenseIntElementsAttr>(elements).mapValues(
                         type, [](const APInt &value) { return value.zext(8); })
                   : elements.bitcast(type)));
    return success();
  }
};

struct ConvertSplat : OpConversionPattern<tensor::SplatOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::SplatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getInput().getType().isSignlessIntOrFloat())
      return rewriter.notifyMatchFailure(op, "no type that is stored");
    rewriter.replaceOp(
        op, buildFill(rewriter, op.getLoc(), op.getInput(),
                      getMixedValues(op.getType().getShape(),
                                     op.getDynamicSizes(), rewriter)));
    return success();
  }
};

/// What means the same for any element type.
struct ConvertAnyElements : ConversionPattern {
  ConvertAnyElements(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  static bool applies(Operation *op) {
    return isa<tensor::BitcastOp, tensor::CastOp, tensor::CollapseShapeOp,
               tensor::DimOp, tensor::EmptyOp, tensor::ExpandShapeOp>(op);
  }

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!applies(op))
      return rewriter.notifyMatchFailure(op, "not known to suit any type");
    Type type = getTypeConverter()->convertType(op->getResult(0).getType());
    if (isa<tensor::BitcastOp, tensor::CastOp>(op) &&
        operands[0].getType() == type) {
      rewriter.replaceOp(op, operands[0]);
      return success();
    }
    OperationState state(op->getLoc(), op->getName(), operands, type,
                         op->getAttrs());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};
} // namespace

void mlir::reduce::populateTensorStoragePatterns(const TypeConverter &converter,
                                                 RewritePatternSet &patterns) {
  patterns.add<ConvertAnyElements, ConvertConstant, ConvertSplat>(
      converter, patterns.getContext());
}

void mlir::reduce::markTensorStorageLegality(const TypeConverter &converter,
                                             ConversionTarget &target) {
  target.addDynamicallyLegalOp<tensor::BitcastOp, tensor::CastOp,
                               tensor::CollapseShapeOp, tensor::DimOp,
                               tensor::EmptyOp, tensor::ExpandShapeOp>(
      [&](Operation *op) { return converter.isLegal(op); });
  target.addDynamicallyLegalOp<arith::ConstantOp>([&](arith::ConstantOp op) {
    return converter.isLegal(op.getOperation()) && !isLargeSplat(op);
  });
  target.addIllegalOp<tensor::SplatOp>();
}
