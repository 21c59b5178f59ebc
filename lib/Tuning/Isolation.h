//===- Isolation.h - A reduction alone --------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TUNING_ISOLATION_H
#define REDUCE_LIB_TUNING_ISOLATION_H

#include "Transforms/Analysis/Reduction.h"

namespace mlir::reduce::detail {

/// A module whose only function computes a reduction.
struct IsolatedReduction {
  OwningOpRef<ModuleOp> module;
  /// For each dimension of each argument, the loop whose extent it has; none if
  /// the extent is known.
  SmallVector<SmallVector<std::optional<unsigned>>> argumentLoops;
};

/// Copies `reduction`, with all that is fused with it, to a function `name`.
/// Tensors that it reads become arguments, and so do values that are not
/// constants. Fails if a function cannot have such an argument.
FailureOr<IsolatedReduction> isolate(const Reduction &reduction,
                                     StringRef name);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TUNING_ISOLATION_H
