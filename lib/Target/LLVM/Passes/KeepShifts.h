//===- KeepShifts.h - Shifts that become no permutation ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shift moves halves of words, and a mask and an "or" bring them together
// with halves of other words. With AVX-512, LLVM makes one instruction of that,
// which permutes the 16-bit elements of two vectors. On processors of Intel, it
// takes three operations, two of them on the only port for shuffles. A shift
// and a bitwise choice take two, on other ports.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_LLVM_KEEPSHIFTS_H
#define REDUCE_LIB_TARGET_LLVM_KEEPSHIFTS_H

#include "MachinePass.h"

namespace mlir::reduce {

/// Makes LLVM keep shifts of vectors by half an element whose results are
/// joined with the other halves of another vector. It does so on machines with
/// AVX-512, except for CPUs of AMD, which permute in one operation. Names like
/// `x86-64-v4` are of no CPU of AMD.
class KeepShiftsPass : public MachinePass<KeepShiftsPass> {
public:
  using MachinePass::MachinePass;

  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_LLVM_KEEPSHIFTS_H
