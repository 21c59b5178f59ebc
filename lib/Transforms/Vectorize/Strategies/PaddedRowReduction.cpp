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
// vector in a block, it is read under a mask. Where shuffles between the halves
// of a vector cost more, each half is read at the first of its rows, and
// transposed alone.
//
// Rows that are little longer than a power of two would be padded to almost
// twice their length. Such rows are halved first: a vector is combined with the
// one that starts half a row later. It then has the combined halves of each row
// where the first half was, and as many rows as fit when halves are padded:
//
//       vector = the first halves of these rows, and what is between them
//       combine it with the vector that starts half a row later
//       transpose it
//
// Of an odd number of elements, the first half has one more. If the combiner is
// not idempotent, the first element is combined with none.
//
// Products of bf16 need no halves. As one instruction permutes a vector of
// bf16, which has twice as many elements, rows are padded before their elements
// are extended to f32:
//
//       vector = as many whole rows as fit when padded, each element beside the
//                one that is half a padded row later
//       combine the extended elements at even positions with those at odd ones:
//                the halves of all rows, transposed
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/VectorBody.h"
#include "Transforms/Vectorize/Builders/Permutations.h"
#include "Transforms/Vectorize/Builders/Tails.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

bool mlir::reduce::detail::extendsPaddedRows(const Reduction &reduction,
                                             const VectorTarget &target) {
  // One instruction permutes a vector of bf16, and one more each extends its
  // elements at even and at odd positions. The extension of f16 takes as long
  // as it saves. A row of one element has no halves.
  return reduction.doesMultiplyBF16() &&
         reduction.getExtent(reduction.getNumLoops() - 1) != 1 &&
         target.permutes(reduction.getInputBits()) &&
         canPermute(reduction, target) && reduction.hasContiguousInputs();
}

/// Returns how many elements a vector has when its rows are padded.
static int64_t getPaddedLanes(const Reduction &reduction,
                              const VectorTarget &target) {
  return target.getLanes(reduction) *
         (extendsPaddedRows(reduction, target) ? 2 : 1);
}

/// Returns the number of rows of a block, of which a vector has room for
/// `getPaddedLanes` / `paddedLength`.
static int64_t getBlockRows(const Reduction &reduction,
                            const VectorTarget &target, int64_t paddedLength) {
  int64_t lanes = getPaddedLanes(reduction, target);
  return getBlockSize(
      reduction, reduction.getNumLoops() - 2,
      std::min(target.getLanes(reduction), limits::paddedVectors *
                                               target.getAccumulators() *
                                               (lanes / paddedLength)));
}

int64_t mlir::reduce::detail::getMaxHalvedLength(const Reduction &reduction,
                                                 const VectorTarget &target,
                                                 int64_t paddedLength) {
  if (!canPermutePairs(reduction, target) || !reduction.hasContiguousInputs() ||
      reduction.readsIndices() || extendsPaddedRows(reduction, target))
    return 0;
  int64_t lanes = target.getLanes(reduction);
  int64_t numRows = lanes / paddedLength;
  unsigned bits = getElementBits(reduction.getStateTypes().front());
  // Machines shuffle two vectors of narrow elements slowly. So two rows gain
  // nothing, which `overlapped-rows` reads without shuffles. Nor do narrow
  // floats, whose minima take several operations.
  if (bits < limits::minShuffledBits &&
      (numRows <= limits::maxRowsInPieces ||
       llvm::any_of(reduction.getStateTypes(), llvm::IsaPred<FloatType>)))
    return 0;
  // Nor do products of wide elements: `short-rows` multiplies fewer vectors.
  if (bits > limits::minShuffledBits && !reduction.getTraits().isIdempotent)
    return 0;
  // All rows but the last are whole: (numRows - 1) * length + length / 2 lanes.
  return numRows < 2 ? 0 : 2 * lanes / (2 * numRows - 1);
}

/// Returns the power of two to which halves of rows of `length` elements are
/// padded.
static int64_t getPaddedHalf(int64_t length) {
  return llvm::bit_ceil<uint64_t>(llvm::divideCeil(length, 2));
}

