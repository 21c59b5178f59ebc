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
#include "reduce/IR/ReduceAttributes.h"

#include <optional>

namespace mlir::reduce {

/// Returns the value of the attribute `reduce.layout` of `function`, or nothing
/// if it has none: its arguments and results are contiguous.
std::optional<Layout> getLayout(func::FuncOp function);

/// Sets the attribute `reduce.layout` of `function`. The reduce dialect must be
/// loaded.
void setLayout(func::FuncOp function, Layout layout);

/// Returns whether `op` is in a function with `reduce.layout`, whose arguments
/// need not be contiguous.
bool isInStridedFunction(Operation *op);

/// Returns whether tensors of `type` are single rows: all dimensions except the
/// last are known to be 1.
bool isRow(RankedTensorType type);

/// Returns the name of the variant for any strides of the function `name`.
std::string getStridedVariantName(StringRef name);

/// Returns the name of the variant for contiguous rows of the function `name`.
std::string getRowsVariantName(StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_IR_STRIDEDFUNCTIONS_H
