//===- Combiners.h - The operators of reductions ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A combiner is what one reduction has and no other: its identity, how two
// values combine, and what accumulates for an element. It says so twice: as
// operations to build, which have to be fast, and as an evaluation of numbers,
// which has to be obviously right; constant folding and tests compare the two.
// To add a reduction, add a class here and a record in ReduceOps.td that names
// it.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_COMBINERS_H
#define REDUCE_IR_COMBINERS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "reduce/IR/ReduceAttributes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

namespace mlir::reduce {

/// Returns the type that carries elements of `elementType` below the reduce
/// dialect: signless, and a byte for bool.
Type getStorageType(Type elementType);

/// Whether integers of `elementType` are compared as unsigned: also bools are.
bool isUnsigned(Type elementType);

/// Builds a byte that is 1 where `byte`, the storage of a bool, is not 0. Any
/// other byte than 0 is true, but results are 0 or 1.
Value buildTruth(OpBuilder &builder, Location loc, Value byte);

/// The operator of a reduction of elements of one type. What it builds works on
/// scalars, and has only operations that work on vectors element by element.
/// What it evaluates is independent of that.
class Combiner {
public:
  explicit Combiner(Type elementType) : elementType(elementType) {}
  virtual ~Combiner() = default;

  /// The type that accumulates.
  virtual Type getAccumulatorType() const = 0;

  /// What an empty set accumulates to, of the accumulator's type.
  virtual TypedAttr getIdentity() const = 0;

  /// Builds what `element`, of the storage type, adds to an accumulator, of the
  /// accumulator's type.
  virtual Value prepare(OpBuilder &builder, Location loc,
                        Value element) const = 0;

  /// Builds the combination of two values of the accumulator's type.
  virtual Value combine(OpBuilder &builder, Location loc, Value accumulator,
                        Value element) const = 0;

  /// Builds the result, of the storage type, that `accumulator` stands for.
  virtual Value finalize(OpBuilder &builder, Location loc,
                         Value accumulator) const = 0;

  /// Whether `finalize` does more than return its operand.
  virtual bool hasFinalize() const {
    return getAccumulatorType() != getStorageType(elementType);
  }

  /// What an empty set evaluates to. Its type is the one that `evaluate` works
  /// in: the element type, or a float type that holds all its values.
  virtual TypedAttr evaluateEmpty() const = 0;

  /// Returns the combination of two values of that type; only the function for
  /// its kind of type is called.
  virtual APFloat evaluate(const APFloat &accumulator,
                           const APFloat &element) const = 0;
  virtual APSInt evaluate(const APSInt &accumulator,
                          const APSInt &element) const = 0;

  /// Whether each element, reduced alone, gives itself.
  virtual bool keepsSingleElement() const = 0;

  /// Whether accumulators may be combined in any order.
  virtual bool hasFreeOrder() const { return true; }

  /// Whether a reduction of results of the same reduction is that of all the
  /// elements at once.
  virtual bool isMergeable() const = 0;

protected:
  /// The type of the elements, with its signedness.
  Type elementType;
};

/// The minimum.
///
/// f16 and bf16 are compared as integers, keys whose order is that of the
/// numbers, or its reverse, with all NaN at one end: most machines compare
/// these as fast as anything, and cannot compare f16 or bf16 without a
/// conversion.
///
/// Of bools, bytes of which any but 0 is true, the least byte tells.
class MinCombiner : public Combiner {
public:
  MinCombiner(Type elementType, NanMode nanMode)
      : Combiner(elementType), nanMode(nanMode) {}

  Type getAccumulatorType() const override;
  /// +inf, or the greatest value of an integer type.
  TypedAttr getIdentity() const override;
  Value prepare(OpBuilder &builder, Location loc, Value element) const override;
  /// Of -0.0 and +0.0 either may come out, which the operation built permits.
  Value combine(OpBuilder &builder, Location loc, Value accumulator,
                Value element) const override;
  Value finalize(OpBuilder &builder, Location loc,
                 Value accumulator) const override;
  bool hasFinalize() const override {
    return Combiner::hasFinalize() || elementType.isInteger(1);
  }

  TypedAttr evaluateEmpty() const override;
  APFloat evaluate(const APFloat &accumulator,
                   const APFloat &element) const override;
  APSInt evaluate(const APSInt &accumulator,
                  const APSInt &element) const override;
  /// Not a NaN that is ignored.
  bool keepsSingleElement() const override;
  bool isMergeable() const override { return true; }

private:
  bool usesKeys() const { return elementType.isF16() || elementType.isBF16(); }
  /// Builds the key of `bits`, or the bits of a key.
  Value buildKey(OpBuilder &builder, Location loc, Value bits) const;

  NanMode nanMode;
};

/// The product; integers wrap, f16 and bf16 accumulate in f32.
class ProdCombiner : public Combiner {
public:
  ProdCombiner(Type elementType, bool strictOrder)
      : Combiner(elementType), strictOrder(strictOrder) {}

  Type getAccumulatorType() const override;
  /// 1.
  TypedAttr getIdentity() const override;
  Value prepare(OpBuilder &builder, Location loc, Value element) const override;
  /// Floating-point factors may be reassociated, as the operation built says,
  /// unless the order is strict.
  Value combine(OpBuilder &builder, Location loc, Value accumulator,
                Value element) const override;
  Value finalize(OpBuilder &builder, Location loc,
                 Value accumulator) const override;

  TypedAttr evaluateEmpty() const override;
  APFloat evaluate(const APFloat &accumulator,
                   const APFloat &element) const override;
  APSInt evaluate(const APSInt &accumulator,
                  const APSInt &element) const override;
  bool keepsSingleElement() const override { return true; }
  bool hasFreeOrder() const override {
    return !strictOrder || !isa<FloatType>(elementType);
  }
  /// Not where the order is strict, nor where each result is rounded from a
  /// wider type: to round once less is more than another order.
  bool isMergeable() const override;

private:
  bool strictOrder;
};

} // namespace mlir::reduce

#endif // REDUCE_IR_COMBINERS_H
