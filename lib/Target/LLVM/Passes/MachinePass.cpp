//===- MachinePass.cpp - Passes on LLVM IR for one machine ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachinePass.h"

#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir::reduce;

bool mlir::reduce::hasAVX512(const llvm::TargetMachine &machine,
                             const llvm::Function &function) {
  return machine.getTargetTriple().isX86() &&
         machine.getSubtargetImpl(function)->checkFeatures("+avx512f");
}
