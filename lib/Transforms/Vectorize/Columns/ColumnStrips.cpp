//===- ColumnStrips.cpp - Strips of columns that accumulate ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnStrips.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/MemoryAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

ColumnStrips::ColumnStrips(const VectorReduction &reduction,
                           const VectorTarget &target, int64_t width)
    : reduction(reduction), target(target),
      innermost(reduction.getNumLoops() - 1),
      rowLoop(reduction.getReducedLoops().back()),
      lanes(target.getLanes(reduction)),
      narrowest(target.hasMaskedLoads() ? lanes : 1), width(width),
      indices(reduction.getNumLoops()) {}

int64_t mlir::reduce::detail::getStreamWidth(const Reduction &reduction,
                                             const VectorTarget &target) {
  int64_t numVectors =
      std::min<int64_t>(limits::streamVectors, limits::streamBytes * CHAR_BIT /
                                                   target.getVectorBits());
  // The loop form takes more registers.
  if (target.usesLoopForm(reduction))
    numVectors /= 2;
  numVectors = std::max<int64_t>(numVectors, 1);
  return std::min(target.getColumnWidth(reduction),
                  numVectors * target.getLanes(reduction));
}

int64_t mlir::reduce::detail::getElementsOfLine(const Reduction &reduction) {
  return limits::lineBytes * CHAR_BIT / reduction.getInputBits();
}

bool mlir::reduce::detail::areRowsAligned(const Reduction &reduction) {
  return reduction.getExtent(reduction.getNumLoops() - 1) %
             getElementsOfLine(reduction) ==
         0;
}

bool mlir::reduce::detail::areRowsBlocks(const Reduction &reduction) {
  return reduction.getNumLoops() == 3 && !reduction.isReduced(0) &&
         reduction.isReduced(1) && !reduction.isReduced(2) &&
         reduction.hasContiguousInputs();
}

bool mlir::reduce::detail::doOuterIndicesTakeTurns(const Reduction &reduction,
                                                   const VectorTarget &target) {
  return target.getStreams() > 1 && areRowsBlocks(reduction) &&
         isKnownInMemory(reduction, target);
}

bool mlir::reduce::detail::areStripsBetter(const Reduction &reduction,
                                           const VectorTarget &target) {
  return areVectorsLines(target) &&
         doOuterIndicesTakeTurns(reduction, target) &&
         reduction.getExtent(2) * reduction.getInputBits() >=
             limits::minStripRowBytes * CHAR_BIT;
}

/// Returns whether rows may be read in unrolled streams, depending on their
/// extents.
static bool mayRowsBeInUnrolledStreams(const Reduction &reduction,
                                       const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  return target.getUnrolledStreams() > 1 && reduction.isReassociable() &&
         !reduction.isReduced(innermost) &&
         reduction.isReduced(innermost - 1) &&
         reduction.hasContiguousInputs() && reduction.getInputBits() > 0;
}

/// Returns the least number of elements of all rows of an outer index.
static int64_t getMinUnrolledElements(const Reduction &reduction) {
  return limits::minUnrolledRowsBytes * CHAR_BIT / reduction.getInputBits();
}

bool mlir::reduce::detail::areRowsInUnrolledStreams(
    const Reduction &reduction, const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  // A slice of a large input may be empty. The product of the extents might
  // overflow.
  return isKnownInMemory(reduction, target) &&
         mayRowsBeInUnrolledStreams(reduction, target) &&
         reduction.getExtent(innermost) > 0 &&
         reduction.getExtent(innermost - 1) >=
             llvm::divideCeilSigned(getMinUnrolledElements(reduction),
                                    reduction.getExtent(innermost));
}

Value mlir::reduce::detail::buildAreRowsInUnrolledStreams(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    const VectorTarget &target) {
  if (reduction.getInputBytes() ||
      !mayRowsBeInUnrolledStreams(reduction, target))
    return arith::ConstantIntOp::create(
        builder, areRowsInUnrolledStreams(reduction, target), /*width=*/1);
  return builder.createOrFold<arith::AndIOp>(
      buildIsLarger(builder, reduction, target.getLastCacheBytes()),
      buildIsAtLeast(builder, buildBlockElements(builder, reduction),
                     getMinUnrolledElements(reduction)));
}

