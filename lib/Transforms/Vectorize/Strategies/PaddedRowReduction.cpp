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
// block ends with the block, so that nothing is read beyond it; if there is one
// vector in a block, it is read under a mask.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/Permutations.h"
#include "Transforms/Vectorize/Builders/Tails.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the number of rows of a block, of which a vector has room for
/// `lanes` / `paddedLength`.
static int64_t getBlockRows(const Reduction &reduction,
                            const VectorTarget &target, int64_t paddedLength) {
  int64_t lanes = target.getLanes(reduction);
  return getBlockSize(
      reduction, reduction.getNumLoops() - 2,
      std::min(lanes, limits::paddedVectors * target.getAccumulators() *
                          (lanes / paddedLength)));
}

/// Returns the power of two to which rows of a known length are padded.
static int64_t getPaddedLength(const Reduction &reduction) {
  return llvm::bit_ceil<uint64_t>(
      reduction.getExtent(reduction.getNumLoops() - 1));
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
      {getBlockRows(reduction, target, getPaddedLength(reduction)),
       reduction.getExtent(innermost)},
      "rows fit into a vector: those of a block are padded to "
      "a power of two and merged");
}

namespace {
class PaddedRowReductionBuilder : RowBuilder {
public:
  PaddedRowReductionBuilder(const Reduction &reduction,
                            const VectorTarget &target, int64_t paddedLength)
      : RowBuilder(reduction, target), length(reduction.getExtent(rowLoop + 1)),
        paddedLength(paddedLength),
        blockRows(getBlockRows(reduction, target, paddedLength)) {}

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  State buildPadded(ImplicitLocOpBuilder &builder, ValueRange elements,
                    int64_t firstElement, int64_t numRows);
  State buildPaddedTo(ImplicitLocOpBuilder &builder, ValueRange elements,
                      Value firstElement, Value rowLength);
  SmallVector<State> buildVectors(ImplicitLocOpBuilder &builder,
                                  Value firstElement, int64_t numRows);
  SmallVector<State> buildVectorsOf(ImplicitLocOpBuilder &builder,
                                    Value firstElement, Value rowLength,
                                    int64_t numRows);
  SmallVector<Value> buildBlock(ImplicitLocOpBuilder &builder,
                                ValueRange destinations, Value firstRow,
                                int64_t numRows);