bool mlir::reduce::detail::areRowsHalved(const Reduction &reduction,
                                         const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  int64_t length = reduction.getExtent(innermost);
  if (reduction.isDynamic(innermost) || length < 2)
    return false;
  return length <= getMaxHalvedLength(reduction, target, getPaddedHalf(length));
}

bool mlir::reduce::detail::areRowsPaddedFirst(const Reduction &reduction,
                                              const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (reduction.isDynamic(innermost) || !extendsPaddedRows(reduction, target))
    return false;
  int64_t length = reduction.getExtent(innermost);
  // Rows of a power of two need no padding. `short-rows` multiplies the pairs
  // of other even lengths without it, if that leaves few vectors of each row.
  bool isShort = length % 6 == 0 && llvm::isPowerOf2_64(length / 3) &&
                 length <= limits::maxShortLength;
  return length <= getPaddedLanes(reduction, target) &&
         !llvm::isPowerOf2_64(length) && !isShort;
}

/// Returns the power of two to which rows of a known length are padded.
static int64_t getPaddedLength(const Reduction &reduction,
                               const VectorTarget &target) {
  int64_t length = reduction.getExtent(reduction.getNumLoops() - 1);
  return areRowsHalved(reduction, target) ? getPaddedHalf(length)
                                          : llvm::bit_ceil<uint64_t>(length);
}

/// Returns the facts about the machine for rows of a known length: shorter
/// vectors if no instruction permutes the elements of long ones. Products take
/// many operations, and gain more from long vectors.
static VectorTarget getPaddedTarget(const Reduction &reduction,
                                    const VectorTarget &target) {
  unsigned bits = reduction.getMaxElementBits();
  int64_t length = reduction.getExtent(reduction.getNumLoops() - 1);
  if (!reduction.getTraits().isIdempotent || !target.getMaskRegisters() ||
      bits >= limits::minShuffledBits ||
      target.getVectorBits() <= limits::maxSplitPermutedBits ||
      target.permutes(bits) || length > limits::maxSplitPermutedBits / bits)
    return target;
  return target.getWithRegisters(limits::maxSplitPermutedBits,
                                 target.getAccumulators());
}

static LogicalResult matchPaddedRows(const Reduction &reduction,
                                     const VectorTarget &wholeTarget,
                                     Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(matchBlocksOfRows(reduction, choice)))
    return failure();
  VectorTarget target = getPaddedTarget(reduction, wholeTarget);
  if (reduction.getExtent(innermost) < 1 ||
      reduction.getExtent(innermost) > getPaddedLanes(reduction, target))
    return choice.refuse("rows are empty or longer than a vector");
  if (reduction.isKnownBelow(innermost - 1, 2))
    return choice.refuse("there is only one row");
  if (!choice.isMeasured &&
      reduction.getExtent(innermost) > target.getLanes(reduction) &&
      !areRowsPaddedFirst(reduction, target))
    return choice.refuse("a row needs no padding");
  return choice.accept(
      {getBlockRows(reduction, target, getPaddedLength(reduction, target)),
       reduction.getExtent(innermost)},
      areRowsHalved(reduction, target)
          ? "rows fit into a vector: their halves are combined, and those of a "
            "block padded to a power of two and merged"
          : "rows fit into a vector: those of a block are padded to a power of "
            "two and merged");
}

namespace {
class PaddedRowReductionBuilder : RowBuilder {
public:
  PaddedRowReductionBuilder(const Reduction &reduction,
                            const VectorTarget &target, int64_t paddedLength,
                            bool isHalved)
      : RowBuilder(reduction, target), length(reduction.getExtent(rowLoop + 1)),
        paddedLength(paddedLength), isHalved(isHalved),
        extendsPadding(extendsPaddedRows(reduction, target)),
        paddedLanes(getPaddedLanes(reduction, target)),
        blockRows(getBlockRows(reduction, target, paddedLength)) {
    areBlocksUnrolled = true;
  }

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  State buildPadded(ImplicitLocOpBuilder &builder, ValueRange elements,
                    ArrayRef<int64_t> firstElements, int64_t numRows);
  State buildFromInputs(ImplicitLocOpBuilder &builder, Value place, Value mask,
                        llvm::function_ref<Value(Value)> pad);
  SmallVector<std::pair<int64_t, int64_t>>
  getPlacesInLanes(int64_t numRows) const;
  State buildFromParts(ImplicitLocOpBuilder &builder, Value firstElement,
                       ArrayRef<int64_t> firstRows, int64_t numRows,
                       int64_t numElements);
  int64_t getNumParts(int64_t numRows) const;
  State buildPaddedTo(ImplicitLocOpBuilder &builder, ValueRange elements,
                      ValueRange padding, Value firstElement, Value rowLength);
  Value buildIsUnpaired(ImplicitLocOpBuilder &builder, int64_t width,
                        Value firstElement, Value rowLength);
  State buildHalved(ImplicitLocOpBuilder &builder, Value offset, Value shift,
                    Value isUnpaired,
                    llvm::function_ref<State(Value)> buildElements);
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
  int64_t paddedLength;
  /// Whether rows are halved before they are padded.
  bool isHalved;
  /// Whether rows are padded before their elements are extended.
  bool extendsPadding;
  /// The number of elements of a vector that is padded.
  int64_t paddedLanes;
  int64_t blockRows;
};
} // namespace

