//===- InnerReduction.cpp - Reduction along the innermost loop ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for each kept index:
//   accumulator = one vector of several machine vectors, all neutral
//   for each index of the outer reduced loops:
//     for each strip of the row: combine it into the accumulator
//     combine the rest of the row into the accumulator's first lanes
//   combine the accumulator's lanes into one and store it
//
// If it gains from alignment, the strips of a long row start at a cache line,
// and the elements before it are combined like the rest. The last strip ends
// with the row. If the length of rows is known only at run time, loops for rows
// that are not aligned stand beside these: those have less to do for each row.
// Their last strip ends with the row, too, where the rest would need masks, and
// elements may be combined twice.
//
// Some machines read memory faster in several places, each by instructions of
// its own. There, a strip of a long row that no cache has is several parts,
// each in one of as many consecutive parts of the row.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Vectorize/Builders/MemoryAccess.h"
#include "Transforms/Vectorize/Builders/StripAccumulator.h"
#include "Transforms/Vectorize/Builders/Tails.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the number of elements of a row that accumulate in parallel.
static int64_t getWidth(const Reduction &reduction,
                        const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  return std::max<int64_t>(
      getBlockSize(reduction, innermost, target.getWidth(reduction)), 1);
}

namespace {
class InnerReductionBuilder {
public:
  // Clause same-bits.
  // The grouping of elements depends only on the target, the type and the
  // extents, if it affects the result.
  /// `isAligned`: whether strips start at a cache line.
  InnerReductionBuilder(const Reduction &reduction, const VectorTarget &target,
                        bool isAligned)
      : reduction(reduction), target(target),
        innermost(reduction.getNumLoops() - 1),
        lanes(target.getLanes(reduction)), width(getWidth(reduction, target)),
        parallelLoops(reduction.getParallelLoops()),
        outerReducedLoops(reduction.getReducedLoops()),
        indices(reduction.getNumLoops()), isAligned(isAligned),
        strip(this->reduction, target, width, getNumStrips(),
              /*isRestApart=*/reduction.isDynamic(innermost)) {
    outerReducedLoops.pop_back();
    if (isAligned)
      this->reduction.orderZeros();
  }

  LoopFormKind getForm() const { return strip.getForm(); }

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  /// Returns the number of strips of the full width in a result.
  int64_t getNumStrips() const {
    // Treat many strips like an unknown number.
    if (reduction.isDynamic(innermost) ||
        !llvm::all_of(reduction.getReducedLoops(), [&](unsigned loop) {
          return loop == innermost || reduction.getExtent(loop) == 1;
        }))
      return ShapedType::kDynamic;
    return reduction.getExtent(innermost) / width;
  }
  SmallVector<Value> buildStrips(ImplicitLocOpBuilder &builder,
                                 ValueRange carried);
  SmallVector<Value> buildStaticStrips(ImplicitLocOpBuilder &builder,
                                       ValueRange carried);
  int64_t getNumPlaces() const;
  SmallVector<Value> buildStripsInPlaces(ImplicitLocOpBuilder &builder,
                                         Value from, Value to,
                                         ValueRange carried);
  SmallVector<Value> buildStripsInOrder(ImplicitLocOpBuilder &builder,
                                        Value from, Value to,
                                        ValueRange carried);
  SmallVector<Value> buildStripLoops(ImplicitLocOpBuilder &builder, Value from,
                                     Value to, ValueRange carried);
  SmallVector<Value> buildStripsFrom(ImplicitLocOpBuilder &builder, Value from,
                                     Value extent, ValueRange carried,
                                     Value &tailStart);
  SmallVector<Value> buildHead(ImplicitLocOpBuilder &builder, Value length,
                               ValueRange carried);
  SmallVector<Value> buildTail(ImplicitLocOpBuilder &builder, Value tailStart,
                               ValueRange carried);
  SmallVector<Value> buildLastStrip(ImplicitLocOpBuilder &builder,
                                    Value tailStart, Value extent,
                                    ValueRange carried);
  SmallVector<Value> buildRow(ImplicitLocOpBuilder &builder,
                              ValueRange destinations);
  SmallVector<Value> buildRows(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildRowsInTurn(ImplicitLocOpBuilder &builder);

  VectorReduction reduction;
  const VectorTarget &target;
  unsigned innermost;
  /// The number of elements of a machine vector, and of the accumulator.
  int64_t lanes, width;
  SmallVector<unsigned> parallelLoops;
  SmallVector<unsigned> outerReducedLoops;
  SmallVector<Value> indices;
  bool isAligned;
  /// Whether the input is so large that prefetches gain; null if they never do.
  Value isFar;
  /// Whether strips are read in several places at once.
  bool usesPlaces = false;
  /// The streams of rows, and those of the strips of a row.
  NestedStreams streams;
  /// How strips of the full width accumulate.
  StripAccumulator strip;
};
} // namespace

/// Returns in how many places strips of long rows are read: in each, at least a
/// machine vector.
int64_t InnerReductionBuilder::getNumPlaces() const {
  if (reduction.readsIndices())
    return 1;
  // The width is a power of two, too.
  return llvm::bit_floor<uint64_t>(
      std::clamp<int64_t>(width / lanes, 1, target.getUnrolledStreams()));
}

/// Combines the strips of a row between `from` and `to`, a part of each in one
/// of several places.
SmallVector<Value> InnerReductionBuilder::buildStripsInPlaces(
    ImplicitLocOpBuilder &builder, Value from, Value to, ValueRange carried) {
  int64_t numPlaces = getNumPlaces();
  auto buildConstant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  };
  Value distance = builder.createOrFold<arith::DivUIOp>(
      builder.createOrFold<arith::SubIOp>(to, from), buildConstant(numPlaces));
  VectorReduction inPlaces(reduction);
  inPlaces.usePlaces(numPlaces, distance);
  // Otherwise, these rows are so long that strips start at lines.
  static_assert(limits::minUnrolledBytes >= limits::minAlignedBytes &&
                limits::minSlowUnrolledBytes >= limits::minAlignedBytes);
  if (!isAligned && areFarLoadsShort(reduction, target))
    inPlaces.useShortLoads();
  StripAccumulator strips(inPlaces, target, width, getNumStrips(),
                          /*isRestApart=*/reduction.isDynamic(innermost));
  return buildDynamicLoop(
      builder, from, builder.createOrFold<arith::AddIOp>(from, distance),
      buildConstant(width / numPlaces), indices[innermost], carried,
      [&](ImplicitLocOpBuilder &body, ValueRange iterArgs) {
        return strips.combineStrip(body, iterArgs, indices);
      });
}

