//===- SplitKeys.h - Floats of 16 bits as integer keys ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_IR_COMBINERS_SPLITKEYS_H
#define REDUCE_LIB_IR_COMBINERS_SPLITKEYS_H

#include "reduce/IR/Combiners/Combiner.h"

namespace mlir::reduce {

/// The keys by which floats of 16 bits are compared as integers.
///
/// Where numbers of one sign are their own keys, those of the other are taken
/// from the bits of +inf, which reverses their order, modulo 2^16, which puts
/// NaN of either sign at the same end:
///
///          unsigned keys          signed keys
///   +0     inf                    0
///   +inf   0                      inf
///   +NaN   2^15 + inf + 1 ...     inf + 1 ...
///   -0     2^15                   inf - 2^15
///   -inf   2^15 + inf             -2^15
///   -NaN   2^15 + inf + 1 ...     inf + 1 ...
///
/// Unsigned keys are greater for lesser numbers, signed ones for greater. NaN
/// are the greatest of both. So of the four extrema, each is one of keys:
///
///               NaN propagates          NaN are ignored
///   minimum     the greatest unsigned   the least signed
///   maximum     the greatest signed     the least unsigned
///
/// The key of a key is what it was made of, but for the sign of a NaN.
class SplitKeys {
public:
  SplitKeys(Type elementType, bool areSigned);

  /// Returns the key of the bits of a float.
  APInt getKey(const APInt &bits) const;

  /// Builds the bits of a float.
  Value buildBits(ImplicitLocOpBuilder &builder, Value element) const;

  /// Builds the key of the bits of a float, or the bits of a key.
  Value buildKey(ImplicitLocOpBuilder &builder, Value bits) const;

  /// The bits of +inf.
  const APInt &getInfinity() const { return infinity; }

  /// Returns an attribute of the keys' type.
  TypedAttr getAttr(const APInt &value) const;

private:
  Type keyType;
  APInt infinity;
  bool areSigned;
};

/// Accumulates the extremum of keys without choosing between an element's bits
/// and what is taken from those of +inf.
///
/// A loop accumulates both for all elements, each in an order that keeps those
/// apart to which it does not belong, and the end finds which one counts. That
/// is one operation and two combinations instead of one combination and a
/// choice, which is three operations or more unless a machine computes some
/// lanes of a vector only.
class SplitKeysForm : public LoopForm {
public:
  SplitKeysForm(Type elementType, bool areSigned, bool takesGreatest)
      : keys(elementType, areSigned), areSigned(areSigned),
        takesGreatest(takesGreatest) {}

  CombinerTraits getTraits() const override;
  SmallVector<TypedAttr> getNeutralState() const override;
  State combine(ImplicitLocOpBuilder &builder, ValueRange accumulator,
                ValueRange element) const override;
  State prepare(ImplicitLocOpBuilder &builder, Value element) const override;
  /// Of NaN only, the least key is that of any of them.
  State finish(ImplicitLocOpBuilder &builder, ValueRange state) const override;

private:
  Value buildGreatest(ImplicitLocOpBuilder &builder, Value bits,
                      Value reversed) const;
  Value buildLeast(ImplicitLocOpBuilder &builder, Value bits,
                   Value reversed) const;

  SplitKeys keys;
  bool areSigned, takesGreatest;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_IR_COMBINERS_SPLITKEYS_H
