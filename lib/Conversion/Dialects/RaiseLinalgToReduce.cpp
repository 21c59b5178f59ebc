//===- RaiseLinalgToReduce.cpp - From linalg to the reduce dialect --------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/Common/ConversionRemarks.h"
#include "Conversion/ReduceToLinalg/LinalgReduction.h"
#include "ForeignOperators.h"
#include "reduce/Conversion/Dialects/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "reduce/IR/ReduceDialect.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_RAISELINALGTOREDUCEPASS
#include "reduce/Conversion/Dialects/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// A reduction, the dimensions of its output, and its initial value.
struct Match {
  const ForeignOperator *foreign;
  /// The number of the only result that is used.
  unsigned result;
  /// The operation of the body that combines `element` and the accumulator.
  Operation *combiner;
  /// An element of the input, or the value that `prologue` computes from it.
  Value element;
  /// The operations of the body that come before the combiner, in order.
  SmallVector<Operation *> prologue;
  SmallVector<int64_t> axes;
  /// Whether reduced dimensions are kept with size 1.
  bool keepdims;
  /// Dimension i of the output is dimension permutation[i] of the reduction.
  SmallVector<int64_t> permutation;
  TensorType type;
  /// Whether the init is not the identity.
  bool hasInit;
  /// Whether the result for nothing but NaN is NaN rather than the identity.
  bool givesNaN;
};
} // namespace

/// Returns the number of the only result of `op`, or of the only one that is
/// used.
static std::optional<unsigned> getUsedResult(linalg::LinalgOp op) {
  if (op->getNumResults() == 1)
    return 0;
  std::optional<unsigned> used;
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    if (used)
      return std::nullopt;
    used = result.getResultNumber();
  }
  return used;
}

/// Matches the part of the body of `op` that computes the result `match.result`
/// and sets the combiner, the element and the prologue.
static LogicalResult matchBody(linalg::LinalgOp op, Match &match) {
  Block &body = *op.getBlock();
  OpOperand *init = op.getDpsInitOperand(match.result);
  Value input = op.getMatchingBlockArgument(op.getDpsInputOperand(0));
  Value accumulator = op.getMatchingBlockArgument(init);
  Value yielded = body.getTerminator()->getOperand(match.result);
  match.combiner = yielded.getDefiningOp();
  if (!match.combiner || match.combiner->getBlock() != &body ||
      match.combiner->getNumResults() != 1 ||
      match.combiner->getNumOperands() != 2)
    return failure();
  Value left = match.combiner->getOperand(0);
  Value right = match.combiner->getOperand(1);
  if (left != accumulator && right != accumulator)
    return failure();
  match.element = left == accumulator ? right : left;
  // The operations that compute the element must depend only on the input.
  llvm::SetVector<Operation *> prologue;
  SmallVector<Value> pending = {match.element};
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (value == input || value.getParentBlock() != &body)
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
        isa<linalg::IndexOp>(op))
      return failure();
    if (prologue.insert(op))
      llvm::append_range(pending, op->getOperands());
  }
  match.prologue = prologue.takeVector();
  llvm::sort(match.prologue, [](Operation *first, Operation *second) {
    return first->isBeforeInBlock(second);
  });
  return success(match.element.getParentBlock() == &body);
}

/// Returns the constant that all elements of `tensor` are equal to; null if
/// there is none.
static Attribute getConstant(Value tensor) {
  Attribute value;
  if (auto broadcast = tensor.getDefiningOp<linalg::BroadcastOp>())
    tensor = broadcast.getInput();
  auto getScalar = [&](Value scalar) {
    return matchPattern(scalar, m_Constant(&value)) ? value : Attribute();
  };
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return getScalar(fill.getInputs()[0]);
  if (auto splat = tensor.getDefiningOp<tensor::SplatOp>())
    return getScalar(splat.getInput());
  auto insert = tensor.getDefiningOp<tensor::InsertOp>();
  if (insert && insert.getIndices().empty())
    return getScalar(insert.getScalar());
  SplatElementsAttr elements;
  return matchPattern(tensor, m_Constant(&elements))
             ? elements.getSplatValue<Attribute>()
             : Attribute();
}

