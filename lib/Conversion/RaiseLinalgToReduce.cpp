//===- RaiseLinalgToReduce.cpp - Reductions of linalg to ours -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionRemarks.h"
#include "ForeignOperators.h"
#include "LinalgReduction.h"
#include "reduce/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "reduce/IR/ReduceDialect.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_RAISELINALGTOREDUCEPASS
#include "reduce/Conversion/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

namespace {
/// A reduction, how its dimensions leave it, and what it starts from.
struct Match {
  const ForeignOperator *foreign;
  /// The operation of the body.
  Operation *combiner;
  SmallVector<int64_t> axes;
  /// Dimension i of the output is dimension permutation[i] of the reduction.
  SmallVector<int64_t> permutation;
  TensorType type;
  /// Whether the init is not the identity.
  bool hasInit;
  /// Whether NaN alone give NaN, and not the identity.
  bool givesNaN;
};
} // namespace

/// Returns the operation that combines an element and the accumulator in the
/// body of `op`, and is all that is there; or null.
static Operation *getCombiner(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  if (body.getNumArguments() != 2 ||
      !llvm::hasNItems(body.begin(), body.end(), 2))
    return nullptr;
  Operation &combiner = body.front();
  Value element = body.getArgument(0), accumulator = body.getArgument(1);
  if (combiner.getNumResults() != 1 || combiner.getNumOperands() != 2 ||
      body.back().getOperands() != combiner.getResults())
    return nullptr;
  Value left = combiner.getOperand(0), right = combiner.getOperand(1);
  bool combinesBoth = (left == element && right == accumulator) ||
                      (left == accumulator && right == element);
  return combinesBoth ? &combiner : nullptr;
}

/// Returns the number that all elements of `tensor` are; null for none.
static Attribute getConstant(Value tensor) {
  Attribute value;
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return matchPattern(fill.getInputs()[0], m_Constant(&value)) ? value
                                                                 : Attribute();
  SplatElementsAttr elements;
  return matchPattern(tensor, m_Constant(&elements))
             ? elements.getSplatValue<Attribute>()
             : Attribute();
}

/// Matches what `op` reads and writes: fills in the axes, the permutation and
/// the type. Otherwise fails, and says why in `reason`.
static LogicalResult matchMaps(linalg::LinalgOp op, Match &match,
                               std::string &reason) {
  OpOperand *input = op.getDpsInputOperand(0);
  AffineMap inputMap = op.getMatchingIndexingMap(input);
  if (!inputMap.isPermutation()) {
    reason = "it does not read each element once";
    return failure();
  }
  // The parallel loops in the order in which the input has them.
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<unsigned> keptLoops;
  for (unsigned dim = 0, e = inputMap.getNumResults(); dim < e; ++dim) {
    unsigned loop = inputMap.getDimPosition(dim);
    if (iterators[loop] == utils::IteratorType::parallel)
      keptLoops.push_back(loop);
    else
      match.axes.push_back(dim);
  }
  OpOperand *init = op.getDpsInitOperand(0);
  AffineMap outputMap = op.getMatchingIndexingMap(init);
  auto isKept = [&](AffineExpr result) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    return dim && llvm::is_contained(keptLoops, dim.getPosition());
  };
  if (outputMap.getNumResults() != keptLoops.size() ||
      !outputMap.isProjectedPermutation() ||
      !llvm::all_of(outputMap.getResults(), isKept)) {
    reason = "it does not write each kept dimension once";
    return failure();
  }
  for (unsigned i = 0, e = outputMap.getNumResults(); i < e; ++i)
    match.permutation.push_back(
        llvm::find(keptLoops, outputMap.getDimPosition(i)) - keptLoops.begin());

  auto outputType = cast<RankedTensorType>(init->get().getType());
  SmallVector<int64_t> shape = applyPermutation(
      outputType.getShape(), invertPermutationVector(match.permutation));
  match.type =
      checkReduction(cast<TensorType>(input->get().getType()), match.axes,
                     /*keepdims=*/false, outputType.clone(shape), reason);
  return success(bool(match.type));
}

/// Whether the reduced loops of `op` go through the elements as they lie.
static bool reducesInOrder(linalg::LinalgOp op, ArrayRef<int64_t> axes) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  return llvm::is_sorted(llvm::map_range(
      axes, [&](int64_t axis) { return map.getDimPosition(axis); }));
}