/// Combines the strips of a row between `from` and `to` in their order. There
/// are prefetches if the input is far.
SmallVector<Value> InnerReductionBuilder::buildStripsInOrder(
    ImplicitLocOpBuilder &builder, Value from, Value to, ValueRange carried) {
  return buildNearOrFar(
      builder, isFar, [&](ImplicitLocOpBuilder &nested, bool usesPrefetches) {
        return buildStreamLoop(
            nested, from, to, arith::ConstantIndexOp::create(nested, width),
            streams.inner, indices[innermost], carried,
            [&](ImplicitLocOpBuilder &body, ValueRange iterArgs) {
              if (usesPrefetches)
                buildPrefetches(body, reduction.getOp().getDpsInputs(), indices,
                                width, getPrefetchDistance(reduction, target));
              return strip.combineStrip(body, iterArgs, indices);
            });
      });
}

/// Combines the strips of a row between `from` and `to`.
SmallVector<Value> InnerReductionBuilder::buildStripLoops(
    ImplicitLocOpBuilder &builder, Value from, Value to, ValueRange carried) {
  return usesPlaces ? buildStripsInPlaces(builder, from, to, carried)
                    : buildStripsInOrder(builder, from, to, carried);
}

/// Combines strips of a row from `from` on. Sets `tailStart` to their end.
SmallVector<Value>
InnerReductionBuilder::buildStripsFrom(ImplicitLocOpBuilder &builder,
                                       Value from, Value extent,
                                       ValueRange carried, Value &tailStart) {
  Value length = builder.createOrFold<arith::SubIOp>(extent, from);
  tailStart = builder.createOrFold<arith::AddIOp>(
      from, buildRoundedDown(builder, length, width));
  return buildStripLoops(builder, from, tailStart, carried);
}

/// Combines the elements of a row from `tailStart` on, fewer than a strip.
SmallVector<Value>
InnerReductionBuilder::buildTail(ImplicitLocOpBuilder &builder, Value tailStart,
                                 ValueRange carried) {
  return buildDynamicTail(
      builder, reduction, target, indices, tailStart, carried,
      [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs,
          BuildStateFn buildElements) {
        return strip.combineRest(nested, iterArgs, buildElements(nested));
      });
}

/// Combines the elements of a row before `length`, at most a vector.
SmallVector<Value>
InnerReductionBuilder::buildHead(ImplicitLocOpBuilder &builder, Value length,
                                 ValueRange carried) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  indices[innermost] = zero;
  return strip.combineRest(
      builder, carried,
      reduction.buildMaskedElements(
          builder, indices, buildTailMask(builder, zero, length, lanes)));
}

/// Combines the elements of a row from `tailStart` on, as part of a strip that
/// ends with the row.
SmallVector<Value>
InnerReductionBuilder::buildLastStrip(ImplicitLocOpBuilder &builder,
                                      Value tailStart, Value extent,
                                      ValueRange carried) {
  Value start = arith::SubIOp::create(
      builder, extent, arith::ConstantIndexOp::create(builder, width));
  indices[innermost] = start;
  Value areRepeated;
  if (!reduction.getTraits().isIdempotent)
    areRepeated = buildTailMask(builder, start, tailStart, width);
  return strip.combineStrip(builder, carried, indices, areRepeated);
}

