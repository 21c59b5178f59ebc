//===- PartBuilder.h - Parts of a reduction ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_PARTBUILDER_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_PARTBUILDER_H

#include "Reduction.h"

namespace mlir::reduce::detail {

/// A part of the iteration space of a reduction.
struct Part {
  SmallVector<OpFoldResult> offsets, sizes;
};

/// Builds linalg operations for parts of a reduction, which must have
/// `hasConstantStart()`.
class PartBuilder {
public:
  explicit PartBuilder(const Reduction &reduction);

  /// Returns the whole iteration space.
  Part getWhole(ImplicitLocOpBuilder &builder) const;

  /// Returns those of `ofLoops`, one for each loop, that are of kept loops.
  SmallVector<OpFoldResult> getKept(ArrayRef<OpFoldResult> ofLoops) const;

  /// Returns `count` ones.
  SmallVector<OpFoldResult> getOnes(size_t count) const;

  /// Returns the values that the results start with, and the tensors that are
  /// filled with them.
  SmallVector<Value> getStarts() const;
  SmallVector<Value> getFilled() const;

  /// Returns the slices of `tensors`, which have the dimensions of the results,
  /// that `part` computes.
  SmallVector<Value> buildResultSlices(ImplicitLocOpBuilder &builder,
                                       const Part &part,
                                       ValueRange tensors) const;

  /// Returns whether no type of a memref says that all results of an outer
  /// index are one run of memory.
  bool hidesRuns() const;

  /// Builds where the results of `part`, which are a run, are in all results as
  /// one dimension.
  struct Run {
    OpFoldResult offset, size;
  };
  Run buildRun(ImplicitLocOpBuilder &builder, const Part &part) const;

  /// Builds the reduction of `part` in `destinations`, which it fills with
  /// `starts` first. Returns the accumulated results.
  SmallVector<Value> buildReduction(ImplicitLocOpBuilder &builder,
                                    const Part &part, ValueRange starts,
                                    ValueRange destinations) const;

  /// Builds the results of `part`, which no other part contributes to, in
  /// `slices` of the destinations, with the epilogue if there is one. Its
  /// operands are accumulated in `accumulators`, or in slices of what is filled
  /// if these are none. Returns the slices.
  SmallVector<Value> buildResults(ImplicitLocOpBuilder &builder,
                                  const Part &part, ValueRange slices,
                                  BuildInTensorsFn buildAccumulated,
                                  ValueRange accumulators = {}) const;

  /// Builds the combination of the elements of `states`, in the order of the
  /// loops `iterators`, into `starts`.
  SmallVector<Value>
  buildCombination(ImplicitLocOpBuilder &builder, ValueRange states,
                   ValueRange starts,
                   ArrayRef<utils::IteratorType> iterators) const;

  /// Fills `states` with the neutral state.
  SmallVector<Value> buildNeutral(ImplicitLocOpBuilder &builder,
                                  ValueRange states) const;

  /// Returns whether both stages of a reduction can be whole reductions: the
  /// results of parts, reduced like the input, are those of the whole. They
  /// share the loops of others (-reduce-outline-kernels), so this is false for
  /// known extents and in parallel loops, which have no kernels.
  bool mayReduceResults() const;

  /// From now on, stages are whole reductions, with the epilogue. Their
  /// accumulators are the first elements of `memory`. `mayReduceResults()` must
  /// hold.
  void reduceResults(ArrayRef<Value> memory) {
    accumulators = llvm::to_vector(memory);
  }
  bool reducesResults() const { return !accumulators.empty(); }

  /// Builds the reduction of `inputs`, which have a dimension for each of the
  /// loops `iterators`, in `destinations`: its states, which start neutral; or
  /// its results if stages are whole reductions.
  SmallVector<Value> buildStage(ImplicitLocOpBuilder &builder,
                                ValueRange inputs, ValueRange destinations,
                                ArrayRef<utils::IteratorType> iterators) const;

  /// Inserts the slices `results` that `part` computes into `destinations`.
  SmallVector<Value> buildInsertions(ImplicitLocOpBuilder &builder,
                                     const Part &part, ValueRange results,
                                     ValueRange destinations) const;

private:
  SmallVector<Value> buildStates(ImplicitLocOpBuilder &builder,
                                 ValueRange inputs, ValueRange states,
                                 ArrayRef<utils::IteratorType> iterators) const;

protected:
  const Reduction &reduction;
  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  mutable SmallVector<linalg::FillOp> fills;
  /// Memory for the accumulators of whole reductions.
  SmallVector<Value> accumulators;
  SmallVector<unsigned> keptLoops;
};

/// Builds fills of `destinations` with `starts`.
SmallVector<Value> buildFills(ImplicitLocOpBuilder &builder, ValueRange starts,
                              ValueRange destinations);

/// Builds a tensor of the first `size` elements of `memory`.
Value buildFront(ImplicitLocOpBuilder &builder, Value memory,
                 OpFoldResult size);

/// Build the product, the sum and the difference of two indices.
OpFoldResult buildProduct(ImplicitLocOpBuilder &builder, OpFoldResult first,
                          OpFoldResult second);
OpFoldResult buildSum(ImplicitLocOpBuilder &builder, OpFoldResult first,
                      OpFoldResult second);
OpFoldResult buildDifference(ImplicitLocOpBuilder &builder, OpFoldResult first,
                             OpFoldResult second);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_PARTBUILDER_H
