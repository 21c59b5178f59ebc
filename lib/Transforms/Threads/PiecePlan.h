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

namespace mlir::reduce::detail {

/// Limits of the size of pieces. They, and therefore results, do not depend on
/// the number of threads.
struct PieceLimits {
  /// The minimum bytes of input of a reduction that is split, unless combining
  /// takes much longer than reading (`getMinBytes`).
  uint64_t minBytes;
  /// The approximate bytes of input of a piece.
  uint64_t pieceBytes;
  uint64_t maxPieces;
};

/// A loop, cut into `count` pieces of `tile` indices each. If the extent is
/// static, the remainder is not part of the pieces; if it is dynamic, the last
/// piece may be smaller.
struct Cut {
  unsigned loop;
  OpFoldResult count, tile;
};

/// The cuts of one reduction. If reduced loops are cut, each piece computes a
/// partial result.
struct PiecePlan {
  SmallVector<Cut> kept, reduced;

  bool isEmpty() const { return kept.empty() && reduced.empty(); }
};

/// Returns the number of bytes of input that one iteration reads.
uint64_t getBytesPerElement(const Reduction &reduction);

/// Returns the minimum bytes of input of `reduction` that is split.
uint64_t getMinBytes(const Reduction &reduction, const PieceLimits &limits);

/// Returns the minimum number of indices of `loop` in a piece.
int64_t getMinTile(const Reduction &reduction, unsigned loop);

/// Builds the minimum number of indices of `loop` in a piece, which may depend
/// on dynamic extents; at least 1.
Value buildMinTile(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                   unsigned loop);

/// Plans the pieces of a reduction with static extents. Cuts kept loops,
/// starting with the outermost, and then, if there are too few pieces, one
/// reduced loop. Only the last cut has a remainder. Returns an empty plan if
/// the input is too small or nothing can be cut.
PiecePlan planStaticPieces(const Reduction &reduction,
                           const PieceLimits &limits);

/// Returns the loops of one kind that can be cut in a reduction with a dynamic
/// extent, starting with the outermost.
SmallVector<unsigned> getDynamicCutLoops(const Reduction &reduction,
                                         bool isReduced, int64_t maxPieces);

/// Builds the cuts of `loops`, which are from `getDynamicCutLoops`, into
/// `wanted` pieces. Sets `wanted` to the number of pieces into which each piece
/// should still be cut. No extent may be 0. If the extent of the innermost loop
/// is static and can be divided evenly, it is static in pieces, too.
SmallVector<Cut> buildDynamicCuts(ImplicitLocOpBuilder &builder,
                                  const Reduction &reduction,
                                  ArrayRef<unsigned> loops, int64_t maxPieces,
                                  Value &wanted);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_THREADS_PIECEPLAN_H
