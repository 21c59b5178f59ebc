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

#include "CostTable.h"
#include "Strategy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::reduce;

/// Returns how many columns a strip has.
static int64_t getWidth(const Reduction &reduction,
                        const VectorTarget &target) {
  return target.getLanes(reduction) * target.accumulators;
}

namespace {
/// Whether rows are taken in blocks.
enum class Blocking { No, Yes, RunTells };
} // namespace

/// Returns from which extents on rows, and columns, are many.
static std::array<std::pair<unsigned, int64_t>, 2>
getManyLimits(const Reduction &reduction, const VectorTarget &target) {
  return {{{reduction.getReducedLoops().back(),
            costs::minBlocks * costs::blockRows},
           {reduction.getNumLoops() - 1,
            costs::minStrips * getWidth(reduction, target)}}};
}

/// Returns `Yes` where rows and strips are many.
static Blocking getBlocking(const Reduction &reduction,
                            const VectorTarget &target) {
  // With an epilogue the destination cannot hold what is accumulated so far.
  if (reduction.hasEpilogue())
    return Blocking::No;
  Blocking blocking = Blocking::Yes;
  for (auto [loop, limit] : getManyLimits(reduction, target)) {
    if (reduction.isDynamic(loop))
      blocking = Blocking::RunTells;
    else if (reduction.getExtent(loop) < limit)
      return Blocking::No;
  }
  return blocking;
}

static LogicalResult matchOuter(const Reduction &reduction,
                                const VectorTarget &target, Choice &choice) {
  if (reduction.isReduced(reduction.getNumLoops() - 1))
    return choice.refuse("the innermost dimension is reduced");
  int64_t width = getWidth(reduction, target);
  switch (getBlocking(reduction, target)) {
  case Blocking::No:
    return choice.accept(
        {reduction.getExtent(reduction.getReducedLoops().back()), width},
        "the innermost dimension is kept: strips of columns go over all rows");
  case Blocking::Yes:
    return choice.accept({costs::blockRows, width},
                         "the innermost dimension is kept, and rows are many: "
                         "strips of columns go over blocks of them");
  case Blocking::RunTells:
    break;
  }
  return choice.accept({ShapedType::kDynamic, width},
                       "the innermost dimension is kept, and rows may be many: "
                       "the run tells whether strips go over blocks of them");
}

namespace {
class OuterReductionBuilder {
public:
  OuterReductionBuilder(const Reduction &reduction, const VectorTarget &target,
                        bool isBlocked = false)
      : reduction(reduction), target(target), isBlocked(isBlocked),
        innermost(reduction.getNumLoops() - 1),
        extent(reduction.getExtent(innermost)),
        lanes(target.getLanes(reduction)), width(getWidth(reduction, target)),
        parallelLoops(reduction.getParallelLoops()),
        reducedLoops(reduction.getReducedLoops()),
        indices(reduction.getNumLoops()) {}

  Value build(ImplicitLocOpBuilder &builder);

private:
  /// Combines accumulators with `count` rows of the innermost reduced loop,
  /// from `row` on.
  using CombineRowsFn = llvm::function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, ValueRange accumulators, Value row,
      int64_t count)>;
  /// Builds loops over rows that carry accumulators.
  using BuildRowsFn = llvm::function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, ValueRange accumulators, CombineRowsFn)>;

  /// The order of the columns in accumulators. Those that are read from the
  /// destination have its order.
  LaneOrder getOrder(int64_t columns) const {
    return reduction.hasConstantStart() && !isBlocked
               ? reduction.getFastestOrder(columns)
               : LaneOrder::Memory;
  }

  SmallVector<Value> getResultIndices(Value offset);
  Value buildElements(ImplicitLocOpBuilder &builder, Value row, Value offset,
                      int64_t columns, bool inBounds);
  SmallVector<Value> buildRowLoop(ImplicitLocOpBuilder &builder,
                                  OpFoldResult numRows, ValueRange accumulators,
                                  CombineRowsFn combineRows);
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
  const VectorTarget &target;
  bool isBlocked;
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

/// Returns the elements of `columns` columns from `offset` on, in their order.
Value OuterReductionBuilder::buildElements(ImplicitLocOpBuilder &builder,
                                           Value row, Value offset,
                                           int64_t columns, bool isInBounds) {
  indices[reducedLoops.back()] = row;
  indices[innermost] = offset;
  return reduction.buildElements(builder, indices, columns, isInBounds,
                                 getOrder(columns));
}

