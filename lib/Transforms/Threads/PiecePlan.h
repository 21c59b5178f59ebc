//===- PiecePlan.h - How a reduction is cut into pieces ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_THREADS_PIECEPLAN_H
#define REDUCE_LIB_TRANSFORMS_THREADS_PIECEPLAN_H

#include "Transforms/Analysis/Reduction.h"

namespace mlir::reduce {

/// How large pieces are to be. Nothing here, and so no result, depends on how
/// many threads there are.
struct PieceLimits {
  /// Bytes of input from which a reduction is worth cutting.
  uint64_t minBytes;
  /// Bytes of input that a piece is to have, about.
  uint64_t pieceBytes;
  uint64_t maxPieces;
};

/// One loop, cut into `count` pieces of `tile` indices each. What is left over
/// of a static extent is cut off; of a dynamic one the last piece has less.
struct Cut {
  unsigned loop;
  OpFoldResult count, tile;
};

/// The cuts of one reduction. Where reduced loops are cut, a piece makes one of
/// several partial results.
struct PiecePlan {
  SmallVector<Cut> kept, reduced;

  bool isEmpty() const { return kept.empty() && reduced.empty(); }
};

/// Returns the bytes of input that one iteration of all loops reads.
uint64_t getBytesPerElement(const Reduction &reduction);

/// Returns the least number of indices that a piece has of `loop`.
int64_t getMinTile(const Reduction &reduction, unsigned loop);

/// Cuts a reduction of known extents: kept loops first, from the outermost on,
/// then one reduced loop, if that makes too few pieces. Only the last cut
/// leaves anything over. Empty where the input is too small or nothing can be
/// cut.
PiecePlan planStaticPieces(const Reduction &reduction,
                           const PieceLimits &limits);

/// Returns the loops of one kind that can be cut where some extent is not
/// known, from the outermost on.
SmallVector<unsigned> getDynamicCutLoops(const Reduction &reduction,
                                         bool isReduced, int64_t maxPieces);

/// Builds how `loops`, from `getDynamicCutLoops`, are cut into `wanted` pieces;
/// `wanted` becomes how many more there should be. No extent is 0. One of the
/// innermost loop that is known stays so in pieces, if it can be cut evenly.
SmallVector<Cut> buildDynamicCuts(ImplicitLocOpBuilder &builder,
                                  const Reduction &reduction,
                                  ArrayRef<unsigned> loops, int64_t maxPieces,
                                  Value &wanted);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_THREADS_PIECEPLAN_H
