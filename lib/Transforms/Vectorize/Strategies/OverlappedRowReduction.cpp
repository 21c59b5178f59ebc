//===- OverlappedRowReduction.cpp - Rows read as overlapping pieces -------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two pieces cover a row that is at most twice as long as a piece: the first
// elements and the last ones. They overlap, but need no mask if the combiner is
// idempotent, and their positions may be known only at run time. Pieces shorter
// than a vector leave room for several rows:
//
// for each index of the outer kept loops, for each block of rows:
//   for each index of the outer reduced loops:
//     combine the last two pieces of each row: one vector for several rows
//     if pieces are vectors, for each strip of two vectors before them:
//       combine the accumulators with the strips of the rows
//   while there are two vectors: merge pairs, combining the halves of rows
//   combine the halves of rows in the last vector
//
// If the length is known only at run time, rows of few pieces have code without
// the loop. Where vectors are cache lines, longer rows beyond the first cache
// are read one after another: in each iteration of a loop over the rows of a
// block, the accumulator of one is stored. Their last pieces are read last, in
// the order of memory. Longer rows of known length that row-groups reads in
// this way have no loop over strips. Rows left over by blocks of such rows, or
// of rows with that loop, are read one by one if another block, which overlaps
// the one before, takes more time.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the width of the pieces of a row whose length is known: a power of
/// two, and less than the length, which is at most twice as much.
static int64_t getPieceWidth(int64_t length) {
  return llvm::bit_ceil<uint64_t>(length) / 2;
}

static LogicalResult matchRows(const Reduction &reduction, Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(matchReducedRows(reduction, choice)))
    return failure();
  if (innermost == 0 || reduction.isReduced(innermost - 1))
    return choice.refuse("the dimension before the innermost is reduced");
  if (reduction.readsIndices())
    return choice.refuse("the body reads indices");
  return success();
}

int64_t mlir::reduce::detail::getOverlappedVectors(const VectorTarget &target) {
  return std::min<int64_t>(limits::overlappedVectors,
                           target.getShuffledVectors());
}

int64_t mlir::reduce::detail::limitUnrolledRows(const Reduction &reduction,
                                                const VectorTarget &target,
                                                int64_t count) {
  return target.usesLoopForm(reduction) &&
                 target.getVectorBits() >= limits::minLoneBlendBits
             ? static_cast<int64_t>(llvm::bit_floor<uint64_t>(count))
             : target.limitAccumulators(reduction, count);
}

SmallVector<int64_t>
mlir::reduce::detail::getPieceWidths(const Reduction &reduction,
                                     const VectorTarget &target) {
  SmallVector<int64_t> widths;
  Choice choice;
  if (failed(matchRows(reduction, choice)))
    return widths;
  int64_t width = target.getLanes(reduction);
  if (width == 1)
    return widths;
  // Rows that are even shorter have versions of their own.
  do {
    widths.push_back(width);
    width /= 2;
  } while (2 * width > limits::getSpecializedLength(reduction.getInputBits()));
  return widths;
}

/// Returns whether rows may be read one after another: vectors are cache lines,
/// and elements are not extended.
static bool areRowsOfLines(const Reduction &reduction,
                           const VectorTarget &target) {
  return !reduction.readsIndices() && areVectorsLines(target) &&
         reduction.getInputBits() == reduction.getMaxElementBits();
}

bool mlir::reduce::detail::areUnknownRowsInOrder(const Reduction &reduction,
                                                 const VectorTarget &target) {
  return reduction.isDynamic(reduction.getNumLoops() - 1) &&
         areRowsOfLines(reduction, target) &&
         (reduction.getMaxElementBits() >= limits::minOrderedBits ||
          !target.getSlowSplitLoads());
}

bool mlir::reduce::detail::areKnownRowsInOrder(const Reduction &reduction,
                                               const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (reduction.isDynamic(innermost) || !areRowsOfLines(reduction, target) ||
      !areBoundByLoads(reduction, target))
    return false;
  int64_t vectors = llvm::divideCeil(reduction.getExtent(innermost),
                                     target.getLanes(reduction));
  return vectors > limits::maxUnrolledVectors &&
         vectors <= target.getLoopLoads() - limits::otherLoads;
}