/// Returns the elements that `buildElements` reads from `offset` on. If rows
/// are halved, they are combined with those `shift` elements later, except in
/// the lanes of `isUnpaired`, if there is such a mask.
State PaddedRowReductionBuilder::buildHalved(
    ImplicitLocOpBuilder &builder, Value offset, Value shift, Value isUnpaired,
    llvm::function_ref<State(Value)> buildElements) {
  State front = buildElements(offset);
  if (!isHalved)
    return front;
  State halved = reduction.buildCombination(
      builder, front,
      buildElements(arith::AddIOp::create(builder, offset, shift)));
  return isUnpaired ? buildSelection(builder, isUnpaired, front, halved)
                    : halved;
}

/// Returns in how many parts a block of `numRows` rows fills a vector, each
/// read and transposed alone: the two halves, if that saves shuffles between
/// them.
int64_t PaddedRowReductionBuilder::getNumParts(int64_t numRows) const {
  int64_t rowsPerVector = lanes / paddedLength;
  return hasShuffledParts() && !isHalved && rowsPerVector >= 2 &&
                 numRows >= rowsPerVector
             ? 2
             : 1;
}

/// Builds the bits of `width` ones, the padding of rows of bf16 that are only
/// multiplied after it.
static Value buildOnes(ImplicitLocOpBuilder &builder, int64_t width) {
  APInt one = APFloat::getOne(APFloat::BFloat()).bitcastToAPInt();
  return arith::ConstantOp::create(
      builder, DenseElementsAttr::get(
                   VectorType::get(width, builder.getI16Type()), one));
}

/// Pads and transposes rows, `numRows` from each of `firstElements` on, which
/// `elements` has, one every `length` elements: those of inputs as bits, if
/// they are extended later.
State PaddedRowReductionBuilder::buildPadded(ImplicitLocOpBuilder &builder,
                                             ValueRange elements,
                                             ArrayRef<int64_t> firstElements,
                                             int64_t numRows) {
  int64_t width = getNumElements(elements);
  int64_t numColumns = isHalved ? llvm::divideCeil(length, 2) : length;
  bool isIdempotent = reduction.getTraits().isIdempotent;
  SmallVector<int64_t> positions;
  for (int64_t firstElement : firstElements)
    for (auto [row, column] : getPlacesInLanes(numRows)) {
      int64_t first = firstElement + row * length;
      if (column < numColumns)
        positions.push_back(first + column);
      else // A shuffle of one vector is the cheapest.
        positions.push_back(isIdempotent ? first + numColumns - 1 : width);
    }
  State padding = llvm::to_vector_of<Value, 2>(elements);
  if (extendsPadding)
    padding = {buildOnes(builder, width)};
  else if (!isIdempotent)
    padding = reduction.buildNeutral(builder, width);
  return buildShuffled(builder, elements, padding, positions);
}

/// Returns the row and the column in each lane of a vector of `numRows` padded
/// rows: transposed. If they are extended later, even lanes have the first
/// halves of rows, transposed, and odd lanes the second ones.
SmallVector<std::pair<int64_t, int64_t>>
PaddedRowReductionBuilder::getPlacesInLanes(int64_t numRows) const {
  int64_t width = numRows * paddedLength;
  SmallVector<std::pair<int64_t, int64_t>> places(width);
  for (int64_t i : llvm::seq(width)) {
    int64_t lane = extendsPadding ? i % (width / 2) * 2 + i / (width / 2) : i;
    places[lane] = {i % numRows, i / numRows};
  }
  return places;
}

