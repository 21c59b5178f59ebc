//===- Reduction.h - A reduction that strategies can vectorize --*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_REDUCTION_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_REDUCTION_H

#include "Epilogue.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce {

/// The order of elements in the lanes of a vector.
enum class LaneOrder {
  /// As in memory.
  Memory,
  /// Those at even places, then those at odd ones.
  EvensFirst,
};

/// A `linalg.generic` on tensors that reduces with one
/// combiner, and the vector code of its body. Every input is read in the
/// order of the loops; the output has the parallel loops as its dimensions.
class Reduction {
public:
  /// Returns the reduction that `op`, which has a reduction loop, is; where it
  /// is none, fails and sets `reason`.
  static FailureOr<Reduction> match(linalg::GenericOp op, StringRef &reason);

  linalg::GenericOp getOp() const { return op; }
  Type getAccumulatorType() const { return accumulatorType; }
  unsigned getAccumulatorBits() const;

  /// The widest element that the body reads or computes, in bits.
  unsigned getMaxElementBits() const { return maxElementBits; }

  /// The extent of a loop, counted from the outermost; kDynamic if only the
  /// program's run tells.
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
  bool isReassociable() const { return reassociable; }

  /// Whether it is immaterial how often an element is combined.
  bool isIdempotent() const;

  /// The comparison of an element with the accumulator that tells when it
  /// replaces that, where the combiner differs from this in keeping a NaN only.
  std::optional<arith::CmpFPredicate> getLosingComparison() const;

  /// Whether the output starts as one constant everywhere. Then the fill is
  /// bypassed: accumulators start with the constant.
  bool hasConstantStart() const { return bool(start); }

  /// Whether the output starts as the combiner's neutral element everywhere.
  bool startsNeutral() const { return start == neutral; }

  /// The combiner's neutral element.
  TypedAttr getNeutral() const { return neutral; }

  /// Whether elements are keys that the sign of some bits chooses, which loops
  /// can accumulate apart (SplitKeys.cpp).
  bool hasSplitForm() const { return bool(split); }

  /// Returns this reduction in the form that accumulates both kinds of keys of
  /// each element: vectors of `width` elements, or neutral ones, are built with
  /// 2 * `width` lanes and combined as such. `hasSplitForm()`.
  Reduction getSplitForm() const;
  bool isSplitForm() const { return isSplit; }

  /// Builds the accumulators that those of the split form stand for.
  Value buildJoinedKeys(ImplicitLocOpBuilder &builder, Value accumulator) const;

  /// What is computed of what was accumulated before it is stored, if anything.
  const std::optional<Epilogue> &getEpilogue() const { return epilogue; }

  /// The operation whose result the loops compute: the epilogue or, without
  /// one, the reduction.
  linalg::GenericOp getRoot() const {
    return epilogue ? epilogue->getOp() : op;
  }

  /// Replaces the reduction, and its epilogue, with a tensor of their results.
  void replaceWith(RewriterBase &rewriter, Value results) const;

  /// The tensor that results are written into. Its elements mean something only
  /// without `hasConstantStart()` or where the epilogue reads them.
  Value getDestination() const;

  /// Whether a result may be stored twice: what it is made of stays as it was.
  bool mayRepeatResults() const {
    return hasConstantStart() && !(epilogue && epilogue->readsDestination());
  }

  /// Builds a vector of `width` values to start with; `hasConstantStart()`.
  Value buildStart(ImplicitLocOpBuilder &builder, int64_t width) const;

  /// Builds the one value at `indices` of the output to start with.
  Value buildStartScalar(ImplicitLocOpBuilder &builder, Value destination,
                         ValueRange indices) const;

  /// Builds a vector of `width` neutral elements.
  Value buildNeutral(ImplicitLocOpBuilder &builder, int64_t width) const;

  /// Reads `width` successive elements of each input at `indices`, one index
  /// for each loop, and builds what the body computes of them.
  /// Without `inBounds` inputs may end before; elements beyond mean nothing.
  Value buildElements(ImplicitLocOpBuilder &builder, ValueRange indices,
                      int64_t width, bool inBounds = true,
                      LaneOrder order = LaneOrder::Memory) const;

