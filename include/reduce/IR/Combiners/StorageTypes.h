//===- StorageTypes.h - Storage types of elements ---------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_COMBINERS_STORAGETYPES_H
#define REDUCE_IR_COMBINERS_STORAGETYPES_H

#include "mlir/IR/Builders.h"

namespace mlir::reduce {

/// Returns the type in which elements of `elementType` are stored below the
/// reduce dialect: a signless type, and i8 for bool.
Type getStorageType(Type elementType);

/// Returns whether integers of `elementType`, including bools, are compared as
/// unsigned.
bool isUnsigned(Type elementType);

/// Builds a byte that is 1 if `byte`, the storage of a bool, is not 0; else 0.
/// Any byte except 0 means true in inputs, but results must be 0 or 1.
Value buildTruth(OpBuilder &builder, Location loc, Value byte);

} // namespace mlir::reduce

#endif // REDUCE_IR_COMBINERS_STORAGETYPES_H