/// Builds the combination of accumulators with the rows 0 to `numRows`, two at
/// a time where that takes fewer instructions.
SmallVector<Value> OuterReductionBuilder::buildRowLoop(
    ImplicitLocOpBuilder &builder, OpFoldResult numRows,
    ValueRange accumulators, CombineRowsFn combineRows) {
  int64_t step = combinesPairsFaster(reduction, target) ? 2 : 1;
  Value row;
  auto combineRowsOf = [&](int64_t count) {
    return [&, count](ImplicitLocOpBuilder &nested, ValueRange carried) {
      return combineRows(nested, carried, row, count);
    };
  };
  if (std::optional<int64_t> known = getConstantIntValue(numRows)) {
    SmallVector<Value> combined =
        buildStripLoop(builder, *known - *known % step, step, row, accumulators,
                       combineRowsOf(step));
    if (*known % step == 0)
      return combined;
    row = arith::ConstantIndexOp::create(builder, *known - 1);
    return combineRows(builder, combined, row, /*count=*/1);
  }
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value end = cast<Value>(numRows);
  Value tailStart = buildRoundedDown(builder, end, step);
  SmallVector<Value> combined = buildDynamicLoop(
      builder, zero, tailStart, step, row, accumulators, combineRowsOf(step));
  if (step == 1)
    return combined;
  return buildDynamicLoop(builder, tailStart, end, /*step=*/1, row, combined,
                          combineRowsOf(1));
}

/// Reduces the columns at `offsets`, as many of each as `widths` says, or,
/// without `isInBounds`, as many of these as there are.
Value OuterReductionBuilder::buildColumns(
    ImplicitLocOpBuilder &builder, Value destination, ArrayRef<Value> offsets,
    ArrayRef<int64_t> widths, bool isInBounds, BuildRowsFn buildRows) {
  SmallVector<bool> inBounds = {isInBounds};
  SmallVector<Value> accumulators;
  for (auto [offset, columns] : llvm::zip_equal(offsets, widths)) {
    if (reduction.hasConstantStart() && !isBlocked) {
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
      [&](ImplicitLocOpBuilder &nested, ValueRange carried, Value row,
          int64_t count) {
        Value nextRow;
        if (count == 2)
          nextRow = arith::AddIOp::create(
              nested, row, arith::ConstantIndexOp::create(nested, 1));
        SmallVector<Value> combined;
        for (auto [offset, columns, accumulator] :
             llvm::zip_equal(offsets, widths, carried)) {
          Value elements =
              buildElements(nested, row, offset, columns, isInBounds);
          combined.push_back(
              count == 1
                  ? reduction.buildCombination(nested, accumulator, elements)
                  : buildPairCombination(nested, reduction, target, accumulator,
                                         elements,
                                         buildElements(nested, nextRow, offset,
                                                       columns, isInBounds)));
        }
        return combined;
      });
  for (auto [offset, columns, accumulator] :
       llvm::zip_equal(offsets, widths, accumulators)) {
    if (getOrder(columns) == LaneOrder::EvensFirst)
      accumulator = vector::InterleaveOp::create(
          builder, buildSlice(builder, accumulator, 0, columns / 2),
          buildSlice(builder, accumulator, columns / 2, columns / 2));
    destination =
        vector::TransferWriteOp::create(
            builder, reduction.buildEpilogue(builder, accumulator), destination,
            getResultIndices(offset), ArrayRef<bool>(inBounds))
            .getResult();
  }
  return destination;
}

/// As `buildStrips` where the run tells how many columns there are.
Value OuterReductionBuilder::buildDynamicStrips(ImplicitLocOpBuilder &builder,
                                                Value destination,
                                                BuildRowsFn buildRows) {
  Value extentValue = reduction.buildExtent(builder, innermost);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value offset, end = buildRoundedDown(builder, extentValue, width);
  auto buildStripsOf = [&](Value from, Value to, int64_t columns,
                           bool inBounds) {
    destination = buildDynamicLoop(
        builder, from, to, columns, offset, destination,
        [&](ImplicitLocOpBuilder &strip, ValueRange carried) {
          return SmallVector<Value>{buildColumns(
              strip, carried[0], {offset}, {columns}, inBounds, buildRows)};
        })[0];
  };
  buildStripsOf(zero, end, width, /*inBounds=*/true);
  // At most one strip of each width below.
  for (int64_t narrower = width / 2; narrower >= lanes; narrower /= 2) {
    Value start = end;
    end = buildRoundedDown(builder, extentValue, narrower);
    buildStripsOf(start, end, narrower, /*inBounds=*/true);
  }
  buildStripsOf(end, extentValue, lanes, /*inBounds=*/false);
  return destination;
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
          CombineRowsFn combineRows) {
        return buildRowLoop(
            nested, numRows, carried,
            [&](ImplicitLocOpBuilder &body, ValueRange accumulators, Value row,
                int64_t count) {
              return combineRows(body, accumulators,
                                 arith::AddIOp::create(body, firstRow, row),
                                 count);
            });
      });
}