Value mlir::reduce::detail::buildBlockElements(ImplicitLocOpBuilder &builder,
                                               const Reduction &reduction) {
  unsigned innermost = reduction.getNumLoops() - 1;
  return builder.createOrFold<arith::MulIOp>(
      reduction.buildExtent(builder, innermost - 1),
      reduction.buildExtent(builder, innermost));
}

bool mlir::reduce::detail::doColumnsGainFromPrefetches(
    const Reduction &reduction, const VectorTarget &target) {
  return isKnownFar(reduction, target) &&
         gainsFromPrefetches(reduction, target, areRowsAligned(reduction));
}

void mlir::reduce::detail::usePrefetchesOfColumns(VectorReduction &reduction,
                                                  const VectorTarget &target,
                                                  int64_t numRows) {
  if (doColumnsGainFromPrefetches(reduction, target))
    reduction.usePrefetches(getPrefetchDistance(
        reduction, target, target.getColumnWidth(reduction), numRows));
}

//===----------------------------------------------------------------------===//
// Visits
//===----------------------------------------------------------------------===//

/// Visits the remaining columns from `from` on, which is the greatest multiple
/// of the width.
SmallVector<Value> ColumnStrips::visitLeftOver(ImplicitLocOpBuilder &builder,
                                               ValueRange carried, Value from,
                                               VisitFn visitColumns) {
  int64_t extent = reduction.getExtent(innermost);
  if (!reduction.isDynamic(innermost)) {
    // Visit all of them at once.
    Columns columns = {{}, getTailWidths(extent, width), /*areInBounds=*/true};
    int64_t offset = extent - extent % width;
    for (int64_t count : columns.widths) {
      columns.offsets.push_back(
          arith::ConstantIndexOp::create(builder, offset));
      offset += count;
    }
    return columns.widths.empty() ? SmallVector<Value>(carried)
                                  : visitColumns(builder, carried, columns);
  }
  Value end = reduction.buildExtent(builder, innermost), offset;
  SmallVector<Value> tensors(carried);
  auto visitOf = [&](Value first, Value last, int64_t count, bool inBounds) {
    tensors = buildDynamicLoop(
        builder, first, last, count, offset, tensors,
        [&](ImplicitLocOpBuilder &body, ValueRange iterArgs) {
          return visitColumns(body, iterArgs, {{offset}, {count}, inBounds});
        });
  };
  // At most one strip of each smaller width.
  for (int64_t narrower = width / 2; narrower >= narrowest; narrower /= 2) {
    Value start = from;
    from = buildRoundedDown(builder, end, narrower);
    visitOf(start, from, narrower, /*inBounds=*/true);
  }
  if (narrowest > 1)
    visitOf(from, end, narrowest, /*inBounds=*/false);
  return tensors;
}

/// Returns the strip that starts at `offset`.
Columns ColumnStrips::buildStrip(ImplicitLocOpBuilder &builder, Value offset) {
  int64_t partWidth = width;
  if (combinesNumbersFaster(reduction, target))
    partWidth = std::min(width, limits::maskedVectors * lanes);
  Columns strip = {{offset}, {partWidth}, /*areInBounds=*/true};
  for (int64_t start = partWidth; start < width; start += partWidth) {
    strip.offsets.push_back(arith::AddIOp::create(
        builder, offset, arith::ConstantIndexOp::create(builder, start)));
    strip.widths.push_back(partWidth);
  }
  return strip;
}