namespace {
/// A piece of a row.
struct PieceAt {
  Value offset;
  /// How many of its first elements are already part of another piece; null if
  /// none is.
  Value numRepeated;
};

class OverlappedRowReductionBuilder : RowBuilder {
public:
  OverlappedRowReductionBuilder(const Reduction &reduction,
                                const VectorTarget &target, int64_t pieceWidth)
      : RowBuilder(reduction, target), innermost(rowLoop + 1),
        pieceWidth(pieceWidth), outerReducedLoops(reduction.getReducedLoops()) {
    outerReducedLoops.pop_back();
  }

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildInOrder(ImplicitLocOpBuilder &builder);

  /// Returns the number of rows in a block.
  static int64_t getRows(const Reduction &reduction, const VectorTarget &target,
                         int64_t pieceWidth) {
    int64_t lanes = target.getLanes(reduction);
    int64_t vectors =
        target.limitAccumulators(reduction, getOverlappedVectors(target));
    return std::min(lanes, vectors * (lanes / pieceWidth));
  }

private:
  SmallVector<Value> buildBlocks(ImplicitLocOpBuilder &builder, int64_t size,
                                 std::optional<int64_t> pieces);
  SmallVector<Value> buildVersions(ImplicitLocOpBuilder &builder, int64_t size,
                                   int64_t pieces);
  bool hasStrips() const { return pieceWidth == lanes; }
  /// Whether addresses are computed with few registers, and rows of few pieces
  /// have code of their own. Shorter pieces became slower, and vectors of lines
  /// were not measured.
  bool savesRegisters() const {
    return hasStrips() && reduction.isDynamic(innermost) &&
           !areVectorsLines(target);
  }
  /// Whether the last two pieces also cover an odd number of pieces: if
  /// registers need not be saved, and if a single piece would not have the
  /// order of pairs.
  bool isOddCovered() const {
    return !savesRegisters() ||
           reduction.getFastestOrder(2 * lanes) != LaneOrder::Memory;
  }
  std::pair<State, State> buildPair(ImplicitLocOpBuilder &builder,
                                    const VectorReduction &form,
                                    ArrayRef<Value> vectorRows,
                                    const PieceAt &first,
                                    const PieceAt &second);
  Value buildAreRepeated(ImplicitLocOpBuilder &builder,
                         ArrayRef<int64_t> positions,
                         ArrayRef<const PieceAt *> pieces) const;
  State buildNew(ImplicitLocOpBuilder &builder, const VectorReduction &form,
                 State elements, ArrayRef<int64_t> positions,
                 ArrayRef<const PieceAt *> pieces) const;
  State buildPiece(ImplicitLocOpBuilder &builder, const VectorReduction &form,
                   ArrayRef<Value> vectorRows, const PieceAt &piece);
  SmallVector<Value> combinePieces(ImplicitLocOpBuilder &builder,
                                   const VectorReduction &form,
                                   ValueRange carried,
                                   ArrayRef<PieceAt> pieces);
  SmallVector<Value> buildRows(ImplicitLocOpBuilder &builder,
                               ValueRange carried);
  SmallVector<State> combineAll(ImplicitLocOpBuilder &builder);
  SmallVector<State> combineInOrder(ImplicitLocOpBuilder &builder,
                                    Value firstRow, int64_t numRows);
  SmallVector<State> combineSideBySide(ImplicitLocOpBuilder &builder,
                                       Value firstRow, int64_t numRows);
  SmallVector<Value> buildBlock(ImplicitLocOpBuilder &builder,
                                ValueRange destinations, Value firstRow,
                                int64_t numRows);

