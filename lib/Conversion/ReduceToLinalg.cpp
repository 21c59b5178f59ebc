//===- ReduceToLinalg.cpp - Reductions to linalg.generic ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorStorage.h"
#include "reduce/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceInterfaces.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTREDUCETOLINALGPASS
#include "reduce/Conversion/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns what keeps `op` from being lowered, if anything does.
static std::optional<InFlightDiagnostic> diagnose(ReductionOpInterface op) {
  RankedTensorType inputType = op.getInput().getType();
  for (Type type : {Type(inputType), op->getResult(0).getType()})
    if (!isCountable(cast<RankedTensorType>(type)))
      return op.emitOpError()
             << "cannot be lowered: " << type << " is too large";
  return std::nullopt;
}

/// Returns how the dimensions of a tensor of `rank` group into those that are
/// not in `reducedDims`: each reduced dimension, of size 1 in the result, joins
/// the kept one before it, or else the first kept one. Empty where none is
/// kept.
static SmallVector<ReassociationIndices>
getKeepdimsReassociation(int64_t rank, ArrayRef<int64_t> reducedDims) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!llvm::binary_search(reducedDims, dim)) {
      groups.push_back(std::exchange(leading, {}));
      groups.back().push_back(dim);
    } else if (groups.empty()) {
      leading.push_back(dim);
    } else {
      groups.back().push_back(dim);
    }
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Returns the sizes of `input` without `reducedDims`.
static SmallVector<OpFoldResult> getKeptSizes(OpBuilder &builder, Location loc,
                                              Value input,
                                              ArrayRef<int64_t> reducedDims) {
  SmallVector<OpFoldResult> sizes;
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::binary_search(reducedDims, dim))
      sizes.push_back(tensor::getMixedSize(builder, loc, input, dim));
  return sizes;
}

/// Builds a tensor of `elementType` with the elements that `buildElement` makes
/// of those of `input`, whose sizes are `sizes`.
static Value buildElementwise(
    OpBuilder &builder, Location loc, Value input, ArrayRef<OpFoldResult> sizes,
    Type elementType,
    function_ref<Value(OpBuilder &, Location, Value)> buildElement) {
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, elementType);
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), input, empty, maps, iterators,
             [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
               linalg::YieldOp::create(
                   nested, nestedLoc, buildElement(nested, nestedLoc, args[0]));
             })
      .getResult(0);
}

/// Builds the truth of each byte of `input`.
static Value buildTruths(OpBuilder &builder, Location loc, Value input) {
  return buildElementwise(builder, loc, input,
                          tensor::getMixedSizes(builder, loc, input),
                          builder.getI8Type(), buildTruth);
}

/// Builds the fill and the generic, without the reduced dimensions.
static Value buildReduction(OpBuilder &builder, Location loc,
                            const Combiner &combiner, Value input,
                            ArrayRef<int64_t> reducedDims) {
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  SmallVector<AffineExpr> keptExprs;
  SmallVector<utils::IteratorType> iterators;
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool reduced = llvm::binary_search(reducedDims, dim);
    iterators.push_back(reduced ? utils::IteratorType::reduction
                                : utils::IteratorType::parallel);
    if (!reduced)
      keptExprs.push_back(builder.getAffineDimExpr(dim));
  }

  Value identity =
      arith::ConstantOp::create(builder, loc, combiner.getIdentity());
  SmallVector<OpFoldResult> keptSizes =
      getKeptSizes(builder, loc, input, reducedDims);
  Value empty = tensor::EmptyOp::create(builder, loc, keptSizes,
                                        combiner.getAccumulatorType());
  Value fill =
      linalg::FillOp::create(builder, loc, identity, empty).getResult(0);
  AffineMap maps[] = {builder.getMultiDimIdentityMap(rank),
                      AffineMap::get(rank, 0, keptExprs, builder.getContext())};
  Value result =
      linalg::GenericOp::create(
          builder, loc, fill.getType(), input, fill, maps, iterators,
          [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
            Value element = combiner.prepare(nested, nestedLoc, args[0]);
            linalg::YieldOp::create(
                nested, nestedLoc,
                combiner.combine(nested, nestedLoc, args[1], element));
          })
          .getResult(0);
  if (!combiner.hasFinalize())
    return result;
  Type storageType = getElementTypeOrSelf(input.getType());
  return buildElementwise(
      builder, loc, result, keptSizes, storageType,
      [&](OpBuilder &nested, Location nestedLoc, Value accumulator) {
        return combiner.finalize(nested, nestedLoc, accumulator);
      });
}

/// Builds the reduction of each element of `input` alone.
static Value buildSingleReductions(OpBuilder &builder, Location loc,
                                   const Combiner &combiner, Value input) {
  return buildElementwise(
      builder, loc, input, tensor::getMixedSizes(builder, loc, input),
      getElementTypeOrSelf(input.getType()),
      [&](OpBuilder &nested, Location nestedLoc, Value element) {
        Value identity = arith::ConstantOp::create(nested, nestedLoc,
                                                   combiner.getIdentity());
        Value result =
            combiner.combine(nested, nestedLoc, identity,
                             combiner.prepare(nested, nestedLoc, element));
        return combiner.finalize(nested, nestedLoc, result);
      });
}

