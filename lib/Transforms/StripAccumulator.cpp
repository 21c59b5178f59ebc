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
  // The end costs more than masks save on one strip.
  bool areMany = ShapedType::isDynamic(numStrips) || numStrips >= 2;
  if (target.hasMaskRegisters && areMany && reduction.getLosingComparison() &&
      width % (2 * lanes) == 0)
    numMasks = width / (2 * lanes);
}

SmallVector<Value> StripAccumulator::begin(ImplicitLocOpBuilder &builder,
                                           Value start) const {
  SmallVector<Value> carried = {start};
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
  if (numMasks == 0)
    return {reduction.buildCombination(builder, accumulator, elements)};
  Value replaces = arith::CmpFOp::create(
      builder, *reduction.getLosingComparison(), elements, accumulator);
  SmallVector<Value> result = {
      arith::SelectOp::create(builder, replaces, elements, accumulator)};
  for (auto [i, mask] : llvm::enumerate(carried.drop_front())) {
    Value areNumbers = arith::CmpFOp::create(
        builder, arith::CmpFPredicate::ORD,
        buildSlice(builder, elements, 2 * i * lanes, lanes),
        buildSlice(builder, elements, (2 * i + 1) * lanes, lanes));
    result.push_back(arith::AndIOp::create(builder, mask, areNumbers));
  }
  return result;
}

Value StripAccumulator::finish(ImplicitLocOpBuilder &builder,
                               ValueRange carried) const {
  Value accumulator = carried[0];
  if (numMasks == 0)
    return accumulator;
  auto type = cast<VectorType>(accumulator.getType());
  auto floatType = cast<FloatType>(type.getElementType());
  Value nan = arith::ConstantOp::create(
      builder,
      DenseElementsAttr::get(VectorType::get(lanes, floatType),
                             APFloat::getNaN(floatType.getFloatSemantics())));
  for (auto [i, mask] : llvm::enumerate(carried.drop_front())) {
    int64_t offset = 2 * i * lanes;
    Value kept = arith::SelectOp::create(
        builder, mask, buildSlice(builder, accumulator, offset, lanes), nan);
    accumulator = vector::InsertStridedSliceOp::create(
        builder, kept, accumulator, ArrayRef<int64_t>(offset),
        /*strides=*/ArrayRef<int64_t>(1));
  }
  return accumulator;
}
