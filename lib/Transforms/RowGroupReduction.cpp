//===- RowGroupReduction.cpp - Reduction of rows in groups ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that are not long take more instructions for combining the lanes of
// their accumulators than for reading them. So several rows accumulate side by
// side, each in one machine vector, and then their lanes are combined together:
//
// for each index of the outer kept loops, for each group of rows:
//   accumulators = neutral, one vector a row
//   for each index of the outer reduced loops, for each strip of columns:
//     for each row of the group: combine its accumulators with its strip
//   while there are two vectors: make one of each two, whose lanes are the
//   first
//     half of the lanes of each row combined with the second half
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

/// Rows in a group: as many as hide the latency of a combiner.
static constexpr int64_t maxGroupRows = 8;

/// The length from which a row is reduced better by itself.
static int64_t getLongLength(const Reduction &reduction,
                             const VectorTarget &target) {
  return 4 * target.getLanes(reduction) * target.accumulators;
}

static LogicalResult matchRowGroups(const Reduction &reduction,
                                    const VectorTarget &target,
                                    StringRef &reason) {
  auto fail = [&](StringRef why) {
    reason = why;
    return failure();
  };
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(innerReduction.match(reduction, target, reason)))
    return failure();
  if (innermost == 0 || reduction.isReduced(innermost - 1))
    return fail("the dimension before the innermost is reduced");
  if (target.getLanes(reduction) < 2)
    return fail("a vector holds one element");
  if (!reduction.isDynamic(innermost - 1) &&
      reduction.getExtent(innermost - 1) < 2)
    return fail("there is one row only");
  if (!reduction.isDynamic(innermost) &&
      reduction.getExtent(innermost) >= getLongLength(reduction, target))
    return fail("rows are long");
  return success();
}

namespace {
class RowGroupReductionBuilder {
public:
  RowGroupReductionBuilder(const Reduction &reduction,
                           const VectorTarget &target)
      : reduction(reduction), innermost(reduction.getNumLoops() - 1),
        rowLoop(innermost - 1), lanes(target.getLanes(reduction)),
        groupRows(
            getBlockSize(reduction, rowLoop, std::min(maxGroupRows, lanes))),
        outerReducedLoops(reduction.getReducedLoops()),
        indices(reduction.getNumLoops()) {
    outerReducedLoops.pop_back();
  }

  Value build(ImplicitLocOpBuilder &builder);

private:
  using BuildElementsFn = llvm::function_ref<Value(ImplicitLocOpBuilder &)>;

  SmallVector<Value> combineRows(ImplicitLocOpBuilder &builder,
                                 ValueRange carried,
                                 BuildElementsFn buildElements);
  SmallVector<Value> buildStrips(ImplicitLocOpBuilder &builder,
                                 ValueRange carried);
  Value buildHalved(ImplicitLocOpBuilder &builder, Value first, Value second,
                    int64_t numRows);
  Value buildGroup(ImplicitLocOpBuilder &builder, Value destination,
                   Value firstRow, int64_t numRows);

  const Reduction &reduction;
  unsigned innermost, rowLoop;
  int64_t lanes, groupRows;
  SmallVector<unsigned> outerReducedLoops;
  SmallVector<Value> indices;
  /// The indices of the rows of the group.
  SmallVector<Value> rows;
};
} // namespace

/// Combines the accumulators of each row, or their front, with what
/// `buildElements` builds for it.
SmallVector<Value>
RowGroupReductionBuilder::combineRows(ImplicitLocOpBuilder &builder,
                                      ValueRange carried,
                                      BuildElementsFn buildElements) {
  SmallVector<Value> combined;
  for (auto [row, accumulator] : llvm::zip_equal(rows, carried)) {
    indices[rowLoop] = row;
    combined.push_back(buildFrontCombination(builder, reduction, accumulator,
                                             buildElements(builder)));
  }
  return combined;
}

/// Combines all columns of the rows with their accumulators.
SmallVector<Value>
RowGroupReductionBuilder::buildStrips(ImplicitLocOpBuilder &builder,
                                      ValueRange carried) {
  auto buildStrip = [&](ImplicitLocOpBuilder &strip, ValueRange iterArgs) {
    return combineRows(strip, iterArgs, [&](ImplicitLocOpBuilder &row) {
      return reduction.buildElements(row, indices, lanes);
    });
  };
  if (reduction.isDynamic(innermost)) {
    Value extent = reduction.buildExtent(builder, innermost);
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    Value tailStart = buildRoundedDown(builder, extent, lanes);
    SmallVector<Value> accumulators =
        buildDynamicLoop(builder, zero, tailStart, lanes, indices[innermost],
                         carried, buildStrip);
    return buildDynamicLoop(
        builder, tailStart, extent, lanes, indices[innermost], accumulators,
        [&](ImplicitLocOpBuilder &strip, ValueRange iterArgs) {
          Value mask = buildTailMask(strip, indices[innermost], extent, lanes);
          return combineRows(strip, iterArgs, [&](ImplicitLocOpBuilder &row) {
            return reduction.buildMaskedElements(row, indices, mask);
          });
        });
  }
  int64_t extent = reduction.getExtent(innermost);
  int64_t offset = extent - extent % lanes;
  SmallVector<Value> accumulators = buildStripLoop(
      builder, offset, lanes, indices[innermost], carried, buildStrip);
  for (int64_t width : getTailWidths(extent, lanes)) {
    indices[innermost] = arith::ConstantIndexOp::create(builder, offset);
    accumulators =
        combineRows(builder, accumulators, [&](ImplicitLocOpBuilder &row) {
          return reduction.buildElements(row, indices, width);
        });
    offset += width;
  }
  return accumulators;
}

