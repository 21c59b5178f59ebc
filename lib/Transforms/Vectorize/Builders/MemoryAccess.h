//===- MemoryAccess.h - How loops read memory -------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector of 64 bytes that does not start at a cache line has parts of two.
// Each line is then loaded twice, which takes up to twice as long: in the
// first-level cache, where loads are the limit, and in memory, where the lines
// in flight are.
//
// A processor has as many lines in flight as there are loads among the
// operations that it looks ahead to. Loops with several operations for each
// load, or with two loads for each line, have fewer. Prefetches make up for
// that.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_MEMORYACCESS_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_MEMORYACCESS_H

#include "Loops.h"
#include "VectorTarget.h"

namespace mlir::reduce::detail {

/// Returns whether rows of `reduction` are better read from the first cache
/// line that starts in them on, if they are long: each vector is a cache line,
/// and the grouping of elements does not affect the result.
bool gainsFromAlignment(const Reduction &reduction, const VectorTarget &target);

/// Builds the number of elements before the first cache line that starts in the
/// row at `indices` of `input`, whose elements have at most the size of a line.
Value buildUnalignedLength(ImplicitLocOpBuilder &builder, Value input,
                           ValueRange indices);

/// Builds the logarithm of the greatest power of two that divides both `length`
/// and `lanes`, which is a power of two.
Value buildCommonFactor(ImplicitLocOpBuilder &builder, Value length,
                        int64_t lanes);

/// The first row that starts at a cache line, and whether there is one.
struct AlignedRow {
  Value row, isFound;
};

/// Builds this row, of rows of `length` elements that follow each other. A line
/// has `lanes` elements, a power of two, and `unaligned` of them are before the
/// first line. The row is less than the least number of rows that are whole
/// lines.
AlignedRow buildFirstAlignedRow(ImplicitLocOpBuilder &builder, Value unaligned,
                                Value length, int64_t lanes);

/// Returns whether vectors of `target` are at least as long as cache lines, so
/// that each one that does not start with a line touches two.
bool areVectorsLines(const VectorTarget &target);

/// Returns whether groups of rows that are whole vectors are read faster than
/// others. If vectors are shorter than lines, few of them touch two; extending
/// elements takes longer.
bool gainsFromWholeVectors(const Reduction &reduction,
                           const VectorTarget &target);

/// Returns whether one instruction loads a vector and combines it.
bool isOneOperation(const Reduction &reduction, const VectorTarget &target);

/// Returns whether loops spend their time on loads: a vector takes one
/// operation of the machine, or one and a test for NaN.
bool areBoundByLoads(const Reduction &reduction, const VectorTarget &target);

/// Returns whether prefetches make `reduction` faster if its input is in a
/// cache beyond the second one. `isAligned`: whether it is read in whole lines.
bool gainsFromPrefetches(const Reduction &reduction, const VectorTarget &target,
                         bool isAligned);

/// Builds whether an input of `reduction` has more than `bytes` bytes.
Value buildIsLarger(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                    int64_t bytes);

/// Builds whether the inputs of `reduction` are that large.
Value buildIsFar(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                 const VectorTarget &target);

/// Builds whether the input is in the second cache: not in the first one, and
/// not far.
Value buildIsInSecondCache(ImplicitLocOpBuilder &builder,
                           const Reduction &reduction,
                           const VectorTarget &target);

/// Returns whether they are known to be.
bool isKnownFar(const Reduction &reduction, const VectorTarget &target);

/// Returns whether they are known to be in the first cache.
bool isKnownNear(const Reduction &reduction, const VectorTarget &target);

/// Returns whether the last cache is known not to have the input.
bool isKnownInMemory(const Reduction &reduction, const VectorTarget &target);

/// Builds the streams in which loops over inputs of `reduction` read them: if
/// these are that large, and the machine reads several places faster than one.
/// `elements`: how many elements a loop reads for each value of its index,
/// which may be none.
Streams buildStreams(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                     const VectorTarget &target, Value elements);

/// Returns the unrolled streams in which loops read inputs of `reduction` that
/// the last cache does not have, if the machine reads several places faster
/// than one. `elements`: as for `buildStreams`. An iteration that reads more
/// than `maxShortBytes` has half as many streams.
Streams buildUnrolledStreams(ImplicitLocOpBuilder &builder,
                             const Reduction &reduction,
                             const VectorTarget &target, Value elements,
                             int64_t maxShortBytes);

/// Builds whether rows of `length` elements are long, and the last cache does
/// not have the input, so that each is read in `unrolled_streams`. `isAligned`:
/// whether loads start at a cache line. Returns null if there is no input.
Value buildAreRowsInMemory(ImplicitLocOpBuilder &builder,
                           const Reduction &reduction,
                           const VectorTarget &target, Value length,
                           bool isAligned);

/// Returns how many elements of `input`, which have 8 to 64 bits, half a cache
/// line has.
int64_t getShortLoadWidth(Value input);

/// Whether loads that may touch two cache lines, or have a mask, are short if
/// the last cache does not have the input.
bool areFarLoadsShort(const Reduction &reduction, const VectorTarget &target);

/// Whether this is so, and the last cache is known not to have the input.
bool areKnownFarLoadsShort(const Reduction &reduction,
                           const VectorTarget &target);

/// The streams of two loops, one inside the other.
struct NestedStreams {
  Streams outer, inner;
};

/// Builds those of a loop that reads `length` elements in the order of memory,
/// `elements` for each value of its index, and of the outermost loop of
/// `reduction` around it: one of the two is in streams.
NestedStreams buildNestedStreams(ImplicitLocOpBuilder &builder,
                                 const Reduction &reduction,
                                 const VectorTarget &target, Value length,
                                 Value elements);

/// Builds a loop in two versions, which read memory differently, and the
/// choice: `buildLoop` is told whether `isFar` holds. If this is null, which is
/// false, or a constant, builds only one.
SmallVector<Value> buildNearOrFar(
    ImplicitLocOpBuilder &builder, Value isFar,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, bool)>
        buildLoop);

