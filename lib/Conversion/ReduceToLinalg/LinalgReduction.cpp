//===- LinalgReduction.cpp - Reductions as linalg operations --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgReduction.h"
#include "reduce/IR/Combiners/StorageTypes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/TensorBitcast.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

NamedCombiner::NamedCombiner(ReductionOpInterface op, bool isNamed)
    : combiner(op.getCombiner()) {
  if (!isNamed)
    return;
  DictionaryAttr options = op.getCombinerOptions();
  attribute = CombinerAttr::get(op->getContext(), op->getName().getIdentifier(),
                                op.getInput().getType().getElementType(),
                                options.empty() ? DictionaryAttr() : options);
}

/// Returns the groups of the dimensions of a tensor of `rank`, one for each
/// dimension that is not in `reducedDims`. Each reduced dimension, of size 1 in
/// the result, joins the kept one before it or, if there is none, the first
/// kept one. Empty if no dimension is kept.
static SmallVector<ReassociationIndices>
getKeepdimsReassociation(int64_t rank, ArrayRef<int64_t> reducedDims) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!llvm::binary_search(reducedDims, dim)) {
      groups.push_back(std::exchange(leading, {}));
      groups.back().push_back(dim);
    } else if (groups.empty()) {
      leading.push_back(dim);
    } else {
      groups.back().push_back(dim);
    }
  }
  return groups;
}

/// Returns the sizes of `input` without `reducedDims`.
static SmallVector<OpFoldResult> getKeptSizes(OpBuilder &builder, Location loc,
                                              Value input,
                                              ArrayRef<int64_t> reducedDims) {
  SmallVector<OpFoldResult> sizes;
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::binary_search(reducedDims, dim))
      sizes.push_back(tensor::getMixedSize(builder, loc, input, dim));
  return sizes;
}

/// Builds a tensor of `sizes` by applying `buildElement` to the elements of
/// `inputs`, which have these sizes.
static Value buildElementwiseOf(
    OpBuilder &builder, Location loc, ValueRange inputs,
    ArrayRef<OpFoldResult> sizes, Type elementType,
    function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> buildElement) {
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, elementType);
  int64_t rank = sizes.size();
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), inputs, empty, maps, iterators,
             [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
               ImplicitLocOpBuilder body(nestedLoc, nested);
               linalg::YieldOp::create(body,
                                       buildElement(body, args.drop_back()));
             })
      .getResult(0);
}

Value mlir::reduce::detail::buildElementwise(
    OpBuilder &builder, Location loc, Value input, ArrayRef<OpFoldResult> sizes,
    Type elementType,
    function_ref<Value(OpBuilder &, Location, Value)> buildElement) {
  return buildElementwiseOf(
      builder, loc, input, sizes, elementType,
      [&](ImplicitLocOpBuilder &body, ValueRange elements) {
        return buildElement(body, body.getLoc(), elements[0]);
      });
}

Value mlir::reduce::detail::buildElementwiseUpdate(
    OpBuilder &builder, Location loc, Value input, Value destination,
    function_ref<Value(OpBuilder &, Location, Value, Value)> buildElement) {
  int64_t rank = cast<RankedTensorType>(destination.getType()).getRank();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  bool isOne = cast<RankedTensorType>(input.getType()).getRank() == 0;
  AffineMap maps[] = {isOne ? AffineMap::get(rank, 0, builder.getContext())
                            : identity,
                      identity};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, destination.getType(), input, destination, maps,
             iterators,
             [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
               linalg::YieldOp::create(
                   nested, nestedLoc,
                   buildElement(nested, nestedLoc, args[0], args[1]));
             })
      .getResult(0);
}

