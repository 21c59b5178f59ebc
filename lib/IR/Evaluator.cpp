//===- Evaluator.cpp - Reductions of constants ----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Evaluator.h"
#include "reduce/IR/Combiners/StorageTypes.h"

#include "llvm/ADT/SmallVectorExtras.h"
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

/// Reduces `elements`, which are in row-major order of `shape`. Results are in
/// row-major order of the dimensions that are not in `reducedDims`.
static SmallVector<Number> reduceAll(const Combiner &combiner,
                                     ArrayRef<Number> elements,
                                     ArrayRef<int64_t> shape,
                                     ArrayRef<int64_t> reducedDims) {
  // The strides of the dimensions in the results; 0 for reduced ones.
  SmallVector<int64_t> strides(shape.size(), 0);
  int64_t resultCount = 1, reducedCount = 1;
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    if (llvm::binary_search(reducedDims, dim)) {
      reducedCount *= shape[dim];
      continue;
    }
    strides[dim] = resultCount;
    resultCount *= shape[dim];
  }

  SmallVector<NumberState> states(resultCount, combiner.evaluateNeutral());
  // The number of elements so far of each result.
  SmallVector<int64_t> counts(resultCount, 0);
  SmallVector<int64_t> position(shape.size(), 0);
  for (const Number &element : elements) {
    int64_t index = 0;
    for (auto [coordinate, stride] : llvm::zip_equal(position, strides))
      index += coordinate * stride;
    states[index] = combiner.evaluateCombine(
        states[index], combiner.evaluatePrepare(element, counts[index]++));
    for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
      if (++position[dim] < shape[dim])
        break;
      position[dim] = 0;
    }
  }
  return llvm::map_to_vector(states, [&](const NumberState &state) {
    return combiner.evaluateFinalize(state, reducedCount);
  });
}

/// Returns `elements` as numbers.
static SmallVector<Number> getNumbers(DenseElementsAttr elements) {
  Type type = elements.getElementType();
  SmallVector<Number> numbers;
  if (isa<FloatType>(type)) {
    for (const APFloat &value : elements.getValues<APFloat>())
      numbers.push_back(value);
    return numbers;
  }
  for (const APInt &value : elements.getValues<APInt>())
    numbers.push_back(APSInt(value, isUnsigned(type)));
  return numbers;
}

/// Returns `numbers` as a tensor of `type`.
static DenseElementsAttr getElements(RankedTensorType type,
                                     ArrayRef<Number> numbers) {
  return DenseElementsAttr::get(
      type, llvm::map_to_vector(numbers, [&](const Number &number) {
        return Attribute(getNumberAttr(number, type.getElementType()));
      }));
}

FailureOr<DenseElementsAttr>
mlir::reduce::evaluate(ReductionOpInterface reduction,
                       DenseElementsAttr input) {
  auto inputType = cast<RankedTensorType>(input.getType());
  if (!reduction.hasStaticReducedDims() || !isEvaluable(inputType.getShape()))
    return failure();
  SmallVector<int64_t> reducedDims = reduction.getReducedDims();
  FailureOr<TensorType> inferred = inferReductionType(
      inputType, reduction.getResultElementType(), ArrayRef(reducedDims),
      reduction.getKeepdims(), nullptr);
  if (failed(inferred) || !isEvaluable(inferred->getShape()))
    return failure();
  auto resultType = cast<RankedTensorType>(*inferred);
  if (llvm::is_contained(resultType.getShape(), 0))
    return DenseElementsAttr::get(resultType, ArrayRef<Attribute>());

  return getElements(resultType,
                     reduceAll(*reduction.getCombiner(), getNumbers(input),
                               inputType.getShape(), reducedDims));
}

TypedAttr mlir::reduce::evaluateEmptySet(const Combiner &combiner) {
  return getNumberAttr(
      combiner.evaluateFinalize(combiner.evaluateNeutral(), /*count=*/0),
      combiner.getResultElementType());
}
