//===- Reduction.cpp - A reduction that strategies can vectorize ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "VectorBody.h"
#include "reduce/IR/StridedFunctions.h"
#include "reduce/IR/TypeInference.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::reduce;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Whether the order in which `combiner` meets its operands is immaterial.
static bool isReassociableCombiner(Operation *combiner) {
  if (!isa<FloatType>(combiner->getResult(0).getType()))
    return true;
  if (isa<arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp,
          arith::MaxNumFOp>(combiner))
    return true;
  // Clauses prod-order, prod-strict-order.
  auto fastMath = dyn_cast<arith::ArithFastMathInterface>(combiner);
  return fastMath && fastMath.getFastMathFlagsAttr() &&
         bitEnumContainsAll(fastMath.getFastMathFlagsAttr().getValue(),
                            arith::FastMathFlags::reassoc);
}

/// Returns what `combiner` leaves any number as it is with, if that is known.
static std::optional<TypedAttr> getNeutralElement(Operation *combiner) {
  // Upstream's +0.0 would take the sign from a sum of -0.0 only.
  if (auto add = dyn_cast<arith::AddFOp>(combiner)) {
    auto type = cast<FloatType>(add.getType());
    return FloatAttr::get(
        type, APFloat::getZero(type.getFloatSemantics(), /*Negative=*/true));
  }
  // Upstream takes an index for an integer of some width.
  if (combiner->getResult(0).getType().isIndex() &&
      isa<arith::AndIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
          arith::MaxUIOp>(combiner))
    return std::nullopt;
  return arith::getNeutralElement(combiner);
}

/// Whether the fast-math flags of `combiner` make a NaN as `neutral`, which
/// minnumf has, poison.
static bool rulesOutNeutral(Operation *combiner, Attribute neutral) {
  auto value = dyn_cast<FloatAttr>(neutral);
  auto fastMath = dyn_cast<arith::ArithFastMathInterface>(combiner);
  return value && value.getValue().isNaN() && fastMath &&
         fastMath.getFastMathFlagsAttr() &&
         bitEnumContainsAll(fastMath.getFastMathFlagsAttr().getValue(),
                            arith::FastMathFlags::nnan);
}

/// Bufferization takes time exponential in the depth of loops that carry
/// tensors (LLVM 22.1): 0.3 s for 16 loops, more than 100 s for 32.
static constexpr unsigned maxLoops = 16;

FailureOr<Reduction> Reduction::match(linalg::GenericOp op, StringRef &reason) {
  auto fail = [&](StringRef why) {
    reason = why;
    return failure();
  };
  assert(op.getNumReductionLoops() > 0 && "expected a reduction");
  // Its memory on the stack, if it needs some, is the function's.
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function || !function->hasTrait<OpTrait::AutomaticAllocationScope>())
    return fail("it stands in no function that has a stack");
  if (!op.hasPureTensorSemantics())
    return fail("an operand is no tensor");
  if (op.getNumDpsInits() != 1)
    return fail("there is more than one output");
  if (op.getNumLoops() > maxLoops)
    return fail("there are more than 16 loops");
  if (!llvm::all_of(op.getBody()->getArgumentTypes(), isVectorElement))
    return fail(noVectorElement);
  if (!llvm::all_of(op->getOperandTypes(), [](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return !tensor || isCountable(tensor);
      }))
    return fail("the elements of a tensor are too many to count");

  Reduction reduction(op);
  reduction.extents = op.getStaticLoopRanges();
  AffineMap identityMap =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  SmallVector<AffineExpr> parallelExprs;
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    reduction.reduced.push_back(iterator == utils::IteratorType::reduction);
    if (!reduction.reduced.back())
      parallelExprs.push_back(identityMap.getResult(loop));
  }
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.getMatchingIndexingMap(input) != identityMap)
      return fail("an input is not read in the order of the loops");
  OpOperand *init = op.getDpsInitOperand(0);
  if (op.getMatchingIndexingMap(init).getResults() !=
      ArrayRef<AffineExpr>(parallelExprs))
    return fail("the output is not written in the order of the loops");

  SmallVector<Operation *> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), 0, combiners) ||
      combiners.size() != 1 || combiners[0]->getNumOperands() != 2)
    return fail("the body does not combine by one binary operation");
  reduction.combiner = combiners[0];
  BlockArgument accumulator = op.getRegionOutputArgs().front();
  reduction.combinedElement = reduction.combiner->getOperand(0) == accumulator
                                  ? reduction.combiner->getOperand(1)
                                  : reduction.combiner->getOperand(0);
  reduction.accumulatorType = accumulator.getType();
  if (!llvm::all_of(*op.getBody(), isVectorizable))
    return fail("an operation of the body has no vector form");

  std::optional<TypedAttr> neutral = getNeutralElement(reduction.combiner);
  if (!neutral)
    return fail("the combiner has no known neutral element");
  if (rulesOutNeutral(reduction.combiner, *neutral))
    return fail("the combiner's fast-math flags rule out its neutral element");
  reduction.neutral = *neutral;
  reduction.reassociable = isReassociableCombiner(reduction.combiner);
  if (auto fill = init->get().getDefiningOp<linalg::FillOp>()) {
    TypedAttr value;
    if (matchPattern(fill.getInputs()[0], m_Constant(&value))) {
      reduction.start = value;
      reduction.filled = fill.getOutputs()[0];
    }
  }
  if (FailureOr<Epilogue> epilogue = Epilogue::match(op.getResult(0));
      reduction.start && succeeded(epilogue))
    reduction.epilogue = *epilogue;
  reduction.matchSplitKeys();

  auto noteType = [&](Type type) {
    reduction.maxElementBits =
        std::max(reduction.maxElementBits, getElementBits(type));
  };
  llvm::for_each(op.getBody()->getArgumentTypes(), noteType);
  for (Operation &nested : *op.getBody()) {
    llvm::for_each(nested.getResultTypes(), noteType);
    auto extension = dyn_cast<arith::ExtFOp>(nested);
    if (!extension)
      continue;
    reduction.extendsF16 |=
        extension.getIn().getType().isF16() && extension.getType().isF32();
    reduction.extendsBF16 |= isa<BlockArgument>(extension.getIn()) &&
                             extension.getIn().getType().isBF16() &&
                             extension.getType().isF32();
  }
  return reduction;
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

