//===- Loops.h - Loops around vectors ---------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_LOOPS_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_LOOPS_H

#include "VectorReduction.h"

namespace mlir::reduce::detail {

/// Builds one iteration: maps the loop-carried values to the next ones.
using BuildBodyFn =
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, ValueRange)>;

/// Builds a loop between bounds that are values. Sets the induction variable in
/// `index`. Returns the values after the loop. The step may be a value, too.
SmallVector<Value> buildDynamicLoop(ImplicitLocOpBuilder &builder,
                                    Value lowerBound, Value upperBound,
                                    Value step, Value &index,
                                    ValueRange carried, BuildBodyFn buildBody);
SmallVector<Value> buildDynamicLoop(ImplicitLocOpBuilder &builder,
                                    Value lowerBound, Value upperBound,
                                    int64_t step, Value &index,
                                    ValueRange carried, BuildBodyFn buildBody);

/// Consecutive parts of a loop that take turns, a few iterations at a time, so
/// that each part is a stream of memory.
struct Streams {
  /// If `areUsed` does not hold, or is null, the loop is one part.
  Value areUsed;
  /// How many elements the loop reads for each value of its index, which may be
  /// none.
  Value elements;
  /// The number of elements that are read of one part before it is the turn of
  /// the next one, at least one iteration.
  int64_t turnElements = 0;
  /// The number of parts if an iteration reads at most `maxShortElements`, and
  /// if it reads more.
  int64_t maxShortElements = 0;
  int64_t shortParts = 1, longParts = 1;
  /// Whether an iteration of the loop has one of each part instead of turns, so
  /// that each part is read by instructions of its own. Then the streams are
  /// known to be used.
  bool areUnrolled = false;
};

/// Like `buildDynamicLoop`, for iterations that may be in any order: in
/// `streams`.
SmallVector<Value> buildStreamLoop(ImplicitLocOpBuilder &builder,
                                   Value lowerBound, Value upperBound,
                                   Value step, const Streams &streams,
                                   Value &index, ValueRange carried,
                                   BuildBodyFn buildBody);

/// Like `buildStreamLoop`, from 0 to `extent`, a multiple of `step`. For at
/// most one iteration, builds no loop.
SmallVector<Value> buildStripLoop(ImplicitLocOpBuilder &builder, int64_t extent,
                                  int64_t step, Value &index,
                                  ValueRange carried, BuildBodyFn buildBody,
                                  const Streams &streams = {});

/// Builds loops over `loops` of `reduction` around `buildBody`. Sets the
/// induction variables in `indices`. Returns the values after the loops. If the
/// outermost loop of `reduction` is the only one, it is in `streams`.
SmallVector<Value> buildLoops(ImplicitLocOpBuilder &builder,
                              const Reduction &reduction,
                              ArrayRef<unsigned> loops,
                              MutableArrayRef<Value> indices,
                              ValueRange carried, BuildBodyFn buildBody,
                              const Streams &streams = {});

/// Builds loops over all kept loops of `reduction` except the innermost around
/// `buildResults`. Sets the induction variables in `indices`. The loops carry
/// the reduction's destinations; returns the final ones. `streams`: as for
/// `buildLoops`.
SmallVector<Value> buildKeptLoops(ImplicitLocOpBuilder &builder,
                                  const Reduction &reduction,
                                  MutableArrayRef<Value> indices,
                                  BuildBodyFn buildResults,
                                  const Streams &streams = {});

/// Builds one block of `count` indices of a loop, starting at `first`: maps the
/// loop-carried values to the next ones.
using BuildBlockFn = llvm::function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &, ValueRange carried, Value first, int64_t count)>;

/// Builds a value.
using BuildValueFn = llvm::function_ref<Value(ImplicitLocOpBuilder &)>;

/// Builds `loop` in blocks of `size`, a power of two. The remainder is in
/// blocks of descending powers of two or, if the extent is dynamic, of size 1.
/// Blocks of `size` are in `streams`: so in any order. Returns the final
/// values.
SmallVector<Value> buildBlocks(ImplicitLocOpBuilder &builder,
                               const Reduction &reduction, unsigned loop,
                               int64_t size, ValueRange carried,
                               BuildBlockFn buildBlock,
                               const Streams &streams = {});

/// Like `buildBlocks`, for the innermost kept loop `loop`, inside loops over
/// the other kept loops. The loops carry the reduction's destinations; returns
/// the final ones. If results may be stored twice, and `isCovered` holds or is
/// null, the last two blocks may overlap: then only an extent below `size` has
/// a remainder. So may the first two: blocks after the first one start what
/// `buildShift` builds, inside the outer loops, before multiples of `size`. It
/// is less than `size`, and requires a known extent of `loop` and no
/// `isCovered`. Blocks may be in any order, so none may store results of others
/// except the same ones.
SmallVector<Value>
buildResultBlocks(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                  unsigned loop, int64_t size, MutableArrayRef<Value> indices,
                  BuildBlockFn buildBlock, Value isCovered = {},
                  BuildValueFn buildShift = {}, const Streams &streams = {});

/// Returns the greatest power of two that is at most `limit` and, if it is
/// static, the extent of `loop`. Returns 0 if one of these is 0.
int64_t getBlockSize(const Reduction &reduction, unsigned loop, int64_t limit);

/// Builds the values of one branch of a choice.
using BuildValuesFn =
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &)>;

/// Builds an scf.if on `condition` with the branches `buildThen` and
/// `buildElse`, which must build the same number of values.
SmallVector<Value> buildChoice(ImplicitLocOpBuilder &builder, Value condition,
                               BuildValuesFn buildThen,
                               BuildValuesFn buildElse);

/// Builds whether both conditions hold.
Value buildAnd(ImplicitLocOpBuilder &builder, Value first, Value second);

/// Builds whether at least one of the conditions holds.
Value buildOr(ImplicitLocOpBuilder &builder, Value first, Value second);

/// Builds whether `condition` does not hold.
Value buildNot(ImplicitLocOpBuilder &builder, Value condition);

/// Builds whether the index `value` is at least `least`.
Value buildIsAtLeast(ImplicitLocOpBuilder &builder, Value value,
                     uint64_t least);

/// Builds whether the index `value` is at least `least` and at most `most`.
Value buildIsInRange(ImplicitLocOpBuilder &builder, Value value, int64_t least,
                     int64_t most);

/// Builds whether the index `value` is not a multiple of `divisor`.
Value buildHasRemainder(ImplicitLocOpBuilder &builder, Value value,
                        int64_t divisor);

/// Builds the greatest multiple of `step`, a power of two, that is at most
/// `extent`.
Value buildRoundedDown(ImplicitLocOpBuilder &builder, Value extent,
                       int64_t step);

/// Allocates memory on the stack for `size` elements of `type`. Its scope is
/// the function, or an iteration of the parallel loop, that contains
/// `reduction`.
Value buildScratch(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                   Type type, int64_t size);

/// Like this, for `size` states of values of `types`: a memref for each.
SmallVector<Value> buildScratch(ImplicitLocOpBuilder &builder,
                                const Reduction &reduction,
                                ArrayRef<Type> types, int64_t size);

/// Like this, for one state of loops that nothing else is built in, and that
/// write memory before they read it: they share it with others in the scope. So
/// the stack has room for one of the versions of a reduction, not for all.
SmallVector<Value> buildSharedScratch(ImplicitLocOpBuilder &builder,
                                      const Reduction &reduction,
                                      ArrayRef<Type> types, int64_t size);

/// Ends the sharing of the memory that `buildSharedScratch` has allocated in
/// `op`.
void endSharing(Operation *op);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_LOOPS_H
