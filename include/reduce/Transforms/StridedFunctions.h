//===- StridedFunctions.h - Functions on any strides ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_STRIDEDFUNCTIONS_H
#define REDUCE_TRANSFORMS_STRIDEDFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::reduce {

/// Whether `function` has the attribute `reduce.strided`.
bool isStrided(func::FuncOp function);

/// Whether `op` stands in a function with `reduce.strided`, whose operands
/// cannot be taken for contiguous.
bool isInStridedFunction(Operation *op);

/// Returns the name of the strided variant of the function `name`.
std::string getStridedVariantName(StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_TRANSFORMS_STRIDEDFUNCTIONS_H