Value mlir::reduce::detail::buildStorageConversion(OpBuilder &builder,
                                                   Location loc, Value input,
                                                   Type elementType) {
  Type inputElementType = getElementTypeOrSelf(input);
  if (!inputElementType.isSignlessInteger(1) &&
      !elementType.isSignlessInteger(1))
    return buildTensorBitcast(builder, loc, input, elementType);
  if (inputElementType == elementType)
    return input;
  return buildElementwise(
      builder, loc, input, tensor::getMixedSizes(builder, loc, input),
      elementType,
      [&](OpBuilder &nested, Location nestedLoc, Value element) -> Value {
        if (element.getType().isInteger(1))
          return arith::ExtUIOp::create(nested, nestedLoc, elementType,
                                        element);
        Value zero = arith::ConstantOp::create(
            nested, nestedLoc, nested.getZeroAttr(element.getType()));
        return arith::CmpIOp::create(nested, nestedLoc,
                                     arith::CmpIPredicate::ne, element, zero);
      });
}

Value mlir::reduce::detail::buildTruths(OpBuilder &builder, Location loc,
                                        Value input) {
  return buildElementwise(builder, loc, input,
                          tensor::getMixedSizes(builder, loc, input),
                          builder.getI8Type(), buildTruth);
}

LogicalResult mlir::reduce::detail::verifyIsSplittable(
    ReductionOpInterface op, function_ref<InFlightDiagnostic()> emitError) {
  // Clause prod-strict-order.
  CombinerTraits traits = op.getCombiner()->getTraits();
  if (!traits.isReassociable())
    return emitError() << "its order is strict";
  if (traits.readsPosition)
    return emitError() << "it reads positions of elements";
  return success();
}

/// Builds the neutral state of `combiner`.
static State buildNeutral(ImplicitLocOpBuilder &builder,
                          const Combiner &combiner) {
  State state;
  for (TypedAttr value : combiner.getNeutralState())
    state.push_back(arith::ConstantOp::create(builder, value));
  return state;
}

/// Builds `value` as an index if `isRead`; otherwise returns null.
static Value buildIndex(ImplicitLocOpBuilder &builder, bool isRead,
                        int64_t value) {
  return isRead ? arith::ConstantIndexOp::create(builder, value) : Value();
}

Value mlir::reduce::detail::buildSingleReductions(OpBuilder &builder,
                                                  Location loc,
                                                  const Combiner &combiner,
                                                  Value input) {
  CombinerTraits traits = combiner.getTraits();
  return buildElementwiseOf(
      builder, loc, input, tensor::getMixedSizes(builder, loc, input),
      getStorageType(combiner.getResultElementType()),
      [&](ImplicitLocOpBuilder &body, ValueRange elements) {
        State state = combiner.combine(
            body, buildNeutral(body, combiner),
            combiner.prepare(body, elements[0],
                             buildIndex(body, traits.readsPosition, 0)));
        return combiner.finalize(body, state,
                                 buildIndex(body, traits.readsCount, 1));
      });
}

SmallVector<Value>
mlir::reduce::detail::buildNeutralStates(OpBuilder &opBuilder, Location loc,
                                         const Combiner &combiner,
                                         ArrayRef<OpFoldResult> sizes) {
  ImplicitLocOpBuilder builder(loc, opBuilder);
  return llvm::map_to_vector(
      buildNeutral(builder, combiner), [&](Value value) -> Value {
        Value empty = tensor::EmptyOp::create(builder, sizes, value.getType());
        return linalg::FillOp::create(builder, value, empty).getResult(0);
      });
}

/// Builds, in the body of a reduction of `input`, the position of the current
/// element among the elements of the same result.
static Value buildPosition(ImplicitLocOpBuilder &builder, Value input,
                           ArrayRef<int64_t> reducedDims) {
  Value position;
  for (int64_t dim : reducedDims) {
    Value index = linalg::IndexOp::create(builder, dim);
    if (position) {
      Value size = getValueOrCreateConstantIndexOp(
          builder, builder.getLoc(),
          tensor::getMixedSize(builder, builder.getLoc(), input, dim));
      index = arith::AddIOp::create(
          builder, arith::MulIOp::create(builder, position, size), index);
    }
    position = index;
  }
  return position;
}

