//===- IntegerAttributes.h - Integers in attributes -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Axes and the like, in the forms of attribute that other dialects use.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_COMMON_INTEGERATTRIBUTES_H
#define REDUCE_LIB_CONVERSION_COMMON_INTEGERATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::reduce {

/// Returns the integer in `attribute`; none where it is no integer, or no
/// int64_t.
std::optional<int64_t> getInteger(Attribute attribute);

/// Returns the integers in `attribute`, an array of any kind; none for others.
std::optional<SmallVector<int64_t>> getIntegerList(Attribute attribute);

/// Returns the elements of `attribute`, of 64 bits and rank 0 or 1; none for
/// others, where they cannot be read, and where they are too many to be axes.
std::optional<SmallVector<int64_t>> getIntegerElements(Attribute attribute);

} // namespace mlir::reduce

#endif // REDUCE_LIB_CONVERSION_COMMON_INTEGERATTRIBUTES_H