/// Reads the elements in `mask` at `place`, or as many as the vector has
/// without it, and returns the rows that `pad` makes of their bits: extended,
/// with the halves of their columns combined.
State PaddedRowReductionBuilder::buildFromInputs(
    ImplicitLocOpBuilder &builder, Value place, Value mask,
    llvm::function_ref<Value(Value)> pad) {
  // Without instructions for bf16, LLVM selects its lanes one by one.
  auto words = VectorType::get(paddedLanes, builder.getI16Type());
  auto buildPadded = [&](Value read) -> Value {
    Value padded = pad(vector::BitCastOp::create(builder, words, read));
    auto type = cast<VectorType>(padded.getType());
    return vector::BitCastOp::create(
        builder, type.clone(getElementTypeOrSelf(read)), padded);
  };
  State elements = reduction.buildArrangedElements(
      builder, inputs, getJoinedIndices(place), paddedLanes, mask, buildPadded,
      LaneOrder::EvensFirst);
  int64_t half = getNumElements(elements) / 2;
  State front = buildSlice(builder, elements, 0, half);
  return reduction.buildCombination(builder, front,
                                    buildSlice(builder, elements, half, half));
}

/// Returns a vector whose halves have `numRows` rows each, padded: those from
/// `firstRows` on, of a block that starts at `firstElement` and has
/// `numElements` elements.
State PaddedRowReductionBuilder::buildFromParts(ImplicitLocOpBuilder &builder,
                                                Value firstElement,
                                                ArrayRef<int64_t> firstRows,
                                                int64_t numRows,
                                                int64_t numElements) {
  int64_t width = lanes / 2;
  assert(numElements >= width && "rows are longer than half of their padding");
  SmallVector<SmallVector<Value>> places;
  SmallVector<int64_t> firsts;
  for (auto [half, row] : llvm::enumerate(firstRows)) {
    int64_t start = std::min(row * length, numElements - width);
    firsts.push_back(half * width + row * length - start);
    places.push_back(getJoinedIndices(
        arith::AddIOp::create(builder, firstElement,
                              arith::ConstantIndexOp::create(builder, start))));
  }
  return buildPadded(builder,
                     reduction.buildElementsAt(builder, inputs, places, width),
                     firsts, numRows);
}

/// Returns vectors of `numRows` rows, padded, that start at `firstElement`.
SmallVector<State>
PaddedRowReductionBuilder::buildVectors(ImplicitLocOpBuilder &builder,
                                        Value firstElement, int64_t numRows) {
  int64_t shift = isHalved ? length / 2 : 0;
  int64_t numElements = numRows * length - shift;
  int64_t width = std::min(paddedLanes, numElements);
  int64_t rowsPerVector = std::min(numRows, paddedLanes / paddedLength);
  if (int64_t numParts = getNumParts(numRows); numParts > 1) {
    int64_t rowsPerPart = rowsPerVector / numParts;
    SmallVector<int64_t> firstRows =
        llvm::map_to_vector(getPartOrder(numRows / rowsPerVector, numParts),
                            [&](int64_t part) { return part * rowsPerPart; });
    SmallVector<State> states;
    for (ArrayRef<int64_t> rest = firstRows; !rest.empty();
         rest = rest.drop_front(numParts))
      states.push_back(buildFromParts(builder, firstElement,
                                      rest.take_front(numParts), rowsPerPart,
                                      numElements));
    return states;
  }
  Value shiftValue = arith::ConstantIndexOp::create(builder, shift);
  // Machines permute two vectors of short elements slowly. Shuffles of halves
  // are not joined with permutations.
  bool isFenced = rowsPerVector < numRows && mergesByBlends() &&
                  canPermutePairs(reduction, target) &&
                  reduction.getMaxElementBits() < limits::minShuffledBits;
  SmallVector<State> states;
  for (int64_t row = 0; row < numRows; row += rowsPerVector) {
    int64_t start = std::min(row * length, numElements - width);
    int64_t first = row * length - start;
    Value offset = arith::AddIOp::create(
        builder, firstElement, arith::ConstantIndexOp::create(builder, start));
    if (extendsPadding) {
      // LLVM shuffles a vector that fills no register lane by lane.
      Value mask;
      if (width < paddedLanes)
        mask = vector::ConstantMaskOp::create(
            builder, VectorType::get(paddedLanes, builder.getI1Type()),
            ArrayRef<int64_t>(width));
      states.push_back(buildFromInputs(builder, offset, mask, [&](Value read) {
        return buildPadded(builder, read, {first}, rowsPerVector).front();
      }));
      continue;
    }
    Value isUnpaired;
    if (isHalved && length % 2 != 0 && !reduction.getTraits().isIdempotent)
      isUnpaired = buildLaneMask(builder, width, [&](int64_t lane) {
        return (lane - first) % length == 0;
      });
    State elements =
        buildHalved(builder, offset, shiftValue, isUnpaired, [&](Value place) {
          return reduction.buildJoinedElements(builder, inputs,
                                               getJoinedIndices(place), width);
        });
    State padded = buildPadded(builder, elements, {first}, rowsPerVector);
    states.push_back(isFenced ? buildFence(builder, padded) : padded);
  }
  return states;
}