/// Combines a row with the accumulator.
SmallVector<Value>
InnerReductionBuilder::buildStrips(ImplicitLocOpBuilder &builder,
                                   ValueRange carried) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value extent = reduction.buildExtent(builder, innermost);
  if (!isAligned && !reduction.isDynamic(innermost))
    return buildStaticStrips(builder, carried);
  Value from = zero, tailStart;
  SmallVector<Value> accumulators(carried);
  if (isAligned) {
    indices[innermost] = zero;
    from = buildUnalignedLength(builder, reduction.getOp().getDpsInputs()[0],
                                indices);
    accumulators = buildHead(builder, from, accumulators);
  }
  accumulators =
      buildStripsFrom(builder, from, extent, accumulators, tailStart);
  auto buildLast = [&](ImplicitLocOpBuilder &nested) {
    return buildLastStrip(nested, tailStart, extent, accumulators);
  };
  if (isAligned)
    return buildLast(builder);
  auto buildRest = [&](ImplicitLocOpBuilder &nested) {
    return buildTail(nested, tailStart, accumulators);
  };
  // The last strip has neither masks nor a loop. Other rests have no masks if
  // the machine has none.
  if (!reduction.getTraits().isIdempotent || !target.getMaskRegisters())
    return buildRest(builder);
  Value rest = builder.createOrFold<arith::SubIOp>(extent, tailStart);
  return buildChoice(
      builder,
      builder.createOrFold<arith::AndIOp>(
          buildIsAtLeast(builder, extent, width),
          buildIsAtLeast(builder, rest, limits::maxRestVectors * lanes + 1)),
      buildLast, buildRest);
}

/// Combines a row of static length, which is not aligned, with the accumulator.
SmallVector<Value>
InnerReductionBuilder::buildStaticStrips(ImplicitLocOpBuilder &builder,
                                         ValueRange carried) {
  int64_t extent = reduction.getExtent(innermost);
  SmallVector<Value> accumulators = buildStripLoops(
      builder, arith::ConstantIndexOp::create(builder, 0),
      arith::ConstantIndexOp::create(builder, extent - extent % width),
      carried);
  for (Piece piece : getTailPieces(extent, width, lanes)) {
    indices[innermost] = arith::ConstantIndexOp::create(builder, piece.offset);
    accumulators = strip.combineRest(
        builder, accumulators,
        buildPiece(builder, reduction, reduction.getOp().getDpsInputs(),
                   indices, piece));
  }
  return accumulators;
}

/// Reduces all elements of one result and stores it.
SmallVector<Value>
InnerReductionBuilder::buildRow(ImplicitLocOpBuilder &builder,
                                ValueRange destinations) {
  SmallVector<Value> accumulators = buildLoops(
      builder, reduction, outerReducedLoops, indices, strip.begin(builder),
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        return buildStrips(nested, carried);
      });
  State state = strip.finish(builder, accumulators);

  SmallVector<Value> resultIndices = reduction.getResultIndices(indices);
  if (!reduction.startsNeutral())
    state = reduction.buildCombination(
        builder,
        reduction.buildStartScalar(builder, destinations, resultIndices),
        state);
  SmallVector<Value> stored;
  for (auto [result, destination] : llvm::zip_equal(
           reduction.buildEpilogue(builder, state, destinations, resultIndices),
           destinations))
    stored.push_back(
        tensor::InsertOp::create(builder, result, destination, resultIndices));
  return stored;
}

/// Reduces all rows.
SmallVector<Value>
InnerReductionBuilder::buildRows(ImplicitLocOpBuilder &builder) {
  return buildLoops(
      builder, reduction, parallelLoops, indices, reduction.getDestinations(),
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        return buildRow(nested, carried);
      },
      streams.outer);
}

SmallVector<Value> InnerReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  // Long rows that gain from alignment are aligned.
  bool mayBeLong = isAligned || !gainsFromAlignment(reduction, target);
  if (gainsFromPrefetches(reduction, target, isAligned) &&
      (mayBeLong || reduction.getNumLoops() > 1))
    isFar = buildIsFar(builder, reduction, target);
  Value areInMemory;
  if (getNumPlaces() > 1 && mayBeLong)
    areInMemory = buildAreRowsInMemory(
        builder, reduction, target, reduction.buildExtent(builder, innermost),
        isAligned);
  // Two versions of all: the choice within a row would take long for short
  // ones.
  return buildNearOrFar(
      builder, areInMemory, [&](ImplicitLocOpBuilder &nested, bool usesThem) {
        usesPlaces = usesThem;
        return usesPlaces ? buildRows(nested) : buildRowsInTurn(nested);
      });
}

