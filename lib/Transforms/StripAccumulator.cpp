//===- StripAccumulator.cpp - Accumulation of strips ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripAccumulator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;

StripAccumulator::StripAccumulator(const Reduction &reduction,
                                   const VectorTarget &target, int64_t width,
                                   int64_t numStrips)
    : reduction(reduction), lanes(target.getLanes(reduction)) {
  if (target.splitsKeys(reduction))
    split = reduction.getSplitForm();
  // The end costs more than masks save on one strip.
  bool areMany = ShapedType::isDynamic(numStrips) || numStrips >= 2;
  if (target.hasMaskRegisters && areMany && reduction.getLosingComparison() &&
      width % (2 * lanes) == 0)
    numMasks = width / (2 * lanes);
}

SmallVector<Value> StripAccumulator::begin(ImplicitLocOpBuilder &builder,
                                           Value start) const {
  SmallVector<Value> carried = {start};
  if (split)
    carried.push_back(split->buildNeutral(
        builder, cast<VectorType>(start.getType()).getDimSize(0)));
  // A start that is NaN stays, as nothing compares with it.
  if (numMasks > 0)
    carried.append(
        numMasks,
        arith::ConstantOp::create(
            builder, DenseElementsAttr::get(
                         VectorType::get(lanes, builder.getI1Type()), true)));
  return carried;
}

SmallVector<Value> StripAccumulator::combine(ImplicitLocOpBuilder &builder,
                                             ValueRange carried,
                                             Value elements) const {
  Value accumulator = carried[0];
  if (split)
    return {accumulator,
            split->buildCombination(builder, carried[1], elements)};
  if (numMasks == 0)
    return {reduction.buildCombination(builder, accumulator, elements)};
  SmallVector<Value> result = {
      reduction.buildLosingCombination(builder, accumulator, elements)};
  for (auto [i, mask] : llvm::enumerate(carried.drop_front())) {
    Value areNumbers = arith::CmpFOp::create(
        builder, arith::CmpFPredicate::ORD,
        buildSlice(builder, elements, 2 * i * lanes, lanes),
        buildSlice(builder, elements, (2 * i + 1) * lanes, lanes));
    result.push_back(arith::AndIOp::create(builder, mask, areNumbers));
  }
  return result;
}

Value StripAccumulator::buildCombined(ImplicitLocOpBuilder &builder,
                                      Value accumulator, Value elements) const {
  return numMasks > 0
             ? reduction.buildLosingCombination(builder, accumulator, elements)
             : reduction.buildCombination(builder, accumulator, elements);
}

/// Combines the lanes of `accumulator`, halving it until `toWidth` are left.
Value StripAccumulator::buildNarrowed(ImplicitLocOpBuilder &builder,
                                      Value accumulator,
                                      int64_t toWidth) const {
  int64_t width = cast<VectorType>(accumulator.getType()).getDimSize(0);
  for (int64_t half = width / 2; half >= toWidth; half /= 2)
    accumulator =
        buildCombined(builder, buildSlice(builder, accumulator, 0, half),
                      buildSlice(builder, accumulator, half, half));
  return accumulator;
}

Value StripAccumulator::finishAll(ImplicitLocOpBuilder &builder,
                                  ValueRange carried, Value rest) const {
  Value accumulator = carried[0];
  SmallVector<Value> masks;
  if (split)
    accumulator = reduction.buildCombination(
        builder, accumulator, split->buildJoinedKeys(builder, carried[1]));
  else
    llvm::append_range(masks, carried.drop_front());
  if (rest) {
    accumulator = buildCombined(
        builder, buildNarrowed(builder, accumulator, lanes), rest);
    if (numMasks > 0)
      masks.push_back(arith::CmpFOp::create(builder, arith::CmpFPredicate::ORD,
                                            rest, rest));
  }
  Value result = vector::ExtractOp::create(
      builder, buildNarrowed(builder, accumulator, /*toWidth=*/1),
      /*position=*/0);
  if (numMasks == 0)
    return result;
  Value areNumbers = masks.front();
  for (Value mask : ArrayRef(masks).drop_front())
    areNumbers = arith::AndIOp::create(builder, areNumbers, mask);
  auto type = cast<FloatType>(result.getType());
  Value nan = arith::ConstantOp::create(
      builder, FloatAttr::get(type, APFloat::getNaN(type.getFloatSemantics())));
  return arith::SelectOp::create(
      builder,
      vector::ReductionOp::create(builder, vector::CombiningKind::AND,
                                  areNumbers),
      result, nan);
}
