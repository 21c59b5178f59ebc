//===- Contradictions.h - Operations that can only fail ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_REDUCETOLINALG_CONTRADICTIONS_H
#define REDUCE_LIB_CONVERSION_REDUCETOLINALG_CONTRADICTIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::reduce::detail {

/// Replaces each reduction and each `tensor.cast` in `root` whose types or axes
/// contradict what is known of its operands. The replacement is a `cf.assert`
/// that fails, with the text of a status, and a tensor of the declared type. A
/// warning describes the contradiction. The verifier accepts such operations
/// since types may hide sizes, and they are not errors since they may never be
/// executed. But patterns that infer the sizes would build invalid operations.
void replaceContradictions(Operation *root);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_CONVERSION_REDUCETOLINALG_CONTRADICTIONS_H