SmallVector<unsigned> Reduction::getReducedLoops() const {
  return llvm::filter_to_vector(llvm::seq(getNumLoops()),
                                [&](unsigned loop) { return reduced[loop]; });
}

SmallVector<unsigned> Reduction::getParallelLoops() const {
  return llvm::filter_to_vector(llvm::seq(getNumLoops()),
                                [&](unsigned loop) { return !reduced[loop]; });
}

SmallVector<Value> Reduction::getResultIndices(ValueRange indices) const {
  return llvm::map_to_vector(getParallelLoops(), [&](unsigned loop) -> Value {
    return indices[loop];
  });
}

unsigned Reduction::getAccumulatorBits() const {
  return getElementBits(accumulatorType);
}

bool Reduction::isIdempotent() const {
  return isa<arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp,
             arith::MaxNumFOp, arith::MinSIOp, arith::MinUIOp, arith::MaxSIOp,
             arith::MaxUIOp, arith::AndIOp, arith::OrIOp>(combiner);
}

std::optional<arith::CmpFPredicate> Reduction::getLosingComparison() const {
  auto keepsNaN = [](auto op) {
    return !bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::nnan);
  };
  if (auto minimum = dyn_cast<arith::MinimumFOp>(combiner))
    if (keepsNaN(minimum))
      return arith::CmpFPredicate::OLT;
  if (auto maximum = dyn_cast<arith::MaximumFOp>(combiner))
    if (keepsNaN(maximum))
      return arith::CmpFPredicate::OGT;
  return std::nullopt;
}

void Reduction::replaceWith(RewriterBase &rewriter, Value results) const {
  // The epilogue goes first, it uses the reduction.
  rewriter.replaceOp(getRoot(), results);
  if (epilogue)
    rewriter.eraseOp(op);
}