  unsigned innermost;
  int64_t pieceWidth;
  SmallVector<unsigned> outerReducedLoops;
  /// Whether the rows of a block are read one after another.
  bool isInOrder = false;
  /// The number of pieces that cover each row, if it is known; of rows that are
  /// not read in order, or one more if the last two cover an odd number: two
  /// also cover rows of one.
  std::optional<int64_t> numPieces;
  /// What the rows of a block are read from: the inputs, or their parts from
  /// the first of these rows on.
  SmallVector<Value> blockInputs;
  /// The rows of each vector in `blockInputs`, in the order of `getPartOrder`,
  /// as `buildRowStarts` returns them.
  SmallVector<SmallVector<Value>> rows;
};
} // namespace

/// Returns the parts of `inputs` whose last dimension, of unknown extent,
/// starts at `start`.
static SmallVector<Value> buildInputsFrom(ImplicitLocOpBuilder &builder,
                                          ValueRange inputs, Value start) {
  return llvm::map_to_vector(inputs, [&](Value input) -> Value {
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(builder, builder.getLoc(), input);
    SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
    offsets.back() = start;
    sizes.back() =
        arith::SubIOp::create(builder, cast<Value>(sizes.back()), start)
            .getResult();
    return tensor::ExtractSliceOp::create(builder, input, offsets, sizes,
                                          strides);
  });
}

/// Builds the elements, in `form` and in the order of memory, of a piece of
/// each of `vectorRows`, with neutral elements instead of repeated ones if
/// these would change the result.
State OverlappedRowReductionBuilder::buildPiece(ImplicitLocOpBuilder &builder,
                                                const VectorReduction &form,
                                                ArrayRef<Value> vectorRows,
                                                const PieceAt &piece) {
  SmallVector<SmallVector<Value>> places;
  for (Value row : vectorRows)
    places.push_back(getPlace(builder, row, piece.offset));
  int64_t width = vectorRows.size() * pieceWidth;
  SmallVector<const PieceAt *> pieces(width, &piece);
  SmallVector<int64_t> positions;
  for (int64_t lane : llvm::seq(width))
    positions.push_back(lane % pieceWidth);
  return buildNew(
      builder, form,
      form.buildElementsAt(builder, blockInputs, places, pieceWidth), positions,
      pieces);
}

/// Builds the elements, in `form`, of two pieces of each of `vectorRows`, as
/// two states that each have as many elements of each row. Repeated elements
/// become neutral if they would change the result.
std::pair<State, State> OverlappedRowReductionBuilder::buildPair(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    ArrayRef<Value> vectorRows, const PieceAt &first, const PieceAt &second) {
  int64_t width = vectorRows.size() * pieceWidth;
  LaneOrder order = form.getFastestOrder(2 * width);
  if (order == LaneOrder::Memory) {
    State front = buildPiece(builder, form, vectorRows, first);
    return {front, buildPiece(builder, form, vectorRows, second)};
  }
  // Each half has the elements at even or at odd positions, of both pieces of
  // the first row, and so on.
  SmallVector<SmallVector<Value>> byRow;
  for (Value row : vectorRows)
    for (const PieceAt &piece : {first, second})
      byRow.push_back(getPlace(builder, row, piece.offset));
  State elements =
      form.buildElementsAt(builder, blockInputs, byRow, pieceWidth, order);
  auto buildHalf = [&](int64_t parity) {
    SmallVector<const PieceAt *> pieces;
    SmallVector<int64_t> positions;
    for (int64_t lane : llvm::seq(width)) {
      int64_t element = lane % pieceWidth * 2 + parity;
      pieces.push_back(element < pieceWidth ? &first : &second);
      positions.push_back(element % pieceWidth);
    }
    return buildNew(builder, form,
                    buildSlice(builder, elements, parity * width, width),
                    positions, pieces);
  };
  State evens = buildHalf(0);
  return {evens, buildHalf(1)};
}

