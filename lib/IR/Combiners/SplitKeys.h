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

/// The integer keys by which 16-bit floats are compared.
///
/// For numbers of one sign, the key is the bits of the number. For those of the
/// other sign, it is the bits of +inf minus the bits of the number, modulo
/// 2^16. The subtraction reverses their order, and the wrapping puts NaN of
/// either sign at the same end:
///
///          unsigned keys          signed keys
///   +0     inf                    0
///   +inf   0                      inf
///   +NaN   2^15 + inf + 1 ...     inf + 1 ...
///   -0     2^15                   inf - 2^15
///   -inf   2^15 + inf             -2^15
///   -NaN   2^15 + inf + 1 ...     inf + 1 ...
///
/// Lesser numbers have greater unsigned keys; greater numbers have greater
/// signed keys. NaN have the greatest keys of both kinds. So each of the four
/// extrema is an extremum of keys:
///
///               NaN propagates          NaN are ignored
///   minimum     the greatest unsigned   the least signed
///   maximum     the greatest signed     the least unsigned
///
/// The key of a key is the original bits, except for the sign of a NaN.
class SplitKeys {
public:
  SplitKeys(Type elementType, bool areSigned);

  /// Returns the key of the bits of a float.
  APInt getKey(const APInt &bits) const;

  /// Builds the bits of a float.
  Value buildBits(ImplicitLocOpBuilder &builder, Value element) const;

  /// Builds the key of a float from its bits, or the bits from its key.
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

/// Accumulates the extremum of keys without choosing, for each element, between
/// its bits and its reversed bits (the bits of +inf minus its own).
///
/// A loop accumulates both for all elements. Each uses an order that separates
/// keys from values that are not keys, and `finish` determines which of the two
/// is the result. Each step is one subtraction and two combinations, instead of
/// one combination and a choice. The choice costs at least three operations,
/// unless the machine has masked arithmetic.
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
  /// For the least key of nothing but NaN, the result may be the key of any of
  /// them.
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
