//===- NumberCombination.cpp - Combinations of numbers only ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberCombination.h"
#include "Transforms/Analysis/StrategyLimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

bool mlir::reduce::detail::combinesNumbersFaster(const Reduction &reduction,
                                                 const VectorTarget &target) {
  return target.getDropsNan() &&
         reduction.getCombiner().getNaNDroppingComparison();
}

LoopFormKind mlir::reduce::detail::getLoopForm(const Reduction &reduction,
                                               const VectorTarget &target,
                                               bool combinePairs) {
  if (target.usesLoopForm(reduction))
    return LoopFormKind::SplitKeys;
  return combinePairs && combinesNumbersFaster(reduction, target)
             ? LoopFormKind::Numbers
             : LoopFormKind::Plain;
}

State mlir::reduce::detail::buildNumberCombination(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    ValueRange accumulator, ValueRange elements) {
  Value replaces = arith::CmpFOp::create(
      builder, *reduction.getCombiner().getNaNDroppingComparison(), elements[0],
      accumulator[0]);
  return {
      arith::SelectOp::create(builder, replaces, elements[0], accumulator[0])};
}

Value mlir::reduce::detail::buildAreNumbers(ImplicitLocOpBuilder &builder,
                                            Value first, Value second) {
  return arith::CmpFOp::create(builder, arith::CmpFPredicate::ORD, first,
                               second);
}

/// Like `buildPairCombination`, if combinations of numbers are faster: one
/// comparison tests both vectors for NaN. An accumulator that is NaN remains
/// NaN.
static State buildFastPairCombination(ImplicitLocOpBuilder &builder,
                                      const Reduction &reduction,
                                      const VectorTarget &target,
                                      ValueRange accumulator, ValueRange first,
                                      ValueRange second) {
  State combined =
      buildNumberCombination(builder, reduction, accumulator, first);
  combined = buildNumberCombination(builder, reduction, combined, second);
  auto type = cast<VectorType>(combined[0].getType());
  auto floatType = cast<FloatType>(type.getElementType());
  Value hasNaN = arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO,
                                       first[0], second[0]);
  if (!target.getMaskRegisters()) {
    // A comparison sets all bits of a lane, which is a NaN. Adding bits takes
    // less than choosing lanes.
    Type integers = type.clone(builder.getIntegerType(floatType.getWidth()));
    Value bits = arith::OrIOp::create(
        builder, arith::BitcastOp::create(builder, integers, combined[0]),
        arith::ExtSIOp::create(builder, integers, hasNaN));
    return {arith::BitcastOp::create(builder, type, bits)};
  }
  Value nan = arith::ConstantOp::create(
      builder, DenseElementsAttr::get(
                   type, APFloat::getNaN(floatType.getFloatSemantics())));
  return {arith::SelectOp::create(builder, hasNaN, nan, combined[0])};
}

bool mlir::reduce::detail::combinesPairsFaster(const Reduction &reduction,
                                               const VectorTarget &target) {
  return combinesNumbersFaster(reduction, target) ||
         target.multipliesPairs(reduction);
}

State mlir::reduce::detail::buildPairCombination(
    ImplicitLocOpBuilder &builder, const VectorReduction &reduction,
    const VectorTarget &target, ValueRange accumulator, ValueRange first,
    ValueRange second) {
  if (target.multipliesPairs(reduction)) {
    State pair = reduction.buildCombination(builder, first, second);
    return reduction.buildCombination(builder, accumulator, pair);
  }
  if (!combinesNumbersFaster(reduction, target)) {
    State combined = reduction.buildCombination(builder, accumulator, first);
    return reduction.buildCombination(builder, combined, second);
  }
  // Each vector needs a mask, and AVX-512 has seven masks.
  int64_t width = getNumElements(accumulator);
  if (width <= limits::maskedVectors * target.getLanes(reduction))
    return buildFastPairCombination(builder, reduction, target, accumulator,
                                    first, second);
  State halves;
  for (int64_t offset : {int64_t(0), width / 2}) {
    auto buildHalf = [&](ValueRange state) {
      return buildSlice(builder, state, offset, width / 2);
    };
    State accumulatorHalf = buildHalf(accumulator),
          firstHalf = buildHalf(first);
    halves.append(buildPairCombination(builder, reduction, target,
                                       accumulatorHalf, firstHalf,
                                       buildHalf(second)));
  }
  return {
      vector::ShuffleOp::create(builder, halves[0], halves[1],
                                llvm::to_vector(llvm::seq<int64_t>(width)))};
}