/// Builds the mask of those of `width` lanes that have the first element of a
/// row, one every `rowLength` lanes from `firstElement` on, if the length is
/// odd. Returns null if each element of a row may be combined with another one.
Value PaddedRowReductionBuilder::buildIsUnpaired(ImplicitLocOpBuilder &builder,
                                                 int64_t width,
                                                 Value firstElement,
                                                 Value rowLength) {
  if (!isHalved || reduction.getTraits().isIdempotent)
    return {};
  auto type = VectorType::get(width, builder.getI8Type());
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  Value isOdd = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::ne,
      arith::AndIOp::create(builder, rowLength, buildConstant(1)),
      buildConstant(0));
  // No lane has this number.
  Value none = buildConstant(UINT8_MAX);
  Value lane = firstElement, isUnpaired;
  for (int64_t row = 0; row < lanes / paddedLength; ++row) {
    Value number = arith::IndexCastOp::create(
        builder, builder.getI8Type(),
        arith::SelectOp::create(builder, isOdd, lane, none));
    Value isFirst = arith::CmpIOp::create(
        builder, arith::CmpIPredicate::eq, buildLaneNumbers(builder, type),
        vector::BroadcastOp::create(builder, type, number));
    isUnpaired = isUnpaired ? arith::OrIOp::create(builder, isUnpaired, isFirst)
                            : isFirst;
    lane = arith::AddIOp::create(builder, lane, rowLength);
  }
  return isUnpaired;
}

/// Like `buildPadded`, with vectors of `padding`, for rows of `rowLength`
/// elements, as many as a vector has room for.
State PaddedRowReductionBuilder::buildPaddedTo(ImplicitLocOpBuilder &builder,
                                               ValueRange elements,
                                               ValueRange padding,
                                               Value firstElement,
                                               Value rowLength) {
  int64_t numRows = paddedLanes / paddedLength;
  SmallVector<int64_t> rows, columns;
  for (auto [row, column] : getPlacesInLanes(numRows)) {
    rows.push_back(row);
    columns.push_back(column);
  }
  State padded;
  for (auto [vector, neutral] : llvm::zip_equal(elements, padding)) {
    auto type = cast<VectorType>(vector.getType());
    auto indexType = VectorType::get(
        paddedLanes, builder.getIntegerType(type.getElementTypeBitWidth()));
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
    Value numColumns = rowLength;
    if (isHalved)
      numColumns = arith::CeilDivUIOp::create(
          builder, rowLength, arith::ConstantIndexOp::create(builder, 2));
    Value lengths = buildCopies(rowLength), column = buildIndices(columns);
    Value ends = buildCopies(numColumns);
    Value last = arith::SubIOp::create(
        builder, ends, buildIndices(SmallVector<int64_t>(paddedLanes, 1)));
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
                                ends),
          permuted, neutral);
    padded.push_back(permuted);
  }
  return padded;
}

