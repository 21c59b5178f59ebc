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
// Where both rows and strips are many, this would walk all rows at a distance,
// once for each strip, and memory would deliver each page a few cache lines at
// a time. Then the rows are taken in blocks, and all strips of a block before
// the next block, with the results so far in the destination:
//
// for each index of the outer kept loops, then of the outer reduced ones:
//   for each block of rows, and once for all rows left over:
//     for each strip of columns, and once for all columns left over:
//       accumulators = the strip of the destination
//       for each row of the block: combine the strip of that row
//       store the accumulators
//
// Either way each column meets its elements in their order, so this needs no
// reassociation.
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::reduce;

/// Rows in a block: as many streams as hardware prefetchers follow, and enough
/// that the destination, read and written once a block, costs little.
static constexpr int64_t blockRows = 16;

static LogicalResult matchOuter(const Reduction &reduction,
                                const VectorTarget &target, StringRef &reason) {
  if (reduction.isReduced(reduction.getNumLoops() - 1)) {
    reason = "the innermost dimension is reduced";
    return failure();
  }
  return success();
}

namespace {
class OuterReductionBuilder {
public:
  OuterReductionBuilder(const Reduction &reduction, const VectorTarget &target)
      : reduction(reduction), innermost(reduction.getNumLoops() - 1),
        extent(reduction.getExtent(innermost)),
        lanes(target.getLanes(reduction)), width(lanes * target.accumulators),
        parallelLoops(reduction.getParallelLoops()),
        reducedLoops(reduction.getReducedLoops()),
        indices(reduction.getNumLoops()) {}

  Value build(ImplicitLocOpBuilder &builder);

private:
  /// Builds loops over rows that carry accumulators.
  using BuildRowsFn = llvm::function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, ValueRange, BuildBodyFn)>;

  static bool isAtLeast(int64_t extent, int64_t limit) {
    return ShapedType::isDynamic(extent) || extent >= limit;
  }

  /// Whether rows are taken in blocks: where they are, or may be, many. With an
  /// epilogue the destination cannot hold what is accumulated so far.
  bool isBlocked() const {
    return !reduction.hasEpilogue() &&
           isAtLeast(reduction.getExtent(reducedLoops.back()), 2 * blockRows) &&
           isAtLeast(extent, 2 * width);
  }

  SmallVector<Value> getResultIndices(Value offset);
  Value buildColumns(ImplicitLocOpBuilder &builder, Value destination,
                     ArrayRef<Value> offsets, ArrayRef<int64_t> widths,
                     bool inBounds, BuildRowsFn buildRows);
  Value buildDynamicStrips(ImplicitLocOpBuilder &builder, Value destination,
                           BuildRowsFn buildRows);
  Value buildStrips(ImplicitLocOpBuilder &builder, Value destination,
                    BuildRowsFn buildRows);
  Value buildBlock(ImplicitLocOpBuilder &builder, Value destination,
                   Value firstRow, OpFoldResult numRows);
  Value buildBlocks(ImplicitLocOpBuilder &builder, Value destination);

  const Reduction &reduction;
  unsigned innermost;
  int64_t extent;
  /// Elements of a machine vector, and of a strip.
  int64_t lanes, width;
  SmallVector<unsigned> parallelLoops;
  SmallVector<unsigned> reducedLoops;
  SmallVector<Value> indices;
};
} // namespace

/// Returns where the results of the columns from `offset` on are.
SmallVector<Value> OuterReductionBuilder::getResultIndices(Value offset) {
  indices[innermost] = offset;
  return llvm::map_to_vector(parallelLoops,
                             [&](unsigned loop) { return indices[loop]; });
}

