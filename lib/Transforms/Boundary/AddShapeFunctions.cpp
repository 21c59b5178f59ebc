//===- AddShapeFunctions.cpp - Functions that compute shapes --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Analysis/ResultDims.h"
#include "reduce/IR/Functions.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/StridedFunctions.h"
#include "reduce/Support/Status.h"
#include "reduce/Transforms/Boundary/Passes.h"
#include "reduce/Transforms/Boundary/ShapeFunctions.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_ADDSHAPEFUNCTIONSPASS
#include "reduce/Transforms/Boundary/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

std::string mlir::reduce::getShapeFunctionName(StringRef name) {
  // A C identifier does not contain a dot, so this name cannot clash.
  return (name + ".shapes").str();
}

/// Returns the dimensions whose size is static in the result type of `cast` but
/// not in its source type.
static SmallVector<int64_t> getClaimedDims(tensor::CastOp cast) {
  SmallVector<int64_t> dims;
  auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
  auto result = dyn_cast<RankedTensorType>(cast.getType());
  if (!source || !result)
    return dims;
  for (int64_t dim = 0, rank = source.getRank(); dim < rank; ++dim)
    if (source.isDynamicDim(dim) && !result.isDynamicDim(dim))
      dims.push_back(dim);
  return dims;
}

/// A dimension of a tensor.
using TensorDim = std::pair<Value, int64_t>;

/// Returns the pairs of dimensions of operands of `op` whose sizes must be
/// equal but are not known to be. Linalg does not define what happens
/// otherwise: loops read beyond the smaller tensor.
static SmallVector<std::pair<TensorDim, TensorDim>>
getUncheckedDims(linalg::LinalgOp op) {
  SmallVector<std::pair<TensorDim, TensorDim>> pairs;
  SmallVector<std::optional<TensorDim>> first(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    // Passes make these with the sizes of the inputs.
    bool isNew = isa_and_present<linalg::FillOp, tensor::EmptyOp>(
        operand.get().getDefiningOp());
    if (!type || (isNew && op.isDpsInit(&operand)))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      TensorDim mine(operand.get(), dim);
      std::optional<TensorDim> &other = first[loop.getPosition()];
      if (!other)
        other = mine;
      else if (*other != mine && (type.isDynamicDim(dim) ||
                                  cast<RankedTensorType>(other->first.getType())
                                      .isDynamicDim(other->second)))
        pairs.emplace_back(*other, mine);
    }
  }
  return pairs;
}

static bool hasUnknownShape(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// Returns whether `function` has dynamic result sizes, or checks.
static bool needsShapeFunction(func::FuncOp function) {
  return llvm::any_of(function.getResultTypes(), hasUnknownShape) ||
         hasAssertion(function) ||
         function
             .walk([](tensor::CastOp cast) {
               return getClaimedDims(cast).empty() ? WalkResult::advance()
                                                   : WalkResult::interrupt();
             })
             .wasInterrupted() ||
         llvm::any_of(
             function.getOps<linalg::LinalgOp>(),
             [](linalg::LinalgOp op) { return !getUncheckedDims(op).empty(); });
}

/// Builds assertions of the sizes that `op` adds to its source type.
static void buildCastChecks(tensor::CastOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  for (int64_t dim : getClaimedDims(op)) {
    Value size = tensor::DimOp::create(builder, op.getSource(), dim);
    Value claimed = arith::ConstantIndexOp::create(
        builder, cast<RankedTensorType>(op.getType()).getDimSize(dim));
    Value isEqual =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, size, claimed);
    cf::AssertOp::create(builder, isEqual, getStatusText(Status::SHAPE));
  }
}

/// Builds assertions that the operands of `op` have the same sizes.
static void buildOperandChecks(linalg::LinalgOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  for (auto [first, second] : getUncheckedDims(op)) {
    Value isEqual = arith::CmpIOp::create(
        builder, arith::CmpIPredicate::eq,
        tensor::DimOp::create(builder, first.first, first.second),
        tensor::DimOp::create(builder, second.first, second.second));
    cf::AssertOp::create(builder, isEqual, getStatusText(Status::SHAPE));
  }
}

/// Returns the dynamic sizes of the tensors among `results`.
static SmallVector<Value> buildSizes(ImplicitLocOpBuilder &builder,
                                     ValueRange results) {
  SmallVector<Value> sizes;
  for (Value result : results) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type)
      continue;
    for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(tensor::DimOp::create(builder, result, dim));
  }
  return sizes;
}

