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

namespace mlir::reduce::detail {

/// Builds a tensor of `elementType` by applying `buildElement` to each element
/// of `input`, whose sizes are `sizes`.
Value buildElementwise(
    OpBuilder &builder, Location loc, Value input, ArrayRef<OpFoldResult> sizes,
    Type elementType,
    function_ref<Value(OpBuilder &, Location, Value)> buildElement);

/// Replaces each element of `destination` by `buildElement` of the
/// corresponding element of `input` and itself. `input` has the rank of
/// `destination`, or rank 0: then its only element is used for all.
Value buildElementwiseUpdate(
    OpBuilder &builder, Location loc, Value input, Value destination,
    function_ref<Value(OpBuilder &, Location, Value, Value)> buildElement);

/// Converts the tensor `input` between an element type and its storage type.
/// Tensors of bools must have a rank.
Value buildStorageConversion(OpBuilder &builder, Location loc, Value input,
                             Type elementType);

/// Builds `buildTruth` of each byte of `input`.
Value buildTruths(OpBuilder &builder, Location loc, Value input);

/// The operator of a reduction, and the attribute that names it in a
/// linalg.generic; null if it is not to be named.
struct NamedCombiner {
  NamedCombiner(ReductionOpInterface op, bool isNamed);

  std::unique_ptr<Combiner> combiner;
  CombinerAttr attribute;
};

/// Builds the reduction of each single element of `input`, which has the
/// storage type.
Value buildSingleReductions(OpBuilder &builder, Location loc,
                            const Combiner &combiner, Value input);

/// Builds a tensor of `sizes` whose elements, of the storage type of results,
/// are the reduction of an empty set. A reduction of an input that is known to
/// be empty uses this instead of a loop, also because upstream's reshapes
/// disagree on the type of a group of dimensions with a size of 0 and a dynamic
/// size.
Value buildEmptySets(OpBuilder &builder, Location loc, const Combiner &combiner,
                     ArrayRef<OpFoldResult> sizes);

/// Builds neutral states: a tensor of `sizes` for each value of a state.
SmallVector<Value> buildNeutralStates(OpBuilder &builder, Location loc,
                                      const Combiner &combiner,
                                      ArrayRef<OpFoldResult> sizes);

/// Builds the loops that accumulate the elements of `inputs` in `accumulators`,
/// which has one tensor for each value of a state. The dimensions of these
/// tensors are the loops `resultExprs`; other loops are reduced. There is one
/// input, of the storage type, or, if `arePrepared`, one for each value of a
/// state.
SmallVector<Value> buildAccumulation(OpBuilder &builder, Location loc,
                                     const NamedCombiner &named,
                                     ValueRange inputs, ValueRange accumulators,
                                     ArrayRef<AffineExpr> resultExprs,
                                     bool arePrepared);

/// Builds the states of the reduction of `inputs` along `reducedDims`, which
/// are sorted and then have size 1. There is one input, of the storage type,
/// or, if `arePrepared`, one for each value of a state.
SmallVector<Value> buildStates(OpBuilder &builder, Location loc,
                               const NamedCombiner &named, ValueRange inputs,
                               ArrayRef<int64_t> reducedDims, bool arePrepared);

/// Builds the result of `op` from the states `partial`, whose dimensions are
/// those that `op` keeps and `splitDims`, which are sorted. The sizes of
/// `input` are those of the input of `op`; sizes of reduced dimensions matter
/// only if the combiner reads the number of elements.
Value buildMergedReduction(OpBuilder &builder, Location loc,
                           ReductionOpInterface op, ValueRange partial,
                           ArrayRef<int64_t> splitDims, Value input);

/// Fails, with `emitError` and the reason, if parts of `op` cannot be combined:
/// its order is strict, or it reads positions of elements.
LogicalResult verifyIsSplittable(ReductionOpInterface op,
                                 function_ref<InFlightDiagnostic()> emitError);

/// Builds the reduction of `input`, which has the storage type, along
/// `reducedDims`, which are sorted. These are dropped or, with `keepdims`, have
/// size 1.
Value buildStaticReduction(OpBuilder &builder, Location loc,
                           const NamedCombiner &named, Value input,
                           ArrayRef<int64_t> reducedDims, bool keepdims);

/// Builds the checks of `axes`: a `cf.assert` for each rule that they may
/// violate.
void buildAxesAssertions(OpBuilder &builder, Location loc,
                         const DynamicAxes &axes);

/// Builds `op` for `axes` that are known only at run time. `input` is its input
/// with the storage type. All sizes of the result are dynamic; its rank is that
/// of the result of `op` and is not 0. `expandsShapes`: whether to reshape by
/// tensor.expand_shape rather than by tensor.reshape.
Value buildDynamicReduction(OpBuilder &builder, ReductionOpInterface op,
                            const NamedCombiner &named, Value input,
                            const DynamicAxes &axes, bool expandsShapes);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_CONVERSION_REDUCETOLINALG_LINALGREDUCTION_H
