//===- CodeGen.h - From the LLVM dialect to machine code --------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_LLVM_CODEGEN_H
#define REDUCE_TARGET_LLVM_CODEGEN_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::reduce {

/// Translates `module`, which is in the LLVM dialect, for `machine`. On
/// failure, emits an error at the operation that cannot be translated and
/// returns null.
std::unique_ptr<llvm::Module> translateToLLVMIR(ModuleOp module,
                                                llvm::LLVMContext &context,
                                                llvm::TargetMachine &machine);

/// Runs LLVM's passes on `module`: those for -O0 if that is the optimization
/// level of `machine`, and at all other levels the same list of passes, those
/// that improve this project's code.
/// Functions may be for other CPUs than that of `machine`.
void optimize(llvm::Module &module, llvm::TargetMachine &machine);

/// Returns the assembly or the object file of `module`.
llvm::SmallVector<char, 0> generateCode(llvm::Module &module,
                                        llvm::TargetMachine &machine,
                                        llvm::CodeGenFileType fileType);

/// Optimizes `module` and returns its object file, which several threads make
/// from parts of it. Returns no bytes, and does not change `module`, if it is
/// too small, or if there is no linker to join the parts. Fails if the linker
/// does. The bytes do not depend on the number of threads.
llvm::Expected<llvm::SmallVector<char, 0>>
compileInParts(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_LLVM_CODEGEN_H
