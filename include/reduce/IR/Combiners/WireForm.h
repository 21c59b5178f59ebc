//===- WireForm.h - Partial results between machines ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_COMBINERS_WIREFORM_H
#define REDUCE_IR_COMBINERS_WIREFORM_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce {

/// How an engine of collectives, such as MPI, combines the values of ranks.
enum class CollectiveKind { Minimum, Maximum, Product };

/// The form in which the results of the shards of a tensor are combined.
///
/// Each rank reduces its shard, with elements of the partial type, to a partial
/// result. An engine combines encoded partial results in an order that it
/// chooses. All engines have signed integers, f32 and f64, but they disagree on
/// NaN, and some on unsigned integers, so the wire type is one of these and no
/// result may depend on the order of NaN.
class WireForm {
public:
  WireForm(Type partialType, Type wireType, CollectiveKind kind)
      : partialType(partialType), wireType(wireType), kind(kind) {}
  virtual ~WireForm() = default;

  /// The element type of the reduction of a shard. Elements of another float
  /// type are extended to it.
  Type getPartialType() const { return partialType; }

  /// A signless integer of 8 to 64 bits, f32 or f64.
  Type getWireType() const { return wireType; }

  CollectiveKind getKind() const { return kind; }

  /// Builds the wire's value for `partial`, a signless scalar of the partial
  /// type.
  virtual Value encode(ImplicitLocOpBuilder &builder, Value partial) const {
    return partial;
  }

  /// Builds the result for `wire`: a signless scalar of the result's type.
  virtual Value decode(ImplicitLocOpBuilder &builder, Value wire) const {
    return wire;
  }

private:
  Type partialType, wireType;
  CollectiveKind kind;
};

} // namespace mlir::reduce

#endif // REDUCE_IR_COMBINERS_WIREFORM_H
