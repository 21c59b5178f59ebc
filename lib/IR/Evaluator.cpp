//===- Evaluator.cpp - Reductions of constants ----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Evaluator.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

bool mlir::reduce::isEvaluable(ArrayRef<int64_t> shape) {
  if (ShapedType::isDynamicShape(shape))
    return false;
  if (llvm::is_contained(shape, 0))
    return true;
  int64_t size = 1;
  for (int64_t extent : shape)
    if (llvm::MulOverflow(size, extent, size) || size > maxEvaluatedElements)
      return false;
  return true;
}

/// Combines each of `elements`, which lie in row-major order of `shape`, into
/// its result, all of which start as `identity`. Results lie in row-major order
/// of the dimensions that are not in `reducedDims`.
template <typename Number, typename Elements>
static SmallVector<Number>
combineAll(const Combiner &combiner, const Number &identity, Elements elements,
           ArrayRef<int64_t> shape, ArrayRef<int64_t> reducedDims) {
  // How far apart neighbors along a dimension lie among the results.
  SmallVector<int64_t> strides(shape.size(), 0);
  int64_t resultCount = 1;
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    if (llvm::binary_search(reducedDims, dim))
      continue;
    strides[dim] = resultCount;
    resultCount *= shape[dim];
  }

  SmallVector<Number> results(resultCount, identity);
  SmallVector<int64_t> position(shape.size(), 0);
  for (const Number &element : elements) {
    int64_t index = 0;
    for (auto [coordinate, stride] : llvm::zip_equal(position, strides))
      index += coordinate * stride;
    results[index] = combiner.evaluate(results[index], element);
    for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
      if (++position[dim] < shape[dim])
        break;
      position[dim] = 0;
    }
  }
  return results;
}

/// Returns `number` in the type with `semantics`, rounded to nearest, ties to
/// even.
static APFloat convert(APFloat number, const llvm::fltSemantics &semantics) {
  bool losesInformation;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInformation);
  return number;
}

FailureOr<DenseElementsAttr>
mlir::reduce::evaluate(ReductionOpInterface reduction,
                       DenseElementsAttr input) {
  auto inputType = cast<RankedTensorType>(input.getType());
  if (!reduction.hasStaticReducedDims() || !isEvaluable(inputType.getShape()))
    return failure();
  SmallVector<int64_t> reducedDims = reduction.getReducedDims();
  FailureOr<TensorType> inferred = inferReductionType(
      inputType, ArrayRef(reducedDims), reduction.getKeepdims(), nullptr);
  if (failed(inferred) || !isEvaluable(inferred->getShape()))
    return failure();
  auto resultType = cast<RankedTensorType>(*inferred);
  if (llvm::is_contained(resultType.getShape(), 0))
    return DenseElementsAttr::get(resultType, ArrayRef<Attribute>());

  std::unique_ptr<Combiner> combiner = reduction.getCombiner();
  TypedAttr identity = combiner->evaluateEmpty();
  if (auto number = dyn_cast<FloatAttr>(identity)) {
    const llvm::fltSemantics &wide = number.getValue().getSemantics();
    auto elements =
        llvm::map_range(input.getValues<APFloat>(), [&](const APFloat &value) {
          return convert(value, wide);
        });
    SmallVector<APFloat> results =
        combineAll(*combiner, number.getValue(), elements, inputType.getShape(),
                   reducedDims);
    auto elementType = cast<FloatType>(inputType.getElementType());
    for (APFloat &result : results)
      result = convert(result, elementType.getFloatSemantics());
    return DenseElementsAttr::get(resultType, results);
  }

  bool areUnsigned = isUnsigned(inputType.getElementType());
  auto elements =
      llvm::map_range(input.getValues<APInt>(), [&](const APInt &value) {
        return APSInt(value, areUnsigned);
      });
  APSInt number(cast<IntegerAttr>(identity).getValue(), areUnsigned);
  SmallVector<APSInt> results = combineAll(*combiner, number, elements,
                                           inputType.getShape(), reducedDims);
  return DenseElementsAttr::get(
      resultType, SmallVector<APInt>(results.begin(), results.end()));
}

TypedAttr mlir::reduce::evaluateEmptySet(const Combiner &combiner,
                                         Type elementType) {
  TypedAttr identity = combiner.evaluateEmpty();
  auto number = dyn_cast<FloatAttr>(identity);
  if (!number)
    return identity;
  auto floatType = cast<FloatType>(elementType);
  return FloatAttr::get(
      floatType, convert(number.getValue(), floatType.getFloatSemantics()));
}