/// Builds the expansion of `result` by a dimension of size 1 for each reduced
/// one of `input`.
static Value buildExpandShape(OpBuilder &builder, Location loc, Value result,
                              Value input, ArrayRef<int64_t> reducedDims) {
  auto inputType = cast<RankedTensorType>(input.getType());
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < inputType.getRank(); ++dim) {
    bool reduced = llvm::binary_search(reducedDims, dim);
    sizes.push_back(reduced ? OpFoldResult(builder.getIndexAttr(1))
                            : tensor::getMixedSize(builder, loc, input, dim));
    shape.push_back(reduced ? 1 : inputType.getDimSize(dim));
  }
  return tensor::ExpandShapeOp::create(
      builder, loc, inputType.clone(shape), result,
      getKeepdimsReassociation(inputType.getRank(), reducedDims), sizes);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct ReductionToLinalg : OpInterfaceConversionPattern<ReductionOpInterface> {
  using OpInterfaceConversionPattern::OpInterfaceConversionPattern;

  LogicalResult
  matchAndRewrite(ReductionOpInterface op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value input = operands[0];
    Type resultType =
        getTypeConverter()->convertType(op->getResult(0).getType());
    SmallVector<int64_t> reducedDims = op.getReducedDims();
    Value result = input;
    if (!reducedDims.empty()) {
      result =
          buildReduction(rewriter, loc, *op.getCombiner(), input, reducedDims);
      if (op.getKeepdims())
        result = buildExpandShape(rewriter, loc, result, input, reducedDims);
    } else if (isBool(op.getInput().getType())) {
      result = buildTruths(rewriter, loc, input);
    } else if (!op.getCombiner()->keepsSingleElement()) {
      result = buildSingleReductions(rewriter, loc, *op.getCombiner(), input);
    }
    // The result may be declared with more or fewer static sizes.
    if (result.getType() != resultType)
      result = tensor::CastOp::create(rewriter, loc, resultType, result);
    rewriter.replaceOp(op, result);
    return success();
  }

  static bool isBool(Type type) {
    return getElementTypeOrSelf(type).isInteger(1);
  }
};

/// A bool that a function returns as it was passed is 0 or 1 from then on.
struct ReturnTruth : OpConversionPattern<func::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(func::ReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> operands;
    for (auto [original, converted] :
         llvm::zip_equal(op.getOperands(), adaptor.getOperands())) {
      Value source = original;
      while (Operation *view = source.getDefiningOp()) {
        if (!isa<tensor::CastOp, tensor::CollapseShapeOp,
                 tensor::ExpandShapeOp>(view))
          break;
        source = view->getOperand(0);
      }
      bool isPassed = isa<RankedTensorType>(original.getType()) &&
                      ReductionToLinalg::isBool(original.getType()) &&
                      isa<BlockArgument>(source);
      operands.push_back(
          isPassed ? buildTruths(rewriter, op.getLoc(), converted) : converted);
    }
    rewriter.replaceOpWithNewOp<func::ReturnOp>(op, operands);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Converts one value between an element type and its storage type.
static Value materialize(OpBuilder &builder, TensorType type, ValueRange inputs,
                         Location loc) {
  if (inputs.size() != 1)
    return {};
  if (!ReductionToLinalg::isBool(type) &&
      !ReductionToLinalg::isBool(inputs[0].getType()))
    return tensor::BitcastOp::create(builder, loc, type, inputs[0]);
  if (!isa<RankedTensorType>(type))
    return {};
  return buildElementwise(
      builder, loc, inputs[0], tensor::getMixedSizes(builder, loc, inputs[0]),
      type.getElementType(),
      [&](OpBuilder &nested, Location nestedLoc, Value element) -> Value {
        if (element.getType().isInteger(1))
          return arith::ExtUIOp::create(nested, nestedLoc,
                                        type.getElementType(), element);
        Value zero = arith::ConstantOp::create(
            nested, nestedLoc, nested.getZeroAttr(element.getType()));
        return arith::CmpIOp::create(nested, nestedLoc,
                                     arith::CmpIPredicate::ne, element, zero);
      });
}

void mlir::reduce::populateReduceToLinalgTypeConversions(
    TypeConverter &converter) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([](TensorType type) -> Type {
    return type.clone(getStorageType(type.getElementType()));
  });
  converter.addSourceMaterialization(materialize);
  converter.addTargetMaterialization(materialize);
}

void mlir::reduce::populateReduceToLinalgConversionPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ReductionToLinalg, ReturnTruth>(converter,
                                               patterns.getContext());
  populateTensorStoragePatterns(converter, patterns);
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 converter);
  populateCallOpTypeConversionPattern(patterns, converter);
}

/// Notes at the boundary of `function` which element types it is about to lose.
static void recordElementTypes(func::FuncOp function) {
  StringRef name = ReduceDialect::ElementTypeAttrHelper::getNameStr();
  auto getLostType = [](Type type) -> TypeAttr {
    auto tensor = dyn_cast<TensorType>(type);
    if (!tensor ||
        getStorageType(tensor.getElementType()) == tensor.getElementType())
      return {};
    return TypeAttr::get(tensor.getElementType());
  };
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (TypeAttr lost = getLostType(type))
      function.setArgAttr(i, name, lost);
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (TypeAttr lost = getLostType(type))
      function.setResultAttr(i, name, lost);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertReduceToLinalgPass
    : reduce::impl::ConvertReduceToLinalgPassBase<ConvertReduceToLinalgPass> {
  void runOnOperation() override {
    WalkResult supported = getOperation()->walk([](ReductionOpInterface op) {
      return diagnose(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (supported.wasInterrupted())
      return signalPassFailure();
    getOperation()->walk(recordElementTypes);

    TypeConverter converter;
    populateReduceToLinalgTypeConversions(converter);
    RewritePatternSet patterns(&getContext());
    populateReduceToLinalgConversionPatterns(converter, patterns);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isa<ReductionOpInterface>(op); });
    target.addDynamicallyLegalOp<func::CallOp, func::ReturnOp>(
        [&](Operation *op) { return converter.isLegal(op); });
    markTensorStorageLegality(converter, target);
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      return converter.isSignatureLegal(op.getFunctionType()) &&
             converter.isLegal(&op.getBody());
    });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
