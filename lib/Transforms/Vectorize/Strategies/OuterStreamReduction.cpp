//===- OuterStreamReduction.cpp - Rows of several outer indices in turn ---===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some machines read memory faster in several places, each in its order, than
// in one. Strips of columns that go over the rows of an outer index read it in
// another order, and have as many places as there are rows. Here, the outer
// indices are in consecutive parts, each a stream, and the accumulators of all
// columns of one index of each part are in memory:
//
// for each index of the first part, together with those as far into the others:
//   for each row, for each few columns, for each part:
//     combine these columns of that row with their accumulators; in the first
//     row, these are the initial values; after the last one, apply the epilogue
//     and store the results
//
// The elements of each column are combined in order, so this needs no
// reassociation.
//
//===----------------------------------------------------------------------===//

#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/Combinations.h"
#include "Transforms/Vectorize/Builders/MemoryAccess.h"
#include "Transforms/Vectorize/Columns/AccumulatorMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// The loops, all of the reduction.
enum Loop : unsigned { OuterLoop, RowLoop, ColumnLoop, NumLoops };
} // namespace

/// Returns the number of columns of at most `bytes` bytes.
static int64_t getColumns(const Reduction &reduction, int64_t bytes) {
  return bytes * CHAR_BIT / reduction.getInputBits();
}

/// Returns the number of columns of a turn.
static int64_t getTurnWidth(const Reduction &reduction,
                            const VectorTarget &target) {
  return std::max(getStreamWidth(reduction, target),
                  getColumns(reduction, limits::rowTurnBytes));
}

/// Returns the maximum number of columns: of a row that is not too long, and
/// whose accumulators, if they are wider than its elements, do not take too
/// much of the stack.
static int64_t getMaxColumns(const Reduction &reduction,
                             const VectorTarget &target) {
  VectorReduction vectors(reduction);
  int64_t savedBytes = AccumulatorMemory(vectors, target).getColumnBytes();
  int64_t maxBytes = areVectorsLines(target) ? limits::maxTurnRowBytesOfLines
                                             : limits::maxTurnRowBytes;
  return std::min(getColumns(reduction, maxBytes),
                  limits::maxSavedBytes /
                      (target.getFewStreams() * savedBytes));
}

/// Returns the minimum number of columns for which streams gain.
static int64_t getMinColumns(const Reduction &reduction,
                             const VectorTarget &target) {
  if (areVectorsLines(target))
    return getColumns(reduction, limits::minTurnRowBytesOfLines);
  return getColumns(reduction, reduction.isDynamic(ColumnLoop)
                                   ? limits::minDynamicTurnRowBytes
                                   : limits::minTurnRowBytes);
}

/// Returns the range of the extent of each loop for which streams gain.
static std::array<std::pair<int64_t, int64_t>, NumLoops>
getRanges(const Reduction &reduction, const VectorTarget &target) {
  constexpr int64_t unlimited = std::numeric_limits<int64_t>::max();
  return {
      {{target.getFewStreams(), unlimited},
       {2, unlimited},
       {getMinColumns(reduction, target), getMaxColumns(reduction, target)}}};
}

/// Returns the maximum number of elements of all rows of an outer index.
static int64_t getMaxElements(const Reduction &reduction) {
  return getColumns(reduction, limits::maxTurnBlockBytes);
}

static LogicalResult matchOuterStreams(const Reduction &reduction,
                                       const VectorTarget &target,
                                       Choice &choice) {
  if (target.getFewStreams() == 1)
    return choice.refuse("the target reads memory in one place");
  if (!areRowsBlocks(reduction))
    return choice.refuse("the dimensions are not an outer one, one that is "
                         "reduced, and columns");
  if (reduction.getInputBits() == 0)
    return choice.refuse("there is no input");
  int64_t elements = 1;
  for (auto [loop, range] : llvm::enumerate(getRanges(reduction, target))) {
    if (reduction.isDynamic(loop))
      continue;
    int64_t extent = reduction.getExtent(loop);
    if (extent < range.first || extent > range.second)
      return choice.refuse("outer indices or rows are few, or rows are too "
                           "short or too long to take turns");
    // Columns are few, so the product does not overflow.
    if (loop != OuterLoop)
      elements *= std::min(extent, getMaxElements(reduction) + 1);
  }
  std::optional<int64_t> bytes = reduction.getInputBytes();
  if (!choice.isMeasured) {
    if (bytes && *bytes <= target.getLastCacheBytes())
      return choice.refuse("a cache has the input");
    if (elements > getMaxElements(reduction))
      return choice.refuse("rows of an outer index are many");
  }
  int64_t turnWidth = getTurnWidth(reduction, target);
  if (!reduction.isDynamic(ColumnLoop))
    turnWidth = std::min(turnWidth, reduction.getExtent(ColumnLoop));
  return choice.accept(
      {target.getFewStreams(), 1, turnWidth},
      bytes ? "rows are read in the order of memory, and those of several "
              "outer indices take turns"
            : "whether rows are read in the order of memory, and those of "
              "several outer indices take turns, is decided at run time",
      getLoopForm(reduction, target, /*combinePairs=*/false));
}

