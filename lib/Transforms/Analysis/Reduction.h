//===- Reduction.h - What is known of a reduction ---------------*- C++ -*-===//
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

namespace mlir::reduce {

/// A `linalg.generic` on tensors that reduces with one combiner. Every input is
/// read in the order of the loops. There is an output for each value of the
/// combiner's state; outputs have the parallel loops as their dimensions.
class Reduction {
public:
  /// Returns the reduction that `op`, which has a reduction loop, is; where it
  /// is none, fails and sets `reason`.
  static FailureOr<Reduction> match(linalg::GenericOp op, StringRef &reason);

  linalg::GenericOp getOp() const { return op; }

  /// How states combine.
  const StateCombiner &getCombiner() const { return *combination.combiner; }
  CombinerTraits getTraits() const { return traits; }

  /// Returns what names the combiner on an operation that combines; null if
  /// nothing does.
  CombinerAttr getCombinerName() const { return combination.name; }

  /// The scalar types of a state, and the bits of all of them.
  ArrayRef<Type> getStateTypes() const { return stateTypes; }
  unsigned getStateBits() const;

  /// The widest element that the body reads or computes, in bits.
  unsigned getMaxElementBits() const { return maxElementBits; }

  /// The extent of a loop, counted from the outermost; kDynamic if it is known
  /// only at run time.
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

  bool isReduced(unsigned loop) const { return reduced[loop]; }
  unsigned getNumLoops() const { return extents.size(); }
  SmallVector<unsigned> getReducedLoops() const;
  SmallVector<unsigned> getParallelLoops() const;

  /// Returns the indices of the output at `indices`, one for each loop.
  SmallVector<Value> getResultIndices(ValueRange indices) const;

  /// Whether elements may be combined in any order.
  bool isReassociable() const { return traits.isReassociable(); }

  /// Whether the body reads the indices of the loops.
  bool readsIndices() const { return doesReadIndices; }

  /// Whether outputs start as one constant each everywhere. Then the fills are
  /// bypassed: accumulators start with the constants.
  bool hasConstantStart() const { return !start.empty(); }

  /// Whether outputs start as the combiner's neutral state everywhere.
  bool startsNeutral() const { return start == neutral; }

  /// The combiner's neutral state, and what fills start the outputs with.
  ArrayRef<TypedAttr> getNeutral() const { return neutral; }
  ArrayRef<TypedAttr> getStart() const { return start; }

  /// Whether loops may accumulate in the combiner's other form.
  bool hasLoopForm() const { return bool(combination.form); }

  /// What is computed of what was accumulated before it is stored, if anything.
  const std::optional<Epilogue> &getEpilogue() const { return epilogue; }

  /// The operation whose results the loops compute: the epilogue or, without
  /// one, the reduction.
  linalg::GenericOp getRoot() const {
    return epilogue ? epilogue->getOp() : op;
  }

  /// Replaces the reduction, and its epilogue, with tensors of their results.
  void replaceWith(RewriterBase &rewriter, ValueRange results) const;

  /// The tensors that results are written into. Their elements mean something
  /// only without `hasConstantStart()` or where the epilogue reads them.
  SmallVector<Value> getDestinations() const;

  /// Whether a result may be stored twice: what it is made of stays as it was.
  bool mayRepeatResults() const {
    return hasConstantStart() && !(epilogue && epilogue->readsDestination());
  }

  /// Whether the body starts with extending a bf16 to f32. Of two in a word of
  /// 32 bits each takes one operation: a shift, or a mask.
  bool doesExtendBF16() const { return extendsBF16; }

  /// Whether the body extends f16 to f32.
  bool doesExtendF16() const { return extendsF16; }

protected:
  explicit Reduction(linalg::GenericOp op) : op(op) {}

  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  Combination combination;
  CombinerTraits traits;

private:
  void matchStart();
  void noteBody();

  SmallVector<Type> stateTypes;
  SmallVector<TypedAttr> neutral;
  /// What fills start the outputs with, and the tensors that they fill; empty
  /// where an output starts with something else.
  SmallVector<TypedAttr> start;
  SmallVector<Value> filled;
  std::optional<Epilogue> epilogue;
  SmallVector<int64_t> extents;
  SmallVector<bool> reduced;
  unsigned maxElementBits = 0;
  bool doesReadIndices = false;
  bool extendsBF16 = false;
  bool extendsF16 = false;
};

/// Returns the operations below `root` that have a reduction loop and operands
/// that can be taken for contiguous (StridedFunctions.h).
SmallVector<linalg::GenericOp> getContiguousReductions(Operation *root);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_REDUCTION_H