/// Combines the halves of each of `numRows` rows in `first`, and in `second`
/// unless it is null, and returns those of `first` ahead of those of `second`.
Value RowGroupReductionBuilder::buildHalved(ImplicitLocOpBuilder &builder,
                                            Value first, Value second,
                                            int64_t numRows) {
  int64_t width = cast<VectorType>(first.getType()).getDimSize(0);
  int64_t length = width / numRows;
  SmallVector<int64_t> fronts, backs;
  for (int64_t row : llvm::seq(second ? 2 * numRows : numRows)) {
    int64_t start = row * length, middle = start + length / 2;
    llvm::append_range(fronts, llvm::seq(start, middle));
    llvm::append_range(backs, llvm::seq(middle, start + length));
  }
  Value other = second ? second : first;
  return reduction.buildCombination(
      builder, vector::ShuffleOp::create(builder, first, other, fronts),
      vector::ShuffleOp::create(builder, first, other, backs));
}

/// Reduces `numRows` rows from `firstRow` on and stores the results.
Value RowGroupReductionBuilder::buildGroup(ImplicitLocOpBuilder &builder,
                                           Value destination, Value firstRow,
                                           int64_t numRows) {
  rows.clear();
  for (int64_t row : llvm::seq(numRows))
    rows.push_back(arith::AddIOp::create(
        builder, firstRow, arith::ConstantIndexOp::create(builder, row)));
  SmallVector<Value> vectors(numRows, reduction.buildNeutral(builder, lanes));
  vectors = buildLoops(builder, reduction, outerReducedLoops, indices, vectors,
                       [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                         return buildStrips(nested, carried);
                       });

  int64_t rowsPerVector = 1;
  for (; vectors.size() > 1; rowsPerVector *= 2) {
    SmallVector<Value> merged;
    for (size_t i = 0; i < vectors.size(); i += 2)
      merged.push_back(
          buildHalved(builder, vectors[i], vectors[i + 1], rowsPerVector));
    vectors = std::move(merged);
  }
  Value results = vectors.front();
  while (cast<VectorType>(results.getType()).getDimSize(0) > numRows)
    results = buildHalved(builder, results, /*second=*/{}, numRows);

  indices[rowLoop] = firstRow;
  SmallVector<Value> resultIndices =
      llvm::map_to_vector(reduction.getParallelLoops(),
                          [&](unsigned loop) { return indices[loop]; });
  return buildStore(builder, reduction, results, destination, resultIndices);
}

Value RowGroupReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  return buildResultBlocks(builder, reduction, rowLoop, groupRows, indices,
                           [&](ImplicitLocOpBuilder &group, Value destination,
                               Value firstRow, int64_t numRows) {
                             return buildGroup(group, destination, firstRow,
                                               numRows);
                           });
}

/// Builds the loops; where only the run tells how long rows are, also those for
/// long ones, and the choice.
static Value buildRowGroups(ImplicitLocOpBuilder &builder,
                            const Reduction &reduction,
                            const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (!reduction.isDynamic(innermost))
    return RowGroupReductionBuilder(reduction, target).build(builder);
  Value areLong =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                            reduction.buildExtent(builder, innermost),
                            arith::ConstantIndexOp::create(
                                builder, getLongLength(reduction, target)));
  auto buildCase = [&](bool isLong) {
    return [&, isLong](OpBuilder &opBuilder, Location loc) {
      ImplicitLocOpBuilder nested(loc, opBuilder);
      Value result =
          isLong ? innerReduction.build(nested, reduction, target)
                 : RowGroupReductionBuilder(reduction, target).build(nested);
      scf::YieldOp::create(nested, result);
    };
  };
  return scf::IfOp::create(builder, areLong, buildCase(true), buildCase(false))
      .getResult(0);
}

const Strategy mlir::reduce::rowGroupReduction = {"row-groups", matchRowGroups,
                                                  buildRowGroups};
