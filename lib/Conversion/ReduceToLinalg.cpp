//===- ReduceToLinalg.cpp - Reductions to linalg.generic ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"
#include "reduce/IR/ReduceInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTREDUCETOLINALGPASS
#include "reduce/Conversion/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

static bool isSupportedElementType(Type type) {
  return type.isF32() || type.isF64() || type.isSignlessInteger(32) ||
         type.isSignlessInteger(64);
}

/// Whether the bytes of a tensor of `type` can be counted; one with dynamic
/// dimensions may always be small.
static bool isCountable(RankedTensorType type) {
  int64_t size = type.getElementTypeBitWidth();
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent) && extent != 0 &&
        llvm::MulOverflow(size, extent, size))
      return false;
  return true;
}

/// Returns what keeps `op` from being lowered, if anything does.
static std::optional<InFlightDiagnostic> diagnose(ReductionOpInterface op) {
  RankedTensorType inputType = op.getInput().getType();
  if (!isSupportedElementType(inputType.getElementType()))
    return op.emitOpError()
           << "cannot be lowered: element type " << inputType.getElementType()
           << " is none of f32, f64, i32 and i64";
  for (Type type : {Type(inputType), op->getResult(0).getType()})
    if (!isCountable(cast<RankedTensorType>(type)))
      return op.emitOpError()
             << "cannot be lowered: " << type << " is too large";
  return std::nullopt;
}

/// Returns how the dimensions of `source` group into those that are not in
/// `reducedDims`: each reduced dimension, of size 1 in the result, joins the
/// kept one before it, or else the first kept one. Empty where none is kept.
static SmallVector<ReassociationIndices>
getKeepdimsReassociation(int64_t rank, ArrayRef<int64_t> reducedDims) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!llvm::is_contained(reducedDims, dim)) {
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

namespace {
struct ReductionToLinalg : OpInterfaceConversionPattern<ReductionOpInterface> {
  using OpInterfaceConversionPattern::OpInterfaceConversionPattern;

  LogicalResult
  matchAndRewrite(ReductionOpInterface op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value input = op.getInput();
    RankedTensorType inputType = op.getInput().getType();
    auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
    Type elementType = inputType.getElementType();
    if (!isSupportedElementType(elementType))
      return rewriter.notifyMatchFailure(op, "unsupported element type");

    SmallVector<int64_t> reducedDims = op.getReducedDims();
    Value result = reducedDims.empty() ? input
                                       : buildReduction(op, input, inputType,
                                                        reducedDims, rewriter);
    if (op.getKeepdims() && !reducedDims.empty())
      result =
          buildExpandShape(op, result, input, inputType, reducedDims, rewriter);
    // The result may be declared with more or fewer static sizes.
    if (result.getType() != resultType)
      result = tensor::CastOp::create(rewriter, loc, resultType, result);
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// Builds the fill and the generic, without the reduced dimensions.
  static Value buildReduction(ReductionOpInterface op, Value input,
                              RankedTensorType inputType,
                              ArrayRef<int64_t> reducedDims,
                              OpBuilder &builder) {
    Location loc = op.getLoc();
    int64_t rank = inputType.getRank();
    SmallVector<OpFoldResult> keptSizes;
    SmallVector<AffineExpr> keptExprs;
    SmallVector<utils::IteratorType> iterators;
    for (int64_t dim = 0; dim < rank; ++dim) {
      bool reduced = llvm::is_contained(reducedDims, dim);
      iterators.push_back(reduced ? utils::IteratorType::reduction
                                  : utils::IteratorType::parallel);
      if (reduced)
        continue;
      keptSizes.push_back(tensor::getMixedSize(builder, loc, input, dim));
      keptExprs.push_back(builder.getAffineDimExpr(dim));
    }

    Type elementType = inputType.getElementType();
    Value identity =
        arith::ConstantOp::create(builder, loc, op.getIdentity(elementType));
    Value empty = tensor::EmptyOp::create(builder, loc, keptSizes, elementType);
    Value fill =
        linalg::FillOp::create(builder, loc, identity, empty).getResult(0);
    AffineMap maps[] = {
        builder.getMultiDimIdentityMap(rank),
        AffineMap::get(rank, 0, keptExprs, builder.getContext())};
    auto generic = linalg::GenericOp::create(
        builder, loc, fill.getType(), input, fill, maps, iterators,
        [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
          Value combined =
              op.buildCombiner(nested, nestedLoc, args[1], args[0]);
          linalg::YieldOp::create(nested, nestedLoc, combined);
        });
    return generic.getResult(0);
  }

  /// Builds the expansion of `result` by a dimension of size 1 for each reduced
  /// one.
  static Value buildExpandShape(ReductionOpInterface op, Value result,
                                Value input, RankedTensorType inputType,
                                ArrayRef<int64_t> reducedDims,
                                OpBuilder &builder) {
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes;
    SmallVector<int64_t> shape;
    for (int64_t dim = 0; dim < inputType.getRank(); ++dim) {
      bool reduced = llvm::is_contained(reducedDims, dim);
      sizes.push_back(reduced ? OpFoldResult(builder.getIndexAttr(1))
                              : tensor::getMixedSize(builder, loc, input, dim));
      shape.push_back(reduced ? 1 : inputType.getDimSize(dim));
    }
    return tensor::ExpandShapeOp::create(
        builder, loc, inputType.clone(shape), result,
        getKeepdimsReassociation(inputType.getRank(), reducedDims), sizes);
  }
};

struct ConvertReduceToLinalgPass
    : reduce::impl::ConvertReduceToLinalgPassBase<ConvertReduceToLinalgPass> {
  void runOnOperation() override {
    WalkResult supported = getOperation()->walk([](ReductionOpInterface op) {
      return diagnose(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (supported.wasInterrupted())
      return signalPassFailure();

    RewritePatternSet patterns(&getContext());
    populateReduceToLinalgConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isa<ReductionOpInterface>(op); });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void mlir::reduce::populateReduceToLinalgConversionPatterns(
    RewritePatternSet &patterns) {
  patterns.add<ReductionToLinalg>(patterns.getContext());
}
