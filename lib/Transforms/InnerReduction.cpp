//===- InnerReduction.cpp - Reduction along the innermost loop ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for each kept index:
//   accumulator = one vector of several machine vectors, all neutral
//   for each index of the outer reduced loops:
//     for each strip of the row: combine it into the accumulator
//     combine what is left of the row into the accumulator's first lanes
//   combine the accumulator's lanes, store the one left
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

static LogicalResult matchInner(const Reduction &reduction, StringRef &reason) {
  if (!reduction.isReduced(reduction.getNumLoops() - 1)) {
    reason = "the innermost dimension is kept";
    return failure();
  }
  if (!reduction.isReassociable()) {
    reason = "the combiner does not allow reassociation";
    return failure();
  }
  return success();
}

static int64_t getWidth(Value vector) {
  return cast<VectorType>(vector.getType()).getDimSize(0);
}

static Value buildSlice(ImplicitLocOpBuilder &builder, Value vector,
                        int64_t offset, int64_t width) {
  return vector::ExtractStridedSliceOp::create(
      builder, vector, ArrayRef<int64_t>(offset), ArrayRef<int64_t>(width),
      /*strides=*/ArrayRef<int64_t>(1));
}

/// Combines the lanes of `accumulator`, halving it again and again.
static Value buildLaneReduction(ImplicitLocOpBuilder &builder,
                                const Reduction &reduction, Value accumulator) {
  for (int64_t half = getWidth(accumulator) / 2; half > 0; half /= 2)
    accumulator = reduction.buildCombination(
        builder, buildSlice(builder, accumulator, 0, half),
        buildSlice(builder, accumulator, half, half));
  return vector::ExtractOp::create(builder, accumulator, /*position=*/0);
}

static Value buildInner(ImplicitLocOpBuilder &builder,
                        const Reduction &reduction,
                        const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  int64_t extent = reduction.getExtents()[innermost];
  int64_t width = std::min<int64_t>(
      target.getLanes(reduction) * target.accumulators,
      llvm::bit_floor(static_cast<uint64_t>(std::max<int64_t>(extent, 1))));
  SmallVector<unsigned> parallelLoops = reduction.getParallelLoops();
  SmallVector<unsigned> outerReducedLoops = reduction.getReducedLoops();
  outerReducedLoops.pop_back();
  SmallVector<Value> indices(reduction.getNumLoops());

  auto buildStrips = [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
    SmallVector<Value> accumulators = buildStripLoop(
        nested, extent - extent % width, width, indices[innermost], carried,
        [&](ImplicitLocOpBuilder &strip, ValueRange carried) {
          Value elements = reduction.buildElements(strip, indices, width);
          return SmallVector<Value>{
              reduction.buildCombination(strip, carried[0], elements)};
        });
    Value accumulator = accumulators[0];
    int64_t offset = extent - extent % width;
    for (int64_t tailWidth : getTailWidths(extent, width)) {
      indices[innermost] = arith::ConstantIndexOp::create(nested, offset);
      Value combined = reduction.buildCombination(
          nested, buildSlice(nested, accumulator, 0, tailWidth),
          reduction.buildElements(nested, indices, tailWidth));
      accumulator = vector::InsertStridedSliceOp::create(
          nested, combined, accumulator, /*offsets=*/ArrayRef<int64_t>(0),
          /*strides=*/ArrayRef<int64_t>(1));
      offset += tailWidth;
    }
    return SmallVector<Value>{accumulator};
  };

  auto buildRow = [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
    Value accumulator =
        buildLoops(nested, reduction, outerReducedLoops, indices,
                   reduction.buildNeutral(nested, width), buildStrips)[0];
    Value result = buildLaneReduction(nested, reduction, accumulator);
    SmallVector<Value> resultIndices = llvm::map_to_vector(
        parallelLoops, [&](unsigned loop) { return indices[loop]; });
    Value destination = carried[0];
    if (!reduction.startsNeutral())
      result = reduction.buildCombination(
          nested,
          reduction.buildStartScalar(nested, destination, resultIndices),
          result);
    result = reduction.buildEpilogue(nested, result);
    Value inserted =
        tensor::InsertOp::create(nested, result, destination, resultIndices);
    return SmallVector<Value>{inserted};
  };
  return buildLoops(builder, reduction, parallelLoops, indices,
                    reduction.getDestination(), buildRow)[0];
}

const Strategy mlir::reduce::innerReduction = {"inner", matchInner, buildInner};