/// Matches the indexing maps of `op` and sets the axes, the permutation and the
/// type. On failure, sets `reason`.
static LogicalResult matchMaps(linalg::LinalgOp op, Match &match,
                               std::string &reason) {
  OpOperand *input = op.getDpsInputOperand(0);
  AffineMap inputMap = op.getMatchingIndexingMap(input);
  if (!inputMap.isPermutation()) {
    reason = "it does not read each element exactly once";
    return failure();
  }
  // The parallel loops in the order of the input's dimensions.
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<unsigned> keptLoops;
  for (unsigned dim = 0, e = inputMap.getNumResults(); dim < e; ++dim) {
    unsigned loop = inputMap.getDimPosition(dim);
    if (iterators[loop] == utils::IteratorType::parallel)
      keptLoops.push_back(loop);
    else
      match.axes.push_back(dim);
  }
  OpOperand *init = op.getDpsInitOperand(match.result);
  auto outputType = cast<RankedTensorType>(init->get().getType());
  // The dimensions that are only written at index 0: reduced dimensions that
  // are kept with size 1.
  SmallVector<int64_t> unitDims;
  SmallVector<unsigned> writtenLoops;
  AffineMap outputMap = op.getMatchingIndexingMap(init);
  for (auto [dim, result] : llvm::enumerate(outputMap.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(result);
    auto constant = dyn_cast<AffineConstantExpr>(result);
    if (loop)
      writtenLoops.push_back(loop.getPosition());
    else if (constant && constant.getValue() == 0 &&
             outputType.getDimSize(dim) == 1)
      unitDims.push_back(dim);
    else
      break;
  }
  if (unitDims.size() + writtenLoops.size() != outputMap.getNumResults() ||
      writtenLoops.size() != keptLoops.size() ||
      !std::is_permutation(writtenLoops.begin(), writtenLoops.end(),
                           keptLoops.begin())) {
    reason = "it does not write each kept dimension exactly once";
    return failure();
  }
  for (unsigned loop : writtenLoops)
    match.permutation.push_back(llvm::find(keptLoops, loop) -
                                keptLoops.begin());
  match.keepdims = !unitDims.empty();
  if (match.keepdims &&
      (unitDims != match.axes || !isIdentityPermutation(match.permutation))) {
    reason = "it writes dimensions of size 1 other than those it reduces";
    return failure();
  }

  SmallVector<int64_t> shape(outputType.getShape());
  if (!match.keepdims)
    shape = applyPermutation(ArrayRef<int64_t>(shape),
                             invertPermutationVector(match.permutation));
  auto inputType = cast<TensorType>(input->get().getType());
  match.type =
      checkReduction(inputType.clone(match.element.getType()), match.axes,
                     match.keepdims, outputType.clone(shape), reason);
  return success(bool(match.type));
}

/// Returns whether the reduced loops of `op` visit elements in memory order.
static bool reducesInOrder(linalg::LinalgOp op, ArrayRef<int64_t> axes) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  return llvm::is_sorted(llvm::map_range(
      axes, [&](int64_t axis) { return map.getDimPosition(axis); }));
}

