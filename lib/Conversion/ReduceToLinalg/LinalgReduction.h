//===- LinalgReduction.h - Reductions as linalg operations ------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_REDUCETOLINALG_LINALGREDUCTION_H
#define REDUCE_LIB_CONVERSION_REDUCETOLINALG_LINALGREDUCTION_H

#include "mlir/IR/Builders.h"
#include "reduce/IR/DynamicAxes.h"
#include "reduce/IR/ReduceAttributes.h"

namespace mlir::reduce {

/// Builds a tensor of `elementType` with the elements that `buildElement` makes
/// of those of `input`, whose sizes are `sizes`.
Value buildElementwise(
    OpBuilder &builder, Location loc, Value input, ArrayRef<OpFoldResult> sizes,
    Type elementType,
    function_ref<Value(OpBuilder &, Location, Value)> buildElement);

/// Builds `destination` with each element replaced by what `buildElement` makes
/// of one of `input` and of itself. `input` has the rank of `destination`, or
/// none: then it is one element for all.
Value buildElementwiseUpdate(
    OpBuilder &builder, Location loc, Value input, Value destination,
    function_ref<Value(OpBuilder &, Location, Value, Value)> buildElement);

/// Builds the truth of each byte of `input`.
Value buildTruths(OpBuilder &builder, Location loc, Value input);

/// The operator of a reduction, and what names it in a linalg.generic: null
/// where it is to have no name.
struct NamedCombiner {
  NamedCombiner(ReductionOpInterface op, bool isNamed);

  std::unique_ptr<Combiner> combiner;
  CombinerAttr attribute;
};

/// Builds the reduction of each element of `input`, of the storage type, alone.
Value buildSingleReductions(OpBuilder &builder, Location loc,
                            const Combiner &combiner, Value input);

/// Builds a tensor of `sizes` whose elements, of the storage type of results,
/// are the reduction of an empty set. A reduction of an input that is known to
/// be empty is no loop: besides, upstream's reshapes disagree on the type of a
/// group of dimensions of which one is 0 and another is dynamic.
Value buildEmptySets(OpBuilder &builder, Location loc, const Combiner &combiner,
                     ArrayRef<OpFoldResult> sizes);

/// Builds neutral states: for each value of a state a tensor of `sizes`.
SmallVector<Value> buildNeutralStates(OpBuilder &builder, Location loc,
                                      const Combiner &combiner,
                                      ArrayRef<OpFoldResult> sizes);

/// Builds the loops that add the elements of `inputs` to `accumulators`, one
/// tensor for each value of a state, whose dimensions are the loops
/// `resultExprs`; other loops are reduced. There is one input, of the storage
/// type, or, where `arePrepared`, one for each value of a state.
SmallVector<Value> buildAccumulation(OpBuilder &builder, Location loc,
                                     const NamedCombiner &named,
                                     ValueRange inputs, ValueRange accumulators,
                                     ArrayRef<AffineExpr> resultExprs,
                                     bool arePrepared);

/// Builds the result of `op` from `partial`, states along the dimensions that
/// `op` keeps and along `splitDims`, which are the last.
Value buildMergedReduction(OpBuilder &builder, Location loc,
                           ReductionOpInterface op, ValueRange partial,
                           ArrayRef<int64_t> splitDims);

/// Builds the reduction of `input`, of the storage type, along `reducedDims`,
/// which are sorted. They are dropped, or, with `keepdims`, have size 1.
Value buildReduction(OpBuilder &builder, Location loc,
                     const NamedCombiner &named, Value input,
                     ArrayRef<int64_t> reducedDims, bool keepdims);

/// Builds the checks of `axes`: a `cf.assert` for each rule that they can
/// break.
void buildAxesAssertions(OpBuilder &builder, Location loc,
                         const DynamicAxes &axes);

/// Builds `op` where `axes`, which are known at run time only, decide what is
/// reduced. `input` is its input, of the storage type. All sizes of the result
/// are dynamic; its rank is that of the result of `op`, and is not 0.
/// `expandsShapes`: whether shapes are made by tensor.expand_shape, rather than
/// by tensor.reshape.
Value buildDynamicReduction(OpBuilder &builder, ReductionOpInterface op,
                            const NamedCombiner &named, Value input,
                            const DynamicAxes &axes, bool expandsShapes);

} // namespace mlir::reduce

#endif // REDUCE_LIB_CONVERSION_REDUCETOLINALG_LINALGREDUCTION_H
