//===- StripAccumulator.cpp - Accumulation of strips ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is carried, in this order:
//
//   the accumulators
//   with a split form: its accumulators
//   where NaN is lost: the masks
//   where the rest is apart: its accumulator, which keeps NaN
//
//===----------------------------------------------------------------------===//

#include "StripAccumulator.h"
#include "NumberCombination.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;

StripAccumulator::StripAccumulator(const Reduction &reduction,
                                   const VectorTarget &target, int64_t width,
                                   int64_t numStrips, bool isRestApart)
    : reduction(reduction), lanes(target.getLanes(reduction)), width(width),
      isRestApart(isRestApart) {
  if (target.splitsKeys(reduction))
    split = reduction.getSplitForm();
  // The end costs more than masks save on one strip.
  bool areMany = ShapedType::isDynamic(numStrips) || numStrips >= 2;
  if (areMany && combinesNumbersFaster(reduction, target) &&
      width % (2 * lanes) == 0)
    numMasks = width / (2 * lanes);
}

SmallVector<Value>
StripAccumulator::begin(ImplicitLocOpBuilder &builder) const {
  SmallVector<Value> carried = {reduction.buildNeutral(builder, width)};
  if (split)
    carried.push_back(split->buildNeutral(builder, width));
  if (losesNaN())
    carried.append(
        numMasks,
        arith::ConstantOp::create(
            builder, DenseElementsAttr::get(
                         VectorType::get(lanes, builder.getI1Type()), true)));
  if (isRestApart)
    carried.push_back(reduction.buildNeutral(builder, lanes));
  return carried;
}

/// Combines numbers among `elements`, a strip or less, and notes where others
/// are.
SmallVector<Value>
StripAccumulator::combineNumbers(ImplicitLocOpBuilder &builder,
                                 ValueRange carried, Value elements) const {
  SmallVector<Value> result(carried);
  result[0] = buildInFront(builder, carried[0], elements,
                           [&](Value accumulator, Value combined) {
                             return buildNumberCombination(
                                 builder, reduction, accumulator, combined);
                           });
  int64_t numElements = cast<VectorType>(elements.getType()).getDimSize(0);
  // A power of two: two vectors each time, or one, or a part of one.
  int64_t numLooked = std::min(numElements, lanes);
  for (int64_t offset = 0; offset < numElements; offset += 2 * lanes) {
    Value &mask = result[1 + offset / (2 * lanes)];
    Value first = buildSlice(builder, elements, offset, numLooked);
    Value second = numElements > lanes ? buildSlice(builder, elements,
                                                    offset + lanes, numLooked)
                                       : first;
    mask = buildInFront(builder, mask, buildAreNumbers(builder, first, second),
                        [&](Value before, Value areNumbers) -> Value {
                          return arith::AndIOp::create(builder, before,
                                                       areNumbers);
                        });
  }
  return result;
}

SmallVector<Value> StripAccumulator::combineStrip(ImplicitLocOpBuilder &builder,
                                                  ValueRange carried,
                                                  ValueRange indices) const {
  const Reduction &form = split ? *split : reduction;
  Value elements =
      form.buildElements(builder, indices, width, /*inBounds=*/true,
                         reduction.getFastestOrder(width));
  if (losesNaN())
    return combineNumbers(builder, carried, elements);
  SmallVector<Value> result(carried);
  Value &accumulator = result[split ? 1 : 0];
  accumulator = form.buildCombination(builder, accumulator, elements);
  return result;
}

SmallVector<Value> StripAccumulator::combineRest(ImplicitLocOpBuilder &builder,
                                                 ValueRange carried,
                                                 Value elements) const {
  if (losesNaN() && !isRestApart)
    return combineNumbers(builder, carried, elements);
  SmallVector<Value> result(carried);
  Value &accumulator = isRestApart ? result.back() : result.front();
  accumulator =
      buildFrontCombination(builder, reduction, accumulator, elements);
  return result;
}

/// Combines accumulators.
Value StripAccumulator::buildCombined(ImplicitLocOpBuilder &builder,
                                      Value accumulator, Value other) const {
  return losesNaN()
             ? buildNumberCombination(builder, reduction, accumulator, other)
             : reduction.buildCombination(builder, accumulator, other);
}

/// Combines the lanes of `accumulator`, halving it until `toWidth` are left.
Value StripAccumulator::buildNarrowed(ImplicitLocOpBuilder &builder,
                                      Value accumulator,
                                      int64_t toWidth) const {
  int64_t fromWidth = cast<VectorType>(accumulator.getType()).getDimSize(0);
  for (int64_t half = fromWidth / 2; half >= toWidth; half /= 2) {
    Value front = buildSlice(builder, accumulator, 0, half);
    Value back = buildSlice(builder, accumulator, half, half);
    accumulator = buildCombined(builder, front, back);
  }
  return accumulator;
}

Value StripAccumulator::finish(ImplicitLocOpBuilder &builder,
                               ValueRange carried) const {
  Value accumulator = carried[0];
  if (split)
    accumulator = reduction.buildCombination(
        builder, accumulator, split->buildJoinedKeys(builder, carried[1]));
  SmallVector<Value> masks;
  if (losesNaN())
    masks.assign(carried.begin() + 1, carried.begin() + 1 + numMasks);
  if (isRestApart) {
    Value rest = carried.back();
    accumulator = buildCombined(
        builder, buildNarrowed(builder, accumulator, lanes), rest);
    if (losesNaN())
      masks.push_back(buildAreNumbers(builder, rest, rest));
  }
  Value result = vector::ExtractOp::create(
      builder, buildNarrowed(builder, accumulator, /*toWidth=*/1),
      /*position=*/0);
  if (!losesNaN())
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
