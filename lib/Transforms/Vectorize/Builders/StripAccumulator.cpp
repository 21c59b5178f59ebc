//===- StripAccumulator.cpp - Accumulation of strips ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop-carried values, in this order:
//
//   the plain state of strips
//   with the loop form: the state in that form
//   if NaN is dropped: the masks
//   if the rest is accumulated separately: its state, which propagates NaN, or
//     marks it if zeros are ordered
//
//===----------------------------------------------------------------------===//

#include "StripAccumulator.h"
#include "Transforms/Analysis/StrategyLimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

StripAccumulator::StripAccumulator(const VectorReduction &reduction,
                                   const VectorTarget &target, int64_t width,
                                   int64_t numStrips, bool isRestApart)
    : reduction(reduction), lanes(target.getLanes(reduction)), width(width),
      combinesHalves(target.multipliesPairs(reduction) && width > lanes),
      isRestApart(isRestApart),
      mayMarkRest(isRestApart && combinesNumbersFaster(reduction, target)) {
  if (target.usesLoopForm(reduction))
    form = reduction.getLoopForm();
  // For a single strip, combining the masks at the end costs more than they
  // save.
  bool areMany = ShapedType::isDynamic(numStrips) || numStrips >= 2;
  if (areMany && combinesNumbersFaster(reduction, target) &&
      width % (2 * lanes) == 0)
    numMasks = width / (2 * lanes);
  // Others share the registers of the accumulators.
  hasMaskRegisters = target.getMaskRegisters();
  if (!hasMaskRegisters)
    numMasks = std::min(numMasks, limits::maxVectorMasks);
}

/// Returns the type of a mask: bits where they have registers, otherwise the
/// vectors that comparisons produce.
VectorType StripAccumulator::getMaskType(MLIRContext *context) const {
  unsigned bits = 1;
  if (!hasMaskRegisters)
    bits = reduction.getStateTypes()[0].getIntOrFloatBitWidth();
  return VectorType::get(lanes, IntegerType::get(context, bits));
}

/// Builds a mask of `type` in which all bits are set.
static Value buildAllOnes(ImplicitLocOpBuilder &builder, VectorType type) {
  APInt ones = APInt::getAllOnes(type.getElementTypeBitWidth());
  return arith::ConstantOp::create(builder, DenseElementsAttr::get(type, ones));
}

SmallVector<Value>
StripAccumulator::begin(ImplicitLocOpBuilder &builder) const {
  SmallVector<Value> carried(reduction.buildNeutral(builder, width));
  if (form)
    carried.append(form->buildNeutral(builder, width));
  if (dropsNaN())
    carried.append(numMasks,
                   buildAllOnes(builder, getMaskType(builder.getContext())));
  if (isRestApart)
    carried.append(getRestForm().buildNeutral(builder, lanes));
  return carried;
}

/// Replaces the values of `carried` from `first` on by those of `state`.
static void replace(MutableArrayRef<Value> carried, size_t first,
                    ArrayRef<Value> state) {
  llvm::copy(state, carried.begin() + first);
}

/// Combines the numbers among `elements`, at most a strip, and records in the
/// masks which lanes have a NaN: if zeros are ordered, these lanes become
/// poison, and `finish` replaces the result.
SmallVector<Value>
StripAccumulator::combineNumbers(ImplicitLocOpBuilder &builder,
                                 ValueRange carried,
                                 ValueRange elements) const {
  SmallVector<Value> result(carried);
  replace(result, 0,
          buildInFront(builder, carried.take_front(), elements,
                       [&](ValueRange accumulator, ValueRange combined) {
                         return buildNumberCombination(builder, reduction,
                                                       accumulator, combined);
                       }));
  int64_t numElements = getNumElements(elements);
  // A power of two: pairs of vectors, or one vector, or a part of one.
  int64_t numLooked = std::min(numElements, lanes);
  for (int64_t offset = 0; offset < numElements; offset += 2 * lanes) {
    Value &mask = result[1 + offset / (2 * lanes) % numMasks];
    Value first = buildSlice(builder, elements[0], offset, numLooked);
    Value second = numElements > lanes ? buildSlice(builder, elements[0],
                                                    offset + lanes, numLooked)
                                       : first;
    mask = buildInFront(
        builder, mask, buildAreNumbers(builder, first, second),
        [&](ValueRange before, ValueRange areNumbers) -> State {
          Value extended = areNumbers[0];
          if (!hasMaskRegisters)
            extended =
                arith::ExtSIOp::create(builder, before[0].getType(), extended);
          return {arith::AndIOp::create(builder, before[0], extended)};
        })[0];
  }
  return result;
}

/// Combines the halves of a strip with each other, then with the first half of
/// the accumulator.
SmallVector<Value>
StripAccumulator::combineHalves(ImplicitLocOpBuilder &builder,
                                ValueRange carried, ValueRange indices) const {
  auto buildHalf = [&](ValueRange half) {
    return reduction.buildElements(builder, half, width / 2, /*inBounds=*/true,
                                   LaneOrder::Memory);
  };
  SmallVector<Value> middle(indices);
  middle.back() =
      arith::AddIOp::create(builder, middle.back(),
                            arith::ConstantIndexOp::create(
                                builder, width / 2 / reduction.getNumPlaces()));
  State first = buildHalf(indices);
  SmallVector<Value> result(carried);
  replace(result, 0,
          buildFrontCombination(
              builder, reduction, carried.take_front(reduction.getNumValues()),
              reduction.buildCombination(builder, first, buildHalf(middle))));
  return result;
}