/// Reduces the columns at `offsets`, as many of each as `widths` says, or,
/// without `isInBounds`, as many of these as there are.
Value OuterReductionBuilder::buildColumns(
    ImplicitLocOpBuilder &builder, Value destination, ArrayRef<Value> offsets,
    ArrayRef<int64_t> widths, bool isInBounds, BuildRowsFn buildRows) {
  SmallVector<bool> inBounds = {isInBounds};
  SmallVector<Value> accumulators;
  for (auto [offset, columns] : llvm::zip_equal(offsets, widths)) {
    if (reduction.hasConstantStart() && !isBlocked()) {
      accumulators.push_back(reduction.buildStart(builder, columns));
      continue;
    }
    Type type = reduction.getAccumulatorType();
    Value padding =
        arith::ConstantOp::create(builder, builder.getZeroAttr(type));
    accumulators.push_back(vector::TransferReadOp::create(
        builder, VectorType::get(columns, type), destination,
        getResultIndices(offset), padding, ArrayRef<bool>(inBounds)));
  }
  accumulators = buildRows(
      builder, accumulators,
      [&](ImplicitLocOpBuilder &row, ValueRange carried) {
        SmallVector<Value> combined;
        for (auto [offset, columns, accumulator] :
             llvm::zip_equal(offsets, widths, carried)) {
          indices[innermost] = offset;
          combined.push_back(reduction.buildCombination(
              row, accumulator,
              reduction.buildElements(row, indices, columns, isInBounds)));
        }
        return combined;
      });
  for (auto [offset, accumulator] : llvm::zip_equal(offsets, accumulators))
    destination =
        vector::TransferWriteOp::create(
            builder, reduction.buildEpilogue(builder, accumulator), destination,
            getResultIndices(offset), ArrayRef<bool>(inBounds))
            .getResult();
  return destination;
}

/// As `buildStrips` where the run tells how many columns there are.
Value OuterReductionBuilder::buildDynamicStrips(ImplicitLocOpBuilder &builder,
                                                Value destination,
                                                BuildRowsFn buildRows) {
  Value columns = reduction.buildExtent(builder, innermost);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value tailStart = buildRoundedDown(builder, columns, width);
  Value offset;
  destination =
      buildDynamicLoop(builder, zero, tailStart, width, offset, destination,
                       [&](ImplicitLocOpBuilder &strip, ValueRange carried) {
                         return SmallVector<Value>{
                             buildColumns(strip, carried[0], {offset}, {width},
                                          /*isInBounds=*/true, buildRows)};
                       })[0];
  return buildDynamicLoop(builder, tailStart, columns, lanes, offset,
                          destination,
                          [&](ImplicitLocOpBuilder &strip, ValueRange carried) {
                            return SmallVector<Value>{buildColumns(
                                strip, carried[0], {offset}, {lanes},
                                /*isInBounds=*/false, buildRows)};
                          })[0];
}

/// Reduces all columns of the rows that `buildRows` walks.
Value OuterReductionBuilder::buildStrips(ImplicitLocOpBuilder &builder,
                                         Value destination,
                                         BuildRowsFn buildRows) {
  if (reduction.isDynamic(innermost))
    return buildDynamicStrips(builder, destination, buildRows);
  Value offset;
  int64_t tailOffset = extent - extent % width;
  destination =
      buildStripLoop(builder, tailOffset, width, offset, destination,
                     [&](ImplicitLocOpBuilder &strip, ValueRange carried) {
                       return SmallVector<Value>{
                           buildColumns(strip, carried[0], {offset}, {width},
                                        /*isInBounds=*/true, buildRows)};
                     })[0];
  SmallVector<int64_t> tailWidths = getTailWidths(extent, width);
  if (tailWidths.empty())
    return destination;
  SmallVector<Value> tailOffsets;
  for (int64_t tailWidth : tailWidths) {
    tailOffsets.push_back(arith::ConstantIndexOp::create(builder, tailOffset));
    tailOffset += tailWidth;
  }
  return buildColumns(builder, destination, tailOffsets, tailWidths,
                      /*isInBounds=*/true, buildRows);
}

