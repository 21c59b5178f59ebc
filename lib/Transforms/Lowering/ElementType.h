//===- ElementType.h - Types of another element type ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_LOWERING_ELEMENTTYPE_H
#define REDUCE_LIB_TRANSFORMS_LOWERING_ELEMENTTYPE_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::reduce::detail {

/// Returns `elementType`, or a vector of it with the shape of `type` if that is
/// a vector.
inline Type withElementType(Type type, Type elementType) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(elementType);
  return elementType;
}

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_LOWERING_ELEMENTTYPE_H
