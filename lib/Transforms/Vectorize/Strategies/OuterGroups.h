//===- OuterGroups.h - Groups of outer indices ------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_OUTERGROUPS_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_OUTERGROUPS_H

#include "Strategy.h"
#include "Transforms/Vectorize/Builders/Loops.h"
#include "Transforms/Vectorize/Builders/MemoryAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::reduce::detail {

/// Succeeds if all of these hold: there are three dimensions, only the second
/// one is reduced, no dimension is known to be empty, and results depend only
/// on the inputs. Otherwise fails and sets the reason in `choice`.
LogicalResult matchOuterGroups(const Reduction &reduction, Choice &choice);

/// Returns how many vectors a step combines with each accumulator.
int64_t getVectorsOfStep(const Reduction &reduction,
                         const VectorTarget &target);

/// Returns a number of elements. Outer indices that have more are reduced one
/// by one if no cache has the input, and the target reads memory in several
/// places.
int64_t getMaxGroupedElements(const Reduction &reduction);

/// Base of the builders that reduce several outer indices at once: of the first
/// of three dimensions, the second of which, the rows, is reduced. The third
/// one has the columns.
class OuterGroupBuilder {
protected:
  OuterGroupBuilder(ImplicitLocOpBuilder &builder, const Reduction &facts,
                    const VectorTarget &target);

  //===--------------------------------------------------------------------===//
  // Indices: constants are folded
  //===--------------------------------------------------------------------===//

  static Value buildConstant(ImplicitLocOpBuilder &builder, int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  }
  static Value buildTimes(ImplicitLocOpBuilder &builder, Value first,
                          Value second) {
    return builder.createOrFold<arith::MulIOp>(first, second);
  }
  static Value buildPlus(ImplicitLocOpBuilder &builder, Value first,
                         Value second) {
    return builder.createOrFold<arith::AddIOp>(first, second);
  }
  static Value buildMinus(ImplicitLocOpBuilder &builder, Value first,
                          Value second) {
    return builder.createOrFold<arith::SubIOp>(first, second);
  }
  static Value buildCompare(ImplicitLocOpBuilder &builder,
                            arith::CmpIPredicate predicate, Value first,
                            Value second) {
    return builder.createOrFold<arith::CmpIOp>(predicate, first, second);
  }

  //===--------------------------------------------------------------------===//
  // Groups
  //===--------------------------------------------------------------------===//

  /// Sets the size of groups. Those of a far input are prefetched, if that
  /// gains.
  void setGroupSize(ImplicitLocOpBuilder &builder, Value size);

  /// Builds whether groups gain where the input is: if prefetches or streams
  /// help there, only groups that are prefetched, in a cache, or that take
  /// turns. Null if this is known. `areInAnyOrder`: as for `buildGroups`.
  Value buildGainsFromGroups(ImplicitLocOpBuilder &builder,
                             Value areInAnyOrder) const;

  /// Builds the results of a group: of its first element and its first result,
  /// as offsets. Maps the destinations to the updated ones.
  using BuildGroupFn = llvm::function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, ValueRange destinations, Value start,
      Value result)>;

  /// Reduces the groups of the outer indices before `end`, which are at least
  /// one group. The last one may overlap the one before it. `areInAnyOrder`:
  /// whether no group stores what a later one replaces.
  SmallVector<Value> buildGroups(ImplicitLocOpBuilder &builder,
                                 ValueRange destinations, Value end,
                                 Value areInAnyOrder, BuildGroupFn buildGroup);

  /// Reduces all outer indices in groups, of which there is at least one.
  /// Returns the resulting tensors.
  SmallVector<Value> buildAllGroups(ImplicitLocOpBuilder &builder,
                                    BuildGroupFn buildGroup);

  /// Stores the results of `state` from `result` on, those of `mask` if there
  /// is one, after their combination with the start. Returns the updated
  /// tensors.
  SmallVector<Value> buildStored(ImplicitLocOpBuilder &builder, State state,
                                 ValueRange destinations, Value result,
                                 Value mask) const;

  /// Collapses the inputs and the destinations into one dimension, and expands
  /// the tensors that `buildFlat` returns for these destinations.
  SmallVector<Value> buildCollapsed(ImplicitLocOpBuilder &builder,
                                    BuildBodyFn buildFlat);

  VectorReduction reduction;
  const VectorTarget &target;
  /// The number of elements of a vector.
  int64_t lanes;
  /// The extents of the loops, and the number of elements of all rows of an
  /// outer index.
  Value numOuter, numRows, numColumns, outerElements;
  /// The number of outer indices of a group.
  Value groupSize;
  /// The inputs as one dimension.
  SmallVector<Value> inputs;

private:
  /// The prefetches of a group, and whether the input is far; null if there are
  /// never prefetches.
  BlockPrefetches prefetches;
  Value isFar;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_OUTERGROUPS_H
