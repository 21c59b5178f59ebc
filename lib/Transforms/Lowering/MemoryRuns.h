//===- MemoryRuns.h - Memrefs that are runs of memory -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_LOWERING_MEMORYRUNS_H
#define REDUCE_LIB_TRANSFORMS_LOWERING_MEMORYRUNS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce::detail {

/// Returns whether `type` is known to be a run of memory of several elements: a
/// ranked memref with dimensions, and without strides or an offset.
bool isRun(Type type);

/// Returns the elements of `memref` as one dimension. Requires `isRun`.
Value buildRun(ImplicitLocOpBuilder &builder, Value memref);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_LOWERING_MEMORYRUNS_H
