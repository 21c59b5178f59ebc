//===- StorageTypes.h - What carries elements -------------------*- C++ -*-===//
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

/// Returns the type that carries elements of `elementType` below the reduce
/// dialect: signless, and a byte for bool.
Type getStorageType(Type elementType);

/// Whether integers of `elementType` are compared as unsigned: also bools are.
bool isUnsigned(Type elementType);

/// Builds a byte that is 1 where `byte`, the storage of a bool, is not 0. Any
/// other byte than 0 is true, but results are 0 or 1.
Value buildTruth(OpBuilder &builder, Location loc, Value byte);

} // namespace mlir::reduce

#endif // REDUCE_IR_COMBINERS_STORAGETYPES_H
