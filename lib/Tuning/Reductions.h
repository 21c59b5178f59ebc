//===- Reductions.h - The reductions of a module ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TUNING_REDUCTIONS_H
#define REDUCE_LIB_TUNING_REDUCTIONS_H

#include "Isolation.h"
#include "reduce/Target/Compiler.h"
#include <map>

namespace mlir::reduce::detail {

/// A reduction to be tuned.
struct TunableReduction {
  IsolatedReduction isolated;
  /// The extents of its loops; kDynamic for those that are not known.
  SmallVector<int64_t> extents;
  /// The strategies that fit. The first one is what the rules choose.
  SmallVector<VectorStrategy> strategies;
  VectorTargetAttr target;
};

/// The name of the function of each isolated reduction.
constexpr StringLiteral isolatedName = "reduction";

/// Returns the reductions, by their keys, that -reduce-vectorize meets in
/// `module` if that is compiled for `machine` with `options`. Leaves out those
/// that cannot be isolated. On failure, emits errors.
FailureOr<std::map<std::string, TunableReduction>>
collectReductions(ModuleOp module,
                  const std::unique_ptr<llvm::TargetMachine> &machine,
                  const CompilerOptions &options);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TUNING_REDUCTIONS_H
