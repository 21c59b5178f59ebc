//===- OperatorVersions.h - The versions of ONNX's reductions ---*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FRONTEND_OPERATORVERSIONS_H
#define REDUCE_FRONTEND_OPERATORVERSIONS_H

#include "reduce/Runtime/ElementType.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace mlir::reduce {

/// Where a version of an operator takes its axes from.
enum class AxesSource { Attribute, Input };

/// One version of an ONNX operator: a row of OperatorVersions.def, which says
/// what the fields mean.
struct OperatorVersion {
  llvm::StringLiteral name;
  int64_t since;
  llvm::StringLiteral operation;
  AxesSource axesSource;
  bool hasNoopWithEmptyAxes;
  bool keepdimsDefault;
  /// A bit per enumerator of ElementType.
  uint32_t elementTypes;

  bool accepts(ElementType type) const {
    return elementTypes >> static_cast<unsigned>(type) & 1;
  }
};

/// Returns whether any version of the operator `name` can be imported.
bool isKnownOperator(llvm::StringRef name);

/// Returns the version of the operator `name` that a model importing `opset`
/// uses: the latest that is not newer. Null where there is none.
const OperatorVersion *findOperatorVersion(llvm::StringRef name, int64_t opset);

} // namespace mlir::reduce

#endif // REDUCE_FRONTEND_OPERATORVERSIONS_H