/// Returns what `op` is; or none, and why not in `reason`.
static std::optional<Match>
match(linalg::LinalgOp op, const ForeignQuery &query, std::string &reason) {
  auto fail = [&](StringRef why) {
    reason = why;
    return std::nullopt;
  };
  if (!op.hasPureTensorSemantics())
    return fail("an operand is no tensor");
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1)
    return fail("there is more than one input or output");
  Match result;
  result.combiner = getCombiner(op);
  if (!result.combiner)
    return fail("its body is not one operation that combines an element and "
                "the accumulator");
  Type elementType = op.getBlock()->getArgument(0).getType();
  if (result.combiner->getResult(0).getType() != elementType)
    return fail("its body combines another type than that of the elements");
  result.foreign =
      findForeignOperator(query, result.combiner, elementType, reason);
  if (!result.foreign || failed(matchMaps(op, result, reason)))
    return std::nullopt;

  Attribute start = getConstant(op.getDpsInitOperand(0)->get());
  result.hasInit =
      !start || !isSameNumber(start, getIdentity(*result.foreign, elementType));
  auto number = dyn_cast_or_null<FloatAttr>(start);
  result.givesNaN = result.foreign->condition == ForeignCondition::IgnoresNaN &&
                    (!number || number.getValue().isNaN());
  if (result.foreign->condition == ForeignCondition::InOrder) {
    if (result.hasInit)
      return fail("its order is strict, and its init is not the identity");
    if (!reducesInOrder(op, result.axes))
      return fail("its order is strict, and not that of the elements");
  }
  return result;
}

/// Erases `value`'s producer if nobody needs it, and so on from there.
static void eraseUnused(RewriterBase &rewriter, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isOpTriviallyDead(op))
    return;
  SmallVector<Value> operands(op->getOperands());
  rewriter.eraseOp(op);
  for (Value operand : operands)
    eraseUnused(rewriter, operand);
}

static void convert(linalg::LinalgOp op, const Match &match,
                    RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value input = op.getDpsInputOperand(0)->get();
  Value init = op.getDpsInitOperand(0)->get();
  Value result =
      buildForeignReduction(rewriter, loc, *match.foreign, input, match.axes,
                            /*keepdims=*/false, match.type);
  if (match.givesNaN)
    result = buildNaNOfNaNOnly(rewriter, loc, input, match.axes,
                               /*keepdims=*/false, result);
  if (!isIdentityPermutation(match.permutation)) {
    SmallVector<OpFoldResult> sizes = applyPermutation(
        tensor::getMixedSizes(rewriter, loc, result), match.permutation);
    Value empty = tensor::EmptyOp::create(rewriter, loc, sizes,
                                          match.type.getElementType());
    result = linalg::TransposeOp::create(rewriter, loc, result, empty,
                                         match.permutation)
                 ->getResult(0);
    if (result.getType() != init.getType())
      result = tensor::CastOp::create(rewriter, loc, init.getType(), result);
  }
  if (match.hasInit)
    result = buildElementwiseUpdate(
        rewriter, loc, result, init,
        [&](OpBuilder &nested, Location, Value number, Value start) {
          IRMapping mapping;
          mapping.map(op.getBlock()->getArgument(0), number);
          mapping.map(op.getBlock()->getArgument(1), start);
          return nested.clone(*match.combiner, mapping)->getResult(0);
        });
  // Where the order of a region means nothing, an operation may start from its
  // own result.
  bool startsFromItself = init.getDefiningOp() == op;
  rewriter.replaceOp(op, result);
  if (!startsFromItself)
    eraseUnused(rewriter, init);
}

namespace {
struct RaiseLinalgToReducePass
    : reduce::impl::RaiseLinalgToReducePassBase<RaiseLinalgToReducePass> {
  using RaiseLinalgToReducePassBase::RaiseLinalgToReducePassBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isa<linalg::GenericOp, linalg::ReduceOp>(op.getOperation()) &&
          op.getNumReductionLoops() > 0)
        ops.push_back(op);
    });
    ConversionRemarks remarks("RaiseLinalgToReduce", getArgument(), numRaised,
                              numLeft);
    ForeignQuery query = {ForeignDialect::Linalg, keepZeroOrder};
    IRRewriter rewriter(&getContext());
    convertMatching(
        ops, remarks,
        [&](linalg::LinalgOp op, std::string &reason) {
          return match(op, query, reason);
        },
        [&](linalg::LinalgOp op, const Match &found) {
          convert(op, found, rewriter);
        });
  }
};
} // namespace
