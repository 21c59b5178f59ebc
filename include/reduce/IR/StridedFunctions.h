//===- StridedFunctions.h - Functions with any strides ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_STRIDEDFUNCTIONS_H
#define REDUCE_IR_STRIDEDFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::reduce {

/// Returns whether `function` has the attribute `reduce.strided`.
bool isStrided(func::FuncOp function);

/// Returns whether `function` has the attribute `reduce.strided` with the value
/// "rows": the innermost stride of each argument is 1, and results are
/// contiguous.
bool hasContiguousRows(func::FuncOp function);

/// Returns whether `op` is in a function with `reduce.strided`, whose arguments
/// need not be contiguous.
bool isInStridedFunction(Operation *op);

/// Returns the name of the variant for any strides of the function `name`.
std::string getStridedVariantName(StringRef name);

/// Returns the name of the variant for contiguous rows of the function `name`.
std::string getRowsVariantName(StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_IR_STRIDEDFUNCTIONS_H
