//===- TopologicalOrder.h - Order of the nodes of a graph -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_COMMON_TOPOLOGICALORDER_H
#define REDUCE_LIB_FRONTEND_COMMON_TOPOLOGICALORDER_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::reduce {

/// Orders the nodes 0, 1, ... of a graph so that each comes after its
/// producers, and else by number. `producers` has an entry for each node, in
/// which a producer may stand more than once. Fails where nodes form a cycle:
/// appends their path, each as `describe` calls it, to `emitError`'s message.
FailureOr<SmallVector<int>>
orderTopologically(ArrayRef<SmallVector<int>> producers,
                   llvm::function_ref<std::string(int)> describe,
                   llvm::function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::reduce

#endif // REDUCE_LIB_FRONTEND_COMMON_TOPOLOGICALORDER_H
