//===- Reduction.h - Analysis of a reduction --------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_REDUCTION_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_REDUCTION_H

#include "Combination.h"
#include "Epilogue.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::reduce::detail {

/// A `linalg.generic` on tensors that reduces with one combiner. Every input is
/// read in the order of the loops. There is an output for each value of the
/// combiner's state; the dimensions of outputs are the parallel loops.
class Reduction {
public:
  /// Matches `op`, which must have a reduction loop. Fails and sets `reason` if
  /// it is not such a reduction.
  static FailureOr<Reduction> match(linalg::GenericOp op, StringRef &reason);

  linalg::GenericOp getOp() const { return op; }

  const StateCombiner &getCombiner() const { return *combination.combiner; }
  CombinerTraits getTraits() const { return traits; }

  /// Returns the attribute that names the combiner; null if there is none.
  CombinerAttr getCombinerName() const { return combination.name; }

  /// Return the scalar types of a state, and the number of bits of all of them.
  ArrayRef<Type> getStateTypes() const { return stateTypes; }
  unsigned getStateBits() const;

  /// Returns the width in bits of the widest element that the body reads or
  /// computes.
  unsigned getMaxElementBits() const { return maxElementBits; }

  /// Returns the width in bits of the widest element of an input.
  unsigned getInputBits() const;
  /// Returns the size in bytes of the input with such elements, at most
  /// INT64_MAX; nullopt if an extent is known only at run time. Of a slice that
  /// changes in a loop, it is the size of all that the loop reads, if known:
  /// this decides which cache has it.
  std::optional<int64_t> getInputBytes() const;

  /// Returns the extent of a loop, counted from the outermost; kDynamic if it
  /// is known only at run time.
  int64_t getExtent(unsigned loop) const { return extents[loop]; }
  bool isDynamic(unsigned loop) const {
    return ShapedType::isDynamic(extents[loop]);
  }
  /// Whether a loop is known to have an extent below `limit`.
  bool isKnownBelow(unsigned loop, int64_t limit) const {
    return !isDynamic(loop) && extents[loop] < limit;
  }
  /// Builds the extent of a loop as an index.
  Value buildExtent(ImplicitLocOpBuilder &builder, unsigned loop) const;
  /// Builds the number of elements of an input as an index.
  Value buildNumElements(ImplicitLocOpBuilder &builder) const;
  /// Builds that of all that the loops around it read of an input.
  Value buildTraversedElements(ImplicitLocOpBuilder &builder) const;

  bool isReduced(unsigned loop) const { return reduced[loop]; }
  unsigned getNumLoops() const { return extents.size(); }
  SmallVector<unsigned> getReducedLoops() const;
  SmallVector<unsigned> getParallelLoops() const;

  /// Returns the indices of the output at `indices`, one for each loop.
  SmallVector<Value> getResultIndices(ValueRange indices) const;

  /// Whether the inputs are known to be contiguous: none is a slice with gaps,
  /// nor a tensor of a function that takes strides.
  bool hasContiguousInputs() const;

  /// Whether elements may be combined in any order.
  bool isReassociable() const { return traits.isReassociable(); }

  /// Whether the body reads the indices of the loops.
  bool readsIndices() const { return doesReadIndices; }

  /// Whether this is the version for rows in memory, which are spread
  /// (-reduce-specialize-spread-rows).
  bool hasSpreadRows() const;

  /// Whether -reduce-outer-first and -reduce-inner-first serve such reductions
  /// of several loops. If the length of rows is unknown, they choose at run
  /// time, and what they leave has the rows that they do not serve.
  bool isStaged() const;

  /// Returns the maximum length of rows that have versions of their own
  /// (-reduce-specialize-extents): many rows can be processed at once if their
  /// length is known. Returns 0 if no row has one.
  int64_t getSpecializedLength() const;

  /// Whether each output starts as a constant in all elements. Then the fills
  /// are bypassed: accumulators start with the constants.
  bool hasConstantStart() const { return !start.empty(); }

  /// Whether the outputs start as the combiner's neutral state.
  bool startsNeutral() const { return start == neutral; }

  /// Return the combiner's neutral state, and the constants that the outputs
  /// are filled with.
  ArrayRef<TypedAttr> getNeutral() const { return neutral; }
  ArrayRef<TypedAttr> getStart() const { return start; }

  /// Whether loops may accumulate in the combiner's loop form.
  bool hasLoopForm() const { return bool(combination.form); }

  /// Whether `useFloat16Form` may be called.
  bool hasFloat16Form() const {
    return combination.float16Form && startsNeutral();
  }
  /// Makes the combiner's form for f16 the combiner. States are converted back
  /// by `getFinishing` before the epilogue.
  void useFloat16Form();
  /// Returns the form whose states are results of the combiner in the body
  /// after `finish`; null if the combiner is that of the body.
  const LoopForm *getFinishing() const { return finishing.get(); }

  /// Returns the operation that is computed on the accumulators before they are
  /// stored, if there is one.
  const std::optional<Epilogue> &getEpilogue() const { return epilogue; }

  /// Returns the operation whose results the loops compute: the epilogue or, if
  /// there is none, the reduction.
  linalg::GenericOp getRoot() const {
    return epilogue ? epilogue->getOp() : op;
  }

