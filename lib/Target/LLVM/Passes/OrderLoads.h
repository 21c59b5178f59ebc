//===- OrderLoads.h - Vectors loaded in the order of memory -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of rows are loaded from the first line to the last one. LLVM's
// schedulers do not keep that order: a load stands where its value is needed,
// and loads that one instruction of the IR becomes stand in any order. Zen 4
// then reads its last cache at 0.8 of the speed, and memory at a third. There
// are instructions for each of these loads in any case, and an operation that
// reads memory is no faster than a load and an operation. Zen 5 reads its
// second cache up to 1.4 times as fast in order.
//
// Where loads of a register touch two cache lines of what no cache has, two
// loads of half a register are up to 1.7 times as fast on Zen 5. LLVM's code
// generator would join them.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_LLVM_ORDERLOADS_H
#define REDUCE_LIB_TARGET_LLVM_ORDERLOADS_H

#include "MachinePass.h"

namespace mlir::reduce {

/// Divides loads of more than a register into loads of registers, and keeps the
/// order of the vector loads of a block that moves lanes: an empty piece of
/// inline assembly that clobbers memory separates each from the next. It does
/// so for Zen 4 and 5, where it was measured, and for names like `x86-64-v4`.
/// With 32 registers, what is loaded early is not spilled. For Zen 5, it also
/// separates two loads of the halves of a register, one after the other in
/// memory.
class OrderLoadsPass : public MachinePass<OrderLoadsPass> {
public:
  using MachinePass::MachinePass;

  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_LLVM_ORDERLOADS_H