/// Returns the distance of prefetches in elements, for loops that read memory
/// in its order.
int64_t getPrefetchDistance(const Reduction &reduction,
                            const VectorTarget &target);

/// Returns whether the columns of all rows of the last reduced loop are a small
/// block of memory, which others follow. Requires known extents.
bool hasSmallRowBlocks(const Reduction &reduction, const VectorTarget &target);

/// Returns the distance in elements for loops that read strips of `width`
/// columns, each of them of `numRows` rows; 0 if prefetches do not gain.
/// Requires known extents.
int64_t getPrefetchDistance(const Reduction &reduction,
                            const VectorTarget &target, int64_t width,
                            int64_t numRows);

/// Builds prefetches for reading `width` elements of each of `inputs` at
/// `indices`: of the lines `distance` elements later, in this row or after it.
/// Elements of less than a line are not prefetched.
void buildPrefetches(ImplicitLocOpBuilder &builder, ValueRange inputs,
                     ValueRange indices, int64_t width, int64_t distance);

/// Prefetches of blocks of memory that a loop reads one after the other: before
/// it reads a block, it prefetches as many elements, `getPrefetchDistance`
/// later. If it is known only at run time whether that gains, the loop over the
/// lines has no iteration otherwise. So there is no second copy of the code
/// that reads the block, as there is with `buildNearOrFar`.
class BlockPrefetches {
public:
  /// No prefetches.
  BlockPrefetches() = default;

  /// Prefetches if `isGain`, for blocks of `numElements` elements of each
  /// input. Larger blocks than `maxBytes` have none: so many prefetches at once
  /// wait for each other.
  BlockPrefetches(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                  const VectorTarget &target, Value numElements,
                  int64_t maxBytes, Value isGain);

  /// Returns whether it is known that there are prefetches.
  bool areKnown() const;

  /// Returns whether blocks are not too large; null without prefetches.
  Value getIsSmall() const { return isSmall; }

  /// Builds the prefetches before the block of `inputs` that starts at
  /// `indices` is read.
  void build(ImplicitLocOpBuilder &builder, ValueRange inputs,
             ValueRange indices) const;

private:
  /// Where they start and end, in elements after the start of the block.
  int64_t distance = 0;
  Value end;
  Value isSmall;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_MEMORYACCESS_H
