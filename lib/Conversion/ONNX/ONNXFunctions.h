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

namespace mlir::reduce {

/// Frees functions below `root` from the onnx dialect where only constants are
/// left in them: these become MLIR's own, the functions return as others do,
/// names become attributes of the reduce dialect, and they are no entry points
/// any more. What stays, as a return whose operands are not what the function
/// returns, has a remark.
void finishONNXFunctions(Operation *root, const ConversionRemarks &remarks);

} // namespace mlir::reduce

#endif // REDUCE_LIB_CONVERSION_ONNX_ONNXFUNCTIONS_H
