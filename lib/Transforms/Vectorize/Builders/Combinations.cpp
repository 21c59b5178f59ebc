//===- Combinations.cpp - Combinations of vectors of states ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combinations.h"
#include "NumberCombination.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Lanes and states
//===----------------------------------------------------------------------===//

Value mlir::reduce::detail::buildSlice(ImplicitLocOpBuilder &builder,
                                       Value vector, int64_t offset,
                                       int64_t width) {
  return vector::ExtractStridedSliceOp::create(
      builder, vector, ArrayRef<int64_t>(offset), ArrayRef<int64_t>(width),
      /*strides=*/ArrayRef<int64_t>(1));
}

State mlir::reduce::detail::buildSlice(ImplicitLocOpBuilder &builder,
                                       ValueRange state, int64_t offset,
                                       int64_t width) {
  State slice;
  for (Value vector : state)
    slice.push_back(buildSlice(builder, vector, offset, width));
  return slice;
}

Value mlir::reduce::detail::buildConcatenation(ImplicitLocOpBuilder &builder,
                                               ArrayRef<Value> vectors) {
  // In pairs: a shuffle of two types would become an insertion of each lane,
  // which LLVM takes long to join again.
  SmallVector<Value> parts(vectors);
  for (size_t count = parts.size(); count > 1;
       count = llvm::divideCeil(count, 2)) {
    int64_t lanes = cast<VectorType>(parts[0].getType()).getNumElements();
    for (size_t i = 0; i < count; i += 2)
      parts[i / 2] = vector::ShuffleOp::create(
          builder, parts[i], parts[std::min(i + 1, count - 1)],
          llvm::to_vector(llvm::seq(2 * lanes)));
  }
  return parts.front();
}

State mlir::reduce::detail::buildSelection(ImplicitLocOpBuilder &builder,
                                           Value mask, ValueRange state,
                                           ValueRange other) {
  State selected;
  for (auto [value, otherValue] : llvm::zip_equal(state, other))
    selected.push_back(
        arith::SelectOp::create(builder, mask, value, otherValue));
  return selected;
}

State mlir::reduce::detail::buildShuffled(ImplicitLocOpBuilder &builder,
                                          ValueRange first, ValueRange second,
                                          ArrayRef<int64_t> positions) {
  State shuffled;
  for (auto [one, other] : llvm::zip_equal(first, second))
    shuffled.push_back(
        vector::ShuffleOp::create(builder, one, other, positions));
  return shuffled;
}

int64_t mlir::reduce::detail::getNumElements(ValueRange state) {
  return cast<VectorType>(state.front().getType()).getDimSize(0);
}

SmallVector<Value> mlir::reduce::detail::joinStates(ArrayRef<State> states) {
  SmallVector<Value> values;
  for (const State &state : states)
    llvm::append_range(values, state);
  return values;
}

SmallVector<State> mlir::reduce::detail::splitStates(ValueRange values,
                                                     size_t numValues) {
  SmallVector<State> states;
  for (; !values.empty(); values = values.drop_front(numValues))
    states.push_back(
        llvm::to_vector_of<Value, 2>(values.take_front(numValues)));
  return states;
}

//===----------------------------------------------------------------------===//
// Combinations
//===----------------------------------------------------------------------===//

SmallVector<Value> mlir::reduce::detail::buildInLoopForm(
    ImplicitLocOpBuilder &builder, const VectorReduction &reduction,
    const VectorTarget &target, ValueRange accumulators,
    llvm::function_ref<SmallVector<Value>(const VectorReduction &, ValueRange)>
        buildLoop) {
  bool isMarked =
      reduction.doesOrderZeros() && combinesNumbersFaster(reduction, target);
  if (!isMarked && !target.usesLoopForm(reduction))
    return buildLoop(reduction, accumulators);
  VectorReduction form =
      isMarked ? reduction.getMarkedForm() : reduction.getLoopForm();
  SmallVector<State> before =
      splitStates(accumulators, reduction.getNumValues());
  SmallVector<State> starts = llvm::map_to_vector(before, [&](State &state) {
    return form.buildNeutral(builder, getNumElements(state));
  });
  SmallVector<State> after =
      splitStates(buildLoop(form, joinStates(starts)), form.getNumValues());
  SmallVector<State> combined;
  for (auto [accumulator, state] : llvm::zip_equal(before, after))
    combined.push_back(reduction.buildCombination(
        builder, accumulator, form.buildFinished(builder, state)));
  return joinStates(combined);
}

