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

  /// Whether loops accumulate `reduction` in the combiner's other form: a
  /// choice of lanes is more than combining once more.
  bool usesLoopForm(const Reduction &reduction) const {
    return reduction.hasLoopForm() && !getMaskedArithmetic() &&
           getAccumulators() > 1;
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
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_BUILDERS_VECTORTARGET_H
