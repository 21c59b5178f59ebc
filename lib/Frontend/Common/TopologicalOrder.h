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

namespace mlir::reduce::detail {

/// Orders the nodes 0, 1, ... of a graph so that each comes after its
/// producers; otherwise the order is by number. `producers` has one entry per
/// node, which may repeat a producer. If there is a cycle, fails and appends
/// its path to the message of `emitError`; `describe` gives the name of each
/// node.
FailureOr<SmallVector<int>>
orderTopologically(ArrayRef<SmallVector<int>> producers,
                   llvm::function_ref<std::string(int)> describe,
                   llvm::function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_FRONTEND_COMMON_TOPOLOGICALORDER_H