State mlir::reduce::detail::buildInFront(
    ImplicitLocOpBuilder &builder, ValueRange accumulator, ValueRange elements,
    llvm::function_ref<State(ValueRange, ValueRange)> combine) {
  int64_t width = getNumElements(elements);
  if (getNumElements(accumulator) == width)
    return combine(accumulator, elements);
  State result;
  for (auto [whole, front] : llvm::zip_equal(
           accumulator,
           combine(buildSlice(builder, accumulator, 0, width), elements)))
    result.push_back(vector::InsertStridedSliceOp::create(
        builder, front, whole, /*offsets=*/ArrayRef<int64_t>(0),
        /*strides=*/ArrayRef<int64_t>(1)));
  return result;
}

State mlir::reduce::detail::buildFrontCombination(
    ImplicitLocOpBuilder &builder, const VectorReduction &reduction,
    ValueRange accumulator, ValueRange elements) {
  return buildInFront(builder, accumulator, elements,
                      [&](ValueRange front, ValueRange combined) {
                        return reduction.buildCombination(builder, front,
                                                          combined);
                      });
}

State mlir::reduce::detail::buildInMemoryOrder(ImplicitLocOpBuilder &builder,
                                               ValueRange state,
                                               LaneOrder order) {
  State ordered = llvm::to_vector_of<Value, 2>(state);
  if (order == LaneOrder::Memory)
    return ordered;
  int64_t half = getNumElements(state) / 2;
  for (Value &value : ordered)
    value = vector::InterleaveOp::create(
        builder, buildSlice(builder, value, 0, half),
        buildSlice(builder, value, half, half));
  return ordered;
}

SmallVector<Value> mlir::reduce::detail::buildResults(
    ImplicitLocOpBuilder &builder, const VectorReduction &reduction,
    ValueRange state, ValueRange destinations, ValueRange indices,
    bool isInBounds, Value mask) {
  SmallVector<Value> tensors(destinations);
  for (auto [tensor, results] : llvm::zip_equal(
           tensors, reduction.buildEpilogue(builder, state, destinations,
                                            indices, isInBounds)))
    tensor = vector::TransferWriteOp::create(
                 builder, results, tensor, indices,
                 AffineMapAttr::get(vector::getTransferMinorIdentityMap(
                     cast<ShapedType>(tensor.getType()),
                     cast<VectorType>(results.getType()))),
                 mask, builder.getBoolArrayAttr({isInBounds}))
                 .getResult();
  return tensors;
}

SmallVector<Value> mlir::reduce::detail::buildStore(
    ImplicitLocOpBuilder &builder, const VectorReduction &reduction,
    ValueRange accumulated, ValueRange destinations, ValueRange indices,
    bool isInBounds) {
  SmallVector<bool> inBounds = {isInBounds};
  State state = llvm::to_vector_of<Value, 2>(accumulated);
  if (!reduction.startsNeutral()) {
    State start;
    if (reduction.hasConstantStart()) {
      start = reduction.buildStart(builder, getNumElements(accumulated));
    } else {
      for (auto [value, destination] :
           llvm::zip_equal(accumulated, destinations)) {
        auto type = cast<VectorType>(value.getType());
        Value padding = arith::ConstantOp::create(
            builder, builder.getZeroAttr(type.getElementType()));
        start.push_back(
            vector::TransferReadOp::create(builder, type, destination, indices,
                                           padding, ArrayRef<bool>(inBounds)));
      }
    }
    state = reduction.buildCombination(builder, start, state);
  }
  return buildResults(builder, reduction, state, destinations, indices,
                      isInBounds);
}
