//===- ONNXImport.h - Import of ONNX models ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FRONTEND_ONNX_ONNXIMPORT_H
#define REDUCE_FRONTEND_ONNX_ONNXIMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::reduce {

/// Imports the ONNX model `bytes`, a serialized onnx.ModelProto, as a module
/// with one function for the model's graph. Locations refer to `fileName`; its
/// stem is the name of a graph that has none. Loads the necessary dialects into
/// `context`. Emits an error and returns null if the model cannot be imported.
/// Warns of device configurations, which it ignores.
OwningOpRef<ModuleOp> importONNX(llvm::StringRef bytes,
                                 llvm::StringRef fileName,
                                 MLIRContext *context);

} // namespace mlir::reduce

#endif // REDUCE_FRONTEND_ONNX_ONNXIMPORT_H
