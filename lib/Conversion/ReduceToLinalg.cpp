//===- ReduceToLinalg.cpp - Reductions to linalg.generic ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contradictions.h"
#include "LinalgReduction.h"
#include "TensorStorage.h"
#include "reduce/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
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

/// Loops become as deep as the rank, and axes that are an operand make code
/// that grows with its square: at these ranks compiling takes some ten seconds.
static constexpr int64_t maxRank = 256;
static constexpr int64_t maxDynamicRank = 64;

/// Returns what keeps `op` from being lowered, if anything does.
static std::optional<InFlightDiagnostic> diagnose(ReductionOpInterface op) {
  for (Value tensor : {Value(op.getInput()), Value(op->getResult(0))}) {
    Type type = tensor.getType();
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (!ranked)
      return op.emitOpError()
             << "cannot be lowered: the rank of " << type << " is not known";
    if (!isCountable(ranked))
      return op.emitOpError()
             << "cannot be lowered: " << type << " is too large";
  }
  int64_t rank = op.getInput().getType().getRank();
  if (rank > maxRank)
    return op.emitOpError() << "cannot be lowered: expected at most rank "
                            << maxRank << ", got " << rank;
  if (op.getDynamicAxes() && rank > maxDynamicRank)
    return op.emitOpError()
           << "cannot be lowered: expected at most rank " << maxDynamicRank
           << " where axes are an operand, got " << rank;
  return std::nullopt;
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
    DynamicAxes axes;
    if (op.getDynamicAxes()) {
      axes = buildDynamicAxes(rewriter, op, operands[1]);
      buildAxesAssertions(rewriter, loc, axes);
    }
    std::optional<SmallVector<int64_t>> reducedDims = getImpliedReducedDims(
        cast<RankedTensorType>(op.getInput().getType()), op.getReductionAxes(),
        op.getKeepdims(), cast<RankedTensorType>(resultType).getRank());
    Value result = input;
    if (!reducedDims) {
      result = buildDynamicReduction(rewriter, op, input, axes);
    } else if (!reducedDims->empty()) {
      result = buildReduction(rewriter, loc, *op.getCombiner(), input,
                              *reducedDims, op.getKeepdims());
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

  // Clause bool-bytes.
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
    unsigned count = 0, dynamicCount = 0;
    WalkResult supported = getOperation()->walk([&](ReductionOpInterface op) {
      ++count;
      dynamicCount += bool(op.getDynamicAxes());
      return diagnose(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (supported.wasInterrupted())
      return signalPassFailure();
    replaceContradictions(getOperation());
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
    // Tiled reductions are in loops.
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      return converter.isSignatureLegal(op.getFunctionType()) &&
             converter.isLegal(&op.getBody());
    });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    numConverted += count;
    numDynamicAxes += dynamicCount;
  }
};
} // namespace
