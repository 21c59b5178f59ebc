//===- UnmaskConstants.h - Constants that no mask applies to ----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a mask chooses between a constant and something else, LLVM reads the
// constant from memory under the mask. If no lane is chosen and the page of the
// constant is not in memory, the processor finds, slowly, that nothing faults,
// and the page stays away: each such instruction takes as long again. The NaN
// of a minimum is such a constant, and data without NaN never chooses it.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_LLVM_UNMASKCONSTANTS_H
#define REDUCE_LIB_TARGET_LLVM_UNMASKCONSTANTS_H

#include "MachinePass.h"

namespace mlir::reduce {

/// Loads the constants that masks choose into registers, without masks, at the
/// start of a function.
class UnmaskConstantsPass : public MachinePass<UnmaskConstantsPass> {
public:
  using MachinePass::MachinePass;

  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_LLVM_UNMASKCONSTANTS_H
