//===- RowBuilder.h - What strategies for rows share ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_ROWBUILDER_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_ROWBUILDER_H

#include "Strategy.h"
#include "Transforms/Vectorize/Builders/Loops.h"

namespace mlir::reduce {

/// Succeeds where the innermost loop is reduced, in any order; else `choice`
/// says why not.
LogicalResult matchReducedRows(const Reduction &reduction, Choice &choice);

/// Succeeds where the innermost loop alone is reduced, in any order, and has a
/// known extent, so that a block of rows is a known number of elements; else
/// `choice` says why not.
LogicalResult matchBlocksOfRows(const Reduction &reduction, Choice &choice);

/// Succeeds where the innermost loop is kept, and the loop before it is
/// reduced, in any order, so that rows which follow each other can be read as
/// one; else `choice` says why not.
LogicalResult matchKeptRows(const Reduction &reduction, Choice &choice);

/// Base of the builders that read several rows of the innermost loop as one
/// vector.
class RowBuilder {
protected:
  RowBuilder(const Reduction &reduction, const VectorTarget &target)
      : reduction(reduction), target(target),
        rowLoop(reduction.getNumLoops() - 2), lanes(target.getLanes(reduction)),
        indices(reduction.getNumLoops()) {}

  /// Returns `offset`, an index of the two innermost loops as one, behind the
  /// indices of the loops before these.
  SmallVector<Value> getJoinedIndices(Value offset) const {
    SmallVector<Value> joined(llvm::drop_end(indices, 2));
    joined.push_back(offset);
    return joined;
  }

  VectorReduction reduction;
  const VectorTarget &target;
  /// The loop over rows.
  unsigned rowLoop;
  /// Elements of a machine vector.
  int64_t lanes;
  SmallVector<Value> indices;
  /// The inputs with rows and elements as one dimension.
  SmallVector<Value> inputs;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_STRATEGIES_ROWBUILDER_H