/// Visits an unknown number of columns in few strips: after the strips of the
/// width or, of fewer columns, the widest one of a smaller power of two, one
/// that ends with the last column and may overlap the one before it. Only fewer
/// columns than the narrowest strip has are not in bounds.
SmallVector<Value> ColumnStrips::visitOverlapping(ImplicitLocOpBuilder &builder,
                                                  ValueRange carried,
                                                  VisitFn visitColumns) {
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  auto buildIs = [&](Value value, int64_t other) -> Value {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, value,
                                 buildConstant(other));
  };
  // Whether `count` is the greatest power of two that is at most `value`.
  auto buildIsFloor = [&](Value value, int64_t count) {
    return buildIs(arith::AndIOp::create(builder, value, buildConstant(-count)),
                   count);
  };
  auto buildSelect = [&](Value condition, Value value, Value other) -> Value {
    return arith::SelectOp::create(builder, condition, value, other);
  };
  Value extent = reduction.buildExtent(builder, innermost);
  Value whole = buildRoundedDown(builder, extent, width);
  Value few = buildSelect(buildIsAtLeast(builder, extent, width),
                          buildConstant(0), extent);
  // Where the strip of each smaller width is the first one; the columns before
  // the last strip; and twice as many as are left for it, less one. So the
  // greatest power of two that is at most that is as wide as these.
  SmallVector<Value> areFirst;
  Value before = whole;
  for (int64_t count = width / 2; count >= narrowest; count /= 2) {
    areFirst.push_back(buildIsFloor(few, count));
    before = buildSelect(areFirst.back(), buildConstant(count), before);
  }
  Value rest = arith::SubIOp::create(builder, extent, before);
  Value twice = arith::SubIOp::create(
      builder, arith::AddIOp::create(builder, rest, rest), buildConstant(1));
  Value last = buildSelect(
      buildIs(rest, 0), buildConstant(0),
      arith::MaxUIOp::create(builder, twice, buildConstant(narrowest)));
  // Fewer columns take a single vector, which is not in bounds.
  Value fillsVector;
  if (narrowest > 1) {
    fillsVector = buildIsAtLeast(builder, extent, narrowest);
    last = buildSelect(fillsVector, last, buildConstant(0));
  }
  SmallVector<Value> tensors(carried);
  Value begin = buildConstant(0), end = whole, offset;
  const Value *isFirst = areFirst.begin();
  for (int64_t count = width; count >= narrowest; count /= 2) {
    if (count < width) {
      begin = end;
      end = buildSelect(*isFirst++, buildConstant(count), end);
    }
    Value limit = buildSelect(buildIsFloor(last, count), extent, end);
    tensors = buildDynamicLoop(
        builder, begin, limit, count, offset, tensors,
        [&](ImplicitLocOpBuilder &body, ValueRange iterArgs) {
          Value first = arith::MinUIOp::create(
              body, offset,
              arith::SubIOp::create(
                  body, extent, arith::ConstantIndexOp::create(body, count)));
          return visitColumns(body, iterArgs,
                              count == width ? buildStrip(body, first)
                                             : Columns{{first}, {count}, true});
        });
  }
  if (!fillsVector)
    return tensors;
  return buildDynamicLoop(
      builder, buildConstant(0),
      buildSelect(fillsVector, buildConstant(0), extent), narrowest, offset,
      tensors, [&](ImplicitLocOpBuilder &body, ValueRange iterArgs) {
        return visitColumns(body, iterArgs,
                            {{offset}, {narrowest}, /*areInBounds=*/false});
      });
}

SmallVector<Value> ColumnStrips::visit(ImplicitLocOpBuilder &builder,
                                       ValueRange carried, Value from, Value to,
                                       VisitFn visitColumns) {
  if (!to && reduction.isDynamic(innermost) && reduction.mayRepeatResults())
    return visitOverlapping(builder, carried, visitColumns);
  Value extent = reduction.buildExtent(builder, innermost);
  Value leftOver = buildRoundedDown(builder, extent, width);
  Value end = leftOver;
  if (to)
    end = arith::MinUIOp::create(builder, leftOver, to);
  else
    from = arith::ConstantIndexOp::create(builder, 0);
  Value offset;
  SmallVector<Value> tensors = buildDynamicLoop(
      builder, from, end, width, offset, carried,
      [&](ImplicitLocOpBuilder &strip, ValueRange iterArgs) {
        return visitColumns(strip, iterArgs, buildStrip(strip, offset));
      });
  if (!to)
    return visitLeftOver(builder, tensors, leftOver, visitColumns);
  int64_t known = reduction.getExtent(innermost);
  if (!reduction.isDynamic(innermost) && known % width == 0)
    return tensors;
  Value isLast =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, to, extent);
  return buildChoice(
      builder, isLast,
      [&](ImplicitLocOpBuilder &nested) {
        return visitLeftOver(nested, tensors, leftOver, visitColumns);
      },
      [&](ImplicitLocOpBuilder &) { return tensors; });
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// Returns the indices of the results for the columns from `offset` on.
SmallVector<Value> ColumnStrips::getResultIndices(Value offset) {
  indices[innermost] = offset;
  return reduction.getResultIndices(indices);
}

