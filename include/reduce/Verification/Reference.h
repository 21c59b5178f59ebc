//===- Reference.h - What a function of reductions computes -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of a whole function by the evaluation of combiners
// (reduce/IR/Combiners/Combiner.h). After one evaluation, it is fast to compute
// the results for a change of any single element: for each element, a reduction
// keeps the states of the elements before it and after it.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_VERIFICATION_REFERENCE_H
#define REDUCE_VERIFICATION_REFERENCE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "reduce/IR/Combiners/Combiner.h"
#include "reduce/IR/ReduceInterfaces.h"
#include "reduce/Support/ElementType.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <variant>
#include <vector>

namespace mlir::reduce {

/// The bits of the stored elements of a tensor, in row-major order.
using ElementBits = std::vector<uint64_t>;

/// A new value of one element.
struct ElementChange {
  int64_t index;
  uint64_t bits;
};

/// One reduction, of a known shape and along known dimensions.
class ReferenceReduction {
public:
  /// `dims` must be sorted. `op` must outlive this object.
  ReferenceReduction(ReductionOpInterface op, ArrayRef<int64_t> shape,
                     ArrayRef<int64_t> dims);

  ArrayRef<int64_t> getResultShape() const { return resultShape; }

  /// Returns whether each result is one of the elements, as for a minimum,
  /// rather than a sum or product.
  bool picksElement() const { return combiner->getTraits().isIdempotent; }

  /// Returns the bits of the result for no elements.
  uint64_t getIdentity() const { return encode(combiner->evaluateNeutral()); }

  /// Reduces `elements` and keeps them for `change`.
  ElementBits evaluate(const ElementBits &elements);

  /// Returns the result that is affected when one element changes, and its new
  /// value.
  ElementChange change(ElementChange element) const;

private:
  NumberState decode(int64_t index, uint64_t bits) const;
  uint64_t encode(const NumberState &state) const;

  std::shared_ptr<Combiner> combiner;
  ElementType elementType;
  bool areUnsigned;
  SmallVector<int64_t> resultShape;
  /// The number of results, and the number of elements per result.
  int64_t resultCount = 1, reducedCount = 1;
  /// For each element, the result that it belongs to.
  std::vector<int64_t> resultOf;
  /// For each element, its position among the elements of its result.
  std::vector<int64_t> positionOf;
  /// For each element, the states of the elements of its result before it and
  /// after it.
  std::vector<NumberState> before, after;
};

/// The reference of a function of reductions, for tensors of known shapes.
class Reference {
public:
  /// Fails, with an error at the operation, if `function` has an operation
  /// other than a reduction, a tensor.cast, or a constant.
  static LogicalResult check(func::FuncOp function);

  /// Returns the numbers of the arguments of `function` that are axes of a
  /// reduction.
  static SmallVector<unsigned> getAxesArguments(func::FuncOp function);

  /// Creates the reference of `function`, for which `check` succeeded, on
  /// inputs of `shapes`. `axes` are the values of the inputs that are axes.
  /// Returns std::nullopt if a reduction with such shapes or axes is not valid,
  /// or contradicts the types in the function.
  static std::optional<Reference> create(func::FuncOp function,
                                         ArrayRef<SmallVector<int64_t>> shapes,
                                         ArrayRef<SmallVector<int64_t>> axes);

  ArrayRef<SmallVector<int64_t>> getResultShapes() const {
    return resultShapes;
  }

  /// Returns whether all results are elements, as for minima.
  bool picksElements() const { return picks; }

  /// Returns the bits of the result of the first reduction of input `input` for
  /// no elements; 0 if no reduction reads the input.
  uint64_t getIdentity(unsigned input) const;

  /// Returns the results for the elements of `inputs`. Axes computed at run
  /// time are those given to `create`.
  std::vector<ElementBits> evaluate(std::vector<ElementBits> inputs);

  /// Returns, for each result, the element that changes, if any, when `element`
  /// of input `input` changes. The inputs are those of the last `evaluate`.
  SmallVector<std::optional<ElementChange>> change(unsigned input,
                                                   ElementChange element) const;

private:
  /// A reduction, and the numbers of its operand and its result in `values`.
  struct Step {
    ReferenceReduction reduction;
    unsigned operand, result;
  };

  std::vector<Step> steps;
  std::vector<ElementBits> values;
  /// Constants, each with its number in `values`.
  std::vector<std::pair<unsigned, ElementBits>> constants;
  SmallVector<unsigned> results;
  std::vector<SmallVector<int64_t>> resultShapes;
  unsigned numInputs = 0;
  /// Whether `values` has the results of its inputs.
  bool isEvaluated = false;
  bool picks = true;
};

} // namespace mlir::reduce

#endif // REDUCE_VERIFICATION_REFERENCE_H
