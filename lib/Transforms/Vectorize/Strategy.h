//===- Strategy.h - How a kind of reduction is vectorized -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGY_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGY_H

#include "Transforms/Analysis/Reduction.h"

namespace mlir::reduce {

/// What a strategy has to know of the machine.
struct VectorTarget {
  /// Bits of a vector register.
  unsigned vectorBits;
  /// Registers that accumulate side by side, to hide the latency of a combiner.
  unsigned accumulators;
  /// Whether comparisons of vectors have results of their own kind, one bit a
  /// lane.
  bool hasMaskRegisters;
  /// Whether one operation computes some lanes of a vector and keeps the
  /// others.
  bool hasMaskedArithmetic;
  /// Whether f16 becomes f32 by integer operations only.
  bool expandsF16;
  /// Whether a choice between the lanes of two vectors is less than a shuffle.
  bool hasBlends;
  /// Registers that are shuffled together at most.
  unsigned shuffledVectors;

  /// Returns how many elements of `reduction` a vector register holds.
  int64_t getLanes(const Reduction &reduction) const {
    return std::max<int64_t>(1, vectorBits / reduction.getMaxElementBits());
  }

  /// Whether loops accumulate `reduction` in its split form: a choice of lanes
  /// is more than combining once more.
  bool splitsKeys(const Reduction &reduction) const {
    return reduction.hasSplitForm() && !hasMaskedArithmetic && accumulators > 1;
  }

  /// Returns how many of `count` vectors accumulate side by side: half of them
  /// where each is two in the split form, or takes a mask, of which there are
  /// few, or many operations, which take registers and hide the latency.
  int64_t getAccumulators(const Reduction &reduction, int64_t count) const {
    bool areHalf =
        reduction.hasSplitForm() || (expandsF16 && reduction.doesExtendF16());
    return areHalf ? std::max<int64_t>(1, count / 2) : count;
  }

  /// Returns how many elements of `reduction` all accumulators hold.
  int64_t getWidth(const Reduction &reduction) const {
    return getLanes(reduction) * getAccumulators(reduction, accumulators);
  }
};

/// How the loops of a strategy accumulate.
enum class LoopForm {
  /// As the combiner does.
  Plain,
  /// Numbers only, and NaN are looked for apart (NumberCombination.h).
  Numbers,
  /// Keys of two kinds, apart (SplitKeys.cpp).
  SplitKeys,
};

/// Whether a strategy serves a reduction, and how.
struct Choice {
  /// How many elements of the innermost loops one step takes, kDynamic where
  /// only the run tells.
  SmallVector<int64_t> tile;
  /// The form of the loops over most elements.
  LoopForm form = LoopForm::Plain;
  /// Why it serves the reduction, or why not.
  StringRef reason;