  /// The number of elements of a row, or kDynamic.
  int64_t length;
  int64_t paddedLength, blockRows;
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

/// Returns vectors of `numRows` rows, padded, that start at `firstElement`.
SmallVector<State>
PaddedRowReductionBuilder::buildVectors(ImplicitLocOpBuilder &builder,
                                        Value firstElement, int64_t numRows) {
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
  return states;
}

/// Like `buildPadded`, for rows of `rowLength` elements, as many as a vector
/// has room for.
State PaddedRowReductionBuilder::buildPaddedTo(ImplicitLocOpBuilder &builder,
                                               ValueRange elements,
                                               Value firstElement,
                                               Value rowLength) {
  int64_t numRows = lanes / paddedLength;
  SmallVector<int64_t> rows, columns;
  for (int64_t column : llvm::seq(paddedLength))
    for (int64_t row : llvm::seq(numRows)) {
      rows.push_back(row);
      columns.push_back(column);
    }
  State padded;
  for (auto [vector, neutral] :
       llvm::zip_equal(elements, reduction.buildNeutral(builder, lanes))) {
    auto type = cast<VectorType>(vector.getType());
    auto indexType = VectorType::get(
        lanes, builder.getIntegerType(type.getElementTypeBitWidth()));
    auto buildIndices = [&](ArrayRef<int64_t> values) -> Value {
      SmallVector<APInt> words;
      for (int64_t value : values)
        words.emplace_back(type.getElementTypeBitWidth(), value);
      return arith::ConstantOp::create(
          builder, DenseElementsAttr::get(indexType, words));
    };
    auto buildCopies = [&](Value value) -> Value {
      return buildIndexCopies(builder, indexType, value);
    };
    Value lengths = buildCopies(rowLength), column = buildIndices(columns);
    Value last = arith::SubIOp::create(
        builder, lengths, buildIndices(SmallVector<int64_t>(lanes, 1)));
    Value positions = arith::AddIOp::create(
        builder, arith::MulIOp::create(builder, buildIndices(rows), lengths),
        arith::AddIOp::create(builder,
                              arith::MinUIOp::create(builder, column, last),
                              buildCopies(firstElement)));
    Value permuted = buildPermutation(builder, vector, positions);
    if (!reduction.getTraits().isIdempotent)
      permuted = arith::SelectOp::create(
          builder,
          arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, column,
                                lengths),
          permuted, neutral);
    padded.push_back(permuted);
  }
  return padded;
}

/// Like `buildVectors`, for rows of `rowLength` elements.
SmallVector<State>
PaddedRowReductionBuilder::buildVectorsOf(ImplicitLocOpBuilder &builder,
                                          Value firstElement, Value rowLength,
                                          int64_t numRows) {
  if (numRows == 1) {
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    return {reduction.buildMaskedJoinedElements(
        builder, inputs, getJoinedIndices(firstElement),
        buildTailMask(builder, zero, rowLength, paddedLength))};
  }
  auto multiplyLength = [&](int64_t count) -> Value {
    return arith::MulIOp::create(
        builder, rowLength, arith::ConstantIndexOp::create(builder, count));
  };
  int64_t rowsPerVector = lanes / paddedLength;
  Value step = multiplyLength(rowsPerVector);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  // A block of one vector has nothing before it.
  if (numRows == rowsPerVector) {
    State elements = reduction.buildMaskedJoinedElements(
        builder, inputs, getJoinedIndices(firstElement),
        buildTailMask(builder, zero, step, lanes));
    return {buildPaddedTo(builder, elements, zero, rowLength)};
  }
  SmallVector<State> states;
  Value offset = firstElement;
  for (int64_t row = 0; row < numRows; row += rowsPerVector) {
    Value start = offset, first = zero;
    // More than half of a vector are rows, so that only the last vector of
    // a block could extend beyond the block.
    if (row + rowsPerVector == numRows) {
      first = arith::SubIOp::create(
          builder, arith::ConstantIndexOp::create(builder, lanes), step);
      start = arith::SubIOp::create(builder, offset, first);
    }
    State elements = reduction.buildJoinedElements(
        builder, inputs, getJoinedIndices(start), lanes);
    states.push_back(buildPaddedTo(builder, elements, first, rowLength));
    offset = arith::AddIOp::create(builder, offset, step);
  }
  return states;
}

/// Reduces `numRows` rows from `firstRow` on and stores the results.
SmallVector<Value>
PaddedRowReductionBuilder::buildBlock(ImplicitLocOpBuilder &builder,
                                      ValueRange destinations, Value firstRow,
                                      int64_t numRows) {
  Value rowLength = reduction.buildExtent(builder, rowLoop + 1);
  Value firstElement = arith::MulIOp::create(builder, firstRow, rowLength);
  return buildResults(
      builder, destinations, firstRow, numRows,
      [&](ImplicitLocOpBuilder &nested) {
        return buildMerged(
            nested, reduction,
            ShapedType::isDynamic(length)
                ? buildVectorsOf(nested, firstElement, rowLength, numRows)
                : buildVectors(nested, firstElement, numRows),
            numRows);
      });
}

SmallVector<Value>
PaddedRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = reduction.buildJoinedInputs(builder);
  return buildRowBlocks(builder, blockRows,
                        [&](ImplicitLocOpBuilder &block, ValueRange carried,
                            Value firstRow, int64_t numRows) {
                          return buildBlock(block, carried, firstRow, numRows);
                        });
}

SmallVector<Value> mlir::reduce::detail::buildPaddedRows(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    const VectorTarget &target, int64_t paddedLength) {
  return PaddedRowReductionBuilder(reduction, target, paddedLength)
      .build(builder);
}

static SmallVector<Value> buildKnownRows(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction,
                                         const VectorTarget &target) {
  return buildPaddedRows(builder, reduction, target,
                         getPaddedLength(reduction));
}

const Strategy mlir::reduce::detail::paddedRowReduction = {
    "padded-rows", /*servesStrides=*/false, matchPaddedRows, buildKnownRows};
