//===- Combiner.h - The operator of a reduction -----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A combiner is the one truth about the operator of a reduction: what is
// accumulated for an element, how two accumulated states combine, and what
// result a state stands for. Folds, lowering, vectorization and threads ask it
// and nothing else.
//
// It says this twice: as operations to build, which have to be fast, and as an
// evaluation of numbers, which has to be obviously right. Constant folding and
// tests compare the two.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_COMBINERS_COMBINER_H
#define REDUCE_IR_COMBINERS_COMBINER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include <variant>

namespace mlir::reduce {

/// What is accumulated: one value for a minimum, two for a minimum and its
/// index. The values are scalars, or vectors of one shape.
using State = SmallVector<Value, 2>;

/// A number that an evaluation works with. A bool is an integer of one bit.
using Number = std::variant<APFloat, APSInt>;

/// A state of numbers.
using NumberState = SmallVector<Number, 2>;

/// What is known of a combiner.
struct CombinerTraits {
  /// combine(a, b) is combine(b, a), up to rounding that the operator allows.
  bool isCommutative = true;
  /// combine(combine(a, b), c) is combine(a, combine(b, c)), likewise.
  bool isAssociative = true;
  /// combine(a, a) is a: a repeated element changes nothing.
  bool isIdempotent = false;
  /// A reduction of results of the same reduction is that of all elements.
  bool isMergeable = false;
  /// Each element, reduced alone, gives itself.
  bool isIdentityOnOneElement = false;
  /// `prepare` reads the position of an element in its reduced set.
  bool readsPosition = false;
  /// `finalize` reads the number of reduced elements.
  bool readsCount = false;

  /// Whether elements may be combined in any order and grouping.
  bool isReassociable() const { return isCommutative && isAssociative; }
};

class LoopForm;

/// How accumulated states combine. What it builds works on scalars and on
/// vectors alike, element by element.
class StateCombiner {
public:
  virtual ~StateCombiner() = default;

  virtual CombinerTraits getTraits() const = 0;

  /// Returns the state that leaves any other as it is, one scalar for each of
  /// its values.
  virtual SmallVector<TypedAttr> getNeutralState() const = 0;

  /// Returns the scalar types of a state.
  SmallVector<Type> getStateTypes() const;

  /// Builds the combination of two states.
  virtual State combine(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                        ValueRange element) const = 0;

  /// Returns the comparison of a float element with the accumulator after which
  /// it replaces that, if this is `combine` except that it drops a NaN element.
  /// Loops may use it and look for NaN apart, of which one makes the result
  /// NaN. The state is one float.
  virtual std::optional<arith::CmpFPredicate> getNaNDroppingComparison() const {
    return std::nullopt;
  }

  /// Returns another way to accumulate, which is faster in loops on some
  /// targets; null if there is none.
  virtual std::unique_ptr<LoopForm> getLoopForm() const { return nullptr; }
};

/// Another way to accumulate the elements of a combiner: with a state of its
/// own, which in the end becomes one of the combiner.
class LoopForm : public StateCombiner {
public:
  /// Builds what accumulates for `element`, which the combiner's `prepare`
  /// would take.
  virtual State prepare(ImplicitLocOpBuilder &builder, Value element) const = 0;

  /// Builds the combiner's state that `state` stands for.
  virtual State finish(ImplicitLocOpBuilder &builder,
                       ValueRange state) const = 0;
};

/// The operator of a reduction of elements of one type.
class Combiner : public StateCombiner {
public:
  explicit Combiner(Type elementType) : elementType(elementType) {}

  /// The type of the elements, with its signedness.
  Type getElementType() const { return elementType; }

  /// The type of the results, with its signedness.
  virtual Type getResultElementType() const { return elementType; }

  /// Builds the state of `element`, of the storage type. `position` is its
  /// place among the reduced elements, in row-major order, as an index; null
  /// unless `readsPosition`.
  virtual State prepare(ImplicitLocOpBuilder &builder, Value element,
                        Value position) const;

  /// Builds the result, of the storage type, that `state` stands for. `count`
  /// is the number of reduced elements, as an index; null unless `readsCount`.
  virtual Value finalize(ImplicitLocOpBuilder &builder, ValueRange state,
                         Value count) const;

  /// Whether `finalize` does more than return the only value of the state.
  virtual bool hasFinalize() const { return false; }

  /// Returns the state of no elements.
  virtual NumberState evaluateNeutral() const = 0;

  /// Returns the state of `element`, a number of the element type, at
  /// `position` among the reduced elements.
  virtual NumberState evaluatePrepare(const Number &element,
                                      int64_t position) const;

  /// Returns the combination of two states.
  virtual NumberState evaluateCombine(const NumberState &accumulator,
                                      const NumberState &element) const = 0;

  /// Returns the result, of the result type, that `state` stands for. `count`
  /// elements were reduced.
  virtual Number evaluateFinalize(const NumberState &state,
                                  int64_t count) const;

protected:
  Type elementType;
};

/// Builds `value`, a scalar, in the shape of `like`: a scalar or a vector.
Value buildConstantLike(ImplicitLocOpBuilder &builder, TypedAttr value,
                        Value like);

/// Returns `elementType`, in the shape of the type of `like`.
Type getTypeLike(Type elementType, Value like);

/// Returns `number`, rounded to nearest, ties to even, where it is a float, as
/// a number of `type`; integers stay as they are.
Number convertNumber(const Number &number, Type type);

/// Returns the number that `value`, of the element type `type`, is.
Number getNumber(TypedAttr value, Type type);

/// Returns `number`, of the element type `type`, as an attribute.
TypedAttr getNumberAttr(const Number &number, Type type);

/// Returns `evaluate` of two numbers of one kind.
template <typename EvaluateFn>
Number evaluateNumbers(const Number &first, const Number &second,
                       EvaluateFn evaluate) {
  if (auto *number = std::get_if<APFloat>(&first))
    return evaluate(*number, std::get<APFloat>(second));
  return evaluate(std::get<APSInt>(first), std::get<APSInt>(second));
}

} // namespace mlir::reduce

#endif // REDUCE_IR_COMBINERS_COMBINER_H
