//===- VectorTarget.h - What strategies know of a machine -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_VECTORTARGET_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_VECTORTARGET_H

#include "Transforms/Analysis/Reduction.h"
#include "reduce/IR/ReduceAttributes.h"

namespace mlir::reduce::detail {

/// What a strategy knows of the machine, and what follows for a reduction.
class VectorTarget : public VectorTargetAttr {
public:
  /*implicit*/ VectorTarget(VectorTargetAttr facts = {})
      : VectorTargetAttr(facts) {}

  /// Returns how many elements of `reduction` a vector register holds.
  int64_t getLanes(const Reduction &reduction) const {
    return std::max<int64_t>(1,
                             getVectorBits() / reduction.getMaxElementBits());
  }

  /// Whether one instruction loads some lanes of a vector, as with AVX-512 and
  /// RISC-V. AVX2 has such loads for elements of 32 and 64 bits only. Without
  /// them, LLVM tests each lane.
  bool hasMaskedLoads() const {
    return getMaskRegisters() || getMaskedArithmetic();
  }

  /// Whether one instruction permutes vectors of elements of `bits` bits by
  /// positions known at run time.
  bool permutes(unsigned bits) const {
    return getPermutedBits() > 0 && bits >= getPermutedBits();
  }

  /// Whether loops accumulate `reduction` in the combiner's other form: a
  /// choice of lanes is more than combining once more.
  bool usesLoopForm(const Reduction &reduction) const {
    return reduction.hasLoopForm() && !getMaskedArithmetic() &&
           getAccumulators() > 1;
  }

  /// Whether two vectors of elements are multiplied before the accumulator: in
  /// one instruction, which replaces their extensions, and without rounding.
  bool multipliesPairs(const Reduction &reduction) const {
    return getMultipliesF16() && reduction.doesMultiplyF16() &&
           reduction.isReassociable();
  }

  /// Returns how many of `count` vectors accumulate side by side: fewer where a
  /// state is several, and half of them where each takes a mask, of which there
  /// are few, or many operations, which take registers and hide the latency.
  int64_t limitAccumulators(const Reduction &reduction, int64_t count) const {
    count /= reduction.getStateTypes().size();
    if (reduction.hasLoopForm() ||
        (!getConvertsF16() && reduction.doesExtendF16()))
      count /= 2;
    return std::max<int64_t>(1, llvm::bit_floor<uint64_t>(count));
  }

  /// Returns how many elements of `reduction` all accumulators hold.
  int64_t getWidth(const Reduction &reduction) const {
    return getLanes(reduction) *
           limitAccumulators(reduction, getAccumulators());
  }

  /// Returns how many elements of `reduction` a strip of columns has. The runs
  /// that it reads of each row should be long, so it has twice the accumulators
  /// where enough registers remain: with AVX-512, whose operations read memory,
  /// unless each accumulator needs a mask.
  int64_t getColumnWidth(const Reduction &reduction) const {
    if (!getMaskRegisters() || reduction.hasLoopForm())
      return getWidth(reduction);
    unsigned half = std::max(getAccumulators(), getShuffledVectors() / 2);
    return getLanes(reduction) *
           limitAccumulators(reduction, std::min(2 * getAccumulators(), half));
  }

  /// Returns in how many places loops read memory if an iteration reads more
  /// than a few lines of a place: half of the streams, or both of two.
  int64_t getFewStreams() const {
    return getStreams() > 2 ? getStreams() / 2 : getStreams();
  }

  /// Returns the memory in bytes for what loops write and read again: it fits
  /// into the first cache, together with what else they read.
  int64_t getTileBytes() const {
    return llvm::bit_floor<uint64_t>(getL1CacheBytes() / 2);
  }

  /// Returns the memory in bytes for elements whose columns are separated: it
  /// fits into the first cache, together with the input and the results.
  int64_t getSeparatedBytes() const { return getTileBytes() / 4 * 3; }

  /// Returns the distance of prefetches in bytes: less than the first cache,
  /// and more than processors look ahead.
  int64_t getPrefetchBytes() const { return getTileBytes(); }

  /// Return the maximum size in bytes of a block whose prefetches come all at
  /// once: if its rows are read one after the other, and if some are read side
  /// by side.
  int64_t getMaxPrefetchedBlock() const { return getPrefetchBytes() / 4 * 3; }
  int64_t getMaxPrefetchedGroup() const { return getPrefetchBytes() / 2; }

  /// Returns the maximum size in bytes of a block of rows that is prefetched
  /// while strips of columns read the previous one: less than the first cache.
  int64_t getRowBlockBytes() const {
    return llvm::bit_floor<uint64_t>(getL1CacheBytes());
  }

  /// Returns the size in bytes above which more of an input is in caches beyond
  /// the second one than in that.
  int64_t getFarBytes() const { return getL2CacheBytes() / 2 * 3; }

  /// Returns the size in bytes above which loops read an input in several
  /// places, if `getStreams()` is more than 1: at most the size of the last
  /// cache.
  int64_t getStreamedBytes() const {
    int64_t bytes = VectorTargetAttr::getStreamedBytes();
    return std::min(bytes ? bytes : getFarBytes(), getLastCacheBytes());
  }
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_VECTORTARGET_H