SmallVector<Value> StripAccumulator::combineStrip(ImplicitLocOpBuilder &builder,
                                                  ValueRange carried,
                                                  ValueRange indices,
                                                  Value areRepeated) const {
  if (combinesHalves && !areRepeated)
    return combineHalves(builder, carried, indices);
  const VectorReduction &used = form ? *form : reduction;
  State elements =
      used.buildElements(builder, indices, width, /*inBounds=*/true,
                         reduction.getFastestOrder(width));
  if (areRepeated)
    elements = used.buildNotSelected(builder, areRepeated, elements);
  if (dropsNaN())
    return combineNumbers(builder, carried, elements);
  SmallVector<Value> result(carried);
  size_t first = form ? reduction.getNumValues() : 0;
  replace(result, first,
          used.buildCombination(
              builder, carried.slice(first, used.getNumValues()), elements));
  return result;
}

SmallVector<Value> StripAccumulator::combineRest(ImplicitLocOpBuilder &builder,
                                                 ValueRange carried,
                                                 ValueRange elements) const {
  if (dropsNaN() && !isRestApart)
    return combineNumbers(builder, carried, elements);
  SmallVector<Value> result(carried);
  VectorReduction restForm = getRestForm();
  size_t numValues = restForm.getNumValues();
  size_t first = isRestApart ? carried.size() - numValues : 0;
  State rest = llvm::to_vector_of<Value, 2>(elements);
  if (const MarkedForm *marked = restForm.getMarked())
    rest = marked->prepare(builder, elements[0]);
  replace(result, first,
          buildFrontCombination(builder, restForm,
                                carried.slice(first, numValues), rest));
  return result;
}

/// Builds the combination of two accumulators.
State StripAccumulator::buildCombined(ImplicitLocOpBuilder &builder,
                                      ValueRange accumulator,
                                      ValueRange other) const {
  return dropsNaN()
             ? buildNumberCombination(builder, reduction, accumulator, other)
             : reduction.buildCombination(builder, accumulator, other);
}

/// Combines the halves of `accumulator` until `toWidth` lanes are left.
State StripAccumulator::buildNarrowed(ImplicitLocOpBuilder &builder,
                                      ValueRange accumulator,
                                      int64_t toWidth) const {
  State narrowed = llvm::to_vector_of<Value, 2>(accumulator);
  for (int64_t half = getNumElements(accumulator) / 2; half >= toWidth;
       half /= 2) {
    State front = buildSlice(builder, narrowed, 0, half);
    narrowed = buildCombined(builder, front,
                             buildSlice(builder, narrowed, half, half));
  }
  return narrowed;
}

State StripAccumulator::finish(ImplicitLocOpBuilder &builder,
                               ValueRange carried) const {
  size_t numValues = reduction.getNumValues();
  State accumulator =
      llvm::to_vector_of<Value, 2>(carried.take_front(numValues));
  if (form)
    accumulator = reduction.buildCombination(
        builder, accumulator,
        form->buildFinished(builder,
                            carried.slice(numValues, form->getNumValues())));
  SmallVector<Value> masks;
  if (dropsNaN())
    masks.assign(carried.begin() + 1, carried.begin() + 1 + numMasks);
  if (isRestApart) {
    VectorReduction restForm = getRestForm();
    State rest = llvm::to_vector_of<Value, 2>(
        carried.take_back(restForm.getNumValues()));
    if (restForm.getMarked())
      rest = restForm.buildFinished(builder, rest);
    accumulator = buildCombined(
        builder, buildNarrowed(builder, accumulator, lanes), rest);
    if (dropsNaN())
      masks.push_back(buildAreNumbers(builder, rest[0], rest[0]));
  }
  State result;
  for (Value vector : buildNarrowed(builder, accumulator, /*toWidth=*/1))
    result.push_back(
        vector::ExtractOp::create(builder, vector, /*position=*/0));
  if (!dropsNaN())
    return result;
  Value areNumbers = masks.front();
  for (Value mask : ArrayRef(masks).slice(1, numMasks - 1))
    areNumbers = arith::AndIOp::create(builder, areNumbers, mask);
  if (!hasMaskRegisters)
    areNumbers = arith::CmpIOp::create(
        builder, arith::CmpIPredicate::eq, areNumbers,
        buildAllOnes(builder, cast<VectorType>(areNumbers.getType())));
  // That of the rest.
  for (Value mask : ArrayRef(masks).drop_front(numMasks))
    areNumbers = arith::AndIOp::create(builder, areNumbers, mask);
  Value nan = buildDefaultNaN(builder, result[0]);
  return {arith::SelectOp::create(
      builder,
      vector::ReductionOp::create(builder, vector::CombiningKind::AND,
                                  areNumbers),
      result[0], nan)};
}
