//===- Reference.cpp - Reference evaluation of reductions -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Verification/Reference.h"
#include "reduce/IR/Combiners/StorageTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Returns the state of the element at `index`, which has the value `bits`.
NumberState ReferenceReduction::decode(int64_t index, uint64_t bits) const {
  auto prepare = [&](const Number &number) {
    return combiner->evaluatePrepare(number, positionOf[index]);
  };
  if (const llvm::fltSemantics *semantics = getFloatSemantics(elementType))
    return prepare(
        APFloat(*semantics, APInt(8 * getByteSize(elementType), bits)));
  // Clause bool-bytes.
  unsigned width = combiner->getElementType().getIntOrFloatBitWidth();
  return prepare(
      APSInt(APInt(width, width == 1 ? bits != 0 : bits), areUnsigned));
}

/// Returns the result of `state`, as stored.
uint64_t ReferenceReduction::encode(const NumberState &state) const {
  Number result = combiner->evaluateFinalize(state, reducedCount);
  if (auto *number = std::get_if<APFloat>(&result))
    return number->bitcastToAPInt().getZExtValue();
  return std::get<APSInt>(result).getZExtValue();
}

//===----------------------------------------------------------------------===//
// One reduction
//===----------------------------------------------------------------------===//

ReferenceReduction::ReferenceReduction(ReductionOpInterface op,
                                       ArrayRef<int64_t> shape,
                                       ArrayRef<int64_t> dims)
    : combiner(op.getCombiner()),
      elementType(*getElementType(op.getInput().getType().getElementType())),
      areUnsigned(isUnsigned(op.getInput().getType().getElementType())) {
  SmallVector<int64_t> strides(shape.size(), 0);
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    if (llvm::binary_search(dims, dim)) {
      reducedCount *= shape[dim];
      continue;
    }
    strides[dim] = resultCount;
    resultCount *= shape[dim];
  }
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (!llvm::binary_search(dims, static_cast<int64_t>(dim)))
      resultShape.push_back(extent);
    else if (op.getKeepdims())
      resultShape.push_back(1);
  }
  resultOf.reserve(ShapedType::getNumElements(shape));
  resultOf.push_back(0);
  // Add one dimension at a time: each repeats the indices built so far.
  for (auto [extent, stride] : llvm::zip_equal(shape, strides)) {
    std::vector<int64_t> next;
    next.reserve(resultOf.size() * extent);
    for (int64_t result : resultOf)
      for (int64_t i : llvm::seq(extent))
        next.push_back(result + i * stride);
    resultOf = std::move(next);
  }
  std::vector<int64_t> counts(resultCount, 0);
  positionOf.reserve(resultOf.size());
  for (int64_t result : resultOf)
    positionOf.push_back(counts[result]++);
}

ElementBits ReferenceReduction::evaluate(const ElementBits &elements) {
  NumberState neutral = combiner->evaluateNeutral();
  before.resize(elements.size());
  after.resize(elements.size());
  std::vector<NumberState> states(resultCount, neutral);
  for (int64_t i = elements.size() - 1; i >= 0; --i) {
    NumberState &state = states[resultOf[i]];
    after[i] = std::move(state);
    // The operands are in element order, although the loop runs backwards.
    state = combiner->evaluateCombine(
        combiner->evaluateCombine(neutral, decode(i, elements[i])), after[i]);
  }
  states.assign(resultCount, neutral);
  for (auto [i, bits] : llvm::enumerate(elements)) {
    NumberState &state = states[resultOf[i]];
    before[i] = std::move(state);
    state = combiner->evaluateCombine(before[i], decode(i, bits));
  }
  ElementBits results;
  results.reserve(resultCount);
  for (const NumberState &state : states)
    results.push_back(encode(state));
  return results;
}

ElementChange ReferenceReduction::change(ElementChange element) const {
  NumberState state = combiner->evaluateCombine(
      before[element.index], decode(element.index, element.bits));
  return {resultOf[element.index],
          encode(combiner->evaluateCombine(state, after[element.index]))};
}

