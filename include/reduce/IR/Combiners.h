//===- Combiners.h - The operators of reductions ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A combiner is what one reduction has and no other: its identity and how two
// values combine. To add a reduction, add a struct here and a record in
// ReduceOps.td that names it.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_COMBINERS_H
#define REDUCE_IR_COMBINERS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"

namespace mlir::reduce {

/// The minimum; a NaN among the operands gives NaN.
struct MinCombiner {
  /// +inf, the greatest value of an integer type, or true.
  static TypedAttr identity(Type elementType);
  /// Of -0.0 and +0.0 either may come out, which the operation built permits.
  static Value combine(OpBuilder &builder, Location loc, Value accumulator,
                       Value element);
};

/// The product; integers wrap.
struct ProdCombiner {
  /// 1.
  static TypedAttr identity(Type elementType);
  /// Floating-point factors may be reassociated, as the operation built says.
  static Value combine(OpBuilder &builder, Location loc, Value accumulator,
                       Value element);
};

} // namespace mlir::reduce

#endif // REDUCE_IR_COMBINERS_H