/// Matches `op`. If it does not match, returns none and sets `reason`.
static std::optional<Match>
match(linalg::LinalgOp op, const ForeignQuery &query, std::string &reason) {
  auto fail = [&](StringRef why) {
    reason = why;
    return std::nullopt;
  };
  if (!op.hasPureTensorSemantics())
    return fail("an operand is not a tensor");
  if (op.getNumDpsInputs() != 1)
    return fail("there is more than one input");
  std::optional<unsigned> number = getUsedResult(op);
  if (!number)
    return fail("the number of used results is not one");
  Match result;
  result.result = *number;
  if (failed(matchBody(op, result)))
    return fail("its body does not end in one operation that combines an "
                "element and the accumulator");
  Type elementType = result.element.getType();
  result.foreign =
      findForeignOperator(query, result.combiner, elementType, reason);
  if (!result.foreign || failed(matchMaps(op, result, reason)))
    return std::nullopt;

  Attribute start = getConstant(op.getDpsInitOperand(*number)->get());
  result.hasInit =
      !start || !isSameNumber(start, getIdentity(*result.foreign, elementType));
  auto startNumber = dyn_cast_or_null<FloatAttr>(start);
  result.givesNaN = result.foreign->condition == ForeignCondition::IgnoresNaN &&
                    (!startNumber || startNumber.getValue().isNaN());
  if (result.foreign->condition == ForeignCondition::InOrder) {
    if (result.hasInit)
      return fail("its order is strict, but its init is not the identity");
    if (!reducesInOrder(op, result.axes))
      return fail("its order is strict, but is not the order of the elements");
  }
  return result;
}

/// Erases unused producers of `values`, and the producers of their operands,
/// recursively. Does not erase reductions, which the pass may not have visited
/// yet.
static void eraseUnused(RewriterBase &rewriter, ValueRange values) {
  // A set, since an operation may produce several operands.
  llvm::SetVector<Operation *> producers;
  auto insert = [&](ValueRange range) {
    for (Value value : range)
      if (Operation *op = value.getDefiningOp())
        producers.insert(op);
  };
  insert(values);
  while (!producers.empty()) {
    Operation *op = producers.pop_back_val();
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!isOpTriviallyDead(op) ||
        (linalgOp && linalgOp.getNumReductionLoops() > 0))
      continue;
    insert(op->getOperands());
    // In an unreachable block it may be an operand of itself.
    producers.remove(op);
    rewriter.eraseOp(op);
  }
}

static void convert(linalg::LinalgOp op, const Match &match,
                    RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value input = op.getDpsInputOperand(0)->get();
  Value init = op.getDpsInitOperand(match.result)->get();
  Block &body = *op.getBlock();
  if (!match.prologue.empty())
    input = buildElementwise(rewriter, loc, input,
                             tensor::getMixedSizes(rewriter, loc, input),
                             match.element.getType(),
                             [&](OpBuilder &nested, Location, Value element) {
                               IRMapping mapping;
                               mapping.map(body.getArgument(0), element);
                               for (Operation *made : match.prologue)
                                 nested.clone(*made, mapping);
                               return mapping.lookup(match.element);
                             });
  Value result = buildForeignReduction(rewriter, loc, *match.foreign, input,
                                       match.axes, match.keepdims, match.type);
  if (match.givesNaN)
    result = buildNaNForAllNaN(rewriter, loc, input, match.axes, match.keepdims,
                               result);
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
          mapping.map(match.element, number);
          mapping.map(body.getArgument(1 + match.result), start);
          return nested.clone(*match.combiner, mapping)->getResult(0);
        });
  // In a graph region, an operation may start from its own result.
  SmallVector<Value> inits;
  for (Value each : op.getDpsInits())
    if (each.getDefiningOp() != op && !llvm::is_contained(inits, each))
      inits.push_back(each);
  rewriter.replaceAllUsesWith(op->getResult(match.result), result);
  rewriter.eraseOp(op);
  eraseUnused(rewriter, inits);
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
    ForeignQuery query = {ForeignDialect::Linalg, keepZeroOrder,
                          allowReassociation};
    IRRewriter rewriter(&getContext());
    convertMatching(
        ops, remarks,
        [&](linalg::LinalgOp op, std::string &reason) {
          return match(op, query, reason);
        },
        [&](linalg::LinalgOp op, const Match &found) {
          if (found.foreign->condition == ForeignCondition::InOrder)
            remarks.note(op, "factors are multiplied in order, which is slow; "
                             "allow-reassociation permits any order");
          convert(op, found, rewriter);
        });
  }
};
} // namespace