SmallVector<Value> mlir::reduce::detail::buildAccumulation(
    OpBuilder &builder, Location loc, const NamedCombiner &named,
    ValueRange inputs, ValueRange accumulators,
    ArrayRef<AffineExpr> resultExprs, bool arePrepared) {
  int64_t rank = cast<RankedTensorType>(inputs[0].getType()).getRank();
  SmallVector<AffineMap> maps(inputs.size(),
                              builder.getMultiDimIdentityMap(rank));
  maps.append(accumulators.size(),
              AffineMap::get(rank, 0, resultExprs, builder.getContext()));
  SmallVector<utils::IteratorType> iterators;
  SmallVector<int64_t> reducedDims;
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isKept =
        llvm::is_contained(resultExprs, builder.getAffineDimExpr(dim));
    iterators.push_back(isKept ? utils::IteratorType::parallel
                               : utils::IteratorType::reduction);
    if (!isKept)
      reducedDims.push_back(dim);
  }
  const Combiner &combiner = *named.combiner;
  auto op = linalg::GenericOp::create(
      builder, loc, accumulators.getTypes(), inputs, accumulators, maps,
      iterators, [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
        ImplicitLocOpBuilder body(nestedLoc, nested);
        ValueRange elements = args.take_front(inputs.size());
        State state = llvm::to_vector_of<Value, 2>(elements);
        if (!arePrepared)
          state =
              combiner.prepare(body, elements[0],
                               combiner.getTraits().readsPosition
                                   ? buildPosition(body, inputs[0], reducedDims)
                                   : Value());
        State combined =
            combiner.combine(body, args.drop_front(inputs.size()), state);
        if (named.attribute)
          ReduceDialect::CombinerAttrHelper(body.getContext())
              .setAttr(combined.front().getDefiningOp(), named.attribute);
        linalg::YieldOp::create(body, combined);
      });
  return op.getResults();
}

/// Builds the product of the sizes of `reducedDims` of `input`.
static Value buildCount(ImplicitLocOpBuilder &builder, Value input,
                        ArrayRef<int64_t> reducedDims) {
  Value count = arith::ConstantIndexOp::create(builder, 1);
  for (int64_t dim : reducedDims)
    count = builder.createOrFold<arith::MulIOp>(
        count,
        getValueOrCreateConstantIndexOp(
            builder, builder.getLoc(),
            tensor::getMixedSize(builder, builder.getLoc(), input, dim)));
  return count;
}

/// Builds the results for `states` of the reduction of `input` along
/// `reducedDims`.
static Value buildFinalized(OpBuilder &opBuilder, Location loc,
                            const Combiner &combiner, ValueRange states,
                            ArrayRef<OpFoldResult> sizes, Value input,
                            ArrayRef<int64_t> reducedDims) {
  if (!combiner.hasFinalize())
    return states.front();
  ImplicitLocOpBuilder builder(loc, opBuilder);
  Value count;
  if (combiner.getTraits().readsCount)
    count = buildCount(builder, input, reducedDims);
  return buildElementwiseOf(builder, loc, states, sizes,
                            getStorageType(combiner.getResultElementType()),
                            [&](ImplicitLocOpBuilder &body, ValueRange state) {
                              return combiner.finalize(body, state, count);
                            });
}

/// Returns the loops of the dimensions of `input` that are not in
/// `reducedDims`.
static SmallVector<AffineExpr> getKeptExprs(OpBuilder &builder, Value input,
                                            ArrayRef<int64_t> reducedDims) {
  SmallVector<AffineExpr> exprs;
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::binary_search(reducedDims, dim))
      exprs.push_back(builder.getAffineDimExpr(dim));
  return exprs;
}

Value mlir::reduce::detail::buildEmptySets(OpBuilder &opBuilder, Location loc,
                                           const Combiner &combiner,
                                           ArrayRef<OpFoldResult> sizes) {
  ImplicitLocOpBuilder builder(loc, opBuilder);
  Value result = combiner.finalize(
      builder, buildNeutral(builder, combiner),
      buildIndex(builder, combiner.getTraits().readsCount, 0));
  Value empty = tensor::EmptyOp::create(builder, sizes, result.getType());
  return linalg::FillOp::create(builder, result, empty).getResult(0);
}

/// Returns the sizes of the reduction of `input` with `keepdims`.
static SmallVector<OpFoldResult>
getKeepdimsSizes(OpBuilder &builder, Location loc, Value input,
                 ArrayRef<int64_t> reducedDims) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, input);
  for (int64_t dim : reducedDims)
    sizes[dim] = builder.getIndexAttr(1);
  return sizes;
}

