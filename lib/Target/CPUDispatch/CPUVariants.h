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

namespace mlir::reduce::detail {

/// Fails with an error at the symbol if `module`, not lowered yet, has a symbol
/// whose name is needed for a variant of a function in `signatures` for one of
/// `machines`.
LogicalResult
checkVariantNames(ModuleOp module, ArrayRef<FunctionSignature> signatures,
                  ArrayRef<std::unique_ptr<llvm::TargetMachine>> machines);

/// Joins `modules`, which were made from one library for each of `machines`.
/// The machines are in the order of `createTargetMachines`. The modules are not
/// optimized yet and share one context.
///
/// A function NAME becomes one hidden function for each CPU, such as
/// NAME.x86_64_v3. Everything that does not depend on the CPU is taken from the
/// first module: the other exported functions, those of CInterfaceSupport.mlir,
/// and equal tables.
std::unique_ptr<llvm::Module>
joinVariants(MutableArrayRef<std::unique_ptr<llvm::Module>> modules,
             ArrayRef<std::unique_ptr<llvm::TargetMachine>> machines);

/// Makes each NAME that `joinVariants` replaced a symbol that the dynamic
/// linker, or the startup code of a static program, binds to the variant for
/// the machine. Optimizing afterwards would break this dispatch, which tests
/// replace.
void addDispatch(llvm::Module &module,
                 ArrayRef<std::unique_ptr<llvm::TargetMachine>> machines);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CPUDISPATCH_CPUVARIANTS_H
