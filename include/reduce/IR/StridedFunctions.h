//===- StridedFunctions.h - Functions on any strides ------------*- C++ -*-===//
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

/// Whether `function` has the attribute `reduce.strided`.
bool isStrided(func::FuncOp function);

/// Whether `function` has the attribute `reduce.strided` with the value "rows":
/// the innermost stride of each argument is 1, and results are contiguous.
bool hasContiguousRows(func::FuncOp function);

/// Whether `op` stands in a function with `reduce.strided`, whose operands
/// cannot be taken for contiguous.
bool isInStridedFunction(Operation *op);

/// Returns the name of the variant of the function `name` for any strides.
std::string getStridedVariantName(StringRef name);

/// Returns the name of the variant of the function `name` for contiguous rows.
std::string getRowsVariantName(StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_IR_STRIDEDFUNCTIONS_H