  LogicalResult accept(ArrayRef<int64_t> elements, StringRef why,
                       LoopForm loopForm = LoopForm::Plain) {
    tile.assign(elements.begin(), elements.end());
    form = loopForm;
    reason = why;
    return success();
  }
  LogicalResult refuse(StringRef why) {
    reason = why;
    return failure();
  }
};

/// One way to turn a reduction into loops over vectors.
struct Strategy {
  /// Its name in remarks.
  StringRef name;
  /// Succeeds where the strategy serves `reduction`; sets `choice`.
  LogicalResult (*match)(const Reduction &reduction, const VectorTarget &target,
                         Choice &choice);
  /// Builds the loops at `builder`'s place and returns the resulting tensor.
  Value (*build)(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                 const VectorTarget &target);
};

/// Returns the strategies in the order in which they are tried.
constexpr size_t numStrategies = 8;
ArrayRef<const Strategy *> getStrategies();

/// Returns those of them that do not take rows for one list: they serve rows at
/// any distance from each other.
ArrayRef<const Strategy *> getStridedStrategies();

/// Returns the first of `strategies` that serves `reduction`, and sets
/// `choice`; null where none does. `refuse` is called with those before, and
/// why not.
const Strategy *chooseStrategy(
    ArrayRef<const Strategy *> strategies, const Reduction &reduction,
    const VectorTarget &target, Choice &choice,
    llvm::function_ref<void(const Strategy &, StringRef)> refuse =
        [](const Strategy &, StringRef) {});

/// The innermost loop is reduced and short: take many rows at once
/// (ShortRowReduction.cpp).
extern const Strategy shortRowReduction;

/// The innermost loop is reduced, and fits into a machine vector: take many
/// rows at once, each padded to a power of two (PaddedRowReduction.cpp).
extern const Strategy paddedRowReduction;

/// The innermost loop is reduced, and not long: several rows side by side
/// (RowGroupReduction.cpp).
extern const Strategy rowGroupReduction;

/// The innermost loop is kept and short: several rows fill the accumulators
/// (NarrowRowReduction.cpp).
extern const Strategy narrowRowReduction;

/// As above for rows that the run finds to be short (PackedRowReduction.cpp).
extern const Strategy packedRowReduction;

/// The innermost loop is reduced: accumulate along it (InnerReduction.cpp).
extern const Strategy innerReduction;

/// The innermost loop is kept, and rows are many and long: take them in blocks
/// (OuterBlockReduction.cpp).
extern const Strategy outerBlockReduction;

/// The innermost loop is kept: accumulate across it (OuterReduction.cpp).
extern const Strategy outerReduction;

/// Succeeds where the innermost loop alone is reduced, in any order, and has a
/// known extent, so that a block of rows is a known number of elements; else
/// `choice` says why not.
LogicalResult matchBlocksOfRows(const Reduction &reduction,
                                const VectorTarget &target, Choice &choice);

/// Returns powers of two, greatest first, that add up to `extent`; none is
/// greater than `largest`, itself a power of two. Of `extent / largest` times
/// `largest` nothing is listed: that is what a loop is for.
SmallVector<int64_t> getTailWidths(int64_t extent, int64_t largest);

/// A part of a row.
struct Piece {
  int64_t offset, width;
  /// How many of its first elements are part of a piece before, too.
  int64_t numRepeated = 0;
};

/// Returns the pieces of a row of `extent` elements that follow its multiple of
/// `largest`, a power of two: ever smaller powers of two, and a last one of
/// `smallest` elements that ends with the row, if that is long enough.
SmallVector<Piece> getTailPieces(int64_t extent, int64_t largest,
                                 int64_t smallest);

/// Builds the elements of `piece` of the innermost loop, whose index in
/// `indices` is set, in any order, neutral ones in place of those that are
/// repeated.
Value buildPiece(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                 MutableArrayRef<Value> indices, Piece piece);

/// What a loop does once: takes carried values and returns as many.
using BuildBodyFn =
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, ValueRange)>;

/// Builds loops over `loops` of `reduction` around `buildBody`. The loops'
/// induction variables are set in `indices`. Returns the values after the
/// loops.
SmallVector<Value> buildLoops(ImplicitLocOpBuilder &builder,
                              const Reduction &reduction,
                              ArrayRef<unsigned> loops,
                              MutableArrayRef<Value> indices,
                              ValueRange carried, BuildBodyFn buildBody);

/// Builds a loop from 0 to `extent`, a multiple of `step`, as `buildLoops`
/// does; its induction variable is set in `index`. One or no iteration needs no
/// loop.
SmallVector<Value> buildStripLoop(ImplicitLocOpBuilder &builder, int64_t extent,
                                  int64_t step, Value &index,
                                  ValueRange carried, BuildBodyFn buildBody);

/// As above for bounds that are values.
SmallVector<Value> buildDynamicLoop(ImplicitLocOpBuilder &builder,
                                    Value lowerBound, Value upperBound,
                                    int64_t step, Value &index,
                                    ValueRange carried, BuildBodyFn buildBody);

/// Builds the next tensor of results from the one so far.
using BuildResultsFn =
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value destination)>;

/// Builds the combination of `accumulators` with the elements that `buildLoop`
/// combines with the accumulators it is given, by the form of `reduction` that
/// it is given: the split one where that is faster on `target`.
SmallVector<Value> buildInLoopForm(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    const VectorTarget &target, ValueRange accumulators,
    llvm::function_ref<SmallVector<Value>(const Reduction &, ValueRange)>
        buildLoop);

/// Builds loops over all kept loops of `reduction` but the innermost around
/// `buildResults`, as `buildLoops` does. Carries the reduction's destination
/// and returns it.
Value buildKeptLoops(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                     MutableArrayRef<Value> indices,
                     BuildResultsFn buildResults);

