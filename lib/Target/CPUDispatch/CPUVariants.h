//===- CPUVariants.h - One library with code for several CPUs ---*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CPUDISPATCH_CPUVARIANTS_H
#define REDUCE_LIB_TARGET_CPUDISPATCH_CPUVARIANTS_H

#include "mlir/IR/BuiltinOps.h"
#include "reduce/Support/Signature.h"
#include <memory>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::reduce {

/// Fails, with an error at the symbol, where `module`, not lowered yet, has one
/// whose name a variant of a function in `signatures` for one of `machines`
/// needs.
LogicalResult
checkVariantNames(ModuleOp module, ArrayRef<FunctionSignature> signatures,
                  ArrayRef<std::unique_ptr<llvm::TargetMachine>> machines);

/// Joins `modules`, made from one library for each of `machines`, which are as
/// `createTargetMachines` returns them; not optimized yet, and of one context.
///
/// A function NAME becomes one hidden function for each CPU, NAME.x86_64_v3 and
/// so on. What does not depend on the CPU is taken from the first module: the
/// other exported functions, those of CInterfaceSupport.mlir, and equal tables.
std::unique_ptr<llvm::Module>
joinVariants(MutableArrayRef<std::unique_ptr<llvm::Module>> modules,
             ArrayRef<std::unique_ptr<llvm::TargetMachine>> machines);

/// Makes each NAME that `joinVariants` replaced a symbol that the dynamic
/// linker or the start of a static program binds to the variant for the
/// machine. Optimizing afterwards would take apart what tests replace.
void addDispatch(llvm::Module &module,
                 ArrayRef<std::unique_ptr<llvm::TargetMachine>> machines);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_CPUDISPATCH_CPUVARIANTS_H
