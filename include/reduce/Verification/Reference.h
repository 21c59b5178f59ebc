//===- Reference.h - What a function of reductions computes -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The evaluator's answer (reduce/IR/Combiners/Combiner.h) for a whole function,
// fast enough for the question what follows from each single element: of each
// result of a reduction it keeps what the elements before and after any one
// make.
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

/// A tensor's elements in row-major order, each as it is stored.
using ElementBits = std::vector<uint64_t>;

/// An element that is another than before.
struct ElementChange {
  int64_t index;
  uint64_t bits;
};

/// One reduction, of a shape and along dimensions that are known.
class ReferenceReduction {
public:
  /// `dims` are sorted. The reduction must outlive this object.
  ReferenceReduction(ReductionOpInterface op, ArrayRef<int64_t> shape,
                     ArrayRef<int64_t> dims);

  ArrayRef<int64_t> getResultShape() const { return resultShape; }

  /// Whether results are elements, as a minimum is, and no sum or product.
  bool picksElement() const { return combiner->getTraits().isIdempotent; }

  /// Returns what no elements give, as stored.
  uint64_t getIdentity() const { return encode(combiner->evaluateNeutral()); }

  /// Reduces `elements`, and takes them for those that `change` is asked of.
  ElementBits evaluate(const ElementBits &elements);

  /// Returns what becomes of the results where one element is another.
  ElementChange change(ElementChange element) const;

private:
  NumberState decode(int64_t index, uint64_t bits) const;
  uint64_t encode(const NumberState &state) const;

  std::shared_ptr<Combiner> combiner;
  ElementType elementType;
  bool areUnsigned;
  SmallVector<int64_t> resultShape;
  /// How many results there are, and how many elements each is made of.
  int64_t resultCount = 1, reducedCount = 1;
  /// Which result each element is part of.
  std::vector<int64_t> resultOf;
  /// Where each element is among those of its result.
  std::vector<int64_t> positionOf;
  /// What the elements before each make of its result, and those after it.
  std::vector<NumberState> before, after;
};

/// A function of reductions, for tensors of known shapes.
class Reference {
public:
  /// Finds an error of `function`: an operation other than a reduction, a
  /// tensor.cast, or a constant. Prints it at that operation.
  static LogicalResult check(func::FuncOp function);

  /// Returns the arguments of `function` that are axes of a reduction.
  static SmallVector<unsigned> getAxesArguments(func::FuncOp function);

  /// Makes the reference of `function`, for which `check` succeeded, on inputs
  /// of `shapes`. `axes` are the values of those inputs that are axes. None
  /// where a reduction of such a shape, or along such axes, is no valid one, or
  /// is one that the types in the function rule out.
  static std::optional<Reference> create(func::FuncOp function,
                                         ArrayRef<SmallVector<int64_t>> shapes,
                                         ArrayRef<SmallVector<int64_t>> axes);

  ArrayRef<SmallVector<int64_t>> getResultShapes() const {
    return resultShapes;
  }

  /// Whether the results are the same in any order of the elements: nothing is
  /// rounded.

  /// Whether all results are elements, as minima are.
  bool picksElements() const { return picks; }

  /// Returns what the first reduction of input `input` gives for no elements,
  /// as stored; 0 for an input that none reads.
  uint64_t getIdentity(unsigned input) const;

  /// Returns the results for the elements of `inputs`. Axes that are known at
  /// run time are those given to `create`.
  std::vector<ElementBits> evaluate(std::vector<ElementBits> inputs);

  /// Returns which element of each result becomes another, where one of the
  /// inputs last evaluated is another.
  SmallVector<std::optional<ElementChange>> change(unsigned input,
                                                   ElementChange element) const;

private:
  /// A reduction, and the numbers of its operand and result among the values.
  struct Step {
    ReferenceReduction reduction;
    unsigned operand, result;
  };

  std::vector<Step> steps;
  std::vector<ElementBits> values;
  /// Constants, by the numbers of their values.
  std::vector<std::pair<unsigned, ElementBits>> constants;
  SmallVector<unsigned> results;
  std::vector<SmallVector<int64_t>> resultShapes;
  unsigned numInputs = 0;
  bool picks = true;
};

} // namespace mlir::reduce

#endif // REDUCE_VERIFICATION_REFERENCE_H