/// Builds one value or another.
using BuildValueFn = llvm::function_ref<Value(ImplicitLocOpBuilder &)>;
Value buildChoice(ImplicitLocOpBuilder &builder, Value condition,
                  BuildValueFn buildThen, BuildValueFn buildElse);

/// Builds whether `value`, an index, is `least` or more.
Value buildIsAtLeast(ImplicitLocOpBuilder &builder, Value value,
                     uint64_t least);

/// Returns `width` elements of `vector` from `offset` on.
Value buildSlice(ImplicitLocOpBuilder &builder, Value vector, int64_t offset,
                 int64_t width);

/// Combines carried values with elements of a row that are built for it.
using CombineElementsFn = llvm::function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &, ValueRange, BuildValueFn)>;

/// Builds what is left from `from` on of a row whose length only the run tells:
/// calls `combine` with one machine vector after the other, or with fewer
/// elements, to go into the front lanes. The index of the innermost loop in
/// `indices` is set. Returns the values carried last.
SmallVector<Value>
buildDynamicTail(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                 const VectorTarget &target, MutableArrayRef<Value> indices,
                 Value from, ValueRange carried, CombineElementsFn combine);

/// What is done of a block of `count` indices of a loop, from `first` on: takes
/// the value carried so far and returns the next.
using BuildBlockFn = llvm::function_ref<Value(
    ImplicitLocOpBuilder &, Value carried, Value first, int64_t count)>;

/// Builds all indices of `loop` in blocks of `size`, a power of two, and then
/// what is left over: in ever smaller powers of two or, where the extent is not
/// known, one by one. Returns the value carried last.
Value buildBlocks(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                  unsigned loop, int64_t size, Value carried,
                  BuildBlockFn buildBlock);

/// As above for the innermost kept loop `loop`, inside of loops over the kept
/// loops before it; carries the reduction's destination and returns it. Where
/// results may be stored twice, blocks may overlap: then only an extent below
/// `size` leaves anything over.
Value buildResultBlocks(ImplicitLocOpBuilder &builder,
                        const Reduction &reduction, unsigned loop, int64_t size,
                        MutableArrayRef<Value> indices,
                        BuildBlockFn buildBlock);

/// Returns the greatest power of two that is neither above `limit` nor above
/// the extent of `loop`, where that is known; 0 where one of these is 0.
int64_t getBlockSize(const Reduction &reduction, unsigned loop, int64_t limit);

/// Combines as many lanes of `accumulator`, from its first on, as `elements`
/// has with these by `combine`, and returns the whole accumulator. With
/// `numParts` both are that many vectors in one, whose first lanes are
/// combined.
Value buildInFront(ImplicitLocOpBuilder &builder, Value accumulator,
                   Value elements,
                   llvm::function_ref<Value(Value, Value)> combine,
                   int64_t numParts = 1);

/// Builds the combination of `elements` with as many lanes of `accumulator`,
/// from its first on, and returns the whole accumulator.
Value buildFrontCombination(ImplicitLocOpBuilder &builder,
                            const Reduction &reduction, Value accumulator,
                            Value elements);

/// Builds the results of `numRows` rows, a power of two, of which each of
/// `vectors`, a power of two, holds equally many: in successive groups of
/// lanes, the first elements of its rows, the second ones, and so on. Returns
/// the results of the first vector's rows, then of the second's, and so on.
Value buildMerged(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                  SmallVector<Value> vectors, int64_t numRows);

/// Builds the combination of `accumulated`, a vector that started neutral, with
/// what the output starts as at `indices`, and stores what the epilogue makes
/// of it in `destination`, as far as that goes without `inBounds`. Returns the
/// tensor after that.
Value buildStore(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                 Value accumulated, Value destination, ValueRange indices,
                 bool inBounds = true);

/// Builds memory for `size` accumulators, on the stack of the function or of
/// one iteration of the parallel loop that `reduction` is in.
Value buildScratch(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                   int64_t size);

/// Builds the greatest multiple of `step`, a power of two, up to `extent`.
Value buildRoundedDown(ImplicitLocOpBuilder &builder, Value extent,
                       int64_t step);

/// Builds the mask of those of `width` elements from `index` on that come
/// before `extent`.
Value buildTailMask(ImplicitLocOpBuilder &builder, Value index, Value extent,
                    int64_t width);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGY_H
