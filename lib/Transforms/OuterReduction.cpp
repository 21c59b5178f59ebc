//===- OuterReduction.cpp - Reduction across the innermost loop -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for each index of the outer kept loops:
//   for each strip of columns, and once for all columns left over:
//     accumulators = the strip's first values
//     for each index of the reduced loops: combine the strip of that row
//     store the accumulators
//
// Each column meets its elements in their order, so this needs no
// reassociation.
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

static LogicalResult matchOuter(const Reduction &reduction, StringRef &reason) {
  if (reduction.isReduced(reduction.getNumLoops() - 1)) {
    reason = "the innermost dimension is reduced";
    return failure();
  }
  return success();
}

static Value buildOuter(ImplicitLocOpBuilder &builder,
                        const Reduction &reduction,
                        const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  int64_t extent = reduction.getExtents()[innermost];
  int64_t width = target.getLanes(reduction) * target.accumulators;
  SmallVector<unsigned> parallelLoops = reduction.getParallelLoops();
  SmallVector<unsigned> outerParallelLoops(parallelLoops);
  outerParallelLoops.pop_back();
  SmallVector<unsigned> reducedLoops = reduction.getReducedLoops();
  SmallVector<Value> indices(reduction.getNumLoops());
  SmallVector<bool> inBounds = {true};

  // Reduces the columns at `offsets`, as many of each as `widths` says.
  auto buildColumns = [&](ImplicitLocOpBuilder &nested, Value destination,
                          ArrayRef<Value> offsets, ArrayRef<int64_t> widths) {
    auto getResultIndices = [&](Value offset) {
      indices[innermost] = offset;
      return llvm::map_to_vector(parallelLoops,
                                 [&](unsigned loop) { return indices[loop]; });
    };
    SmallVector<Value> accumulators;
    for (auto [offset, columns] : llvm::zip_equal(offsets, widths)) {
      if (reduction.startsNeutral()) {
        accumulators.push_back(reduction.buildNeutral(nested, columns));
        continue;
      }
      accumulators.push_back(vector::TransferReadOp::create(
          nested, VectorType::get(columns, reduction.getAccumulatorType()),
          destination, getResultIndices(offset), /*padding=*/std::nullopt,
          ArrayRef<bool>(inBounds)));
    }
    accumulators =
        buildLoops(nested, reduction, reducedLoops, indices, accumulators,
                   [&](ImplicitLocOpBuilder &row, ValueRange carried) {
                     SmallVector<Value> combined;
                     for (auto [offset, columns, accumulator] :
                          llvm::zip_equal(offsets, widths, carried)) {
                       indices[innermost] = offset;
                       combined.push_back(reduction.buildCombination(
                           row, accumulator,
                           reduction.buildElements(row, indices, columns)));
                     }
                     return combined;
                   });
    for (auto [offset, accumulator] : llvm::zip_equal(offsets, accumulators))
      destination = vector::TransferWriteOp::create(
                        nested, accumulator, destination,
                        getResultIndices(offset), ArrayRef<bool>(inBounds))
                        .getResult();
    return destination;
  };

  auto buildStrips = [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
    Value offset;
    SmallVector<Value> destination =
        buildStripLoop(nested, extent - extent % width, width, offset, carried,
                       [&](ImplicitLocOpBuilder &strip, ValueRange carried) {
                         return SmallVector<Value>{buildColumns(
                             strip, carried[0], {offset}, {width})};
                       });
    SmallVector<int64_t> tailWidths = getTailWidths(extent, width);
    if (tailWidths.empty())
      return destination;
    SmallVector<Value> tailOffsets;
    int64_t tailOffset = extent - extent % width;
    for (int64_t tailWidth : tailWidths) {
      tailOffsets.push_back(arith::ConstantIndexOp::create(nested, tailOffset));
      tailOffset += tailWidth;
    }
    return SmallVector<Value>{
        buildColumns(nested, destination[0], tailOffsets, tailWidths)};
  };
  return buildLoops(builder, reduction, outerParallelLoops, indices,
                    reduction.getDestination(), buildStrips)[0];
}

const Strategy mlir::reduce::outerReduction = {"outer", matchOuter, buildOuter};
