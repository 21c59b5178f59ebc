//===- Canonicalization.cpp - Canonical forms of reductions ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pattern for each form that can be simplified. All patterns apply to any
// reduction. They preserve the declared type of the result by a tensor.cast.
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Canonicalization.h"

#include "ConstantTensors.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/IR/PatternMatch.h"
#include "reduce/IR/DynamicAxes.h"
#include "reduce/IR/Evaluator.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static constexpr StringLiteral axesName = "axes";
static constexpr StringLiteral keepdimsName = "keepdims";
static constexpr StringLiteral noopName = "noop_with_empty_axes";

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static RankedTensorType getInputType(ReductionOpInterface op) {
  return cast<RankedTensorType>(op.getInput().getType());
}

static TensorType getDeclaredType(ReductionOpInterface op) {
  return cast<TensorType>(op->getResult(0).getType());
}

/// Returns the result type of `op` that follows from its operands.
static TensorType getInferredType(ReductionOpInterface op) {
  return *op.inferResultType(/*emitError=*/nullptr);
}

/// Returns whether `op` reduces no dimension and does not change any element.
static bool keepsAllElements(ReductionOpInterface op) {
  return op.getAxes() && op.getAxes()->empty() &&
         op.getCombiner()->getTraits().isIdentityOnOneElement;
}

/// Builds a reduction of `input` along `dims`, with the operator and the
/// options of `op`.
static Value createReduction(OpBuilder &builder, Location loc,
                             ReductionOpInterface op, Value input,
                             ArrayRef<int64_t> dims, bool keepdims) {
  NamedAttrList attributes(op->getAttrDictionary());
  attributes.set(axesName, builder.getDenseI64ArrayAttr(dims));
  attributes.erase(noopName);
  attributes.erase(keepdimsName);
  if (keepdims)
    attributes.set(keepdimsName, builder.getUnitAttr());
  OperationState state(loc, op->getName());
  state.addOperands(input);
  state.addAttributes(attributes);
  state.addTypes(*inferReductionType(cast<TensorType>(input.getType()),
                                     op.getResultElementType(), dims, keepdims,
                                     nullptr));
  return builder.create(state)->getResult(0);
}

/// Replaces `op` by `value`, whose type may have more or fewer static sizes.
static void replaceByCast(PatternRewriter &rewriter, ReductionOpInterface op,
                          Value value) {
  if (value.getType() != getDeclaredType(op))
    value = tensor::CastOp::create(rewriter, op.getLoc(), getDeclaredType(op),
                                   value);
  rewriter.replaceOp(op, value);
}

/// Builds a reshape of `input` that drops `dims`, which have size 1.
static Value dropUnitDims(OpBuilder &builder, Location loc, Value input,
                          ArrayRef<int64_t> dims) {
  if (dims.empty())
    return input;
  llvm::SmallBitVector dropped(
      cast<RankedTensorType>(input.getType()).getRank());
  for (int64_t dim : dims)
    dropped.set(dim);
  return tensor::dropGivenUnitDims(builder, loc, input, dropped);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Returns whether `op` reduces its own result, which is valid in a graph
/// region. Patterns would apply to such an operation forever.
static bool reducesItself(ReductionOpInterface op) {
  return op.getInput() == op->getResult(0);
}

namespace {
/// Base class of patterns for reductions whose reduced dimensions are known.
struct StaticReductionPattern
    : OpInterfaceRewritePattern<ReductionOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  virtual LogicalResult simplify(ReductionOpInterface op,
                                 PatternRewriter &rewriter) const = 0;

  LogicalResult matchAndRewrite(ReductionOpInterface op,
                                PatternRewriter &rewriter) const final {
    if (!op.hasStaticReducedDims())
      return rewriter.notifyMatchFailure(op, "reduced dimensions not known");
    if (reducesItself(op))
      return rewriter.notifyMatchFailure(op, "reduces its own result");
    return simplify(op, rewriter);
  }
};

/// Turns axes that are an operand into an attribute if they are known.
struct ConstantAxes : OpInterfaceRewritePattern<ReductionOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ReductionOpInterface op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<int64_t>> axes = getConstantAxes(op);
    if (!axes || llvm::is_contained(*axes, std::numeric_limits<int64_t>::max()))
      return rewriter.notifyMatchFailure(op, "axes are not known");
    FailureOr<TensorType> inferred =
        inferReductionType(op.getInput().getType(), op.getResultElementType(),
                           ArrayRef(*axes), op.getKeepdims(), nullptr);
    // A check at run time reports invalid axes.
    if (failed(inferred) ||
        !areCompatibleReductionTypes(*inferred, getDeclaredType(op)))
      return rewriter.notifyMatchFailure(op, "axes are not valid");
    replaceByCast(rewriter, op,
                  createReduction(rewriter, op.getLoc(), op, op.getInput(),
                                  *axes, op.getKeepdims()));
    return success();
  }
};

/// Turns axes = [1, -3] into axes = [0, 1], and drops keepdims if there are no
/// axes.
struct SortAxes : StaticReductionPattern {
  using StaticReductionPattern::StaticReductionPattern;

