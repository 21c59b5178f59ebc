//===- TensorBitcast.h - Bitcasts of tensors --------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_TENSORBITCAST_H
#define REDUCE_IR_TENSORBITCAST_H

#include "mlir/IR/Builders.h"

namespace mlir::reduce {

/// Builds a tensor.bitcast of the tensor `value` to elements of `elementType`.
/// Returns `value` itself if it has this element type already.
Value buildTensorBitcast(OpBuilder &builder, Location loc, Value value,
                         Type elementType);

} // namespace mlir::reduce

#endif // REDUCE_IR_TENSORBITCAST_H
