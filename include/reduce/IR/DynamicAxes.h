//===- DynamicAxes.h - Axes computed at run time ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_DYNAMICAXES_H
#define REDUCE_IR_DYNAMICAXES_H

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "reduce/IR/ReduceInterfaces.h"

namespace mlir::reduce {

/// Returns the axes of `op` if they are an operand that is known. They need not
/// be valid: an axis that does not fit into int64_t becomes the greatest
/// int64_t. If an empty operand means all dimensions, returns all of them.
/// Returns std::nullopt if the axes are not known or are an attribute.
std::optional<SmallVector<int64_t>> getConstantAxes(ReductionOpInterface op);

/// Properties of the axes of a reduction that are known at run time, as values
/// of type i1.
struct DynamicAxes {
  /// For each dimension of the tensor, whether it is reduced.
  SmallVector<Value> isReduced;
  /// Whether all axes are in [-rank, rank-1]. An axis that is not is ignored.
  Value areInRange;
  /// Whether no two axes name the same dimension.
  Value areUnique;
  /// Whether the number of axes fits the rank of the result; null if it always
  /// does.
  Value haveValidCount;
};

/// Builds the properties of the axes of `op`. `axes` is its operand, or a
/// tensor of signless integers that the operand was converted to; the type of
/// the operand determines the signedness. The input and the result of `op` must
/// have a rank.
DynamicAxes buildDynamicAxes(OpBuilder &builder, ReductionOpInterface op,
                             Value axes);

/// Builds the sizes of the result of `op`, whose axes are `axes` and whose
/// input has the sizes `inputSizes`.
SmallVector<Value> buildResultSizes(OpBuilder &builder, ReductionOpInterface op,
                                    const DynamicAxes &axes,
                                    ValueRange inputSizes);

/// Appends the sizes of the result of `op` to `shapes`, to implement
/// ReifyRankedShapedTypeOpInterface. Fails if the rank of the input or of the
/// result is not known.
LogicalResult reifyReductionShape(OpBuilder &builder, ReductionOpInterface op,
                                  ReifiedRankedShapedTypeDims &shapes);

} // namespace mlir::reduce

#endif // REDUCE_IR_DYNAMICAXES_H