  LogicalResult simplify(ReductionOpInterface op,
                         PatternRewriter &rewriter) const override {
    SmallVector<int64_t> dims = op.getReducedDims();
    bool keepdims = op.getKeepdims() && !dims.empty();
    if (*op.getAxes() == ArrayRef(dims) && keepdims == op.getKeepdims())
      return rewriter.notifyMatchFailure(op, "axes are already canonical");
    replaceByCast(rewriter, op,
                  createReduction(rewriter, op.getLoc(), op, op.getInput(),
                                  dims, keepdims));
    return success();
  }
};

/// Reduces the source of a tensor.cast that only drops static sizes.
struct AbsorbCast : OpInterfaceRewritePattern<ReductionOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ReductionOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getInput().getDefiningOp<tensor::CastOp>();
    if (!cast || cast.getSource() == cast.getResult() ||
        (!tensor::canFoldIntoConsumerOp(cast) &&
         op.getInput().getType().hasRank()))
      return rewriter.notifyMatchFailure(
          op, "the input is not a cast that drops sizes");
    FailureOr<TensorType> inferred = op.inferResultType(
        llvm::cast<TensorType>(cast.getSource().getType()), nullptr);
    if (failed(inferred) ||
        !areCompatibleReductionTypes(*inferred, getDeclaredType(op)))
      return rewriter.notifyMatchFailure(op, "the sizes contradict the result");
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, cast.getSource()); });
    return success();
  }
};

/// Adds the sizes that follow from the operands to the result type.
struct RefineResult : OpInterfaceRewritePattern<ReductionOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ReductionOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto inferred = dyn_cast<RankedTensorType>(getInferredType(op));
    if (!inferred)
      return rewriter.notifyMatchFailure(op, "the rank is not known");
    TensorType declared = getDeclaredType(op);
    TensorType combined = combineTypes(inferred, declared);
    if (declared.hasRank() && declared.getShape() == combined.getShape())
      return rewriter.notifyMatchFailure(
          op, "all known sizes are already declared");
    Operation *refined = rewriter.clone(*op);
    refined->getResult(0).setType(combined);
    replaceByCast(rewriter, op, refined->getResult(0));
    return success();
  }
};

/// Replaces a reduction that does not reduce anything by its input.
struct RemoveReduction : OpInterfaceRewritePattern<ReductionOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ReductionOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!keepsAllElements(op) || reducesItself(op))
      return rewriter.notifyMatchFailure(op, "may change elements");
    replaceByCast(rewriter, op, op.getInput());
    return success();
  }
};

/// Removes dimensions of size 1 from the axes. Without keepdims, a reshape
/// drops them from the input.
struct DropUnitAxes : StaticReductionPattern {
  using StaticReductionPattern::StaticReductionPattern;

  LogicalResult simplify(ReductionOpInterface op,
                         PatternRewriter &rewriter) const override {
    SmallVector<int64_t> unitDims, otherDims;
    for (int64_t dim : op.getReducedDims()) {
      if (getInputType(op).getDimSize(dim) == 1)
        unitDims.push_back(dim);
      // Without keepdims, the reshape drops the unit dimensions before this
      // one.
      else
        otherDims.push_back(op.getKeepdims() ? dim : dim - unitDims.size());
    }
    if (unitDims.empty())
      return rewriter.notifyMatchFailure(op,
                                         "no reduced size is known to be 1");
    Value input = op.getInput();
    if (!op.getKeepdims())
      input = dropUnitDims(rewriter, op.getLoc(), input, unitDims);
    replaceByCast(rewriter, op,
                  createReduction(rewriter, op.getLoc(), op, input, otherDims,
                                  op.getKeepdims()));
    return success();
  }
};

/// Merges a reduction of another reduction with the same options into one along
/// the axes of both.
struct MergeReductions : StaticReductionPattern {
  using StaticReductionPattern::StaticReductionPattern;

