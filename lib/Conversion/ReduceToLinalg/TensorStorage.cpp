//===- TensorStorage.cpp - Tensor operations on storage types -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorStorage.h"
#include "LinalgReduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// The maximum number of elements of a splat that is a constant in compiled
/// code; larger ones are filled at run time.
static constexpr int64_t maxConstantSplatSize = 1024;

static bool isLargeSplat(Attribute value) {
  auto elements = dyn_cast<SplatElementsAttr>(value);
  if (!elements || !elements.getElementType().isSignlessIntOrFloat())
    return false;
  // The tensor of a fill has no encoding.
  auto type = dyn_cast<RankedTensorType>(elements.getType());
  return type && !type.getEncoding() && hasRepresentableByteSize(type) &&
         type.getNumElements() > maxConstantSplatSize;
}

/// Builds a tensor of `sizes` filled with `value`, a scalar of a storage type.
static Value buildFill(OpBuilder &builder, Location loc, Value value,
                       ArrayRef<OpFoldResult> sizes) {
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
      return rewriter.notifyMatchFailure(op, "not a dense constant");
    Type type =
        getElementTypeOrSelf(getTypeConverter()->convertType(op.getType()));
    if (elements.getElementType().isInteger(1) && !type.isInteger(1))
      elements = elements.mapValues(
          type, [](const APInt &value) { return value.zext(8); });
    else
      elements = elements.bitcast(type);
    if (!isLargeSplat(elements)) {
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, elements);
      return success();
    }
    Value value = arith::ConstantOp::create(
        rewriter, op.getLoc(), elements.getSplatValue<TypedAttr>());
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(op.getContext(), elements.getType().getShape());
    rewriter.replaceOp(op, buildFill(rewriter, op.getLoc(), value, sizes));
    return success();
  }
};

struct ConvertSplat : OpConversionPattern<tensor::SplatOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::SplatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value value = op.getInput();
    Type type =
        getElementTypeOrSelf(getTypeConverter()->convertType(op.getType()));
    if (value.getType().isInteger(1) && !type.isInteger(1))
      value = arith::ExtUIOp::create(rewriter, op.getLoc(), type, value);
    SmallVector<OpFoldResult> sizes =
        getMixedValues(op.getType().getShape(), op.getDynamicSizes(), rewriter);
    rewriter.replaceOp(op, buildFill(rewriter, op.getLoc(), value, sizes));
    return success();
  }
};

/// Builds an elementwise bitcast of `value` to `elementType`: bufferization
/// does not support tensor.bitcast.
static Value buildBitcast(OpBuilder &builder, Location loc, Value value,
                          Type elementType) {
  return buildElementwise(
      builder, loc, value, tensor::getMixedSizes(builder, loc, value),
      elementType, [&](OpBuilder &nested, Location nestedLoc, Value element) {
        return arith::BitcastOp::create(nested, nestedLoc, elementType,
                                        element);
      });
}

/// Converts operations whose meaning does not depend on the element type.
struct ConvertAnyElements : ConversionPattern {
  ConvertAnyElements(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  static bool applies(Operation *op) {
    return isa<tensor::BitcastOp, tensor::CastOp, tensor::CollapseShapeOp,
               tensor::DimOp, tensor::EmptyOp, tensor::ExpandShapeOp,
               tensor::ExtractSliceOp, tensor::InsertSliceOp,
               tensor::ParallelInsertSliceOp>(op);
  }

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!applies(op))
      return rewriter.notifyMatchFailure(op, "not known to accept every type");
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "a type is not converted");
    if (isa<tensor::BitcastOp, tensor::CastOp>(op) &&
        operands[0].getType() == types[0]) {
      rewriter.replaceOp(op, operands[0]);
      return success();
    }
    if (isa<tensor::BitcastOp>(op)) {
      rewriter.replaceOp(op, buildBitcast(rewriter, op->getLoc(), operands[0],
                                          getElementTypeOrSelf(types[0])));
      return success();
    }
    OperationState state(op->getLoc(), op->getName(), operands, types,
                         op->getAttrs());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

/// Converts scf.forall, which upstream's conversions of loops do not support.
struct ConvertForall : OpConversionPattern<scf::ForallOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(scf::ForallOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto converted = scf::ForallOp::create(
        rewriter, op.getLoc(), op.getMixedLowerBound(), op.getMixedUpperBound(),
        op.getMixedStep(), adaptor.getOutputs(), op.getMapping());
    converted->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.eraseBlock(converted.getBody());
    Region &region = converted.getRegion();
    rewriter.inlineRegionBefore(op.getRegion(), region, region.end());
    if (failed(rewriter.convertRegionTypes(&region, *getTypeConverter())))
      return rewriter.notifyMatchFailure(op, "an argument is not converted");
    rewriter.replaceOp(op, converted.getResults());
    return success();
  }
};
} // namespace

void mlir::reduce::detail::populateTensorStoragePatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns
      .add<ConvertAnyElements, ConvertConstant, ConvertForall, ConvertSplat>(
          converter, patterns.getContext());
}

/// Returns whether `type` is a tensor type that the converter does not change.
/// An operation on such a tensor keeps all its types.
static bool keepsElementType(Type type) {
  return isa<UnrankedTensorType>(type) || hasEncoding(type);
}

void mlir::reduce::detail::markTensorStorageLegality(
    const TypeConverter &converter, ConversionTarget &target) {
  target.addDynamicallyLegalOp<tensor::BitcastOp>([&](tensor::BitcastOp op) {
    Type source = op.getSource().getType(), result = op.getType();
    if (keepsElementType(source) || keepsElementType(result))
      return true;
    source = getElementTypeOrSelf(converter.convertType(source));
    result = getElementTypeOrSelf(converter.convertType(result));
    // Signed integers have no storage type, and a bool is a byte.
    return !source.isSignlessIntOrFloat() || !result.isSignlessIntOrFloat() ||
           source.getIntOrFloatBitWidth() != result.getIntOrFloatBitWidth();
  });
  target.addDynamicallyLegalOp<
      tensor::CastOp, tensor::CollapseShapeOp, tensor::DimOp, tensor::EmptyOp,
      tensor::ExpandShapeOp, tensor::ExtractSliceOp, tensor::InsertSliceOp,
      tensor::ParallelInsertSliceOp, scf::ForallOp>([&](Operation *op) {
    return converter.isLegal(op) ||
           llvm::any_of(op->getOperandTypes(), keepsElementType) ||
           llvm::any_of(op->getResultTypes(), keepsElementType);
  });
  target.addDynamicallyLegalOp<arith::ConstantOp>([&](arith::ConstantOp op) {
    // Other constants, such as resources, are converted at their uses.
    return !isa<DenseElementsAttr>(op.getValue()) ||
           (converter.isLegal(op.getOperation()) &&
            !isLargeSplat(op.getValue()));
  });
  target.addDynamicallyLegalOp<tensor::SplatOp>([](tensor::SplatOp op) {
    return !op.getInput().getType().isSignlessIntOrFloat() ||
           keepsElementType(op.getType());
  });
}
