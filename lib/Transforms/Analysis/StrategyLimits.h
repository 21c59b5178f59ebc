//===- StrategyLimits.h - Where one strategy beats another ------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits by which reductions are given to strategies. They were measured
// with benchmarks/run on AVX-512 machines; what depends on the target is stated
// in terms of its vectors, registers and accumulators (VectorTarget).
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_STRATEGYLIMITS_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_STRATEGYLIMITS_H

#include <cstdint>

namespace mlir::reduce::limits {

/// Vectors that are looked at together where each takes a mask register.
constexpr int64_t maskedVectors = 4;

//===----------------------------------------------------------------------===//
// short-rows
//===----------------------------------------------------------------------===//

/// The longest rows. Longer ones keep the registers of a target busy by
/// themselves, and a block of them would not fit into these.
constexpr int64_t maxShortLength = 32;
/// The longest odd part of a length: it takes its square in shuffles.
constexpr int64_t maxOddLength = 5;
/// The smallest elements of which machines shuffle two vectors in one
/// instruction, as an odd part takes.
constexpr unsigned minShuffledBits = 32;
/// The greatest elements that machines shuffle as such.
constexpr int64_t maxShuffledBits = 64;

/// Lengths that are common, and that are read much faster if known while
/// compiling: -reduce-specialize-extents.
constexpr int64_t commonLengths[] = {1, 2, 3, 4, 5, 6, 7, 8, 16, 32};

//===----------------------------------------------------------------------===//
// padded-rows
//===----------------------------------------------------------------------===//

/// Vectors in a block, in accumulators: more do not stay in registers while
/// they are merged.
constexpr int64_t paddedVectors = 2;

//===----------------------------------------------------------------------===//
// row-groups
//===----------------------------------------------------------------------===//

/// Rows in a group: as many as hide the latency of a combiner.
constexpr int64_t maxGroupRows = 8;
/// The length from which a row is reduced better by itself, in all
/// accumulators.
constexpr int64_t longStrips = 4;

//===----------------------------------------------------------------------===//
// packed-rows
//===----------------------------------------------------------------------===//

/// How many rows the accumulators have room for at least.
constexpr int64_t minPackedRows = 2;
/// How often all rows fill the accumulators at least: their way through memory
/// costs as much as reading so many elements.
constexpr int64_t minPackedFills = 4;

//===----------------------------------------------------------------------===//
// outer-blocks
//===----------------------------------------------------------------------===//

/// Rows in a block: as many streams as hardware prefetchers follow, and enough
/// that loading and storing what accumulated costs little.
constexpr int64_t blockRows = 16;
/// Memory for what accumulates: it stays in the first cache, beside the rows.
constexpr int64_t tileBytes = 16 << 10;
/// From how many blocks, and strips of columns, on blocks are better than
/// strips over all rows.
constexpr int64_t minBlocks = 2;
constexpr int64_t minStrips = 2;

} // namespace mlir::reduce::limits

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_STRATEGYLIMITS_H
