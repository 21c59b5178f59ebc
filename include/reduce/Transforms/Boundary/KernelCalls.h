//===- KernelCalls.h - Bufferization of calls -------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_BOUNDARY_KERNELCALLS_H
#define REDUCE_TRANSFORMS_BOUNDARY_KERNELCALLS_H

namespace mlir {
class DialectRegistry;

namespace reduce {

/// Attaches upstream's BufferizableOpInterface to `reduce.call_kernel`, which
/// bufferizes to a `func.call`. The function must be on memrefs by then
/// (-reduce-bufferize-function-boundaries).
void registerKernelCallExternalModels(DialectRegistry &registry);

} // namespace reduce
} // namespace mlir

#endif // REDUCE_TRANSFORMS_BOUNDARY_KERNELCALLS_H
