//===- OuterGroups.cpp - Groups of outer indices --------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OuterGroups.h"
#include "Transforms/Analysis/StrategyLimits.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

LogicalResult mlir::reduce::detail::matchOuterGroups(const Reduction &reduction,
                                                     Choice &choice) {
  unsigned columnLoop = reduction.getNumLoops() - 1;
  if (reduction.isReduced(columnLoop))
    return choice.refuse("the innermost dimension is reduced");
  if (reduction.getNumLoops() != 3 || reduction.isReduced(0) ||
      !reduction.isReduced(1))
    return choice.refuse("there are not three dimensions, the second reduced");
  if (reduction.readsIndices())
    return choice.refuse("the body reads indices");
  if (!reduction.hasConstantStart() ||
      (reduction.getEpilogue() && !reduction.getEpilogue()->isUnary()))
    return choice.refuse("results depend on other tensors");
  if (llvm::any_of(llvm::seq(reduction.getNumLoops()), [&](unsigned loop) {
        return reduction.isKnownBelow(loop, 1);
      }))
    return choice.refuse("there are no elements");
  return success();
}

int64_t mlir::reduce::detail::getVectorsOfStep(const Reduction &reduction,
                                               const VectorTarget &target) {
  return combinesPairsFaster(reduction, target) ? 2 : 1;
}

OuterGroupBuilder::OuterGroupBuilder(ImplicitLocOpBuilder &builder,
                                     const Reduction &facts,
                                     const VectorTarget &target)
    : reduction(facts), target(target), lanes(target.getLanes(facts)) {
  numOuter = reduction.buildExtent(builder, 0);
  numRows = reduction.buildExtent(builder, 1);
  numColumns = reduction.buildExtent(builder, 2);
  outerElements = buildTimes(builder, numRows, numColumns);
}

void OuterGroupBuilder::setGroupSize(ImplicitLocOpBuilder &builder,
                                     Value size) {
  groupSize = size;
  if (!gainsFromPrefetches(reduction, target, /*isAligned=*/false))
    return;
  isFar = buildIsFar(builder, reduction, target);
  prefetches = BlockPrefetches(builder, reduction, target,
                               buildTimes(builder, groupSize, outerElements),
                               target.getMaxPrefetchedGroup(), isFar);
}

int64_t
mlir::reduce::detail::getMaxGroupedElements(const Reduction &reduction) {
  return limits::maxGroupedBytes * CHAR_BIT /
         std::max(1u, reduction.getInputBits());
}

Value OuterGroupBuilder::buildGainsFromGroups(ImplicitLocOpBuilder &builder,
                                              Value areInAnyOrder) const {
  if (reduction.getInputBytes())
    return {};
  if (target.getStreams() > 1) {
    Value isCached = buildNot(
        builder, buildIsLarger(builder, reduction, target.getLastCacheBytes()));
    if (!areVectorsLines(target))
      return isCached;
    Value areSmall =
        buildCompare(builder, arith::CmpIPredicate::ule, outerElements,
                     buildConstant(builder, getMaxGroupedElements(reduction)));
    return buildOr(builder, isCached,
                   buildAnd(builder, areSmall, areInAnyOrder));
  }
  if (!isFar)
    return {};
  return arith::OrIOp::create(builder, buildNot(builder, isFar),
                              prefetches.getIsSmall());
}

SmallVector<Value> OuterGroupBuilder::buildGroups(ImplicitLocOpBuilder &builder,
                                                  ValueRange destinations,
                                                  Value end,
                                                  Value areInAnyOrder,
                                                  BuildGroupFn buildGroup) {
  Value lastGroup = buildMinus(builder, end, groupSize);
  // The induction variables are offsets: LLVM would turn the sums of products
  // that they would be otherwise into products, one for each vector.
  Value lastStart = buildTimes(builder, lastGroup, outerElements);
  Value lastResult = buildTimes(builder, lastGroup, numColumns);
  Value resultStep = buildTimes(builder, groupSize, numColumns);
  auto buildGroupAt = [&](ImplicitLocOpBuilder &body, ValueRange tensors,
                          Value offset, Value resultOffset) {
    Value result = arith::MinUIOp::create(body, resultOffset, lastResult);
    Value start = arith::MinUIOp::create(body, offset, lastStart);
    prefetches.build(body, inputs, start);
    return buildGroup(body, tensors, start, result);
  };
  Streams streams;
  // Otherwise, the last cache has the input (`buildGainsFromGroups`), and turns
  // of groups whose sizes are unknown take longer than they save in it.
  if (reduction.getInputBytes() || areVectorsLines(target))
    streams = buildStreams(builder, reduction, target, outerElements);
  if (streams.areUsed)
    streams.areUsed = buildAnd(builder, streams.areUsed, areInAnyOrder);
  if (streams.areUsed && !matchPattern(streams.areUsed, m_Zero())) {
    Value first;
    return buildStreamLoop(
        builder, buildConstant(builder, 0), end, groupSize, streams, first,
        destinations, [&](ImplicitLocOpBuilder &body, ValueRange carried) {
          return buildGroupAt(body, carried,
                              buildTimes(body, first, outerElements),
                              buildTimes(body, first, numColumns));
        });
  }
  SmallVector<Value> starts = {buildConstant(builder, 0)};
  llvm::append_range(starts, destinations);
  Value offset;
  SmallVector<Value> groups = buildDynamicLoop(
      builder, buildConstant(builder, 0),
      buildTimes(builder, end, outerElements),
      buildTimes(builder, groupSize, outerElements), offset, starts,
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        SmallVector<Value> next = {
            arith::AddIOp::create(body, carried[0], resultStep)};
        llvm::append_range(
            next, buildGroupAt(body, carried.drop_front(), offset, carried[0]));
        return next;
      });
  return llvm::to_vector(llvm::drop_begin(groups));
}

SmallVector<Value> OuterGroupBuilder::buildStored(ImplicitLocOpBuilder &builder,
                                                  State state,
                                                  ValueRange destinations,
                                                  Value result,
                                                  Value mask) const {
  if (!reduction.startsNeutral())
    state = reduction.buildCombination(
        builder, reduction.buildStart(builder, lanes), state);
  return buildResults(builder, reduction, state, destinations, result,
                      /*inBounds=*/true, mask);
}

SmallVector<Value>
OuterGroupBuilder::buildCollapsed(ImplicitLocOpBuilder &builder,
                                  BuildBodyFn buildFlat) {
  for (Value input : reduction.getOp().getDpsInputs())
    inputs.push_back(buildCollapsedRun(builder, input, {{0, 1, 2}}));
  SmallVector<Value> destinations = reduction.getDestinations(), flat;
  for (Value destination : destinations)
    flat.push_back(buildFlattened(builder, destination));
  SmallVector<Value> results = buildFlat(builder, flat);
  for (auto [result, destination] : llvm::zip_equal(results, destinations))
    result = buildUnflattened(builder, result, destination);
  return results;
}

SmallVector<Value>
OuterGroupBuilder::buildAllGroups(ImplicitLocOpBuilder &builder,
                                  BuildGroupFn buildGroup) {
  return buildCollapsed(
      builder, [&](ImplicitLocOpBuilder &flat, ValueRange destinations) {
        Value isTrue = arith::ConstantIntOp::create(flat, 1, 1);
        return buildGroups(flat, destinations, numOuter, isTrue, buildGroup);
      });
}
