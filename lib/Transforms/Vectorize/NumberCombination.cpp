//===- NumberCombination.cpp - Combinations of numbers only ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberCombination.h"
#include "Transforms/Analysis/CostTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;

bool mlir::reduce::combinesNumbersFaster(const Reduction &reduction,
                                         const VectorTarget &target) {
  return target.hasMaskRegisters && reduction.getLosingComparison();
}

LoopForm mlir::reduce::getLoopForm(const Reduction &reduction,
                                   const VectorTarget &target,
                                   bool combinePairs) {
  if (target.splitsKeys(reduction))
    return LoopForm::SplitKeys;
  return combinePairs && combinesNumbersFaster(reduction, target)
             ? LoopForm::Numbers
             : LoopForm::Plain;
}

Value mlir::reduce::buildNumberCombination(ImplicitLocOpBuilder &builder,
                                           const Reduction &reduction,
                                           Value accumulator, Value elements) {
  Value replaces = arith::CmpFOp::create(
      builder, *reduction.getLosingComparison(), elements, accumulator);
  return arith::SelectOp::create(builder, replaces, elements, accumulator);
}

Value mlir::reduce::buildAreNumbers(ImplicitLocOpBuilder &builder, Value first,
                                    Value second) {
  return arith::CmpFOp::create(builder, arith::CmpFPredicate::ORD, first,
                               second);
}

/// As `buildPairCombination`, where that is faster: one comparison looks for a
/// NaN in both vectors. An accumulator that is NaN stays.
static Value buildFastPairCombination(ImplicitLocOpBuilder &builder,
                                      const Reduction &reduction,
                                      Value accumulator, Value first,
                                      Value second) {
  accumulator = buildNumberCombination(builder, reduction, accumulator, first);
  accumulator = buildNumberCombination(builder, reduction, accumulator, second);
  auto type = cast<VectorType>(accumulator.getType());
  auto floatType = cast<FloatType>(type.getElementType());
  Value nan = arith::ConstantOp::create(
      builder, DenseElementsAttr::get(
                   type, APFloat::getNaN(floatType.getFloatSemantics())));
  Value hasNaN =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, first, second);
  return arith::SelectOp::create(builder, hasNaN, nan, accumulator);
}

Value mlir::reduce::buildPairCombination(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction,
                                         const VectorTarget &target,
                                         Value accumulator, Value first,
                                         Value second) {
  if (!combinesNumbersFaster(reduction, target)) {
    accumulator = reduction.buildCombination(builder, accumulator, first);
    return reduction.buildCombination(builder, accumulator, second);
  }
  // Each vector takes a mask, and AVX-512 has seven masks.
  int64_t width = cast<VectorType>(accumulator.getType()).getDimSize(0);
  if (width <= costs::maskedVectors * target.getLanes(reduction))
    return buildFastPairCombination(builder, reduction, accumulator, first,
                                    second);
  SmallVector<Value> halves;
  for (int64_t offset : {int64_t(0), width / 2}) {
    auto buildHalf = [&](Value vector) {
      return buildSlice(builder, vector, offset, width / 2);
    };
    halves.push_back(buildPairCombination(builder, reduction, target,
                                          buildHalf(accumulator),
                                          buildHalf(first), buildHalf(second)));
  }
  return vector::ShuffleOp::create(builder, halves[0], halves[1],
                                   llvm::to_vector(llvm::seq<int64_t>(width)));
}
