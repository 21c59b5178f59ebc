//===- ONNXFunctions.h - Functions of onnx-mlir -----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_ONNX_ONNXFUNCTIONS_H
#define REDUCE_LIB_CONVERSION_ONNX_ONNXFUNCTIONS_H

#include "Conversion/Common/ConversionRemarks.h"

#include "mlir/IR/Operation.h"

namespace mlir::reduce::detail {

/// Removes the onnx dialect from functions below `root` in which only constants
/// of it are left. Constants and returns become operations of MLIR's own
/// dialects, names become attributes of the reduce dialect, and entry points
/// are erased. Makes a remark on each operation that is left, such as a return
/// whose operands do not fit the function type.
void finishONNXFunctions(Operation *root, const ConversionRemarks &remarks);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_CONVERSION_ONNX_ONNXFUNCTIONS_H
