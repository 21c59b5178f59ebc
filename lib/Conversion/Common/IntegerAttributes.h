//===- IntegerAttributes.h - Integers in attributes -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads integers, such as axes, from the kinds of attributes that other
// dialects use.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_COMMON_INTEGERATTRIBUTES_H
#define REDUCE_LIB_CONVERSION_COMMON_INTEGERATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::reduce::detail {

/// Returns the integer in `attribute`; none if it is not an integer or does not
/// fit into int64_t.
std::optional<int64_t> getInteger(Attribute attribute);

/// Returns the integers in `attribute`, an array of any kind; none for others.
std::optional<SmallVector<int64_t>> getIntegerList(Attribute attribute);

/// Returns the elements of `attribute`, which must have 64 bits and rank 0 or
/// 1. Returns none for other attributes, and if the elements cannot be read or
/// are too many to be axes.
std::optional<SmallVector<int64_t>> getIntegerElements(Attribute attribute);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_CONVERSION_COMMON_INTEGERATTRIBUTES_H
