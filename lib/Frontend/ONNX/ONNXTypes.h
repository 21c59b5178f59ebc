//===- ONNXTypes.h - Types in ONNX models -----------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_ONNX_ONNXTYPES_H
#define REDUCE_LIB_FRONTEND_ONNX_ONNXTYPES_H

#include "ONNXProto.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::reduce {

/// What a model says of a tensor's type.
struct DeclaredType {
  /// Unranked where the model gives no shape; a dimension without a value is
  /// dynamic.
  TensorType type;
  /// The name of each dimension, empty where it has none; no entries where the
  /// type is unranked.
  SmallVector<StringRef> dimParams;
};

/// Returns the type that `info` declares. Fails, with a predicate for the
/// value such as "has no type", where that is no type of the specification.
llvm::Expected<DeclaredType> parseValueInfo(const onnx::ValueInfoProto &info,
                                            MLIRContext *context);

} // namespace mlir::reduce

#endif // REDUCE_LIB_FRONTEND_ONNX_ONNXTYPES_H
