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

namespace mlir::reduce {

/// Replaces each reduction and each `tensor.cast` in `root` whose types, or
/// axes, contradict what is known of its operands: by a `cf.assert` that fails,
/// with a text of a status, and a tensor of the type that is declared. A
/// warning says what contradicts what. Such an operation may be valid, as types
/// may hide sizes; it is no error, as it may never be reached. But patterns
/// that find out the sizes would build what is not valid.
void replaceContradictions(Operation *root);

} // namespace mlir::reduce

#endif // REDUCE_LIB_CONVERSION_REDUCETOLINALG_CONTRADICTIONS_H
