//===- KernelBuffers.h - Buffers of shared kernels --------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_CALLEES_KERNELBUFFERS_H
#define REDUCE_LIB_TARGET_CINTERFACE_CALLEES_KERNELBUFFERS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::reduce::detail {

/// Makes the callers of each kernel of `module` allocate the kernel's buffers,
/// which become arguments of it: so an arena can provide them before the
/// callers write to an output. A kernel is an internal function without results
/// that is only called. One whose buffers a caller cannot allocate is inlined.
void moveKernelBuffersToCallers(ModuleOp module);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_CALLEES_KERNELBUFFERS_H
