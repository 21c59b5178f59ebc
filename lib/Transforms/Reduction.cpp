//===- Reduction.cpp - A reduction that strategies can vectorize ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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
  auto fastMath = dyn_cast<arith::ArithFastMathInterface>(combiner);
  return fastMath && fastMath.getFastMathFlagsAttr() &&
         bitEnumContainsAll(fastMath.getFastMathFlagsAttr().getValue(),
                            arith::FastMathFlags::reassoc);
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

/// Whether `op` of a body can work on vectors as it does on scalars.
static bool isVectorizable(Operation &op) {
  if (isa<linalg::YieldOp>(op))
    return true;
  auto isElement = [](Type type) {
    return VectorType::isValidElementType(type);
  };
  return (op.hasTrait<OpTrait::ConstantLike>() ||
          OpTrait::hasElementwiseMappableTraits(&op)) &&
         llvm::all_of(op.getOperandTypes(), isElement) &&
         llvm::all_of(op.getResultTypes(), isElement);
}

/// Whether a vector of `type` lies in memory as its elements do one by one.
/// Those of i1 take a byte each, in a vector a bit.
static bool isPackedAlike(Type type) {
  return type.isIndex() ||
         (type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= CHAR_BIT &&
          llvm::isPowerOf2_32(type.getIntOrFloatBitWidth()));
}

FailureOr<Reduction> Reduction::match(linalg::GenericOp op, StringRef &reason) {
  auto fail = [&](StringRef why) {
    reason = why;
    return failure();
  };
  if (op.getNumReductionLoops() == 0)
    return fail("no loop is a reduction");
  if (!op.hasPureTensorSemantics())
    return fail("an operand is no tensor");
  if (op.getNumDpsInits() != 1)
    return fail("there is more than one output");
  if (op.hasDynamicShape())
    return fail("a dimension is dynamic");
  if (!llvm::all_of(op.getBody()->getArgumentTypes(), isPackedAlike))
    return fail(
        "vectors of an element type do not lie in memory as its elements do");

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

  std::optional<TypedAttr> neutral =
      arith::getNeutralElement(reduction.combiner);
  if (!neutral)
    return fail("the combiner has no known neutral element");
  if (rulesOutNeutral(reduction.combiner, *neutral))
    return fail("the combiner's fast-math flags rule out its neutral element");
  reduction.neutral = *neutral;
  reduction.reassociable = isReassociableCombiner(reduction.combiner);
  if (auto fill = init->get().getDefiningOp<linalg::FillOp>()) {
    TypedAttr value;
    if (matchPattern(fill.getInputs()[0], m_Constant(&value)) &&
        value == reduction.neutral)
      reduction.neutralDestination = fill.getOutputs()[0];
  }

  auto noteType = [&](Type type) {
    unsigned bits = type.isIndex()        ? IndexType::kInternalStorageBitWidth
                    : type.isIntOrFloat() ? type.getIntOrFloatBitWidth()
                                          : 0;
    reduction.maxElementBits = std::max(reduction.maxElementBits, bits);
  };
  llvm::for_each(op.getBody()->getArgumentTypes(), noteType);
  for (Operation &nested : *op.getBody())
    llvm::for_each(nested.getResultTypes(), noteType);
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

Value Reduction::getDestination() const {
  return startsNeutral() ? neutralDestination : op.getDpsInitOperand(0)->get();
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Value Reduction::buildNeutral(ImplicitLocOpBuilder &builder,
                              int64_t width) const {
  auto type = VectorType::get(width, accumulatorType);
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, neutral));
}

/// Clones `op` of a body with vectors in the place of scalars: those of
/// `mapping`, and splats of whatever comes from outside.
static void cloneOnVectors(ImplicitLocOpBuilder &builder, Operation &op,
                           IRMapping &mapping, int64_t width) {
  for (Value operand : op.getOperands())
    if (!mapping.contains(operand))
      mapping.map(
          operand,
          vector::BroadcastOp::create(
              builder, VectorType::get(width, operand.getType()), operand));
  Operation *clone = builder.clone(op, mapping);
  for (OpResult result : clone->getResults())
    result.setType(VectorType::get(width, result.getType()));
}

Value Reduction::buildElements(ImplicitLocOpBuilder &builder,
                               ValueRange indices, int64_t width) const {
  IRMapping mapping;
  SmallVector<bool> inBounds = {true};
  for (OpOperand *input : op.getDpsInputOperands()) {
    Type elementType = getElementTypeOrSelf(input->get().getType());
    Value read = vector::TransferReadOp::create(
        builder, VectorType::get(width, elementType), input->get(), indices,
        /*padding=*/std::nullopt, ArrayRef<bool>(inBounds));
    mapping.map(op.getMatchingBlockArgument(input), read);
  }
  for (Operation &nested : *op.getBody()) {
    if (&nested == combiner || isa<linalg::YieldOp>(nested))
      continue;
    if (nested.hasTrait<OpTrait::ConstantLike>()) {
      Operation *constant = builder.clone(nested);
      Value scalar = constant->getResult(0);
      mapping.map(
          nested.getResult(0),
          vector::BroadcastOp::create(
              builder, VectorType::get(width, scalar.getType()), scalar));
      continue;
    }
    cloneOnVectors(builder, nested, mapping, width);
  }
  if (Value mapped = mapping.lookupOrNull(combinedElement))
    return mapped;
  return vector::BroadcastOp::create(
      builder, VectorType::get(width, accumulatorType), combinedElement);
}

Value Reduction::buildCombination(ImplicitLocOpBuilder &builder,
                                  Value accumulator, Value elements) const {
  IRMapping mapping;
  mapping.map(op.getRegionOutputArgs().front(), accumulator);
  mapping.map(combinedElement, elements);
  Operation *clone = builder.clone(*combiner, mapping);
  clone->getResult(0).setType(accumulator.getType());
  return clone->getResult(0);
}
