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

/// Moves the contents of all `modules` into the first one and returns it. There
/// must be at least one. A private symbol whose name is taken is
/// renamed; equal declarations are merged. Fails, with an error that names both
/// places, if two modules define public symbols with the same name, declare a
/// symbol differently, or have different attributes.
OwningOpRef<ModuleOp>
mergeModules(MutableArrayRef<OwningOpRef<ModuleOp>> modules);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_MERGEMODULES_H