SmallVector<Value> ColumnStrips::buildStarts(ImplicitLocOpBuilder &builder,
                                             ValueRange destinations,
                                             const Columns &columns) {
  SmallVector<bool> inBounds = {columns.areInBounds};
  SmallVector<Value> starts;
  for (auto [offset, count] :
       llvm::zip_equal(columns.offsets, columns.widths)) {
    if (reduction.hasConstantStart()) {
      starts.append(reduction.buildStart(builder, count));
      continue;
    }
    for (auto [type, destination] :
         llvm::zip_equal(reduction.getStateTypes(), destinations)) {
      Value padding =
          arith::ConstantOp::create(builder, builder.getZeroAttr(type));
      starts.push_back(vector::TransferReadOp::create(
          builder, VectorType::get(count, type), destination,
          getResultIndices(offset), padding, ArrayRef<bool>(inBounds)));
    }
  }
  return starts;
}

/// Combines `accumulators` with one or two rows, in `form`. If there are none,
/// returns the elements of a row: what neutral ones would become.
SmallVector<Value> ColumnStrips::combineRows(ImplicitLocOpBuilder &builder,
                                             const VectorReduction &form,
                                             const Columns &columns,
                                             ValueRange accumulators,
                                             ArrayRef<Value> rows) {
  SmallVector<Value> combined;
  size_t numValues = form.getNumValues();
  for (auto [i, count] : llvm::enumerate(columns.widths)) {
    indices[innermost] = columns.offsets[i];
    SmallVector<State> elements;
    for (Value row : rows) {
      indices[rowLoop] = row;
      elements.push_back(form.buildElements(
          builder, indices, count, columns.areInBounds, getOrder(count)));
    }
    if (accumulators.empty()) {
      combined.append(elements[0]);
      continue;
    }
    ValueRange accumulator = accumulators.slice(i * numValues, numValues);
    combined.append(
        rows.size() == 1
            ? form.buildCombination(builder, accumulator, elements[0])
            : buildPairCombination(builder, form, target, accumulator,
                                   elements[0], elements[1]));
  }
  return combined;
}

/// Returns whether `values` are constants, and the neutral state of `form`.
static bool areNeutral(const VectorReduction &form, ValueRange values) {
  SmallVector<TypedAttr> neutral = form.getFormNeutral();
  for (auto [i, value] : llvm::enumerate(values)) {
    SplatElementsAttr splat;
    if (!matchPattern(value, m_Constant(&splat)) ||
        splat.getSplatValue<Attribute>() != neutral[i % neutral.size()])
      return false;
  }
  return !values.empty();
}