/// Builds whether streams gain.
static Value buildAreStreamsUsed(ImplicitLocOpBuilder &builder,
                                 const Reduction &reduction,
                                 const VectorTarget &target) {
  Value areUsed = buildIsLarger(builder, reduction, target.getLastCacheBytes());
  auto require = [&](Value condition) {
    areUsed = builder.createOrFold<arith::AndIOp>(areUsed, condition);
  };
  for (auto [loop, range] : llvm::enumerate(getRanges(reduction, target)))
    if (reduction.isDynamic(loop))
      require(buildIsInRange(builder, reduction.buildExtent(builder, loop),
                             range.first, range.second));
  require(buildIsInRange(builder, buildBlockElements(builder, reduction), 0,
                         getMaxElements(reduction)));
  return areUsed;
}

namespace {
class OuterStreamReductionBuilder {
public:
  OuterStreamReductionBuilder(const Reduction &reduction,
                              const VectorTarget &target)
      : target(target), reduction(reduction),
        strips(this->reduction, target, getStreamWidth(reduction, target)),
        memory(this->reduction, target),
        turnWidth(getTurnWidth(reduction, target)) {}

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  SmallVector<Value> visitParts(ImplicitLocOpBuilder &builder,
                                ValueRange carried, Value from, Value to,
                                ColumnStrips::VisitFn visitColumns);
  SmallVector<Value> visitRow(ImplicitLocOpBuilder &builder, ValueRange carried,
                              ColumnStrips::VisitFn visitColumns);
  SmallVector<Value> buildIndices(ImplicitLocOpBuilder &builder,
                                  ValueRange carried);

  const VectorTarget &target;
  VectorReduction reduction;
  ColumnStrips strips;
  AccumulatorMemory memory;
  int64_t turnWidth;
  /// The extents of the loops.
  Value numOuter, numRows, numColumns;
  /// From the index of one part to that of the next, and from its accumulators
  /// to theirs.
  Value distance, numSaved;
  /// The index of the first part.
  Value first;
};
} // namespace

/// Visits the columns from `from` to `to` of the index of each part.
SmallVector<Value> OuterStreamReductionBuilder::visitParts(
    ImplicitLocOpBuilder &builder, ValueRange carried, Value from, Value to,
    ColumnStrips::VisitFn visitColumns) {
  SmallVector<Value> starts = {arith::ConstantIndexOp::create(builder, 0)};
  llvm::append_range(starts, carried);
  SmallVector<Value> results = buildDynamicLoop(
      builder, first, numOuter, distance, strips.getIndices()[OuterLoop],
      starts, [&](ImplicitLocOpBuilder &body, ValueRange iterArgs) {
        Value saved = iterArgs.front();
        memory.setPlace(/*first=*/{}, saved);
        SmallVector<Value> next = {
            arith::AddIOp::create(body, saved, numSaved)};
        llvm::append_range(next, strips.visit(body, iterArgs.drop_front(), from,
                                              to, visitColumns));
        return next;
      });
  return llvm::to_vector(ArrayRef<Value>(results).drop_front());
}