  LogicalResult simplify(ReductionOpInterface op,
                         PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReductionOpInterface>();
    if (!inner || !inner.hasStaticReducedDims() || !haveSameOptions(op, inner))
      return rewriter.notifyMatchFailure(
          op, "the input is not a reduction of the same kind");
    // Otherwise the type of the outer result might contradict known sizes.
    if (!tensor::preservesStaticInformation(getInferredType(inner),
                                            getDeclaredType(inner)))
      return rewriter.notifyMatchFailure(op, "the inner type can be refined");
    if (!op.getInput().hasOneUse())
      return rewriter.notifyMatchFailure(op, "the inner result has other uses");
    if (!op.getCombiner()->getTraits().isMergeable)
      return rewriter.notifyMatchFailure(op, "merging would change the result");

    int64_t rank = getInputType(inner).getRank();
    llvm::SmallBitVector innerDims(rank), outerDims(rank);
    for (int64_t dim : inner.getReducedDims())
      innerDims.set(dim);
    // For each dimension of the inner result, that of the inner input.
    SmallVector<int64_t> left;
    for (int64_t dim = 0; dim < rank; ++dim)
      if (inner.getKeepdims() || !innerDims.test(dim))
        left.push_back(dim);
    for (int64_t dim : op.getReducedDims())
      outerDims.set(left[dim]);

    llvm::SmallBitVector reduced = innerDims | outerDims;
    // The reduced dimensions that the outer result has with size 1.
    llvm::SmallBitVector kept(rank);
    if (inner.getKeepdims())
      kept |= innerDims;
    if (op.getKeepdims())
      kept |= outerDims;
    else
      kept.reset(outerDims);

    Location loc = rewriter.getFusedLoc({inner.getLoc(), op.getLoc()});
    SmallVector<int64_t> dims(reduced.set_bits());
    Value result = createReduction(rewriter, loc, op, inner.getInput(), dims,
                                   /*keepdims=*/kept.any());
    llvm::SmallBitVector dropped = reduced;
    dropped.reset(kept);
    if (kept.any())
      result = dropUnitDims(rewriter, loc, result,
                            SmallVector<int64_t>(dropped.set_bits()));
    replaceByCast(rewriter, op, result);
    return success();
  }

  static bool haveSameOptions(ReductionOpInterface a, ReductionOpInterface b) {
    auto getOptions = [](ReductionOpInterface op) {
      NamedAttrList attributes(op->getAttrDictionary());
      attributes.erase(axesName);
      attributes.erase(keepdimsName);
      return attributes.getDictionary(op.getContext());
    };
    return a->getName() == b->getName() && getOptions(a) == getOptions(b);
  }
};

/// Replaces the reduction of a tensor without elements: by an empty tensor if a
/// kept dimension has size 0, else by the result for empty sets.
struct FillEmptySets : StaticReductionPattern {
  using StaticReductionPattern::StaticReductionPattern;

  LogicalResult simplify(ReductionOpInterface op,
                         PatternRewriter &rewriter) const override {
    RankedTensorType inputType = getInputType(op);
    if (!llvm::is_contained(inputType.getShape(), 0))
      return rewriter.notifyMatchFailure(op, "no size is known to be 0");
    auto resultType = cast<RankedTensorType>(getInferredType(op));
    if (!hasRepresentableByteSize(resultType))
      return rewriter.notifyMatchFailure(op, "the result is too large");

    Location loc = op.getLoc();
    SmallVector<int64_t> reducedDims = op.getReducedDims();
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < inputType.getRank(); ++dim) {
      if (!llvm::binary_search(reducedDims, dim))
        sizes.push_back(
            tensor::getMixedSize(rewriter, loc, op.getInput(), dim));
      else if (op.getKeepdims())
        sizes.push_back(rewriter.getIndexAttr(1));
    }
    Value result;
    if (llvm::is_contained(resultType.getShape(), 0)) {
      result = tensor::EmptyOp::create(rewriter, loc, sizes,
                                       resultType.getElementType());
    } else {
      result = buildSplatTensor(rewriter, loc,
                                evaluateEmptySet(*op.getCombiner()), sizes);
    }
    replaceByCast(rewriter, op, result);
    return success();
  }
};

/// Evaluates a reduction of a constant, including forms that `foldReduction`
/// cannot express as one attribute.
struct EvaluateConstant : StaticReductionPattern {
  using StaticReductionPattern::StaticReductionPattern;

  LogicalResult simplify(ReductionOpInterface op,
                         PatternRewriter &rewriter) const override {
    DenseElementsAttr input = getConstantElements(op.getInput());
    if (!input)
      return rewriter.notifyMatchFailure(op, "the input is not a constant");
    FailureOr<DenseElementsAttr> result = evaluate(op, input);
    if (failed(result))
      return rewriter.notifyMatchFailure(op, "too many elements to evaluate");
    replaceByCast(rewriter, op,
                  buildConstantTensor(rewriter, op.getLoc(), *result));
    return success();
  }
};
} // namespace

void mlir::reduce::populateReductionCanonicalizationPatterns(
    RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  // First the patterns that do not match across a reshape: DropUnitAxes may
  // insert one.
  patterns.add<EvaluateConstant>(context, /*benefit=*/3);
  patterns.add<MergeReductions>(context, /*benefit=*/2);
  patterns.add<AbsorbCast, ConstantAxes, DropUnitAxes, FillEmptySets,
               RefineResult, RemoveReduction, SortAxes>(context);
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

OpFoldResult mlir::reduce::foldReduction(ReductionOpInterface reduction,
                                         Attribute input) {
  Type resultType = getDeclaredType(reduction);
  if (reduction.getInput().getType() == resultType &&
      keepsAllElements(reduction) && !reducesItself(reduction))
    return reduction.getInput();
  auto elements = dyn_cast_if_present<DenseElementsAttr>(input);
  // A constant of an unsigned type needs two operations.
  if (!elements || elements.getElementType().isUnsignedInteger())
    return {};
  FailureOr<DenseElementsAttr> result = evaluate(reduction, elements);
  if (failed(result) || result->getType() != resultType)
    return {};
  return *result;
}
