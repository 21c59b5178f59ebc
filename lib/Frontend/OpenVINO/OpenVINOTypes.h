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

namespace mlir::reduce::detail::openvino {

/// Returns the type for the value `name` of an attribute element_type. Fails if
/// the specification does not have the type.
llvm::Expected<ElementType> parseElementType(StringRef name);

/// Parses an attribute shape such as "3,?,1..8". The empty text is a scalar,
/// and a dimension with more than one possible extent is dynamic. Returns
/// nothing if the rank is dynamic ("..."). Fails for any other text.
llvm::Expected<std::optional<SmallVector<int64_t>>> parseShape(StringRef text);

/// Returns the type that `port` declares for a tensor. Uses `inferred` for
/// anything that the port does not declare. Fails for a precision that the
/// specification does not have.
llvm::Expected<RankedTensorType> getDeclaredType(const Port &port,
                                                 RankedTensorType inferred);

} // namespace mlir::reduce::detail::openvino

#endif // REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOTYPES_H
