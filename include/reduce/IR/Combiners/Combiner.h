//===- Combiner.h - The operator of a reduction -----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A combiner is the single definition of the operator of a reduction: the state
// that an element contributes, how two accumulated states combine, and the
// result for a state. Folding, lowering, vectorization and splitting for
// threads use nothing else.
//
// A combiner has two implementations: one builds operations and must be fast,
// one evaluates numbers and must be obviously correct. Tests compare them by
// comparing compiled code with folded constants.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_COMBINERS_COMBINER_H
#define REDUCE_IR_COMBINERS_COMBINER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "reduce/IR/Combiners/WireForm.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include <variant>

namespace mlir::reduce {

/// An accumulated state: one value for a minimum, two for a minimum and its
/// index. The values are scalars, or vectors of the same shape.
using State = SmallVector<Value, 2>;

/// A number in an evaluation. A bool is an integer of one bit.
using Number = std::variant<APFloat, APSInt>;

/// A state of numbers.
using NumberState = SmallVector<Number, 2>;

/// The algebraic properties of a combiner.
struct CombinerTraits {
  /// combine(a, b) is combine(b, a), up to rounding that the operator allows.
  bool isCommutative = true;
  /// combine(combine(a, b), c) is combine(a, combine(b, c)), up to rounding
  /// that the operator allows.
  bool isAssociative = true;
  /// combine(a, a) is a: a repeated element changes nothing.
  bool isIdempotent = false;
  /// combine(a, b) is an `arith.minimumf` or `arith.maximumf` of floats.
  bool isFloatExtremum = false;
  /// Reducing the results of reductions of parts gives the reduction of all
  /// elements.
  bool isMergeable = false;
  /// The reduction of a single element is that element.
  bool isIdentityOnOneElement = false;
  /// `prepare` reads the position of an element in its reduced set.
  bool readsPosition = false;
  /// `finalize` reads the number of reduced elements.
  bool readsCount = false;

  /// Whether elements may be combined in any order and grouping.
  bool isReassociable() const { return isCommutative && isAssociative; }
};

class LoopForm;

/// How accumulated states combine. The operations that it builds work on
/// scalars and, element by element, on vectors.
class StateCombiner {
public:
  virtual ~StateCombiner() = default;

  virtual CombinerTraits getTraits() const = 0;

  /// Returns the neutral state: combining it with any other state gives that
  /// state. There is one scalar for each value of a state.
  virtual SmallVector<TypedAttr> getNeutralState() const = 0;

  /// Returns the scalar types of a state.
  SmallVector<Type> getStateTypes() const;

  /// Builds the combination of two states.
  virtual State combine(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                        ValueRange element) const = 0;

  /// Returns a predicate P such that `P(element, accumulator) ? element :
  /// accumulator` is `combine`, except that it drops a NaN element and orders
  /// zeros in any way. Loops and merges may use this, or the lesser or greater
  /// with ordered zeros, and search for NaN separately: any NaN makes the
  /// result NaN. The state is one float. Returns std::nullopt if there is no
  /// such predicate.
  virtual std::optional<arith::CmpFPredicate> getNaNDroppingComparison() const {
    return std::nullopt;
  }

  /// Returns an alternative way to accumulate that is faster in loops on some
  /// targets; null if there is none.
  virtual std::unique_ptr<LoopForm> getLoopForm() const { return nullptr; }

  /// Returns an alternative way to accumulate on targets that compare f16 as
  /// fast as integers; null if there is none.
  virtual std::unique_ptr<LoopForm> getFloat16Form() const { return nullptr; }
};

/// An alternative way to accumulate the elements of a combiner. It has a state
/// of its own, which `finish` converts to a state of the combiner.
class LoopForm : public StateCombiner {
public:
  /// Builds the state of `element`, which has the type of an argument of the
  /// combiner's `prepare`.
  virtual State prepare(ImplicitLocOpBuilder &builder, Value element) const = 0;

  /// Builds the state of the combiner that is equivalent to `state`.
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

  /// Builds the state of `element`, which has the storage type. `position` is
  /// its index among the reduced elements in row-major order; null unless
  /// `readsPosition`.
  virtual State prepare(ImplicitLocOpBuilder &builder, Value element,
                        Value position) const;

  /// Builds the result for `state`, of the storage type. `count` is the number
  /// of reduced elements, as an index; null unless `readsCount`.
  virtual Value finalize(ImplicitLocOpBuilder &builder, ValueRange state,
                         Value count) const;

  /// Returns whether `finalize` does more than return the only value of the
  /// state.
  virtual bool hasFinalize() const { return false; }

  /// Returns the state for no elements.
  virtual NumberState evaluateNeutral() const = 0;

  /// Returns the state of `element`, a number of the element type, whose index
  /// among the reduced elements is `position`.
  virtual NumberState evaluatePrepare(const Number &element,
                                      int64_t position) const;

  /// Returns the combination of two states.
  virtual NumberState evaluateCombine(const NumberState &accumulator,
                                      const NumberState &element) const = 0;

  /// Returns the result for `state`, of the result type. `count` is the number
  /// of reduced elements.
  virtual Number evaluateFinalize(const NumberState &state,
                                  int64_t count) const;

  /// Returns the form in which the partial results of shards travel between
  /// machines; null if the reduction cannot be split into shards.
  virtual std::unique_ptr<WireForm> getWireForm() const { return nullptr; }

protected:
  Type elementType;
};

/// Builds the scalar `value` as a constant with the shape of `like`: a scalar
/// or a vector.
Value buildConstantLike(ImplicitLocOpBuilder &builder, TypedAttr value,
                        Value like);

/// Returns the type with elements of `elementType` and the shape of `like`.
Type getTypeLike(Type elementType, Value like);

/// Converts `number` to `type`. A float is rounded to nearest, ties to even; an
/// integer does not change.
Number convertNumber(const Number &number, Type type);

/// Returns `value`, which has the element type `type`, as a number.
Number getNumber(TypedAttr value, Type type);

/// Returns `number`, which has the element type `type`, as an attribute.
TypedAttr getNumberAttr(const Number &number, Type type);

/// Returns the result of `evaluate` for two numbers of the same kind.
template <typename EvaluateFn>
Number evaluateNumbers(const Number &first, const Number &second,
                       EvaluateFn evaluate) {
  if (auto *number = std::get_if<APFloat>(&first))
    return evaluate(*number, std::get<APFloat>(second));
  return evaluate(std::get<APSInt>(first), std::get<APSInt>(second));
}

} // namespace mlir::reduce

#endif // REDUCE_IR_COMBINERS_COMBINER_H