/// Reduces `numRows` rows of the innermost reduced loop from `firstRow` on.
Value OuterReductionBuilder::buildBlock(ImplicitLocOpBuilder &builder,
                                        Value destination, Value firstRow,
                                        OpFoldResult numRows) {
  return buildStrips(
      builder, destination,
      [&](ImplicitLocOpBuilder &nested, ValueRange carried,
          BuildBodyFn buildBody) {
        Value row;
        auto buildRow = [&](ImplicitLocOpBuilder &body,
                            ValueRange accumulators) {
          indices[reducedLoops.back()] =
              arith::AddIOp::create(body, firstRow, row);
          return buildBody(body, accumulators);
        };
        if (std::optional<int64_t> known = getConstantIntValue(numRows))
          return buildStripLoop(nested, *known, /*step=*/1, row, carried,
                                buildRow);
        Value zero = arith::ConstantIndexOp::create(nested, 0);
        return buildDynamicLoop(nested, zero, cast<Value>(numRows), /*step=*/1,
                                row, carried, buildRow);
      });
}

/// Reduces all rows of the innermost reduced loop, block by block.
Value OuterReductionBuilder::buildBlocks(ImplicitLocOpBuilder &builder,
                                         Value destination) {
  unsigned rowLoop = reducedLoops.back();
  Value firstRow;
  auto buildFullBlock = [&](ImplicitLocOpBuilder &block, ValueRange carried) {
    return SmallVector<Value>{
        buildBlock(block, carried[0], firstRow, block.getIndexAttr(blockRows))};
  };
  if (reduction.isDynamic(rowLoop)) {
    // The last block is shorter.
    Value numRows = reduction.buildExtent(builder, rowLoop);
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    return buildDynamicLoop(
        builder, zero, numRows, blockRows, firstRow, destination,
        [&](ImplicitLocOpBuilder &block, ValueRange carried) {
          Value rest = arith::SubIOp::create(block, numRows, firstRow);
          Value full = arith::ConstantIndexOp::create(block, blockRows);
          Value rows = arith::MinUIOp::create(block, rest, full);
          return SmallVector<Value>{
              buildBlock(block, carried[0], firstRow, rows)};
        })[0];
  }
  int64_t numRows = reduction.getExtent(rowLoop);
  int64_t numTailRows = numRows % blockRows;
  destination = buildStripLoop(builder, numRows - numTailRows, blockRows,
                               firstRow, destination, buildFullBlock)[0];
  if (numTailRows == 0)
    return destination;
  firstRow = arith::ConstantIndexOp::create(builder, numRows - numTailRows);
  return buildBlock(builder, destination, firstRow,
                    builder.getIndexAttr(numTailRows));
}

Value OuterReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  ArrayRef<unsigned> outerParallelLoops = ArrayRef(parallelLoops).drop_back();
  if (isBlocked()) {
    SmallVector<unsigned> outerLoops(outerParallelLoops);
    llvm::append_range(outerLoops, ArrayRef(reducedLoops).drop_back());
    return buildLoops(builder, reduction, outerLoops, indices,
                      reduction.getOp().getDpsInitOperand(0)->get(),
                      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                        return SmallVector<Value>{
                            buildBlocks(nested, carried[0])};
                      })[0];
  }
  auto buildRows = [&](ImplicitLocOpBuilder &nested, ValueRange carried,
                       BuildBodyFn buildBody) {
    return buildLoops(nested, reduction, reducedLoops, indices, carried,
                      buildBody);
  };
  return buildLoops(builder, reduction, outerParallelLoops, indices,
                    reduction.getDestination(),
                    [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                      return SmallVector<Value>{
                          buildStrips(nested, carried[0], buildRows)};
                    })[0];
}

static Value buildOuter(ImplicitLocOpBuilder &builder,
                        const Reduction &reduction,
                        const VectorTarget &target) {
  return OuterReductionBuilder(reduction, target).build(builder);
}

const Strategy mlir::reduce::outerReduction = {"outer", matchOuter, buildOuter};
