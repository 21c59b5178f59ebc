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

/// Returns the axes that `op` has as an operand, where these are known. They
/// need not be valid: one beyond int64_t is returned as the greatest int64_t.
/// An empty operand that means all dimensions gives all of them. Returns
/// std::nullopt where the axes are not known, or are an attribute.
std::optional<SmallVector<int64_t>> getConstantAxes(ReductionOpInterface op);

/// What a list of axes says about the dimensions of a tensor, as values of type
/// i1.
struct DynamicAxes {
  /// For each dimension of the tensor, whether it is reduced.
  SmallVector<Value> isReduced;
  /// Whether all axes are in [-rank, rank-1]; one that is not reduces nothing.
  Value areInRange;
  /// Whether no two axes name the same dimension.
  Value areUnique;
  /// Whether the number of axes leads to the rank of the result; null where no
  /// other is possible.
  Value haveValidCount;
};

/// Builds what the axes of `op` say. `axes` are its operand, or what it has
/// been converted to: a tensor of signless integers; the operand's type tells
/// their sign. The input and the result of `op` must have a rank.
DynamicAxes buildDynamicAxes(OpBuilder &builder, ReductionOpInterface op,
                             Value axes);

/// Returns the sizes of the result of `op`, whose axes are `axes` and whose
/// input has the sizes `inputSizes`.
SmallVector<Value> buildResultSizes(OpBuilder &builder, ReductionOpInterface op,
                                    const DynamicAxes &axes,
                                    ValueRange inputSizes);

/// Appends the sizes of the result of `op` to `shapes`, as
/// ReifyRankedShapedTypeOpInterface asks for. Fails where the rank of the input
/// or of the result is not known.
LogicalResult reifyReductionShape(OpBuilder &builder, ReductionOpInterface op,
                                  ReifiedRankedShapedTypeDims &shapes);

} // namespace mlir::reduce

#endif // REDUCE_IR_DYNAMICAXES_H
