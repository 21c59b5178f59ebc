//===- ShareAllOnes.h - One register with all bits set ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Minima of unsigned numbers start with all bits set. Of 512 bits, LLVM makes
// such a vector by VPTERNLOGD wherever one is needed, which reads the register
// that it sets: in a loop over rows, a row waits for the previous one that had
// the same register.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_LLVM_SHAREALLONES_H
#define REDUCE_LIB_TARGET_LLVM_SHAREALLONES_H

#include "MachinePass.h"

namespace mlir::reduce {

/// Loads a vector in which all bits are set at the start of a function, for
/// the loops that start with it. Copies of registers take no time.
class ShareAllOnesPass : public MachinePass<ShareAllOnesPass> {
public:
  using MachinePass::MachinePass;

  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_LLVM_SHAREALLONES_H
