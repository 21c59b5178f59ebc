//===- Strategies.h - All strategies ----------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_STRATEGIES_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_STRATEGIES_H

#include "Strategy.h"
#include "Transforms/Vectorize/Builders/Loops.h"

namespace mlir::reduce::detail {

extern const Strategy shortRowReduction;
extern const Strategy overlappedRowReduction;
extern const Strategy paddedRowReduction;
extern const Strategy rowGroupReduction;
extern const Strategy narrowGroupReduction;
extern const Strategy narrowRowReduction;
extern const Strategy columnGroupReduction;
extern const Strategy foldedRowReduction;
extern const Strategy packedRowReduction;
extern const Strategy innerReduction;
extern const Strategy outerBlockReduction;
extern const Strategy outerReduction;
extern const Strategy outerStreamReduction;

/// Returns the strategies in the order in which they are tried.
ArrayRef<const Strategy *> getStrategies();

/// Returns the strategy that `kind` names.
const Strategy &getStrategy(VectorStrategy kind);

/// Does what `Reduction::match` does. The reduction is in the form that loops
/// for `target` use: where instructions compare floats of 16 bits, it combines
/// these.
FailureOr<Reduction> matchReduction(linalg::GenericOp op,
                                    const VectorTarget &target,
                                    StringRef &reason);

/// Returns the first of `strategies` that applies to `reduction` and sets
/// `choice`. Returns null if none does. Calls `refuse` for each strategy that
/// does not apply, with the reason.
const Strategy *chooseStrategy(
    ArrayRef<const Strategy *> strategies, const Reduction &reduction,
    const VectorTarget &target, Choice &choice,
    llvm::function_ref<void(const Strategy &, StringRef)> refuse =
        [](const Strategy &, StringRef) {});

/// Builds the loops of `strategy` by `build` and, unless `isServed` is known to
/// hold, those of the first strategy after it that applies, and the choice.
SmallVector<Value> buildOrNext(ImplicitLocOpBuilder &builder,
                               const Strategy &strategy,
                               const Reduction &reduction,
                               const VectorTarget &target, Value isServed,
                               BuildValuesFn build);

//===----------------------------------------------------------------------===//
// From where on strategies serve reductions that others leave to them
//===----------------------------------------------------------------------===//

/// Returns whether short-rows gathers the rows of outer indices that have few
/// columns, if that strategy is allowed: their columns need not be separated.
bool gathersRows(const Reduction &reduction, const VectorTarget &target);

/// Returns the number of elements of all rows of an outer index from which
/// `packedRowReduction` serves them if several rows fit into the accumulators.
int64_t getMinPackedElements(const Reduction &reduction,
                             const VectorTarget &target);

/// Returns the number of rows of an outer index from which `narrowRowReduction`
/// serves them if their length is not known.
int64_t getMinNarrowRows(const Reduction &reduction);

//===----------------------------------------------------------------------===//
// Rows of unknown extents that row-groups spreads over memory
//===----------------------------------------------------------------------===//

/// Returns whether `reduction` gains from a version of its own for such rows,
/// if they may occur: beside the loops for them, LLVM has fewer registers for
/// those that read caches, which take up to a fifth longer.
bool gainsFromSpreadVersion(const Reduction &reduction,
                            const VectorTarget &target);

/// Builds whether rows are spread: there are many, they have one of the lengths
/// that gain, and the last cache does not have the input.
Value buildAreRowsSpread(ImplicitLocOpBuilder &builder,
                         const Reduction &reduction,
                         const VectorTarget &target);

//===----------------------------------------------------------------------===//
// What strategies use of overlapped-rows and padded-rows
//===----------------------------------------------------------------------===//

/// Returns how many vectors of rows are merged into one at most.
int64_t getOverlappedVectors(const VectorTarget &target);

/// Returns how many rows of few vectors, at most `count` and a power of two,
/// are reduced before their lanes are combined. Each is combined without a
/// loop, so that the loop form takes no registers. SSE has too few in any form.
int64_t limitUnrolledRows(const Reduction &reduction,
                          const VectorTarget &target, int64_t count);

/// Returns the widths of pieces, in descending order, that rows of unknown
/// length are read in: pieces of a width are for rows that have at least as
/// many elements and, except for the greatest width, at most twice as many.
/// Returns nothing if `reduction` cannot be read in pieces.
SmallVector<int64_t> getPieceWidths(const Reduction &reduction,
                                    const VectorTarget &target);

/// Returns whether these rows have an unknown length, and those of several
/// vectors are read one after another beyond the first cache.
bool areUnknownRowsInOrder(const Reduction &reduction,
                           const VectorTarget &target);

/// Returns whether these rows have a known length, and are read one after
/// another in the second cache, except rows that are better reduced alone.
bool areKnownRowsInOrder(const Reduction &reduction,
                         const VectorTarget &target);

/// Returns the number of such rows that share the combination of lanes.
int64_t getRowsInOrder(const Reduction &reduction, const VectorTarget &target);

/// Builds the loops for such rows. Returns the resulting tensors.
SmallVector<Value> buildKnownRowsInOrder(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction,
                                         const VectorTarget &target);

/// Builds the loops for rows that have at least `pieceWidth` elements and, if
/// that is less than a vector, at most twice as many. Returns the resulting
/// tensors.
SmallVector<Value> buildOverlappedRows(ImplicitLocOpBuilder &builder,
                                       const Reduction &reduction,
                                       const VectorTarget &target,
                                       int64_t pieceWidth);

/// Returns the maximum length of rows that padded-rows halves before it pads
/// them to `paddedLength`, a power of two; 0 if there are none.
int64_t getMaxHalvedLength(const Reduction &reduction,
                           const VectorTarget &target, int64_t paddedLength);

/// Returns whether rows have a known length, and padded-rows halves them.
bool areRowsHalved(const Reduction &reduction, const VectorTarget &target);

/// Returns whether padded-rows, if it is used, extends the elements of rows
/// after it has padded them, to at most twice as many elements as a vector has.
bool extendsPaddedRows(const Reduction &reduction, const VectorTarget &target);

/// Returns whether it does and rows have a known length for which this is
/// faster than other ways.
bool areRowsPaddedFirst(const Reduction &reduction, const VectorTarget &target);

/// Builds the loops for rows that are padded to `paddedLength`, a power of two
/// that is at least as large as their length and less than twice as large; if
/// `isHalved`, as half their length, and this is at most `getMaxHalvedLength`.
/// It is at most the number of elements of a vector, or twice as many with
/// `extendsPaddedRows`.
/// If the length is known only at run time, requires `canPermute` and
/// contiguous rows. Returns the resulting tensors.
SmallVector<Value> buildPaddedRows(ImplicitLocOpBuilder &builder,
                                   const Reduction &reduction,
                                   const VectorTarget &target,
                                   int64_t paddedLength, bool isHalved);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_STRATEGIES_H