/// Like `buildVectors`, for rows of `rowLength` elements. If `numRows` is less
/// than a vector has room for, others follow in the vector.
SmallVector<State>
PaddedRowReductionBuilder::buildVectorsOf(ImplicitLocOpBuilder &builder,
                                          Value firstElement, Value rowLength,
                                          int64_t numRows) {
  auto multiplyLength = [&](int64_t count) -> Value {
    return arith::MulIOp::create(
        builder, rowLength, arith::ConstantIndexOp::create(builder, count));
  };
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value shift = zero;
  if (isHalved)
    shift = arith::ShRUIOp::create(builder, rowLength,
                                   arith::ConstantIndexOp::create(builder, 1));
  // Reads `width` elements from `offset` on, in the lanes of `mask` if there is
  // one. The first row starts in lane `first`.
  auto buildElements = [&](Value offset, Value first, int64_t width,
                           Value mask) {
    return buildHalved(
        builder, offset, shift,
        buildIsUnpaired(builder, width, first, rowLength), [&](Value place) {
          SmallVector<Value> at = getJoinedIndices(place);
          return mask ? reduction.buildMaskedJoinedElements(builder, inputs, at,
                                                            mask)
                      : reduction.buildJoinedElements(builder, inputs, at,
                                                      width);
        });
  };
  auto buildMask = [&](int64_t width) {
    Value end = arith::SubIOp::create(builder, multiplyLength(numRows), shift);
    return buildTailMask(builder, zero, end, width);
  };
  if (numRows == 1)
    return {buildElements(firstElement, zero, paddedLength,
                          buildMask(paddedLength))};
  // Reads a vector of whole rows from `start` on and pads it. The first row
  // starts in lane `first`.
  auto buildVector = [&](Value start, Value first, Value mask) {
    if (!extendsPadding) {
      State elements = buildElements(start, first, lanes, mask);
      return buildPaddedTo(builder, elements,
                           reduction.buildNeutral(builder, lanes), first,
                           rowLength);
    }
    return buildFromInputs(builder, start, mask, [&](Value read) {
      return buildPaddedTo(builder, read, buildOnes(builder, paddedLanes),
                           first, rowLength)
          .front();
    });
  };
  int64_t rowsPerVector = paddedLanes / paddedLength;
  // A block of one vector has nothing before it.
  if (numRows <= rowsPerVector)
    return {buildVector(firstElement, zero, buildMask(paddedLanes))};
  Value step = multiplyLength(rowsPerVector);
  SmallVector<State> states;
  Value offset = firstElement;
  for (int64_t row = 0; row < numRows; row += rowsPerVector) {
    Value start = offset, first = zero;
    // Two vectors of rows have more elements than one vector, and the one half
    // a row later: only the last vector of a block could extend beyond the
    // block.
    if (row + rowsPerVector == numRows) {
      first = arith::SubIOp::create(
          builder,
          arith::AddIOp::create(
              builder, shift,
              arith::ConstantIndexOp::create(builder, paddedLanes)),
          step);
      start = arith::SubIOp::create(builder, offset, first);
    }
    states.push_back(buildVector(start, first, /*mask=*/{}));
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
        if (!ShapedType::isDynamic(length))
          return buildMerged(nested,
                             buildVectors(nested, firstElement, numRows),
                             numRows, getNumParts(numRows));
        SmallVector<State> states =
            buildVectorsOf(nested, firstElement, rowLength, numRows);
        int64_t builtRows =
            numRows == 1 ? 1 : std::max(numRows, paddedLanes / paddedLength);
        return buildSlice(nested, buildMerged(nested, states, builtRows), 0,
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
    const VectorTarget &target, int64_t paddedLength, bool isHalved) {
  return PaddedRowReductionBuilder(reduction, target, paddedLength, isHalved)
      .build(builder);
}

static SmallVector<Value> buildKnownRows(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction,
                                         const VectorTarget &wholeTarget) {
  VectorTarget target = getPaddedTarget(reduction, wholeTarget);
  return buildPaddedRows(builder, reduction, target,
                         getPaddedLength(reduction, target),
                         areRowsHalved(reduction, target));
}

const Strategy mlir::reduce::detail::paddedRowReduction = {
    "padded-rows", /*servesStrides=*/false, matchPaddedRows, buildKnownRows};