  /// Replaces `getRoot()` by `results`, and erases the reduction.
  void replaceWith(RewriterBase &rewriter, ValueRange results) const;

  /// Returns the tensors that results are written to. Their elements are
  /// undefined if `hasConstantStart()`, unless the epilogue reads them.
  SmallVector<Value> getDestinations() const;

  /// Whether a result may be computed and stored twice: it does not depend on
  /// its destination.
  bool mayRepeatResults() const {
    return hasConstantStart() && !(epilogue && epilogue->readsDestination());
  }

  /// Whether the body extends a bf16 input to f32. For two bf16 in a word of 32
  /// bits, each extension is one operation: a shift or a mask.
  bool doesExtendBF16() const { return extendsBF16; }

  /// Whether the body extends f16 to f32.
  bool doesExtendF16() const { return extendsF16; }

  /// Whether the body multiplies an f16 or bf16 input, extended to f32, and
  /// does nothing else.
  bool doesMultiplyF16() const { return extendsF16 && multiplies; }
  bool doesMultiplyBF16() const { return extendsBF16 && multiplies; }

protected:
  explicit Reduction(linalg::GenericOp op) : op(op) {}

  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  Combination combination;
  CombinerTraits traits;

private:
  /// Returns the tensor that the first input and the loops around it read; null
  /// if there is no input.
  Value getTraversedInput() const;
  void matchStart();
  void noteBody();

  SmallVector<Type> stateTypes;
  SmallVector<TypedAttr> neutral;
  /// The constants that the outputs are filled with, and the tensors that the
  /// fills write to; empty if an output starts differently.
  SmallVector<TypedAttr> start;
  SmallVector<Value> filled;
  std::shared_ptr<const LoopForm> finishing;
  std::optional<Epilogue> epilogue;
  SmallVector<int64_t> extents;
  SmallVector<bool> reduced;
  unsigned maxElementBits = 0;
  bool doesReadIndices = false;
  bool extendsBF16 = false;
  bool extendsF16 = false;
  /// Whether the body extends one value, multiplies by it, and does nothing
  /// else.
  bool multiplies = false;
};

/// Returns the operations below `root` that have a reduction loop and
/// contiguous operands (StridedFunctions.h).
SmallVector<linalg::GenericOp> getContiguousReductions(Operation *root);

/// Builds the results of a reduction in another way; fails if it does not
/// apply.
using BuildReductionFn = llvm::function_ref<FailureOr<SmallVector<Value>>(
    ImplicitLocOpBuilder &, const Reduction &)>;

/// Replaces the reductions that `getContiguousReductions` returns by what
/// `build` builds for them, and erases what only they used. Returns how many
/// were replaced.
unsigned replaceContiguousReductions(Operation *root, BuildReductionFn build);

//===----------------------------------------------------------------------===//
// Runs of memory
//===----------------------------------------------------------------------===//

/// Returns whether `slice` is one run of memory if its source is: it has a part
/// of at most one dimension, before which it has single indices.
bool isContiguousSlice(tensor::ExtractSliceOp slice);

/// Returns whether each of `groups` of dimensions of `tensor` can be collapsed
/// without a copy. Only a slice may have gaps.
bool areRuns(Value tensor, ArrayRef<ReassociationIndices> groups);

/// Collapses each of `groups` of dimensions of `tensor`. If this is a slice
/// that is one run of memory, but the type of its memref does not say so,
/// bufferization would copy the slice to collapse it. So the source is
/// collapsed instead, and the result is a slice of that.
Value buildCollapsedRun(ImplicitLocOpBuilder &builder, Value tensor,
                        ArrayRef<ReassociationIndices> groups);

/// Collapses all dimensions of `tensor`, and expands `flat` to them again. If
/// `tensor` is an expanded one of one dimension, this is the collapsed one, and
/// the expanded ones are equal.
Value buildFlattened(ImplicitLocOpBuilder &builder, Value tensor);
Value buildUnflattened(ImplicitLocOpBuilder &builder, Value flat, Value tensor);

/// Returns the type of `tensor` with the shape `sizes`.
RankedTensorType getShaped(Value tensor, ArrayRef<OpFoldResult> sizes);

/// Expands the last dimension of `tensor`, which becomes all of `sizes` that
/// are not those of its other dimensions. Returns `tensor` if that is one.
Value buildExpanded(ImplicitLocOpBuilder &builder, Value tensor,
                    ArrayRef<OpFoldResult> sizes);

/// Builds values in `tensors`, and returns these.
using BuildInTensorsFn =
    llvm::function_ref<SmallVector<Value>(ValueRange tensors)>;

/// Builds values in tensors with the dimensions `sizes`, at least two, by
/// `build`. Their memory is that of `runs`, tensors of one dimension. Returns
/// the runs.
///
/// Strategies can collapse the tensors. Slices with these dimensions they could
/// not collapse without a copy, and expanded tensors could not become runs
/// again without one. So the values go through memory, without a copy.
SmallVector<Value> buildInRuns(ImplicitLocOpBuilder &builder, ValueRange runs,
                               ArrayRef<OpFoldResult> sizes,
                               BuildInTensorsFn build);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_REDUCTION_H
