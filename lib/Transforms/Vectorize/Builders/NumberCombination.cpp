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
    ImplicitLocOpBuilder &builder, const VectorReduction &reduction,
    ValueRange accumulator, ValueRange elements) {
  arith::CmpFPredicate predicate =
      *reduction.getCombiner().getNaNDroppingComparison();
  if (reduction.doesOrderZeros())
    return {
        buildOrderedExtremum(builder, predicate, accumulator[0], elements[0])};
  Value replaces =
      arith::CmpFOp::create(builder, predicate, elements[0], accumulator[0]);
  return {
      arith::SelectOp::create(builder, replaces, elements[0], accumulator[0])};
}

Value mlir::reduce::detail::buildAreNumbers(ImplicitLocOpBuilder &builder,
                                            Value first, Value second) {
  return arith::CmpFOp::create(builder, arith::CmpFPredicate::ORD, first,
                               second);
}

State mlir::reduce::detail::buildOrderedCombination(
    ImplicitLocOpBuilder &builder, const VectorReduction &reduction,
    ArrayRef<State> vectors) {
  assert(reduction.doesOrderZeros() && "zeros must be ordered");
  State combined = vectors.front();
  for (const State &vector : vectors.drop_front())
    combined = buildNumberCombination(builder, reduction, combined, vector);
  Value areNumbers;
  for (size_t i = 0, e = vectors.size(); i < e; i += 2) {
    Value arePair = buildAreNumbers(builder, vectors[i][0],
                                    vectors[std::min(i + 1, e - 1)][0]);
    // AVX-512 tests the lanes of a mask, which combines both.
    areNumbers = areNumbers
                     ? arith::AndIOp::create(builder, areNumbers, arePair)
                     : arePair;
  }
  return {arith::SelectOp::create(builder, areNumbers, combined[0],
                                  buildDefaultNaN(builder, combined[0]))};
}

/// Like `buildPairCombination`, if combinations of numbers are faster: one
/// comparison tests both vectors for NaN. An accumulator that is NaN remains
/// NaN.
static State buildFastPairCombination(ImplicitLocOpBuilder &builder,
                                      const VectorReduction &reduction,
                                      const VectorTarget &target,
                                      ValueRange accumulator, ValueRange first,
                                      ValueRange second) {
  if (const MarkedForm *marked = reduction.getMarked())
    return marked->combinePair(builder, accumulator, first, second);
  if (reduction.doesOrderZeros())
    return buildOrderedCombination(builder, reduction,
                                   {llvm::to_vector_of<Value, 2>(accumulator),
                                    llvm::to_vector_of<Value, 2>(first),
                                    llvm::to_vector_of<Value, 2>(second)});
  State combined =
      buildNumberCombination(builder, reduction, accumulator, first);
  combined = buildNumberCombination(builder, reduction, combined, second);
  auto type = cast<VectorType>(combined[0].getType());
  Value hasNaN = arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO,
                                       first[0], second[0]);
  if (!target.getMaskRegisters()) {
    // A comparison sets all bits of a lane, which is a NaN. Adding bits takes
    // less than choosing lanes.
    Type integers =
        type.clone(builder.getIntegerType(type.getElementTypeBitWidth()));
    Value bits = arith::OrIOp::create(
        builder, arith::BitcastOp::create(builder, integers, combined[0]),
        arith::ExtSIOp::create(builder, integers, hasNaN));
    return {arith::BitcastOp::create(builder, type, bits)};
  }
  return {arith::SelectOp::create(
      builder, hasNaN, buildDefaultNaN(builder, combined[0]), combined[0])};
}

bool mlir::reduce::detail::isSingleOrDouble(const Reduction &reduction) {
  return llvm::all_of(reduction.getStateTypes(),
                      [](Type type) { return type.isF32() || type.isF64(); });
}

bool mlir::reduce::detail::combinesPairsFaster(const Reduction &reduction,
                                               const VectorTarget &target) {
  // If one instruction propagates NaN, a test of two vectors saves nothing.
  bool fixesNaN = target.getFixesNan() && isSingleOrDouble(reduction);
  return (combinesNumbersFaster(reduction, target) && !fixesNaN) ||
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
  State joined;
  for (size_t i = 0, e = halves.size() / 2; i < e; ++i)
    joined.push_back(
        vector::ShuffleOp::create(builder, halves[i], halves[e + i],
                                  llvm::to_vector(llvm::seq<int64_t>(width))));
  return joined;
}
