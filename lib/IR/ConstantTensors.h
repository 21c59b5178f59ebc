//===- ConstantTensors.h - Constants of any element type --------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal: arith only has constants of signless types. A constant of an
// unsigned type is a tensor.bitcast of a signless one.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_IR_CONSTANTTENSORS_H
#define REDUCE_LIB_IR_CONSTANTTENSORS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::reduce::detail {

/// Returns the elements of `value` if it is a constant; otherwise null.
DenseElementsAttr getConstantElements(Value value);

/// Builds a constant tensor of `elements`.
Value buildConstantTensor(OpBuilder &builder, Location loc,
                          DenseElementsAttr elements);

/// Builds a tensor of `sizes` filled with `element`.
Value buildSplatTensor(OpBuilder &builder, Location loc, TypedAttr element,
                       ArrayRef<OpFoldResult> sizes);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_IR_CONSTANTTENSORS_H
