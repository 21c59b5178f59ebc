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

namespace mlir::reduce::detail {

/// The type that a model declares for a tensor.
struct DeclaredType {
  /// Unranked if the model gives no shape. A dimension without a value is
  /// dynamic.
  TensorType type;
  /// The name of each dimension, empty if it has none. Has no entries if the
  /// type is unranked.
  SmallVector<StringRef> dimParams;
};

/// Returns the type that `info` declares. Fails if the specification does not
/// have the type; the message is a predicate such as "has no type".
llvm::Expected<DeclaredType> parseValueInfo(const onnx::ValueInfoProto &info,
                                            MLIRContext *context);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_FRONTEND_ONNX_ONNXTYPES_H
