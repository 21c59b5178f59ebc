//===- Versions.h - Versions of a reduction for known extents ---*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_ANALYSIS_VERSIONS_H
#define REDUCE_LIB_TRANSFORMS_ANALYSIS_VERSIONS_H

#include "Reduction.h"

namespace mlir::reduce::detail {

/// The operations that compute the results of a reduction. Copies of them are
/// versions for extents that are known only at run time.
class Versions {
public:
  explicit Versions(const Reduction &reduction);

  /// Builds a version at the insertion point of `builder`, for inputs whose
  /// loops have the extents `known`, if these are not dynamic. Returns the
  /// results.
  ValueRange build(ImplicitLocOpBuilder &builder,
                   ArrayRef<int64_t> known) const;

  /// Replaces the reduction, with its fills and its epilogue, by `results`.
  void replace(RewriterBase &rewriter, ValueRange results) const;

private:
  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  /// The fills of the outputs, the reduction itself, and its epilogue.
  SmallVector<Operation *> operations;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_ANALYSIS_VERSIONS_H