/// Builds which of `positions` of `pieces` have repeated elements.
Value OverlappedRowReductionBuilder::buildAreRepeated(
    ImplicitLocOpBuilder &builder, ArrayRef<int64_t> positions,
    ArrayRef<const PieceAt *> pieces) const {
  // The narrowest integers that have all positions, and one beyond.
  bool areBytes = pieceWidth < UINT8_MAX;
  Type positionType = areBytes ? builder.getI8Type() : builder.getI16Type();
  auto type = VectorType::get(positions.size(), positionType);
  Value width = arith::ConstantIndexOp::create(builder, pieceWidth);
  Value areRepeated;
  for (const PieceAt *piece :
       llvm::SmallSetVector<const PieceAt *, 2>(pieces.begin(), pieces.end())) {
    // No position of another piece is before the end.
    int64_t beyond = areBytes ? UINT8_MAX : UINT16_MAX;
    SmallVector<APInt> own;
    for (auto [position, at] : llvm::zip_equal(positions, pieces))
      own.emplace_back(positionType.getIntOrFloatBitWidth(),
                       at == piece ? position : beyond);
    Value end = arith::IndexCastOp::create(
        builder, positionType,
        arith::MinUIOp::create(builder, piece->numRepeated, width));
    Value areBefore = arith::CmpIOp::create(
        builder, arith::CmpIPredicate::ult,
        arith::ConstantOp::create(
            builder, DenseElementsAttr::get(type, ArrayRef<APInt>(own))),
        vector::BroadcastOp::create(builder, type, end));
    areRepeated = areRepeated
                      ? arith::OrIOp::create(builder, areRepeated, areBefore)
                      : areBefore;
  }
  return areRepeated;
}

/// Returns `elements`, each at a position of a piece, with neutral elements
/// instead of repeated ones if these would change the result.
State OverlappedRowReductionBuilder::buildNew(
    ImplicitLocOpBuilder &builder, const VectorReduction &form, State elements,
    ArrayRef<int64_t> positions, ArrayRef<const PieceAt *> pieces) const {
  if (!pieces.front()->numRepeated || reduction.getTraits().isIdempotent)
    return elements;
  return form.buildNotSelected(
      builder, buildAreRepeated(builder, positions, pieces), elements);
}

/// Combines the accumulators, in `form`, with one or two `pieces` of each of
/// their rows. If there are no accumulators, returns new ones. Repeated
/// elements of a single piece of rows in order leave the accumulator as it is,
/// where they would change the result: that is one operation under a mask.
SmallVector<Value> OverlappedRowReductionBuilder::combinePieces(
    ImplicitLocOpBuilder &builder, const VectorReduction &form,
    ValueRange carried, ArrayRef<PieceAt> pieces) {
  size_t numValues = form.getNumValues();
  SmallVector<Value> combined;
  for (auto [i, vectorRows] : llvm::enumerate(rows)) {
    ValueRange accumulator =
        carried.empty() ? carried : carried.slice(i * numValues, numValues);
    if (pieces.size() == 1) {
      PieceAt piece = pieces.front();
      bool isMasked = isInOrder && piece.numRepeated && !carried.empty() &&
                      !reduction.getTraits().isIdempotent;
      assert((!isMasked || hasStrips()) && "rows in order have whole vectors");
      if (isMasked)
        piece.numRepeated = {};
      State elements = buildPiece(builder, form, vectorRows, piece);
      if (!carried.empty())
        elements = form.buildCombination(builder, accumulator, elements);
      if (isMasked)
        elements = buildSelection(
            builder,
            buildAreRepeated(
                builder, llvm::to_vector(llvm::seq<int64_t>(lanes)),
                SmallVector<const PieceAt *>(lanes, &pieces.front())),
            llvm::to_vector_of<Value, 2>(accumulator), elements);
      combined.append(elements);
      continue;
    }
    auto [front, back] =
        buildPair(builder, form, vectorRows, pieces[0], pieces[1]);
    combined.append(carried.empty()
                        ? form.buildCombination(builder, front, back)
                        : buildPairCombination(builder, form, target,
                                               accumulator, front, back));
  }
  return combined;
}