//===----------------------------------------------------------------------===//
// A function
//===----------------------------------------------------------------------===//

/// Returns the elements of `attribute` as stored, or nothing if the
/// specification does not have their type.
static std::optional<ElementBits> getBits(ElementsAttr attribute) {
  std::optional<ElementType> type =
      getElementType(attribute.getShapedType().getElementType());
  if (!type)
    return std::nullopt;
  ElementBits bits;
  if (getFloatSemantics(*type)) {
    auto numbers = attribute.tryGetValues<APFloat>();
    if (!numbers)
      return std::nullopt;
    for (const APFloat &number : *numbers)
      bits.push_back(number.bitcastToAPInt().getZExtValue());
    return bits;
  }
  auto numbers = attribute.tryGetValues<APInt>();
  if (!numbers)
    return std::nullopt;
  for (const APInt &number : *numbers)
    bits.push_back(number.getZExtValue());
  return bits;
}

LogicalResult Reference::check(func::FuncOp function) {
  if (function.isExternal() || !llvm::hasSingleElement(function.getBody()))
    return function.emitError("cannot be evaluated: it has no body, or more "
                              "than one block");
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes()))
    if (!isa<TensorType>(type))
      return function.emitError("cannot be evaluated: expected tensors, got ")
             << type << " for argument " << number;
  for (Operation &op : function.getBody().front().without_terminator()) {
    ElementsAttr constant;
    if (matchPattern(&op, m_Constant(&constant))) {
      if (!getBits(constant))
        return op.emitError("cannot be evaluated: expected a constant of an "
                            "element type that reductions support");
      continue;
    }
    if (isa<tensor::CastOp>(op))
      continue;
    auto reduction = dyn_cast<ReductionOpInterface>(op);
    if (!reduction)
      return op.emitError("cannot be evaluated: expected reductions only");
    Value axes = reduction.getDynamicAxes();
    if (axes && !isa<BlockArgument>(axes))
      return op.emitError("cannot be evaluated: expected axes that are "
                          "constant or an argument of the function");
  }
  return success();
}

SmallVector<unsigned> Reference::getAxesArguments(func::FuncOp function) {
  SmallVector<unsigned> arguments;
  for (BlockArgument argument : function.getArguments())
    if (llvm::any_of(argument.getUsers(), [&](Operation *user) {
          auto reduction = dyn_cast<ReductionOpInterface>(user);
          return reduction && reduction.getDynamicAxes() == argument;
        }))
      arguments.push_back(argument.getArgNumber());
  return arguments;
}

/// Returns the dimensions that `op` reduces in a tensor of rank `rank` along
/// `axes`, or nothing if the axes are invalid.
static std::optional<SmallVector<int64_t>>
getReducedDims(ReductionOpInterface op, ArrayRef<int64_t> axes, int64_t rank) {
  SmallVector<int64_t> dims;
  for (int64_t axis : axes) {
    if (axis < -rank || axis >= rank)
      return std::nullopt;
    dims.push_back(axis < 0 ? axis + rank : axis);
  }
  llvm::sort(dims);
  if (std::adjacent_find(dims.begin(), dims.end()) != dims.end())
    return std::nullopt;
  if (axes.empty() && op.getDynamicAxes() && !op.getNoopWithEmptyAxes())
    return llvm::to_vector(llvm::seq(rank));
  return dims;
}

/// Whether `shape` is a possible shape of a tensor of type `type`.
static bool isOfType(ArrayRef<int64_t> shape, Type type) {
  auto tensorType = cast<TensorType>(type);
  return !tensorType.hasRank() ||
         succeeded(verifyCompatibleShape(shape, tensorType.getShape()));
}

