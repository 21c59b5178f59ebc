//===- MachinePass.h - Passes on LLVM IR for one machine --------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_LLVM_MACHINEPASS_H
#define REDUCE_LIB_TARGET_LLVM_MACHINEPASS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::reduce {

/// Returns whether the code of `function` may use the registers of AVX-512, for
/// vectors and for masks. Functions of one module may be for several CPUs.
bool hasAVX512(const llvm::TargetMachine &machine,
               const llvm::Function &function);

/// Base of `PassT`, a pass that depends on the machine.
template <typename PassT>
class MachinePass : public llvm::PassInfoMixin<PassT> {
public:
  /// Optimizes code for `machine`, which must outlive the pass.
  explicit MachinePass(const llvm::TargetMachine &machine) : machine(machine) {}

protected:
  const llvm::TargetMachine &machine;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_LLVM_MACHINEPASS_H