/// Combines all elements of the rows with their accumulators, if there are any:
/// first the last two pieces, or the last one of an odd number, then strips
/// before them; or in the order of memory, if that is how rows are read.
SmallVector<Value>
OverlappedRowReductionBuilder::buildRows(ImplicitLocOpBuilder &builder,
                                         ValueRange carried) {
  int64_t stripWidth = 2 * pieceWidth;
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  Value extent = reduction.buildExtent(builder, innermost);
  Value zero = buildConstant(0), width = buildConstant(pieceWidth);
  Value lastElement = arith::SubIOp::create(builder, extent, buildConstant(1));
  // The last one or two pieces follow the strips.
  Value end = numPieces ? buildConstant((*numPieces - 1) / 2 * stripWidth)
                        : buildRoundedDown(builder, lastElement, stripWidth);
  Value first = end;
  if (isOddCovered() && numPieces != 2) {
    // The last two pieces end with the row.
    Value strip = buildConstant(stripWidth);
    first = arith::SubIOp::create(
        builder, arith::MaxUIOp::create(builder, extent, strip), strip);
  }
  // `isOdd`: whether only one piece follows the strips.
  auto combineLast = [&](ImplicitLocOpBuilder &nested, bool isOdd,
                         ValueRange combined) {
    // A piece before which all elements up to `done` are part of others.
    auto buildPieceAt = [&](Value offset, Value done) -> PieceAt {
      return {offset, arith::SubIOp::create(nested, done, offset).getResult()};
    };
    Value last = arith::SubIOp::create(nested, extent, width);
    if (isOdd)
      return combinePieces(nested, reduction, combined,
                           buildPieceAt(last, end));
    PieceAt front =
        numPieces && isInOrder ? PieceAt{end, {}} : buildPieceAt(first, end);
    Value done = nested.createOrFold<arith::MaxUIOp>(
        end, arith::AddIOp::create(nested, front.offset, width));
    PieceAt back = buildPieceAt(last, done);
    if (!isInOrder || reduction.getTraits().isIdempotent)
      return combinePieces(nested, reduction, combined, {front, back});
    return combinePieces(nested, reduction,
                         combinePieces(nested, reduction, combined, front),
                         back);
  };
  auto combineEnd = [&](ValueRange combined) {
    if (numPieces || isOddCovered())
      return combineLast(builder, numPieces && *numPieces % 2 == 1, combined);
    Value isOdd = arith::CmpIOp::create(
        builder, arith::CmpIPredicate::eq,
        arith::AndIOp::create(builder, lastElement, width), zero);
    return buildChoice(
        builder, isOdd,
        [&](ImplicitLocOpBuilder &nested) {
          return combineLast(nested, true, combined);
        },
        [&](ImplicitLocOpBuilder &nested) {
          return combineLast(nested, false, combined);
        });
  };
  Value index = zero;
  auto combineStrip = [&](ImplicitLocOpBuilder &strip,
                          const VectorReduction &form, ValueRange combined) {
    Value next = strip.createOrFold<arith::AddIOp>(index, width);
    return combinePieces(strip, form, combined, {{index, {}}, {next, {}}});
  };
  auto combineStrips = [&](Value start, ValueRange combined) {
    if (numPieces) {
      SmallVector<Value> accumulators(combined);
      for (int64_t piece = 0; piece + 2 < *numPieces; piece += 2) {
        index = buildConstant(piece * pieceWidth);
        accumulators = combineStrip(builder, reduction, accumulators);
      }
      return accumulators;
    }
    return buildInLoopForm(
        builder, reduction, target, combined,
        [&](const VectorReduction &form, ValueRange starts) {
          return buildDynamicLoop(
              builder, start, end, stripWidth, index, starts,
              [&](ImplicitLocOpBuilder &strip, ValueRange iterArgs) {
                return combineStrip(strip, form, iterArgs);
              });
        });
  };
  if (!isInOrder)
    return combineStrips(zero, combineEnd(carried));
  if (numPieces)
    return combineEnd(combineStrips(zero, carried));
  // There is a strip: its elements are the first accumulators.
  SmallVector<Value> accumulators = combineStrip(builder, reduction, carried);
  return combineEnd(combineStrips(buildConstant(stripWidth), accumulators));
}

