//===- MergeModules.h - One module out of several ---------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_MERGEMODULES_H
#define REDUCE_TARGET_MERGEMODULES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::reduce {

/// Moves what all `modules`, at least one, hold into the first of them and
/// returns it. A private symbol gets another name where its own is taken; equal
/// declarations become one. Fails, with an error that names both places, where
/// two modules define public symbols of one name or declare a symbol
/// differently, and where their attributes differ.
OwningOpRef<ModuleOp>
mergeModules(MutableArrayRef<OwningOpRef<ModuleOp>> modules);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_MERGEMODULES_H