/// Visits a row of the index of each part, a few columns of each in turn.
SmallVector<Value>
OuterStreamReductionBuilder::visitRow(ImplicitLocOpBuilder &builder,
                                      ValueRange carried,
                                      ColumnStrips::VisitFn visitColumns) {
  Value from;
  return buildDynamicLoop(
      builder, arith::ConstantIndexOp::create(builder, 0), numColumns,
      turnWidth, from, carried,
      [&](ImplicitLocOpBuilder &turn, ValueRange iterArgs) {
        Value width = arith::ConstantIndexOp::create(turn, turnWidth);
        Value to = arith::MinUIOp::create(
            turn, numColumns, arith::AddIOp::create(turn, from, width));
        return visitParts(turn, iterArgs, from, to, visitColumns);
      });
}

/// Reduces the rows of the index of each part.
SmallVector<Value>
OuterStreamReductionBuilder::buildIndices(ImplicitLocOpBuilder &builder,
                                          ValueRange carried) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value last = builder.createOrFold<arith::SubIOp>(numRows, one);
  auto buildRow = [&](ImplicitLocOpBuilder &body, const VectorReduction &form,
                      const Columns &columns, ValueRange accumulators,
                      Value row) {
    return strips.buildRows(body, form, columns, accumulators,
                            body.getIndexAttr(1), row);
  };
  // The first row needs no accumulators in memory, and the last one saves none.
  visitRow(builder, carried,
           [&](ImplicitLocOpBuilder &body, ValueRange tensors,
               const Columns &columns) {
             memory.buildSave(
                 body, columns,
                 buildRow(body, memory.getForm(), columns,
                          memory.buildStarts(body, strips, tensors, columns),
                          zero));
             return SmallVector<Value>(tensors);
           });
  Value row;
  buildDynamicLoop(builder, one, last, /*step=*/1, row, {},
                   [&](ImplicitLocOpBuilder &rows, ValueRange) {
                     return visitRow(
                         rows, {},
                         [&](ImplicitLocOpBuilder &body, ValueRange,
                             const Columns &columns) {
                           memory.buildSave(
                               body, columns,
                               buildRow(body, memory.getForm(), columns,
                                        memory.buildLoad(body, columns), row));
                           return SmallVector<Value>();
                         });
                   });
  return visitRow(
      builder, carried,
      [&](ImplicitLocOpBuilder &body, ValueRange tensors,
          const Columns &columns) {
        SmallVector<Value> accumulators = buildInLoopForm(
            body, reduction, target, strips.buildStarts(body, tensors, columns),
            [&](const VectorReduction &form, ValueRange) {
              return buildRow(body, form, columns,
                              memory.buildLoad(body, columns), last);
            });
        return strips.buildResults(body, tensors, columns, accumulators);
      });
}

SmallVector<Value>
OuterStreamReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  int64_t columns = getMaxColumns(reduction, target);
  if (!reduction.isDynamic(ColumnLoop))
    columns = reduction.getExtent(ColumnLoop);
  // Masked accesses may go beyond the last column.
  int64_t saved = llvm::alignTo(columns, getStreamWidth(reduction, target));
  memory.allocate(builder, target.getFewStreams() * saved);
  numSaved = arith::ConstantIndexOp::create(builder, saved);
  numOuter = reduction.buildExtent(builder, OuterLoop);
  numRows = reduction.buildExtent(builder, RowLoop);
  numColumns = reduction.buildExtent(builder, ColumnLoop);
  distance = builder.createOrFold<arith::CeilDivUIOp>(
      numOuter,
      arith::ConstantIndexOp::create(builder, target.getFewStreams()));
  return buildDynamicLoop(
      builder, arith::ConstantIndexOp::create(builder, 0), distance,
      /*step=*/1, first, reduction.getDestinations(),
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        return buildIndices(nested, carried);
      });
}

static SmallVector<Value> buildOuterStreams(ImplicitLocOpBuilder &builder,
                                            const Reduction &reduction,
                                            const VectorTarget &target) {
  Value areUsed = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
  if (!reduction.getInputBytes())
    areUsed = buildAreStreamsUsed(builder, reduction, target);
  return buildOrNext(
      builder, outerStreamReduction, reduction, target, areUsed,
      [&](ImplicitLocOpBuilder &nested) {
        return OuterStreamReductionBuilder(reduction, target).build(nested);
      });
}

const Strategy mlir::reduce::detail::outerStreamReduction = {
    "outer-streams", /*servesStrides=*/false, matchOuterStreams,
    buildOuterStreams};
