//===- OpenVINOTypes.h - Types in OpenVINO nets -----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOTYPES_H
#define REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOTYPES_H

#include "OpenVINONet.h"
#include "mlir/IR/BuiltinTypes.h"
#include "reduce/Support/ElementType.h"
#include "llvm/Support/Error.h"

namespace mlir::reduce::openvino {

/// Returns the element type that an attribute element_type names. Fails for
/// types the specification does not have.
llvm::Expected<ElementType> parseElementType(StringRef name);

/// Returns the shape that an attribute shape gives, such as "3,?,1..8": the
/// empty text is a scalar, and a dimension with more than one extent is
/// dynamic. None where the rank is dynamic ("..."). Fails for anything else.
llvm::Expected<std::optional<SmallVector<int64_t>>> parseShape(StringRef text);

/// Returns the type that `port` declares for a tensor of which `inferred` is
/// known, and that fills in what the port does not say. Fails for a precision
/// that the specification does not have.
llvm::Expected<RankedTensorType> getDeclaredType(const Port &port,
                                                 RankedTensorType inferred);

} // namespace mlir::reduce::openvino

#endif // REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOTYPES_H