std::optional<Reference>
Reference::create(func::FuncOp function, ArrayRef<SmallVector<int64_t>> shapes,
                  ArrayRef<SmallVector<int64_t>> axes) {
  Reference reference;
  DenseMap<Value, unsigned> numbers;
  std::vector<SmallVector<int64_t>> knownShapes;
  auto addValue = [&](Value value, ArrayRef<int64_t> shape) {
    numbers[value] = knownShapes.size();
    knownShapes.emplace_back(shape);
    reference.values.emplace_back();
  };
  for (auto [argument, shape] :
       llvm::zip_equal(function.getArguments(), shapes)) {
    if (!isOfType(shape, argument.getType()))
      return std::nullopt;
    addValue(argument, shape);
  }
  reference.numInputs = shapes.size();
  for (Operation &op : function.getBody().front().without_terminator()) {
    ElementsAttr constant;
    if (matchPattern(&op, m_Constant(&constant))) {
      reference.constants.emplace_back(knownShapes.size(), *getBits(constant));
      addValue(op.getResult(0), constant.getShapedType().getShape());
      continue;
    }
    unsigned operand = numbers.lookup(op.getOperand(0));
    SmallVector<int64_t> shape = knownShapes[operand];
    if (isa<tensor::CastOp>(op)) {
      if (!isOfType(shape, op.getResult(0).getType()))
        return std::nullopt;
      numbers[op.getResult(0)] = operand;
      continue;
    }
    auto reduction = cast<ReductionOpInterface>(op);
    ArrayRef<int64_t> values;
    if (Value dynamicAxes = reduction.getDynamicAxes())
      values = axes[numbers.lookup(dynamicAxes)];
    else
      values = *reduction.getAxes();
    std::optional<SmallVector<int64_t>> dims =
        getReducedDims(reduction, values, shape.size());
    if (!dims)
      return std::nullopt;
    ReferenceReduction evaluated(reduction, shape, *dims);
    SmallVector<int64_t> resultShape(evaluated.getResultShape());
    if (!isOfType(resultShape, op.getResult(0).getType()))
      return std::nullopt;
    reference.picks &= evaluated.picksElement();
    reference.steps.push_back({std::move(evaluated), operand,
                               static_cast<unsigned>(knownShapes.size())});
    addValue(op.getResult(0), resultShape);
  }
  for (Value result :
       function.getBody().front().getTerminator()->getOperands()) {
    unsigned number = numbers.lookup(result);
    if (!isOfType(knownShapes[number], result.getType()))
      return std::nullopt;
    reference.results.push_back(number);
    reference.resultShapes.push_back(knownShapes[number]);
  }
  return reference;
}

uint64_t Reference::getIdentity(unsigned input) const {
  for (const Step &step : steps)
    if (step.operand == input)
      return step.reduction.getIdentity();
  return 0;
}

std::vector<ElementBits> Reference::evaluate(std::vector<ElementBits> inputs) {
  // Sweeps of the same elements in other layouts follow one another.
  if (!isEvaluated ||
      !llvm::equal(inputs, ArrayRef(values).take_front(numInputs))) {
    for (auto [number, input] : llvm::enumerate(inputs))
      values[number] = std::move(input);
    for (const auto &[number, bits] : constants)
      values[number] = bits;
    for (Step &step : steps)
      values[step.result] = step.reduction.evaluate(values[step.operand]);
    isEvaluated = true;
  }
  std::vector<ElementBits> evaluated;
  for (unsigned number : results)
    evaluated.push_back(values[number]);
  return evaluated;
}

SmallVector<std::optional<ElementChange>>
Reference::change(unsigned input, ElementChange element) const {
  std::vector<std::optional<ElementChange>> changes(values.size());
  changes[input] = element;
  for (const Step &step : steps)
    if (const std::optional<ElementChange> &change = changes[step.operand])
      changes[step.result] = step.reduction.change(*change);
  return llvm::map_to_vector(results,
                             [&](unsigned number) { return changes[number]; });
}
