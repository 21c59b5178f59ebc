//===- PaddedRowReduction.cpp - Reduction of rows of an odd length --------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that are no longer than a machine vector, and no power of two, are
// padded to the next one, and transposed at the same time: in each vector, the
// first elements of its rows come first, then the second ones, and so on. So
// its halves can be combined, then its quarters, all in groups of many lanes,
// which machines move well:
//
// for each index of the outer kept loops:
//   for each block of rows:
//     for each vector of the block:
//       vector = as many whole rows as have room if each is padded, transposed
//     while there are two vectors: make one of each two, of the combined halves
//     combine the halves of the groups of the one left
//
// A vector is read in full where its rows are: what it holds of the next rows
// is dropped when the rows are transposed, which takes one shuffle. The last
// vector of a block ends with the block, so that nothing is read beyond.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Analysis/CostTable.h"
#include "Transforms/Vectorize/Strategy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

/// Returns how many rows a block has.
static int64_t getBlockRows(const Reduction &reduction,
                            const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  int64_t lanes = target.getLanes(reduction);
  uint64_t length = reduction.getExtent(innermost);
  int64_t rowsPerVector = lanes / llvm::bit_ceil(length);
  return getBlockSize(reduction, innermost - 1,
                      std::min(lanes, costs::paddedVectors *
                                          target.accumulators * rowsPerVector));
}

static LogicalResult matchPaddedRows(const Reduction &reduction,
                                     const VectorTarget &target,
                                     Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(matchBlocksOfRows(reduction, target, choice)))
    return failure();
  if (reduction.getExtent(innermost) < 1 ||
      reduction.getExtent(innermost) > target.getLanes(reduction))
    return choice.refuse("rows are empty or longer than a vector");
  if (reduction.isKnownBelow(innermost - 1, 2))
    return choice.refuse("there is one row only");
  return choice.accept(
      {getBlockRows(reduction, target), reduction.getExtent(innermost)},
      "rows fit into a vector: those of a block are padded to "
      "a power of two and merged");
}

namespace {
class PaddedRowReductionBuilder {
public:
  PaddedRowReductionBuilder(const Reduction &reduction,
                            const VectorTarget &target)
      : reduction(reduction), rowLoop(reduction.getNumLoops() - 2),
        length(reduction.getExtent(rowLoop + 1)),
        paddedLength(llvm::bit_ceil<uint64_t>(length)),
        lanes(target.getLanes(reduction)),
        blockRows(getBlockRows(reduction, target)),
        outerLoops(reduction.getParallelLoops()),
        indices(reduction.getNumLoops()) {
    outerLoops.pop_back();
  }

  Value build(ImplicitLocOpBuilder &builder);

private:
  Value buildPadded(ImplicitLocOpBuilder &builder, Value elements,
                    int64_t firstElement, int64_t numRows);
  Value buildBlock(ImplicitLocOpBuilder &builder, Value destination,
                   Value firstRow, int64_t numRows);

  const Reduction &reduction;
  unsigned rowLoop;
  int64_t length, paddedLength;
  int64_t lanes, blockRows;
  SmallVector<unsigned> outerLoops;
  SmallVector<Value> indices;
  SmallVector<Value> inputs;
};
} // namespace

/// Returns `numRows` rows, which lie one after the other in `elements` from
/// `firstElement` on, padded and transposed.
Value PaddedRowReductionBuilder::buildPadded(ImplicitLocOpBuilder &builder,
                                             Value elements,
                                             int64_t firstElement,
                                             int64_t numRows) {
  int64_t width = cast<VectorType>(elements.getType()).getDimSize(0);
  bool isIdempotent = reduction.isIdempotent();
  SmallVector<int64_t> positions;
  for (int64_t column : llvm::seq(paddedLength))
    for (int64_t row : llvm::seq(numRows)) {
      int64_t first = firstElement + row * length;
      if (column < length)
        positions.push_back(first + column);
      else // A shuffle of one vector is the cheapest.
        positions.push_back(isIdempotent ? first + length - 1 : width);
    }
  Value padding =
      isIdempotent ? elements : reduction.buildNeutral(builder, width);
  return vector::ShuffleOp::create(builder, elements, padding, positions);
}

/// Reduces `numRows` rows from `firstRow` on and stores the results.
Value PaddedRowReductionBuilder::buildBlock(ImplicitLocOpBuilder &builder,
                                            Value destination, Value firstRow,
                                            int64_t numRows) {
  SmallVector<Value> outerIndices = llvm::map_to_vector(
      outerLoops, [&](unsigned loop) { return indices[loop]; });
  Value firstElement = arith::MulIOp::create(
      builder, firstRow, arith::ConstantIndexOp::create(builder, length));
  int64_t numElements = numRows * length;
  int64_t width = std::min(lanes, numElements);
  int64_t rowsPerVector = std::min(numRows, lanes / paddedLength);
  SmallVector<Value> vectors;
  for (int64_t row = 0; row < numRows; row += rowsPerVector) {
    int64_t start = std::min(row * length, numElements - width);
    SmallVector<Value> elementIndices(outerIndices);
    elementIndices.push_back(arith::AddIOp::create(
        builder, firstElement, arith::ConstantIndexOp::create(builder, start)));
    Value elements =
        reduction.buildJoinedElements(builder, inputs, elementIndices, width);
    vectors.push_back(
        buildPadded(builder, elements, row * length - start, rowsPerVector));
  }
  Value results = buildMerged(builder, reduction, std::move(vectors), numRows);
  SmallVector<Value> resultIndices(outerIndices);
  resultIndices.push_back(firstRow);
  return buildStore(builder, reduction, results, destination, resultIndices);
}

Value PaddedRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = reduction.buildJoinedInputs(builder);
  return buildResultBlocks(builder, reduction, rowLoop, blockRows, indices,
                           [&](ImplicitLocOpBuilder &block, Value destination,
                               Value firstRow, int64_t numRows) {
                             return buildBlock(block, destination, firstRow,
                                               numRows);
                           });
}

static Value buildPaddedRows(ImplicitLocOpBuilder &builder,
                             const Reduction &reduction,
                             const VectorTarget &target) {
  return PaddedRowReductionBuilder(reduction, target).build(builder);
}

const Strategy mlir::reduce::paddedRowReduction = {
    "padded-rows", matchPaddedRows, buildPaddedRows};