/// Combines all elements of `rows`. Returns a state for each vector of them.
SmallVector<State>
OverlappedRowReductionBuilder::combineAll(ImplicitLocOpBuilder &builder) {
  // The first elements become the accumulators.
  SmallVector<State> starts;
  if (!outerReducedLoops.empty())
    starts.assign(rows.size(), reduction.buildNeutral(
                                   builder, rows.front().size() * pieceWidth));
  return splitStates(
      buildLoops(builder, reduction, outerReducedLoops, indices,
                 joinStates(starts),
                 [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                   return buildRows(nested, carried);
                 }),
      reduction.getNumValues());
}

/// Does what `combineAll` does for `numRows` rows from `firstRow` on, one after
/// another.
SmallVector<State>
OverlappedRowReductionBuilder::combineInOrder(ImplicitLocOpBuilder &builder,
                                              Value firstRow, int64_t numRows) {
  blockInputs = inputs;
  ArrayRef<Type> types = reduction.getStateTypes();
  SmallVector<Value> memory =
      buildSharedScratch(builder, reduction, types, numRows * lanes);
  Value row;
  buildDynamicLoop(
      builder, arith::ConstantIndexOp::create(builder, 0),
      arith::ConstantIndexOp::create(builder, numRows), /*step=*/1, row, {},
      [&](ImplicitLocOpBuilder &body, ValueRange) -> SmallVector<Value> {
        rows.assign(
            1, buildRowStarts(body, arith::AddIOp::create(body, firstRow, row),
                              /*numRows=*/1));
        State state = combineAll(body).front();
        Value place = arith::MulIOp::create(
            body, row, arith::ConstantIndexOp::create(body, lanes));
        for (auto [value, values] : llvm::zip_equal(state, memory))
          vector::StoreOp::create(body, value, values, ValueRange(place));
        return {};
      });
  SmallVector<State> states(numRows);
  for (auto [i, state] : llvm::enumerate(states))
    for (auto [type, values] : llvm::zip_equal(types, memory))
      state.push_back(vector::LoadOp::create(
          builder, VectorType::get(lanes, type), values,
          ValueRange(arith::ConstantIndexOp::create(builder, i * lanes))));
  return states;
}

/// Does what `combineAll` does for `numRows` rows from `firstRow` on, side by
/// side.
SmallVector<State> OverlappedRowReductionBuilder::combineSideBySide(
    ImplicitLocOpBuilder &builder, Value firstRow, int64_t numRows) {
  int64_t rowsPerVector = std::min(numRows, lanes / pieceWidth);
  rows.assign(numRows / rowsPerVector, {});
  blockInputs = inputs;
  if (areRowsJoined() && savesRegisters()) {
    // The distances from the first row are the same in each block, so that few
    // registers are enough for the addresses. On Zen 2, an address that waits
    // for a spilled value also waits for the results of the block before.
    blockInputs = buildInputsFrom(
        builder, inputs,
        arith::MulIOp::create(builder, firstRow,
                              reduction.buildExtent(builder, innermost)));
    firstRow = arith::ConstantIndexOp::create(builder, 0);
  }
  SmallVector<Value> starts = buildRowStarts(builder, firstRow, numRows);
  for (auto [part, row] :
       llvm::enumerate(getPartOrder(rows.size(), rowsPerVector)))
    rows[part / rowsPerVector].push_back(starts[row]);
  return combineAll(builder);
}

/// Reduces `numRows` rows from `firstRow` on and stores the results.
SmallVector<Value>
OverlappedRowReductionBuilder::buildBlock(ImplicitLocOpBuilder &builder,
                                          ValueRange destinations,
                                          Value firstRow, int64_t numRows) {
  SmallVector<State> states =
      isInOrder && numRows > 1 ? combineInOrder(builder, firstRow, numRows)
                               : combineSideBySide(builder, firstRow, numRows);
  State results = buildMerged(builder, states, numRows,
                              std::min(numRows, lanes / pieceWidth));
  indices[rowLoop] = firstRow;
  return buildStore(builder, reduction, results, destinations,
                    reduction.getResultIndices(indices));
}

