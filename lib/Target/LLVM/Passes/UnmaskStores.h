//===- UnmaskStores.h - Stores that no mask applies to ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where lanes of an accumulator in memory are kept and others replaced, LLVM
// stores only the others, under a mask. With AVX2, that instruction is several
// dozen operations on processors of AMD: 12 cycles on Zen 2, where a store
// takes one. Minima of 64-bit integers, which AVX2 has only as a comparison and
// a choice, are such accumulators.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_LLVM_UNMASKSTORES_H
#define REDUCE_LIB_TARGET_LLVM_UNMASKSTORES_H

#include "MachinePass.h"

namespace mlir::reduce {

/// Makes LLVM store whole vectors where it would store some lanes and keep the
/// others. It does so on x86 with AVX and without AVX-512, which has registers
/// for masks.
class UnmaskStoresPass : public MachinePass<UnmaskStoresPass> {
public:
  using MachinePass::MachinePass;

  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_LLVM_UNMASKSTORES_H