  /// As above where only the elements in `mask` exist; neutral ones stand in
  /// for the others.
  Value buildMaskedElements(ImplicitLocOpBuilder &builder, ValueRange indices,
                            Value mask) const;

  /// As above of `inputs` that `buildJoinedInputs` returned.
  Value buildMaskedJoinedElements(ImplicitLocOpBuilder &builder,
                                  ValueRange inputs, ValueRange indices,
                                  Value mask) const;

  /// Returns the inputs with the two innermost dimensions as one.
  SmallVector<Value> buildJoinedInputs(ImplicitLocOpBuilder &builder) const;

  /// As `buildElements`, of `inputs` that `buildJoinedInputs` returned:
  /// `indices` has one index less, and the elements may go on in the next row.
  Value buildJoinedElements(ImplicitLocOpBuilder &builder, ValueRange inputs,
                            ValueRange indices, int64_t width,
                            LaneOrder order = LaneOrder::Memory) const {
    return buildElementsOf(builder, inputs, indices, width, /*inBounds=*/true,
                           order);
  }

  /// Returns the order in which `width` elements take the fewest instructions.
  LaneOrder getFastestOrder(int64_t width) const {
    return extendsBF16 && width % 2 == 0 ? LaneOrder::EvensFirst
                                         : LaneOrder::Memory;
  }

  /// Whether the body extends f16 to f32.
  bool doesExtendF16() const { return extendsF16; }

  /// Builds the combination of two vectors, or scalars, of one type.
  Value buildCombination(ImplicitLocOpBuilder &builder, Value accumulator,
                         Value elements) const;

  /// Builds what the epilogue makes of a vector or scalar of accumulators,
  /// which is to be stored in `destination` at `indices` of the output.
  Value buildEpilogue(ImplicitLocOpBuilder &builder, Value accumulator,
                      Value destination, ValueRange indices,
                      bool inBounds = true) const;

private:
  /// Keys that are `bits`, or `base - bits`, by the sign of `bits`.
  struct SplitKeys {
    Value bits;
    APInt base;
    /// Whether positive `bits` are reversed and the greatest, unsigned, counts;
    /// else negative ones, and the least, signed.
    bool isMaximum;
  };

  explicit Reduction(linalg::GenericOp op) : op(op) {}

  Value buildElementsOf(ImplicitLocOpBuilder &builder, ValueRange inputs,
                        ValueRange indices, int64_t width, bool inBounds,
                        LaneOrder order) const;
  Value buildBody(ImplicitLocOpBuilder &builder, ValueRange reads) const;
  void matchSplitKeys();
  TypedAttr getSplitNeutral() const;
  Value buildSplitKeys(ImplicitLocOpBuilder &builder, Value bits) const;
  Value buildSplitCombination(ImplicitLocOpBuilder &builder, Value accumulator,
                              Value elements) const;

  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  Operation *combiner = nullptr;
  /// The combiner's operand that is not the accumulator.
  Value combinedElement;
  Type accumulatorType;
  TypedAttr neutral;
  /// What a fill starts the output with, and the tensor that it fills.
  TypedAttr start;
  Value filled;
  std::optional<Epilogue> epilogue;
  SmallVector<int64_t> extents;
  SmallVector<bool> reduced;
  unsigned maxElementBits = 0;
  bool reassociable = false;
  /// Whether the body starts with extending a bf16 to f32. Of two in a word of
  /// 32 bits each takes one operation: a shift, or a mask.
  bool extendsBF16 = false;
  bool extendsF16 = false;
  std::optional<SplitKeys> split;
  bool isSplit = false;
};

/// Returns the operations below `root` that have a reduction loop and operands
/// that can be taken for contiguous (StridedFunctions.h).
SmallVector<linalg::GenericOp> getContiguousReductions(Operation *root);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_REDUCTION_H