/// Builds all rows in blocks of `size`. `pieces`: see `numPieces`.
SmallVector<Value>
OverlappedRowReductionBuilder::buildBlocks(ImplicitLocOpBuilder &builder,
                                           int64_t size,
                                           std::optional<int64_t> pieces) {
  numPieces = pieces;
  // This does not matter for rows of few pieces.
  Value isCovered;
  if ((isInOrder || (hasStrips() && !pieces)) && reduction.mayRepeatResults())
    isCovered = buildIsCovered(builder, size, /*busyRows=*/1,
                               isInOrder ? limits::mergeBytes
                                         : limits::mergeBytesOfOne);
  return buildRowBlocks(
      builder, size,
      [&](ImplicitLocOpBuilder &block, ValueRange carried, Value firstRow,
          int64_t numRows) {
        return buildBlock(block, carried, firstRow, numRows);
      },
      isCovered);
}

/// Builds all rows in blocks of `size`: a choice between code for rows of
/// `pieces` pieces, or fewer, and for each larger number up to
/// `maxUnrolledPieces`.
SmallVector<Value>
OverlappedRowReductionBuilder::buildVersions(ImplicitLocOpBuilder &builder,
                                             int64_t size, int64_t pieces) {
  if (pieces >= limits::maxUnrolledPieces)
    return buildBlocks(builder, size, pieces);
  return buildChoice(
      builder,
      buildIsAtLeast(builder, reduction.buildExtent(builder, innermost),
                     pieces * pieceWidth + 1),
      [&](ImplicitLocOpBuilder &nested) {
        return buildVersions(nested, size, pieces + (isOddCovered() ? 2 : 1));
      },
      [&](ImplicitLocOpBuilder &nested) {
        return buildBlocks(nested, size, pieces);
      });
}

SmallVector<Value>
OverlappedRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = buildRowInputs(builder);
  auto getSize = [&](int64_t rows) {
    return getBlockSize(reduction, rowLoop, rows);
  };
  int64_t size = getSize(getRows(reduction, target, pieceWidth));
  if (hasStrips() && areUnknownRowsInOrder(reduction, target)) {
    auto buildOrder = [&](bool isUsed) {
      return [&, isUsed](ImplicitLocOpBuilder &nested) {
        isInOrder = isUsed;
        return buildBlocks(nested, size, std::nullopt);
      };
    };
    Value isCached = builder.createOrFold<arith::AndIOp>(
        buildIsLarger(builder, reduction, target.getL1CacheBytes()),
        buildNot(builder, buildIsLarger(builder, reduction,
                                        target.getLastCacheBytes())));
    Value hasVectors =
        buildIsAtLeast(builder, reduction.buildExtent(builder, innermost),
                       limits::minOrderedVectors * lanes + 1);
    return buildChoice(
        builder, builder.createOrFold<arith::AndIOp>(isCached, hasVectors),
        buildOrder(true), buildOrder(false));
  }
  if (!savesRegisters())
    return buildBlocks(builder, size,
                       hasStrips() ? std::nullopt : std::optional<int64_t>(2));
  int64_t unrolledSize =
      getSize(std::min(lanes, limitUnrolledRows(reduction, target,
                                                getOverlappedVectors(target))));
  auto buildIsExtentAtLeast = [&](unsigned loop, int64_t least) {
    return buildIsAtLeast(builder, reduction.buildExtent(builder, loop), least);
  };
  // Fewer rows than a block have the loop.
  Value isUnrolled = builder.createOrFold<arith::AndIOp>(
      buildNot(builder,
               buildIsExtentAtLeast(
                   innermost, limits::maxUnrolledPieces * pieceWidth + 1)),
      buildIsExtentAtLeast(rowLoop, unrolledSize));
  return buildChoice(
      builder, isUnrolled,
      [&](ImplicitLocOpBuilder &nested) {
        return buildVersions(nested, unrolledSize, /*pieces=*/2);
      },
      [&](ImplicitLocOpBuilder &nested) {
        return buildBlocks(nested, size, std::nullopt);
      });
}