/// Reduces all rows. Those of large inputs take turns, or their strips do, on
/// machines that gain from it.
SmallVector<Value>
InnerReductionBuilder::buildRowsInTurn(ImplicitLocOpBuilder &builder) {
  NestedStreams maybe = buildNestedStreams(
      builder, reduction, target, reduction.buildExtent(builder, innermost),
      arith::ConstantIndexOp::create(builder, 1));
  if (!maybe.outer.areUsed)
    return buildRows(builder);
  // Two versions: the loops around turns would take long for short rows.
  return buildChoice(
      builder,
      builder.createOrFold<arith::OrIOp>(maybe.outer.areUsed,
                                         maybe.inner.areUsed),
      [&](ImplicitLocOpBuilder &nested) {
        streams = maybe;
        return buildRows(nested);
      },
      [&](ImplicitLocOpBuilder &nested) {
        streams = {};
        return buildRows(nested);
      });
}

/// Builds whether the first cache has the input, and loads of its rows touch
/// two lines each if they are not aligned. If so, even rows of fewer bytes than
/// `limits::minAlignedBytes` gain.
static Value buildAreNearLoadsSplit(ImplicitLocOpBuilder &builder,
                                    const Reduction &reduction,
                                    const VectorTarget &target) {
  // A single row most often starts at a line.
  if (reduction.getNumLoops() == 1 || !areBoundByLoads(reduction, target))
    return arith::ConstantIntOp::create(builder, /*value=*/0, /*width=*/1);
  int64_t lanes = target.getLanes(reduction);
  int64_t least = combinesNumbersFaster(reduction, target)
                      ? limits::minNearAlignedBytesOfNumbers
                      : limits::minNearAlignedBytes;
  Value length = reduction.buildExtent(builder, reduction.getNumLoops() - 1);
  // The last strip must fit into the row.
  Value condition = buildIsAtLeast(
      builder, length,
      std::max(least * lanes / limits::lineBytes, getWidth(reduction, target)));
  auto require = [&](Value other) {
    condition = builder.createOrFold<arith::AndIOp>(condition, other);
  };
  require(buildNot(
      builder, buildIsLarger(builder, reduction, target.getL1CacheBytes())));
  require(buildHasRemainder(builder, length, lanes));
  require(builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::ult, length,
      reduction.buildTraversedElements(builder)));
  return condition;
}

/// Builds whether strips of a row are aligned if this gains. This is the same
/// for all rows.
static Value buildIsAligned(ImplicitLocOpBuilder &builder,
                            const Reduction &reduction,
                            const VectorTarget &target) {
  int64_t bytes = limits::lineBytes / target.getLanes(reduction);
  Value length = reduction.buildExtent(builder, reduction.getNumLoops() - 1);
  Value isLong =
      buildIsAtLeast(builder, length, limits::minAlignedBytes / bytes);
  Value hasStrips = buildIsAtLeast(
      builder, length, limits::minAlignedStrips * getWidth(reduction, target));
  Value isInMemory =
      buildIsAtLeast(builder, reduction.buildTraversedElements(builder),
                     target.getLastCacheBytes() / bytes + 1);
  return builder.createOrFold<arith::OrIOp>(
      builder.createOrFold<arith::OrIOp>(
          isLong, builder.createOrFold<arith::AndIOp>(isInMemory, hasStrips)),
      buildAreNearLoadsSplit(builder, reduction, target));
}

static LogicalResult matchInner(const Reduction &reduction,
                                const VectorTarget &target, Choice &choice) {
  if (failed(matchReducedRows(reduction, choice)))
    return failure();
  return choice.accept(
      {getWidth(reduction, target)},
      "the innermost dimension is reduced: strips of a row go "
      "into all accumulators",
      InnerReductionBuilder(reduction, target, /*isAligned=*/false).getForm());
}

static SmallVector<Value> buildInner(ImplicitLocOpBuilder &builder,
                                     const Reduction &reduction,
                                     const VectorTarget &target) {
  auto buildRows = [&](bool isAligned) {
    return [&, isAligned](ImplicitLocOpBuilder &nested) {
      return InnerReductionBuilder(reduction, target, isAligned).build(nested);
    };
  };
  if (!gainsFromAlignment(reduction, target))
    return buildRows(false)(builder);
  Value isAligned = buildIsAligned(builder, reduction, target);
  if (std::optional<int64_t> known = getConstantIntValue(isAligned))
    return buildRows(*known != 0)(builder);
  return buildChoice(builder, isAligned, buildRows(true), buildRows(false));
}

const Strategy mlir::reduce::detail::innerReduction = {
    "inner", /*servesStrides=*/true, matchInner, buildInner};