/// Expands `result` by a dimension of size 1 for each reduced dimension of
/// `input`.
static Value buildExpandShape(OpBuilder &builder, Location loc, Value result,
                              Value input, ArrayRef<int64_t> reducedDims) {
  auto inputType = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> shape(inputType.getShape());
  for (int64_t dim : reducedDims)
    shape[dim] = 1;
  return tensor::ExpandShapeOp::create(
      builder, loc,
      RankedTensorType::get(shape, getElementTypeOrSelf(result.getType())),
      result, getKeepdimsReassociation(inputType.getRank(), reducedDims),
      getKeepdimsSizes(builder, loc, input, reducedDims));
}

/// Builds the states of the reduction of `inputs`, which starts with the
/// neutral state, along `reducedDims`. Their sizes are `keptSizes`, those of
/// the other dimensions.
static SmallVector<Value>
buildKeptStates(OpBuilder &builder, Location loc, const NamedCombiner &named,
                ValueRange inputs, ArrayRef<OpFoldResult> keptSizes,
                ArrayRef<int64_t> reducedDims, bool arePrepared) {
  return buildAccumulation(
      builder, loc, named, inputs,
      buildNeutralStates(builder, loc, *named.combiner, keptSizes),
      getKeptExprs(builder, inputs.front(), reducedDims), arePrepared);
}

Value mlir::reduce::detail::buildStaticReduction(
    OpBuilder &builder, Location loc, const NamedCombiner &named, Value input,
    ArrayRef<int64_t> reducedDims, bool keepdims) {
  auto inputType = cast<RankedTensorType>(input.getType());
  const Combiner &combiner = *named.combiner;
  if (llvm::is_contained(inputType.getShape(), 0))
    return buildEmptySets(
        builder, loc, combiner,
        keepdims ? getKeepdimsSizes(builder, loc, input, reducedDims)
                 : getKeptSizes(builder, loc, input, reducedDims));
  // Clause empty-kept.
  SmallVector<OpFoldResult> keptSizes =
      getKeptSizes(builder, loc, input, reducedDims);
  SmallVector<Value> states =
      buildKeptStates(builder, loc, named, input, keptSizes, reducedDims,
                      /*arePrepared=*/false);
  Value result = buildFinalized(builder, loc, combiner, states, keptSizes,
                                input, reducedDims);
  if (!keepdims || reducedDims.empty())
    return result;
  return buildExpandShape(builder, loc, result, input, reducedDims);
}

SmallVector<Value> mlir::reduce::detail::buildStates(
    OpBuilder &builder, Location loc, const NamedCombiner &named,
    ValueRange inputs, ArrayRef<int64_t> reducedDims, bool arePrepared) {
  Value input = inputs.front();
  SmallVector<Value> states = buildKeptStates(
      builder, loc, named, inputs,
      getKeptSizes(builder, loc, input, reducedDims), reducedDims, arePrepared);
  if (!reducedDims.empty())
    for (Value &state : states)
      state = buildExpandShape(builder, loc, state, input, reducedDims);
  return states;
}

Value mlir::reduce::detail::buildMergedReduction(
    OpBuilder &builder, Location loc, ReductionOpInterface op,
    ValueRange partial, ArrayRef<int64_t> splitDims, Value input) {
  NamedCombiner named(op, /*isNamed=*/false);
  const Combiner &combiner = *named.combiner;
  SmallVector<OpFoldResult> keptSizes =
      getKeptSizes(builder, loc, partial.front(), splitDims);
  SmallVector<Value> states =
      buildKeptStates(builder, loc, named, partial, keptSizes, splitDims,
                      /*arePrepared=*/true);
  SmallVector<int64_t> reducedDims = op.getReducedDims();
  Value result = buildFinalized(builder, loc, combiner, states, keptSizes,
                                input, reducedDims);
  result = buildStorageConversion(builder, loc, result,
                                  combiner.getResultElementType());
  if (op.getKeepdims() && !reducedDims.empty())
    result = buildExpandShape(builder, loc, result, input, reducedDims);
  return result;
}
