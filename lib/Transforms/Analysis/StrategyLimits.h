//===- StrategyLimits.h - Limits of strategies ------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits that determine the strategy of a reduction. They were measured
// with benchmarks/run on machines with AVX-512, those of vectors shorter than
// cache lines with AVX2. Limits that depend on the target are in terms of its
// vectors, registers, accumulators and caches (VectorTarget).
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_STRATEGYLIMITS_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_STRATEGYLIMITS_H

#include <cstdint>

namespace mlir::reduce::detail::limits {

/// The size of a cache line in bytes.
constexpr int64_t lineBytes = 64;

/// The maximum number of vectors that are processed together if each needs a
/// mask register.
constexpr int64_t maskedVectors = 4;
/// The maximum number of masks that accumulate in vector registers.
constexpr int64_t maxVectorMasks = 2;
/// The minimum number of vectors that are tested for NaN before they are
/// merged.
constexpr int64_t minMergedNumbers = 4;

/// The width of the parts of a vector that shuffles of x86 leave at a cost.
constexpr int64_t shuffledPartBits = 128;

/// The maximum number of rows of unknown length in a block that are arranged so
/// that their results are in order: more have more addresses than registers.
constexpr int64_t maxSortedRows = 8;

/// LLVM blends the halves of a vector of this width by a shuffle, and its
/// quarters by a blend.
constexpr int64_t shuffledHalvesBits = 512;

//===----------------------------------------------------------------------===//
// short-rows
//===----------------------------------------------------------------------===//

/// The maximum length of rows. A single longer row keeps the registers of a
/// target busy, and a block of such rows would not fit into registers.
constexpr int64_t maxShortLength = 16;
/// The maximum odd factor of a length: the number of shuffles, or of selections
/// of lanes, is its square.
constexpr int64_t maxOddLength = 5;
/// The minimum width of elements for which machines shuffle two vectors in one
/// instruction, which an odd factor requires.
constexpr unsigned minShuffledBits = 32;
/// The maximum width of vectors of elements below `minShuffledBits` if no
/// instruction permutes them: LLVM permutes the halves of wider vectors one by
/// one.
constexpr unsigned maxSplitPermutedBits = 256;
/// The minimum width of elements for which an odd factor is better served by
/// selections of lanes than by padding rows.
constexpr unsigned minBlendedBits = 16;
/// The maximum width of elements in shuffles of machines.
constexpr int64_t maxShuffledBits = 64;

/// Returns the maximum length of rows whose code is much faster if the length
/// is known at compile time (-reduce-specialize-extents). Longer rows can be
/// read in pieces of 128 bits or more.
constexpr int64_t getSpecializedLength(unsigned inputBits) {
  return inputBits < 16 ? 16 : 8;
}

//===----------------------------------------------------------------------===//
// -reduce-outer-first
//===----------------------------------------------------------------------===//

/// The maximum number of loops of a reduction that has versions with stages and
/// without, also by -reduce-inner-first: more have much code.
constexpr unsigned maxStagedLoops = 4;
/// The same if the outermost of three reduced loops may be reduced first.
constexpr unsigned maxOutermostLoops = 5;
/// The maximum number of vectors of a row, if the first stage combines at least
/// so many elements into one. Others fit into one vector.
constexpr int64_t maxStagedVectors = 8, minStagedCount = 8;
/// The minimum number of rows that a vector, and the memory, have room for if
/// the innermost dimension is kept.
constexpr int64_t minRowsOfColumns = 4;
/// The maximum number of vectors of that dimension if the first stage combines
/// `minStagedCount` elements into one.
constexpr int64_t maxStagedColumnVectors = 2;
/// The minimum number of outer kept indices that the memory has room for, from
/// which several of them are reduced at once.
constexpr int64_t minGroupedIndices = 16;
/// The maximum size in bytes of the input elements of such an index of known
/// extents, and of those of one index of the first stage's reduced dimension:
/// larger ones take longer than the second stage waits for the first one.
constexpr int64_t maxGroupedIndexBytes = 2 << 10;
constexpr int64_t maxGroupedRowBytes = 512;

//===----------------------------------------------------------------------===//
// -reduce-inner-first
//===----------------------------------------------------------------------===//

/// The minimum number of elements of a row that become one: partial results are
/// written and read again.
constexpr int64_t minStagedRow = 16;

//===----------------------------------------------------------------------===//
// -reduce-specialize-small-inputs
//===----------------------------------------------------------------------===//

/// The maximum number of elements of a small input.
constexpr int64_t maxSmallInput = 32;
/// The minimum number of loops: with fewer, other versions prepare little.
constexpr unsigned minLoopsOfSmallInputs = 3;

//===----------------------------------------------------------------------===//
// -reduce-separate-columns
//===----------------------------------------------------------------------===//

/// The maximum number of columns.
constexpr int64_t maxSeparatedColumns = 8;
/// The same if shuffles of two vectors are slow. Vectors below the last number
/// of bits gain from one column less.
constexpr int64_t maxSlowlySeparatedColumns = 3;
constexpr unsigned minSlowlySeparatedVectorBits = 256;
/// The maximum width in bits of elements that gain then.
constexpr unsigned maxSlowlySeparatedBits = 16;
/// The minimum number of rows in this memory: to reduce a longer row alone
/// takes few instructions for each element.
constexpr int64_t minSeparatedRows = 2;
/// The minimum number of vectors of each column in all of the input. Less is
/// reduced in the time that separating takes.
constexpr int64_t minSeparatedVectors = 4;

/// The maximum number of rows of an outer index that are gathered, and that of
/// states of bytes, which machines shuffle slowly: the number of shuffles of
/// each vector is in proportion to it.
constexpr int64_t maxGatheredRows = 10, maxGatheredRowsOfBytes = 7;
/// The maximum number of such rows whose halves are not combined first, of
/// elements that machines shuffle in one instruction.
constexpr int64_t maxWholeGatheredRows = 3;

//===----------------------------------------------------------------------===//
// overlapped-rows
//===----------------------------------------------------------------------===//

/// The number of bytes that are read in the time in which the lanes of a single
/// row are combined, where rows are read side by side.
constexpr int64_t mergeBytesOfOne = 1 << 10;
/// The minimum width of a piece in bits: machines join pieces of 128 bits and
/// more while they load them.
constexpr int64_t minPieceBits = 128;
/// The maximum number of rows that share a vector in two pieces each: joining
/// more pieces takes longer than to shuffle or mask rows.
constexpr int64_t maxRowsInPieces = 2;
/// The number of vectors that are merged into one.
constexpr int64_t overlappedVectors = 16;
/// The maximum number of vectors that cover a row of unknown length for which
/// there is code without a loop, if vectors are shorter than cache lines. The
/// loop takes registers, so that others are spilled.
constexpr int64_t maxUnrolledPieces = 4;

/// Rows of unknown length that are read one after another where vectors are
/// cache lines: they have elements that are not extended, of so many bits where
/// loads that touch two lines are slow, and more than so many vectors.
constexpr unsigned minOrderedBits = 32;
constexpr int64_t minOrderedVectors = 3;
/// How many loads such a loop over rows of known length may have besides those
/// of a row.
constexpr int64_t otherLoads = 4;

//===----------------------------------------------------------------------===//
// padded-rows
//===----------------------------------------------------------------------===//

/// The number of vectors in a block, relative to the number of accumulators:
/// more would not remain in registers while they are merged.
constexpr int64_t paddedVectors = 2;

//===----------------------------------------------------------------------===//
// row-groups
//===----------------------------------------------------------------------===//

/// The maximum number of rows in a group, which hides the latency of a
/// combiner.
constexpr int64_t maxGroupRows = 8;
/// The number of rows side by side that keep the processor busy if each vector
/// takes several operations, or one that takes several cycles.
constexpr int64_t minBusyRows = 4;
/// The number of bytes that are read in the time in which the lanes of a group
/// are combined.
constexpr int64_t mergeBytes = 2 << 10;
/// The maximum number of vectors of a row, of known length, that is combined as
/// a whole before the next row is read. Longer rows are loops over strips of
/// all rows of a group.
constexpr int64_t maxUnrolledVectors = 8;
/// The width of vectors from which a choice of lanes is one instruction and
/// registers are enough: less was measured with SSE.
constexpr unsigned minLoneBlendBits = 256;
/// The maximum number of vectors of such a row if they are shorter, and loops
/// have a form that chooses no lanes.
constexpr int64_t maxPlainVectors = 4;
/// The maximum number of vectors of a group of such rows that share vectors:
/// each has instructions of its own.
constexpr int64_t maxSharedVectors = 128;
/// The minimum length of such rows, in quarters of a vector: if combiners only
/// combine numbers; of bytes; and of others. The parts of vectors take more
/// instructions.
constexpr int64_t minSharedQuartersOfNumbers = 10, minSharedQuartersOfBytes = 8,
                  minSharedQuarters = 5;
/// The number of lanes from which groups are as large as for overlapped rows,
/// and the number of unrolled vectors up to which they are: combining the lanes
/// takes as long as reading the rows.
constexpr int64_t manyLanes = 32, maxFewVectors = 4;
/// The minimum length, in strips of all accumulators, from which it is better
/// to reduce each row alone: for inputs in the first cache; for those in
/// another cache whose extents are not known; and for those in no cache, if
/// there are prefetches. One strip is enough for the second if vectors are
/// cache lines and one instruction loads and combines them, and one or two if
/// extents are known.
constexpr int64_t longStrips = 4, longStripsBeyondCache = 2,
                  longStripsInMemory = 2;
/// The first two for rows of unknown length that are not aligned, but read one
/// after another beyond the first cache.
constexpr int64_t longStripsUnaligned = 3;
/// The minimum width of elements for which the second holds: rests of rows of
/// unknown length take longer for narrower ones.
constexpr unsigned minLongBits = 32;
/// The same in any cache if vectors are shorter than lines: if each combination
/// tests for NaN, and if it takes several operations, or one of several cycles.
constexpr int64_t longStripsOfNumbers = 8, longStripsOfSlowVectors = 16;
/// The same in no cache on machines that read memory in several places, for
/// rows that are not spread.
constexpr int64_t longStripsInStreams = 1;
/// The number of rows that keep the processor busy side by side if a
/// combination takes several cycles.
constexpr int64_t busyRows = 4;
/// Groups of rows may leave some rows over. If combinations are slow and there
/// are at most so many rows, each row is reduced alone. It has at least so many
/// strips of all accumulators. The second line is for extents that are not
/// known.
constexpr int64_t maxFewRows = 6, longStripsOfFewRows = 1;
constexpr int64_t maxDynamicFewRows = 7, longStripsOfDynamicFewRows = 2;
/// The minimum size in bytes of rows that are spread, if the length of rows is
/// known and if it is not: in no cache, and where the last cache has the input.
/// Those that are combined in 16 bits take longer there.
constexpr int64_t minSpreadBytes = 64, minDynamicSpreadBytes = 128;
constexpr int64_t minCachedSpreadBytes = 160, minDynamicCachedSpreadBytes = 384,
                  minCachedSpreadBytesOfWords = 512;
/// The size in bytes from which each row alone is as fast.
constexpr int64_t minLoneBytes = 512 << 10;
/// The minimum size if vectors are cache lines. From the second size to the
/// third one, blocks of rows that take turns are faster.
constexpr int64_t minSpreadBytesOfLines = 128, minBlockedBytesOfLines = 512,
                  minLongSpreadBytesOfLines = 4 << 10;
/// The number of rows that are spread in unrolled streams, and their sizes in
/// bytes: the minimum, and that from which each row alone is as fast.
constexpr int64_t maxUnrolledRows = 4;
constexpr int64_t minUnrolledSpreadBytes = 256,
                  minLoneUnrolledBytes = 256 << 10;
/// The width of elements from which rows of unknown length are spread even if
/// they are shorter.
constexpr unsigned minSpreadBits = 64;
/// The minimum number of rows of a part.
constexpr int64_t minPartRows = 8;
/// The minimum length in vectors of rows whose strips start at a cache line, if
/// the input is in the second cache (if a vector has few lanes, or many), and
/// if it is in the first one. A vector takes one operation of one cycle.
constexpr int64_t alignedVectors = 4, alignedVectorsOfMany = 7,
                  nearAlignedVectors = 16;
/// The first of these where extents are not known.
constexpr int64_t dynamicAlignedVectors = 4;
/// The minimum lengths in the second and in the first cache if a vector takes
/// more.
constexpr int64_t alignedSlowVectors = 10, nearAlignedSlowVectors = 24;
/// The minimum number of groups of rows whose vectors take more, if groups must
/// not overlap.
constexpr int64_t minAlignedGroups = 4;

//===----------------------------------------------------------------------===//
// inner
//===----------------------------------------------------------------------===//

/// The minimum size in bytes of rows that are read from a cache line on. The
/// elements before and after the strips take as long as a strip.
constexpr int64_t minAlignedBytes = 16 << 10;
/// The same for several rows in the first cache, where a load that touches two
/// lines takes as long as two loads; and for minima that test for NaN apart.
constexpr int64_t minNearAlignedBytes = 3 << 9,
                  minNearAlignedBytesOfNumbers = 4 << 10;
/// The minimum length of such rows, in strips of all accumulators, if the input
/// is not in a cache.
constexpr int64_t minAlignedStrips = 4;
/// The maximum number of vectors of the rest of a row of unknown length that
/// are read under masks. A longer rest is part of a strip that ends with the
/// row, if elements may be combined twice.
constexpr int64_t maxRestVectors = 1;
/// The minimum size in bytes of rows from which each is read in streams. Of
/// shorter ones, several take turns.
constexpr int64_t minStreamedBytes = 96 << 10;
/// The minimum size in bytes of rows that are read in unrolled streams: if
/// loads start at a cache line and a vector takes one operation, and otherwise.
constexpr int64_t minUnrolledBytes = 16 << 10, minSlowUnrolledBytes = 256 << 10;
/// The size in bytes of what is read of one stream before another, and the same
/// if vectors are cache lines.
constexpr int64_t turnBytes = 512, turnBytesOfLines = 1 << 10;
/// An iteration that reads more than so many bytes takes fewer streams: of
/// those that take turns, and of unrolled ones that read blocks of rows.
constexpr int64_t maxShortIterationBytes = 512;
constexpr int64_t maxShortBlockBytes = 1 << 10;

//===----------------------------------------------------------------------===//
// narrow-rows
//===----------------------------------------------------------------------===//

/// The minimum number of rows of unknown length for each byte of an element: it
/// takes as long to combine the lanes of a vector, and to find how many there
/// are, as to read so many rows one after the other.
constexpr int64_t minNarrowRowsOfByte = 8;
/// The minimum number of vectors that rows of two elements fill, if their
/// length is not known. Columns of fewer are separated.
constexpr int64_t minNarrowFills = 6;

//===----------------------------------------------------------------------===//
// column-groups
//===----------------------------------------------------------------------===//

/// The maximum number of rows of an outer index: more are better packed.
constexpr int64_t maxColumnGroupRows = 64;
/// Columns of unknown number that take at most `anyUsedVectors` vectors are
/// grouped. More columns are if they use at least `minGroupedEighths` eighths
/// of the lanes of their vectors, whose number is a power of two: `outer`,
/// which reduces exactly as many columns as there are, is faster otherwise.
constexpr int64_t anyUsedVectors = 4, minGroupedEighths = 6;
/// The minimum number of columns, in fifths of a vector, if extents are known
/// and the input is far: the other lanes of each vector are loaded in vain.
constexpr int64_t minFarFifths = 2;
/// The maximum size in bytes of all rows of an outer index, in no cache, whose
/// outer indices are reduced together although the target reads memory in
/// several places, if vectors are cache lines: a few of them are one turn.
constexpr int64_t maxGroupedBytes = 256;

//===----------------------------------------------------------------------===//
// narrow-groups
//===----------------------------------------------------------------------===//

/// The number of vectors in a group, which are merged into one or two.
constexpr int64_t narrowGroup = 4;
/// The maximum number of vectors that all rows of an outer index fill: more are
/// faster in full vectors (packed-rows).
constexpr int64_t maxNarrowFills = 512;
/// The number of vectors from which packed-rows is faster than narrow-groups
/// and folded-rows where it reads whole vectors: the first one, or the second
/// one for each lane, if that is more. As many rows as a vector has lanes
/// remain to be combined.
constexpr int64_t minWholeFills = 128, minWholeFillsOfLane = 4;

//===----------------------------------------------------------------------===//
// folded-rows
//===----------------------------------------------------------------------===//

/// The maximum number of vectors that all rows fill: more are faster in full
/// vectors (packed-rows).
constexpr int64_t maxFoldedFills = 256;

//===----------------------------------------------------------------------===//
// packed-rows
//===----------------------------------------------------------------------===//

/// The minimum number of rows that fit into the accumulators.
constexpr int64_t minPackedRows = 2;
/// Returns the number of bits of a row from which elements that are extended
/// are not packed: one and a half vectors.
constexpr int64_t maxPackedExtendedBits(int64_t vectorBits) {
  return vectorBits + vectorBits / 2;
}
/// Fewer rows are also packed if they have at least this number of parts that
/// are shorter than a vector, each of which takes loops of its own.
constexpr int64_t minPackedParts = 2;
/// Those must also use so many eighths of the accumulators: in the first cache,
/// and otherwise.
constexpr int64_t minNearPackedEighths = 7, minPackedEighths = 5;
/// The number of registers that do not accumulate if most do.
constexpr int64_t packedTemporaries = 5;
/// The minimum number of groups that are read in strips: in the first cache, or
/// if they take more of it than a tile; and otherwise. The accumulators in
/// memory are as many as a group, and are combined with the rows left over, and
/// with each other.
constexpr int64_t minCostlyGroups = 12, minStripGroups = 6;
/// The minimum number of strips of a group of rows of unknown length.
constexpr int64_t minPackedStrips = 4;
/// The number of states in which the accumulators of all rows in memory are
/// combined.
constexpr int64_t packedStates = 4;
/// If rows of unknown length are read as whole vectors, the minimum number of
/// eighths of the accumulators that they use.
constexpr int64_t minWholeEighths = 6;
/// The minimum number of times that all rows fill the accumulators: moving the
/// accumulators through memory costs as much as reading so many elements. The
/// last two are for few rows, in the first cache, and otherwise.
constexpr int64_t minPackedFills = 4, minNearWideFills = 16, minWideFills = 8;
/// The same for each vector of a row that has several and fills at most half of
/// the accumulators, if vectors are cache lines: without packing, such rows
/// take few instructions, and no accumulators are moved.
constexpr int64_t minPackedFillsOfVector = 5;

/// The minimum size in bytes of all rows of an outer index that are read in
/// unrolled streams, and the maximum size in bytes of such a row: a longer one
/// is better read in blocks of rows (outer-blocks).
constexpr int64_t minUnrolledRowsBytes = 512 << 10;
constexpr int64_t maxUnrolledRowBytes = 192;
/// Rows of more than a line are read faster apart than packed if all rows of an
/// outer index have at most so many bytes, the last cache does not have the
/// input, and the machine reads memory in unrolled streams.
constexpr int64_t maxApartRowsBytes = 32 << 10;

//===----------------------------------------------------------------------===//
// outer-blocks
//===----------------------------------------------------------------------===//

/// The number of rows in a block: enough that loading and storing accumulators
/// costs little.
constexpr int64_t blockRows = 16;
/// The same for rows that are spread, each a stream, except beyond the last
/// cache if they prefetch.
constexpr int64_t spreadRows = 8;
/// The number of vectors in a strip of rows that are streams. It may be short,
/// because each row is read in its order anyway.
constexpr int64_t streamVectors = 4;
/// Its maximum size in bytes: of two cache lines of each row.
constexpr int64_t streamBytes = 2 * lineBytes;
/// The minimum size in bytes of a row that is a stream: processors follow
/// streams within a page of memory.
constexpr int64_t minStreamBytes = 4 << 10;
/// The same if vectors are cache lines: few loads read a row.
constexpr int64_t minStreamBytesOfLines = 3 << 9;
/// The minimum number of blocks, and of strips of columns, from which blocks
/// are better than strips over all rows.
constexpr int64_t minBlocks = 2;
constexpr int64_t minStrips = 2;
/// If there are at most so many blocks, the first one has a loop of its own. It
/// starts with the initial accumulators and does not load them. With more
/// blocks, that saves too little.
constexpr int64_t maxBlocksApart = 4;
/// If a strip goes over all rows, these are streams if there are at most so
/// many: usually; in the part of the last cache where strips that prefetch are
/// as fast; and beyond the last cache.
constexpr int64_t maxStreams = minBlocks * spreadRows - 1;
constexpr int64_t maxCachedStreams = spreadRows - 1;
constexpr int64_t maxFarStreams = minBlocks * blockRows - 1;
/// The maximum number of rows of an input in the first cache that have
/// instructions of their own: no loop, and nothing to combine with the initial
/// values. Machines with registers for masks have more registers for vectors,
/// so that the strips of a loop are wide and cost less.
constexpr int64_t maxNearRowsWithMasks = 4;
constexpr int64_t maxNearRows = 8;
/// The minimum size in bytes of rows, in no cache, whose outer indices take
/// turns, from which strips of columns are better than vectors of several rows.
constexpr int64_t minStripRowBytes = 20;
/// The maximum number of vectors of a strip if the number of rows is not known:
/// the code has instructions for `maxStreams` rows.
constexpr int64_t maxDynamicStreamVectors = 2;

//===----------------------------------------------------------------------===//
// outer-streams
//===----------------------------------------------------------------------===//

/// The sizes in bytes of rows of several outer indices that take turns. Shorter
/// ones are best read several at once, and a longer one is a stream itself.
constexpr int64_t minTurnRowBytes = 32, maxTurnRowBytes = 6 << 10;
/// The first of these for rows of unknown length, whose ends take longer, and
/// both if vectors are cache lines: strips over shorter rows are in order.
constexpr int64_t minDynamicTurnRowBytes = 128;
constexpr int64_t minTurnRowBytesOfLines = 128;
constexpr int64_t maxTurnRowBytesOfLines = 3 << 10;
/// The maximum size in bytes of the accumulators in memory, of a row of each
/// part. Those of f16 and bf16 may be twice as wide as elements.
constexpr int64_t maxSavedBytes = 48 << 10;
/// The maximum size in bytes of all rows of an outer index. More are read in
/// streams of their own.
constexpr int64_t maxTurnBlockBytes = 96 << 10;
/// The size in bytes of a turn.
constexpr int64_t rowTurnBytes = 256;

} // namespace mlir::reduce::detail::limits

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_STRATEGYLIMITS_H
