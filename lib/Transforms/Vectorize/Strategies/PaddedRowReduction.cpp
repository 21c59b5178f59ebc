//===- PaddedRowReduction.cpp - Reduction of padded rows ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that are not longer than a machine vector are padded to a power of two
// and transposed at the same time: each vector has the first elements of its
// rows, then the second elements, and so on. So its halves can be combined,
// then its quarters, always in groups of many lanes, which machines shuffle
// well:
//
// for each index of the outer kept loops:
//   for each block of rows:
//     for each vector of the block:
//       vector = as many whole rows as fit when padded, transposed
//     while there are two vectors: merge pairs, combining the halves of each
//     combine the halves of the groups of the last vector
//
// A whole vector is read at the position of its rows. The shuffle that
// transposes the rows drops the elements of the next rows. The last vector of a
// block ends with the block, so that nothing is read beyond it.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/Combinations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the number of rows of a block.
static int64_t getBlockRows(const Reduction &reduction,
                            const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  int64_t lanes = target.getLanes(reduction);
  uint64_t length = reduction.getExtent(innermost);
  int64_t rowsPerVector = lanes / llvm::bit_ceil(length);
  return getBlockSize(
      reduction, innermost - 1,
      std::min(lanes, limits::paddedVectors * target.getAccumulators() *
                          rowsPerVector));
}

static LogicalResult matchPaddedRows(const Reduction &reduction,
                                     const VectorTarget &target,
                                     Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(matchBlocksOfRows(reduction, choice)))
    return failure();
  if (reduction.getExtent(innermost) < 1 ||
      reduction.getExtent(innermost) > target.getLanes(reduction))
    return choice.refuse("rows are empty or longer than a vector");
  if (reduction.isKnownBelow(innermost - 1, 2))
    return choice.refuse("there is only one row");
  return choice.accept(
      {getBlockRows(reduction, target), reduction.getExtent(innermost)},
      "rows fit into a vector: those of a block are padded to "
      "a power of two and merged");
}

namespace {
class PaddedRowReductionBuilder : RowBuilder {
public:
  PaddedRowReductionBuilder(const Reduction &reduction,
                            const VectorTarget &target)
      : RowBuilder(reduction, target), length(reduction.getExtent(rowLoop + 1)),
        paddedLength(llvm::bit_ceil<uint64_t>(length)),
        blockRows(getBlockRows(reduction, target)) {}

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  State buildPadded(ImplicitLocOpBuilder &builder, ValueRange elements,
                    int64_t firstElement, int64_t numRows);
  SmallVector<Value> buildBlock(ImplicitLocOpBuilder &builder,
                                ValueRange destinations, Value firstRow,
                                int64_t numRows);

  int64_t length, paddedLength, blockRows;
};
} // namespace

/// Pads and transposes `numRows` rows, which are contiguous in `elements` from
/// `firstElement` on.
State PaddedRowReductionBuilder::buildPadded(ImplicitLocOpBuilder &builder,
                                             ValueRange elements,
                                             int64_t firstElement,
                                             int64_t numRows) {
  int64_t width = getNumElements(elements);
  bool isIdempotent = reduction.getTraits().isIdempotent;
  SmallVector<int64_t> positions;
  for (int64_t column : llvm::seq(paddedLength))
    for (int64_t row : llvm::seq(numRows)) {
      int64_t first = firstElement + row * length;
      if (column < length)
        positions.push_back(first + column);
      else // A shuffle of one vector is the cheapest.
        positions.push_back(isIdempotent ? first + length - 1 : width);
    }
  State padding = llvm::to_vector_of<Value, 2>(elements);
  if (!isIdempotent)
    padding = reduction.buildNeutral(builder, width);
  State padded;
  for (auto [vector, beyond] : llvm::zip_equal(elements, padding))
    padded.push_back(
        vector::ShuffleOp::create(builder, vector, beyond, positions));
  return padded;
}

/// Reduces `numRows` rows from `firstRow` on and stores the results.
SmallVector<Value>
PaddedRowReductionBuilder::buildBlock(ImplicitLocOpBuilder &builder,
                                      ValueRange destinations, Value firstRow,
                                      int64_t numRows) {
  Value firstElement = arith::MulIOp::create(
      builder, firstRow, arith::ConstantIndexOp::create(builder, length));
  int64_t numElements = numRows * length;
  int64_t width = std::min(lanes, numElements);
  int64_t rowsPerVector = std::min(numRows, lanes / paddedLength);
  SmallVector<State> states;
  for (int64_t row = 0; row < numRows; row += rowsPerVector) {
    int64_t start = std::min(row * length, numElements - width);
    Value offset = arith::AddIOp::create(
        builder, firstElement, arith::ConstantIndexOp::create(builder, start));
    State elements = reduction.buildJoinedElements(
        builder, inputs, getJoinedIndices(offset), width);
    states.push_back(
        buildPadded(builder, elements, row * length - start, rowsPerVector));
  }
  State results = buildMerged(builder, reduction, std::move(states), numRows);
  return buildStore(builder, reduction, results, destinations,
                    getJoinedIndices(firstRow));
}

SmallVector<Value>
PaddedRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = reduction.buildJoinedInputs(builder);
  return buildResultBlocks(builder, reduction, rowLoop, blockRows, indices,
                           [&](ImplicitLocOpBuilder &block, ValueRange carried,
                               Value firstRow, int64_t numRows) {
                             return buildBlock(block, carried, firstRow,
                                               numRows);
                           });
}

static SmallVector<Value> buildPaddedRows(ImplicitLocOpBuilder &builder,
                                          const Reduction &reduction,
                                          const VectorTarget &target) {
  return PaddedRowReductionBuilder(reduction, target).build(builder);
}

const Strategy mlir::reduce::detail::paddedRowReduction = {
    "padded-rows", /*servesStrides=*/false, matchPaddedRows, buildPaddedRows};