/// Reduces all rows of the innermost reduced loop, block by block.
Value OuterReductionBuilder::buildBlocks(ImplicitLocOpBuilder &builder,
                                         Value destination) {
  unsigned rowLoop = reducedLoops.back();
  Value firstRow;
  auto buildFullBlock = [&](ImplicitLocOpBuilder &block, ValueRange carried) {
    return SmallVector<Value>{buildBlock(block, carried[0], firstRow,
                                         block.getIndexAttr(costs::blockRows))};
  };
  if (reduction.isDynamic(rowLoop)) {
    // The last block is shorter.
    Value numRows = reduction.buildExtent(builder, rowLoop);
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    return buildDynamicLoop(
        builder, zero, numRows, costs::blockRows, firstRow, destination,
        [&](ImplicitLocOpBuilder &block, ValueRange carried) {
          Value rest = arith::SubIOp::create(block, numRows, firstRow);
          Value full = arith::ConstantIndexOp::create(block, costs::blockRows);
          Value rows = arith::MinUIOp::create(block, rest, full);
          return SmallVector<Value>{
              buildBlock(block, carried[0], firstRow, rows)};
        })[0];
  }
  int64_t numRows = reduction.getExtent(rowLoop);
  int64_t numTailRows = numRows % costs::blockRows;
  destination = buildStripLoop(builder, numRows - numTailRows, costs::blockRows,
                               firstRow, destination, buildFullBlock)[0];
  if (numTailRows == 0)
    return destination;
  firstRow = arith::ConstantIndexOp::create(builder, numRows - numTailRows);
  return buildBlock(builder, destination, firstRow,
                    builder.getIndexAttr(numTailRows));
}

Value OuterReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  ArrayRef<unsigned> outerParallelLoops = ArrayRef(parallelLoops).drop_back();
  if (isBlocked) {
    SmallVector<unsigned> outerLoops(outerParallelLoops);
    llvm::append_range(outerLoops, ArrayRef(reducedLoops).drop_back());
    return buildLoops(builder, reduction, outerLoops, indices,
                      reduction.buildStartedDestination(builder),
                      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                        return SmallVector<Value>{
                            buildBlocks(nested, carried[0])};
                      })[0];
  }
  unsigned rowLoop = reducedLoops.back();
  auto buildRows = [&](ImplicitLocOpBuilder &nested, ValueRange carried,
                       CombineRowsFn combineRows) {
    return buildLoops(
        nested, reduction, ArrayRef(reducedLoops).drop_back(), indices, carried,
        [&](ImplicitLocOpBuilder &rows, ValueRange accumulators) {
          OpFoldResult numRows =
              reduction.isDynamic(rowLoop)
                  ? OpFoldResult(reduction.buildExtent(rows, rowLoop))
                  : rows.getIndexAttr(reduction.getExtent(rowLoop));
          return buildRowLoop(rows, numRows, accumulators, combineRows);
        });
  };
  return buildLoops(builder, reduction, outerParallelLoops, indices,
                    reduction.getDestination(),
                    [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                      return SmallVector<Value>{
                          buildStrips(nested, carried[0], buildRows)};
                    })[0];
}

/// Builds the loops in blocks of rows or not; where only the run tells whether
/// there are many, both and the choice.
static Value buildOuter(ImplicitLocOpBuilder &builder,
                        const Reduction &reduction,
                        const VectorTarget &target) {
  auto buildLoopsOf = [&](ImplicitLocOpBuilder &nested, bool isBlocked) {
    return OuterReductionBuilder(reduction, target, isBlocked).build(nested);
  };
  Blocking blocking = getBlocking(reduction, target);
  if (blocking != Blocking::RunTells)
    return buildLoopsOf(builder, blocking == Blocking::Yes);
  Value areMany;
  for (auto [loop, limit] : getManyLimits(reduction, target)) {
    Value reaches =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                              reduction.buildExtent(builder, loop),
                              arith::ConstantIndexOp::create(builder, limit));
    areMany =
        areMany ? arith::AndIOp::create(builder, areMany, reaches) : reaches;
  }
  auto buildCase = [&](bool isBlocked) {
    return [&, isBlocked](OpBuilder &opBuilder, Location loc) {
      ImplicitLocOpBuilder nested(loc, opBuilder);
      scf::YieldOp::create(nested, buildLoopsOf(nested, isBlocked));
    };
  };
  return scf::IfOp::create(builder, areMany, buildCase(true), buildCase(false))
      .getResult(0);
}

const Strategy mlir::reduce::outerReduction = {"outer", matchOuter, buildOuter};
