//===- Passes.h - Passes for compiled libraries -----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_PASSES_H
#define REDUCE_TARGET_PASSES_H

#include "reduce/Target/CInterface/Passes.h"
#include "reduce/Target/LLVM/Passes.h"

#include "mlir/Pass/Pass.h"

namespace mlir::reduce {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "reduce/Target/Passes.h.inc"

/// Registers the passes of Target/ and its subfolders.
inline void registerReduceTargetPasses() {
  registerReduceInputPasses();
  registerReduceCInterfacePasses();
  registerReduceLLVMPasses();
}

} // namespace mlir::reduce

#endif // REDUCE_TARGET_PASSES_H
