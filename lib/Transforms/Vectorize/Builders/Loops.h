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

namespace mlir::reduce {

/// Builds one iteration: maps the values that a loop carries to the next ones.
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

/// Builds a loop as `buildStripLoop` does, for bounds that are values.
SmallVector<Value> buildDynamicLoop(ImplicitLocOpBuilder &builder,
                                    Value lowerBound, Value upperBound,
                                    int64_t step, Value &index,
                                    ValueRange carried, BuildBodyFn buildBody);

/// Builds loops over all kept loops of `reduction` but the innermost around
/// `buildResults`, as `buildLoops` does. Carries the reduction's destinations
/// and returns them.
SmallVector<Value> buildKeptLoops(ImplicitLocOpBuilder &builder,
                                  const Reduction &reduction,
                                  MutableArrayRef<Value> indices,
                                  BuildBodyFn buildResults);

/// Builds what is done of a block of `count` indices of a loop, from `first`
/// on: maps the values carried so far to the next ones.
using BuildBlockFn = llvm::function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &, ValueRange carried, Value first, int64_t count)>;

/// Builds all indices of `loop` in blocks of `size`, a power of two, and then
/// what is left over: in ever smaller powers of two or, where the extent is not
/// known, one by one. Returns the values carried last.
SmallVector<Value> buildBlocks(ImplicitLocOpBuilder &builder,
                               const Reduction &reduction, unsigned loop,
                               int64_t size, ValueRange carried,
                               BuildBlockFn buildBlock);

/// Builds blocks as `buildBlocks` does, of the innermost kept loop `loop`,
/// inside of loops over the kept loops before it. Carries the reduction's
/// destinations and returns them. Where results may be stored twice, blocks may
/// overlap: then only an extent below `size` leaves anything over.
SmallVector<Value> buildResultBlocks(ImplicitLocOpBuilder &builder,
                                     const Reduction &reduction, unsigned loop,
                                     int64_t size,
                                     MutableArrayRef<Value> indices,
                                     BuildBlockFn buildBlock);

/// Returns the greatest power of two that is neither above `limit` nor above
/// the extent of `loop`, where that is known; 0 where one of these is 0.
int64_t getBlockSize(const Reduction &reduction, unsigned loop, int64_t limit);

/// Builds some values in one of the branches of a choice.
using BuildValuesFn =
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &)>;

/// Builds `buildThen` where `condition` holds, else `buildElse`, which build as
/// many values.
SmallVector<Value> buildChoice(ImplicitLocOpBuilder &builder, Value condition,
                               BuildValuesFn buildThen,
                               BuildValuesFn buildElse);

/// Builds whether `value`, an index, is `least` or more.
Value buildIsAtLeast(ImplicitLocOpBuilder &builder, Value value,
                     uint64_t least);

/// Builds the greatest multiple of `step`, a power of two, up to `extent`.
Value buildRoundedDown(ImplicitLocOpBuilder &builder, Value extent,
                       int64_t step);

/// Builds memory for `size` states, for each value of one, on the stack of the
/// function or of one iteration of the parallel loop that `reduction` is in.
SmallVector<Value> buildScratch(ImplicitLocOpBuilder &builder,
                                const Reduction &reduction, int64_t size);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_LOOPS_H
