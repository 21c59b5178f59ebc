//===- ValueBoundsOpInterfaceImpl.h - Bounds of results ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_VALUEBOUNDSOPINTERFACEIMPL_H
#define REDUCE_IR_VALUEBOUNDSOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace reduce {

/// Attaches ValueBoundsOpInterface to the operations of the reduce dialect:
/// bounds of a kept extent of the input also hold for the result.
void registerValueBoundsOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace reduce
} // namespace mlir

#endif // REDUCE_IR_VALUEBOUNDSOPINTERFACEIMPL_H