Value Reduction::getDestination() const {
  if (epilogue)
    if (Value destination = epilogue->getDestination())
      return destination;
  return hasConstantStart() ? filled : op.getDpsInitOperand(0)->get();
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Builds a vector of `width` times `value`.
static Value buildSplat(ImplicitLocOpBuilder &builder, TypedAttr value,
                        int64_t width) {
  return arith::ConstantOp::create(
      builder,
      DenseElementsAttr::get(VectorType::get(width, value.getType()), value));
}

Value Reduction::buildNeutral(ImplicitLocOpBuilder &builder,
                              int64_t width) const {
  if (isSplit)
    return buildSplat(builder, getSplitNeutral(), 2 * width);
  return buildSplat(builder, neutral, width);
}

Value Reduction::buildStart(ImplicitLocOpBuilder &builder,
                            int64_t width) const {
  return buildSplat(builder, start, width);
}

Value Reduction::buildStartScalar(ImplicitLocOpBuilder &builder,
                                  Value destination, ValueRange indices) const {
  if (hasConstantStart())
    return arith::ConstantOp::create(builder, start);
  return tensor::ExtractOp::create(builder, destination, indices);
}

Value Reduction::buildExtent(ImplicitLocOpBuilder &builder,
                             unsigned loop) const {
  if (!isDynamic(loop))
    return arith::ConstantIndexOp::create(builder, extents[loop]);
  return tensor::DimOp::create(builder, op.getDpsInputOperand(0)->get(), loop);
}

Value Reduction::buildMaskedElements(ImplicitLocOpBuilder &builder,
                                     ValueRange indices, Value mask) const {
  return buildMaskedJoinedElements(builder, op.getDpsInputs(), indices, mask);
}

Value Reduction::buildMaskedJoinedElements(ImplicitLocOpBuilder &builder,
                                           ValueRange inputs,
                                           ValueRange indices,
                                           Value mask) const {
  int64_t width = cast<VectorType>(mask.getType()).getDimSize(0);
  Value elements = buildElementsOf(builder, inputs, indices, width,
                                   /*inBounds=*/false, LaneOrder::Memory);
  return arith::SelectOp::create(builder, mask, elements,
                                 buildNeutral(builder, width));
}

SmallVector<Value>
Reduction::buildJoinedInputs(ImplicitLocOpBuilder &builder) const {
  SmallVector<ReassociationIndices> groups;
  for (unsigned loop = 0, e = getNumLoops(); loop + 1 < e; ++loop)
    groups.push_back({loop});
  groups.back().push_back(getNumLoops() - 1);
  return llvm::map_to_vector(op.getDpsInputs(), [&](Value input) -> Value {
    return tensor::CollapseShapeOp::create(builder, input, groups);
  });
}

Value Reduction::buildElements(ImplicitLocOpBuilder &builder,
                               ValueRange indices, int64_t width,
                               bool isInBounds, LaneOrder order) const {
  return buildElementsOf(builder, op.getDpsInputs(), indices, width, isInBounds,
                         order);
}

Value Reduction::buildElementsOf(ImplicitLocOpBuilder &builder,
                                 ValueRange inputs, ValueRange indices,
                                 int64_t width, bool isInBounds,
                                 LaneOrder order) const {
  SmallVector<bool> inBounds = {isInBounds};
  SmallVector<Value> reads, evens, odds;
  for (Value input : inputs) {
    Type elementType = getElementTypeOrSelf(input.getType());
    std::optional<Value> padding;
    if (!isInBounds)
      padding =
          arith::ConstantOp::create(builder, builder.getZeroAttr(elementType));
    reads.push_back(vector::TransferReadOp::create(
        builder, VectorType::get(width, elementType), input, indices, padding,
        ArrayRef<bool>(inBounds)));
  }
  if (order == LaneOrder::Memory)
    return buildBody(builder, reads);
  for (Value read : reads) {
    auto halves = vector::DeinterleaveOp::create(builder, read);
    evens.push_back(halves.getRes1());
    odds.push_back(halves.getRes2());
  }
  return vector::ShuffleOp::create(builder, buildBody(builder, evens),
                                   buildBody(builder, odds),
                                   llvm::to_vector(llvm::seq<int64_t>(width)));
}

/// Builds what the body computes of vectors of its inputs' elements.
Value Reduction::buildBody(ImplicitLocOpBuilder &builder,
                           ValueRange reads) const {
  int64_t width = cast<VectorType>(reads[0].getType()).getDimSize(0);
  IRMapping mapping;
  mapping.map(op.getRegionInputArgs(), reads);
  for (Operation &nested : op.getBody()->without_terminator())
    if (&nested != combiner)
      cloneOperation(builder, nested, mapping, width);
  if (isSplit)
    return buildSplitKeys(builder, mapping.lookup(split->bits));
  if (Value mapped = mapping.lookupOrNull(combinedElement))
    return mapped;
  return buildBroadcast(builder, combinedElement, width);
}

Value Reduction::buildCombination(ImplicitLocOpBuilder &builder,
                                  Value accumulator, Value elements) const {
  if (isSplit)
    return buildSplitCombination(builder, accumulator, elements);
  IRMapping mapping;
  mapping.map(op.getRegionOutputArgs().front(), accumulator);
  mapping.map(combinedElement, elements);
  Operation *clone = builder.clone(*combiner, mapping);
  clone->getResult(0).setType(accumulator.getType());
  return clone->getResult(0);
}

Value Reduction::buildEpilogue(ImplicitLocOpBuilder &builder, Value accumulator,
                               Value destination, ValueRange indices,
                               bool inBounds) const {
  if (!epilogue)
    return accumulator;
  return epilogue->build(builder, accumulator, destination, indices, inBounds);
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

SmallVector<linalg::GenericOp>
mlir::reduce::getContiguousReductions(Operation *root) {
  SmallVector<linalg::GenericOp> ops;
  root->walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() > 0 && !isInStridedFunction(op))
      ops.push_back(op);
  });
  return ops;
}