SmallVector<Value> ColumnStrips::buildRows(ImplicitLocOpBuilder &builder,
                                           const VectorReduction &form,
                                           const Columns &columns,
                                           ValueRange accumulators,
                                           OpFoldResult numRows, Value firstRow,
                                           Value step, const Streams &streams) {
  int64_t rowsAtOnce = combinesPairsFaster(reduction, target) ? 2 : 1;
  Value row;
  auto combineRowsOf = [&](int64_t count) {
    return [&, count](ImplicitLocOpBuilder &body, ValueRange carried) {
      SmallVector<Value> rows;
      for (int64_t next : llvm::seq(count)) {
        Value index = row;
        if (next > 0)
          index = arith::AddIOp::create(
              body, row, arith::ConstantIndexOp::create(body, next));
        if (step)
          index = arith::MulIOp::create(body, index, step);
        if (firstRow)
          index = arith::AddIOp::create(body, firstRow, index);
        rows.push_back(index);
      }
      return combineRows(body, form, columns, carried, rows);
    };
  };
  if (step && columns.areInBounds) {
    // Each row is read by instructions of its own: processors recognize a
    // stream by the address of an instruction. Masked rows are read in a loop,
    // because some targets have no masks, and read element by element.
    auto buildRowStreams = [&](ImplicitLocOpBuilder &body, ValueRange carried,
                               Value first, int64_t count) {
      SmallVector<Value> combined(carried);
      for (int64_t next = 0; next < count; next += rowsAtOnce) {
        row = body.createOrFold<arith::AddIOp>(
            first, arith::ConstantIndexOp::create(body, next));
        combined =
            combineRowsOf(std::min(rowsAtOnce, count - next))(body, combined);
      }
      return combined;
    };
    if (std::optional<int64_t> known = getConstantIntValue(numRows))
      return buildRowStreams(builder, accumulators,
                             arith::ConstantIndexOp::create(builder, 0),
                             *known);
    SmallVector<Value> combined(accumulators);
    Value all = cast<Value>(numRows);
    auto buildConstant = [&](int64_t value) {
      return arith::ConstantIndexOp::create(builder, value);
    };
    for (int64_t count = llvm::bit_floor(uint64_t(limits::maxStreams));
         count > 0; count /= 2) {
      // The rows before them are a multiple of twice as many.
      Value first =
          arith::AndIOp::create(builder, all, buildConstant(-2 * count));
      Value has = arith::CmpIOp::create(
          builder, arith::CmpIPredicate::ne,
          arith::AndIOp::create(builder, all, buildConstant(count)),
          buildConstant(0));
      combined = buildChoice(
          builder, has,
          [&](ImplicitLocOpBuilder &nested) {
            return buildRowStreams(nested, combined, first, count);
          },
          [&](ImplicitLocOpBuilder &) { return combined; });
    }
    return combined;
  }
  // Neutral accumulators need not be combined with the first row. Where pairs
  // of rows are combined at once, one row less would take as long.
  if (rowsAtOnce == 1 && !streams.areUsed && areNeutral(form, accumulators)) {
    Value one = arith::ConstantIndexOp::create(builder, 1);
    Value end =
        getValueOrCreateConstantIndexOp(builder, builder.getLoc(), numRows);
    SmallVector<Value> first = buildChoice(
        builder, buildIsAtLeast(builder, end, 1),
        [&](ImplicitLocOpBuilder &nested) {
          Value start =
              firstRow ? firstRow : arith::ConstantIndexOp::create(nested, 0);
          return combineRows(nested, form, columns, /*accumulators=*/{}, start);
        },
        [&](ImplicitLocOpBuilder &) {
          return SmallVector<Value>(accumulators);
        });
    return buildDynamicLoop(builder, one, end, /*step=*/1, row, first,
                            combineRowsOf(1));
  }
  if (std::optional<int64_t> known = getConstantIntValue(numRows)) {
    SmallVector<Value> combined =
        buildStripLoop(builder, *known - *known % rowsAtOnce, rowsAtOnce, row,
                       accumulators, combineRowsOf(rowsAtOnce), streams);
    if (*known % rowsAtOnce == 0)
      return combined;
    row = arith::ConstantIndexOp::create(builder, *known - 1);
    return combineRowsOf(1)(builder, combined);
  }
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value end = cast<Value>(numRows);
  Value tailStart = buildRoundedDown(builder, end, rowsAtOnce);
  SmallVector<Value> combined =
      buildDynamicLoop(builder, zero, tailStart, rowsAtOnce, row, accumulators,
                       combineRowsOf(rowsAtOnce));
  if (rowsAtOnce == 1)
    return combined;
  return buildDynamicLoop(builder, tailStart, end, /*step=*/1, row, combined,
                          combineRowsOf(1));
}

SmallVector<Value> ColumnStrips::buildResults(ImplicitLocOpBuilder &builder,
                                              ValueRange destinations,
                                              const Columns &columns,
                                              ValueRange accumulators) {
  SmallVector<Value> tensors(destinations);
  for (auto [offset, count, accumulator] :
       llvm::zip_equal(columns.offsets, columns.widths,
                       splitStates(accumulators, reduction.getNumValues())))
    tensors = detail::buildResults(
        builder, reduction,
        buildInMemoryOrder(builder, accumulator, getOrder(count)), tensors,
        getResultIndices(offset), columns.areInBounds);
  return tensors;
}
