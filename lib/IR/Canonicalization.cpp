//===- Canonicalization.cpp - Canonical forms of reductions ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pattern for each form that can be written in a simpler one. All work on
// any reduction, and keep the declared type of the result by a tensor.cast.
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

/// Returns the best known type that the result of `op` has by its operands.
static TensorType getInferredType(ReductionOpInterface op) {
  return *inferReductionType(op.getInput().getType(), op.getReductionAxes(),
                             op.getKeepdims(), nullptr);
}

/// Whether `op` reduces nothing and leaves all elements as they are.
static bool keepsAllElements(ReductionOpInterface op) {
  return op.getAxes() && op.getAxes()->empty() &&
         op.getCombiner()->getTraits().isIdentityOnOneElement;
}

/// Builds a reduction like `op`, with the same options, of `input` along
/// `dims`.
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
  state.addTypes(*inferReductionType(cast<TensorType>(input.getType()), dims,
                                     keepdims, nullptr));
  return builder.create(state)->getResult(0);
}

/// Replaces `op` by `value`, whose type may know more or fewer sizes.
static void replaceByCast(PatternRewriter &rewriter, ReductionOpInterface op,
                          Value value) {
  if (value.getType() != getDeclaredType(op))
    value = tensor::CastOp::create(rewriter, op.getLoc(), getDeclaredType(op),
                                   value);
  rewriter.replaceOp(op, value);
}

/// Builds a reshape of `input` without its dimensions `dims`, all of size 1.
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

/// Whether `op` reduces its own result, as it may where the order of operations
/// means nothing. Each step would make way for the next one of its kind.
static bool reducesItself(ReductionOpInterface op) {
  return op.getInput() == op->getResult(0);
}

namespace {
/// A form of reductions of which it is known what they reduce.
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

/// Axes that are an operand, but known, to an attribute.
struct ConstantAxes : OpInterfaceRewritePattern<ReductionOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ReductionOpInterface op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<int64_t>> axes = getConstantAxes(op);
    if (!axes || llvm::is_contained(*axes, std::numeric_limits<int64_t>::max()))
      return rewriter.notifyMatchFailure(op, "axes are not known");
    FailureOr<TensorType> inferred = inferReductionType(
        op.getInput().getType(), ArrayRef(*axes), op.getKeepdims(), nullptr);
    // What is wrong is for a check at run time to say.
    if (failed(inferred) ||
        !areCompatibleReductionTypes(*inferred, getDeclaredType(op)))
      return rewriter.notifyMatchFailure(op, "axes are not valid");
    replaceByCast(rewriter, op,
                  createReduction(rewriter, op.getLoc(), op, op.getInput(),
                                  *axes, op.getKeepdims()));
    return success();
  }
};

/// axes = [1, -3] to axes = [0, 1]. Without axes keepdims means nothing.
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

/// A reduction of the source of a tensor.cast that only forgets sizes.
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
    FailureOr<TensorType> inferred =
        inferReductionType(llvm::cast<TensorType>(cast.getSource().getType()),
                           op.getReductionAxes(), op.getKeepdims(), nullptr);
    if (failed(inferred) ||
        !areCompatibleReductionTypes(*inferred, getDeclaredType(op)))
      return rewriter.notifyMatchFailure(op, "the sizes contradict the result");
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, cast.getSource()); });
    return success();
  }
};

/// A result type with the sizes that the operands tell.
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

/// The input, where nothing is reduced.
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

/// Dimensions of size 1 leave the axes; without keepdims, the input loses them
/// by a reshape.
struct DropUnitAxes : StaticReductionPattern {
  using StaticReductionPattern::StaticReductionPattern;

  LogicalResult simplify(ReductionOpInterface op,
                         PatternRewriter &rewriter) const override {
    SmallVector<int64_t> unitDims, otherDims;
    for (int64_t dim : op.getReducedDims()) {
      if (getInputType(op).getDimSize(dim) == 1)
        unitDims.push_back(dim);
      // Without keepdims, unit dimensions before this one are gone by then.
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

/// A reduction of a reduction with the same options, along the axes of both.
struct MergeReductions : StaticReductionPattern {
  using StaticReductionPattern::StaticReductionPattern;

  LogicalResult simplify(ReductionOpInterface op,
                         PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReductionOpInterface>();
    if (!inner || !inner.hasStaticReducedDims() || !haveSameOptions(op, inner))
      return rewriter.notifyMatchFailure(
          op, "the input is not a reduction of the same kind");
    // Else the type of the outer result may contradict what is known.
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
    // The dimensions of the inner input that the inner result still has.
    SmallVector<int64_t> left;
    for (int64_t dim = 0; dim < rank; ++dim)
      if (inner.getKeepdims() || !innerDims.test(dim))
        left.push_back(dim);
    for (int64_t dim : op.getReducedDims())
      outerDims.set(left[dim]);

    llvm::SmallBitVector reduced = innerDims | outerDims;
    // Those of size 1 in the outer result.
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

/// What empty sets give, where a reduced dimension has the size 0; nothing,
/// where a kept one has.
struct FillEmptySets : StaticReductionPattern {
  using StaticReductionPattern::StaticReductionPattern;

  LogicalResult simplify(ReductionOpInterface op,
                         PatternRewriter &rewriter) const override {
    RankedTensorType inputType = getInputType(op);
    if (!llvm::is_contained(inputType.getShape(), 0))
      return rewriter.notifyMatchFailure(op, "no size is known to be 0");
    auto resultType = cast<RankedTensorType>(getInferredType(op));
    if (!isCountable(resultType))
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
    Type elementType = inputType.getElementType();
    Value result;
    if (llvm::is_contained(resultType.getShape(), 0)) {
      result = tensor::EmptyOp::create(rewriter, loc, sizes, elementType);
    } else {
      result = buildSplatTensor(rewriter, loc,
                                evaluateEmptySet(*op.getCombiner()), sizes);
    }
    replaceByCast(rewriter, op, result);
    return success();
  }
};

/// The result for a constant input, in the forms that a fold does not reach.
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
  // First what needs no reshape, which a dropped axis may put in its way.
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
  // A constant of an unsigned type takes two operations.
  if (!elements || elements.getElementType().isUnsignedInteger())
    return {};
  FailureOr<DenseElementsAttr> result = evaluate(reduction, elements);
  if (failed(result) || result->getType() != resultType)
    return {};
  return *result;
}