/// Builds rows of known length that are read one after another.
SmallVector<Value>
OverlappedRowReductionBuilder::buildInOrder(ImplicitLocOpBuilder &builder) {
  inputs = buildRowInputs(builder);
  isInOrder = true;
  return buildBlocks(builder, getRowsInOrder(reduction, target),
                     llvm::divideCeil(reduction.getExtent(innermost), lanes));
}

SmallVector<Value> mlir::reduce::detail::buildOverlappedRows(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    const VectorTarget &target, int64_t pieceWidth) {
  return OverlappedRowReductionBuilder(reduction, target, pieceWidth)
      .build(builder);
}

SmallVector<Value>
mlir::reduce::detail::buildKnownRowsInOrder(ImplicitLocOpBuilder &builder,
                                            const Reduction &reduction,
                                            const VectorTarget &target) {
  return OverlappedRowReductionBuilder(reduction, target,
                                       target.getLanes(reduction))
      .buildInOrder(builder);
}

int64_t mlir::reduce::detail::getRowsInOrder(const Reduction &reduction,
                                             const VectorTarget &target) {
  return getBlockSize(reduction, reduction.getNumLoops() - 2,
                      OverlappedRowReductionBuilder::getRows(
                          reduction, target, target.getLanes(reduction)));
}

static LogicalResult matchOverlappedRows(const Reduction &reduction,
                                         const VectorTarget &target,
                                         Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (failed(matchRows(reduction, choice)))
    return failure();
  if (reduction.isKnownBelow(innermost - 1, 2))
    return choice.refuse("there is only one row");
  if (reduction.isDynamic(innermost))
    return choice.refuse("the length of rows is not known");
  if (!choice.isMeasured && areRowsHalved(reduction, target))
    return choice.refuse("padded-rows halves rows");
  if (!choice.isMeasured && areRowsPaddedFirst(reduction, target))
    return choice.refuse("padded-rows pads elements before they are extended");
  int64_t length = reduction.getExtent(innermost);
  int64_t width = getPieceWidth(length);
  int64_t minBits = choice.isMeasured ? 1 : limits::minPieceBits;
  if (width * reduction.getInputBits() < minBits)
    return choice.refuse("rows are too short to be read in two pieces");
  int64_t lanes = target.getLanes(reduction);
  if (lanes < 2)
    return choice.refuse("a vector holds one element");
  if (!choice.isMeasured && width >= lanes)
    return choice.refuse("rows are longer than a vector");
  if (!choice.isMeasured && lanes / width > limits::maxRowsInPieces)
    return choice.refuse("a vector has room for many rows");
  // SSE and AVX2 join two loads as slowly as they shuffle two vectors.
  if (!choice.isMeasured && length == lanes &&
      reduction.getTraits().isIdempotent && target.getBlends() &&
      !target.getMaskRegisters())
    return choice.refuse("a row is a vector");
  width = std::min(width, lanes);
  return choice.accept(
      {getBlockSize(
           reduction, innermost - 1,
           OverlappedRowReductionBuilder::getRows(reduction, target, width)),
       length},
      "rows fit into a vector: their halves, which may overlap, share vectors "
      "with those of other rows");
}

static SmallVector<Value> buildKnownRows(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction,
                                         const VectorTarget &target) {
  int64_t length = reduction.getExtent(reduction.getNumLoops() - 1);
  return buildOverlappedRows(
      builder, reduction, target,
      std::min(getPieceWidth(length), target.getLanes(reduction)));
}

const Strategy mlir::reduce::detail::overlappedRowReduction = {
    "overlapped-rows", /*servesStrides=*/true, matchOverlappedRows,
    buildKnownRows};