namespace {
/// Turns the size of a result of scf.if into another result of it. Upstream
/// cannot resolve result shapes of scf.if.
struct SizeOfChoice : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const override {
    auto choice = op.getSource().getDefiningOp<scf::IfOp>();
    if (!choice)
      return rewriter.notifyMatchFailure(
          op, "the source is not the result of an scf.if");
    std::optional<int64_t> dim = op.getConstantIndex();
    if (!dim)
      return rewriter.notifyMatchFailure(op, "the dimension is not known");
    unsigned number = cast<OpResult>(op.getSource()).getResultNumber();
    SmallVector<Type> types(choice.getResultTypes());
    types.push_back(rewriter.getIndexType());
    rewriter.setInsertionPoint(choice);
    auto wider = scf::IfOp::create(rewriter, choice.getLoc(), types,
                                   choice.getCondition(),
                                   /*withElseRegion=*/true);
    for (auto [region, widerRegion] :
         llvm::zip_equal(choice->getRegions(), wider->getRegions())) {
      widerRegion.takeBody(region);
      auto yield = cast<scf::YieldOp>(widerRegion.front().getTerminator());
      rewriter.setInsertionPoint(yield);
      Value size = tensor::DimOp::create(rewriter, op.getLoc(),
                                         yield.getOperand(number), *dim);
      rewriter.modifyOpInPlace(yield,
                               [&] { yield.getResultsMutable().append(size); });
    }
    Value size = wider.getResults().back();
    rewriter.replaceOp(choice, wider.getResults().drop_back());
    rewriter.replaceOp(op, size);
    return success();
  }
};
} // namespace

/// Removes operations that neither sizes nor assertions depend on.
static LogicalResult simplify(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  populateResultDimsPatterns(patterns);
  memref::populateResolveShapedTypeResultDimsPatterns(patterns);
  tensor::DimOp::getCanonicalizationPatterns(patterns, context);
  affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
  cf::AssertOp::getCanonicalizationPatterns(patterns, context);
  scf::IfOp::getCanonicalizationPatterns(patterns, context);
  patterns.add<SizeOfChoice>(context);
  FrozenRewritePatternSet frozen(std::move(patterns));
  // Do not merge blocks: they could get tensor arguments, which bufferization
  // does not support.
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  if (failed(applyPatternsGreedily(function, frozen, config)))
    return failure();
  IRRewriter rewriter(context);
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
  // After CSE, assertions that equal sizes are equal fold.
  return applyPatternsGreedily(function, frozen, config);
}

/// Returns the shape function of `function`, not yet inserted into a module.
static FailureOr<func::FuncOp> buildShapeFunction(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  func::FuncOp shapes = function.clone();
  shapes.setName(getShapeFunctionName(function.getName()));
  shapes.setPrivate();
  setLayout(shapes, Layout::Strided);
  shapes.walk(buildCastChecks);
  for (Operation &op : llvm::make_early_inc_range(shapes.getOps()))
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      buildOperandChecks(linalgOp);

  Builder builder(context);
  SmallVector<Type> types = {builder.getI32Type()};
  for (Type type : function.getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      types.append(tensor.getNumDynamicDims(), builder.getIndexType());
  shapes.removeResAttrsAttr();
  shapes.setType(builder.getFunctionType(shapes.getArgumentTypes(), types));
  for (func::ReturnOp op : getReturns(shapes)) {
    ImplicitLocOpBuilder atReturn(op.getLoc(), op);
    SmallVector<Value> operands = {arith::ConstantOp::create(
        atReturn,
        atReturn.getI32IntegerAttr(static_cast<int32_t>(Status::OK)))};
    operands.append(buildSizes(atReturn, op.getOperands()));
    op.getOperandsMutable().assign(operands);
  }
  if (failed(simplify(shapes))) {
    shapes.erase();
    return failure();
  }
  return shapes;
}

namespace {
struct AddShapeFunctionsPass
    : reduce::impl::AddShapeFunctionsPassBase<AddShapeFunctionsPass> {
  void runOnOperation() override {
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      if (function.isExternal() || !function.isPublic() ||
          !needsShapeFunction(function))
        continue;
      if (failed(verifyNoNestedFunctions(function)))
        return signalPassFailure();
      std::string name = getShapeFunctionName(function.getName());
      if (Operation *other = getOperation().lookupSymbol(name)) {
        InFlightDiagnostic diag = function.emitOpError()
                                  << "cannot have a shape function: the name '"
                                  << name << "' is taken";
        diag.attachNote(other->getLoc()) << "it is taken here";
        return signalPassFailure();
      }
      FailureOr<func::FuncOp> shapes = buildShapeFunction(function);
      if (failed(shapes))
        return signalPassFailure();
      function.walk([](cf::AssertOp op) { op.erase(); });
      // Everything may have turned out to be static.
      if (shapes->getNumResults() == 1 && !hasAssertion(*shapes)) {
        shapes->erase();
        continue;
      }
      SymbolTable(getOperation())
          .insert(*shapes, std::next(function->getIterator()));
      ++numFunctions;
    }
  }
};
} // namespace
