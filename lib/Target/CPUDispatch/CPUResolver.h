//===- CPUResolver.h - Choosing a CPU when a library is loaded --*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CPUDISPATCH_CPURESOLVER_H
#define REDUCE_LIB_TARGET_CPUDISPATCH_CPURESOLVER_H

#include "mlir/Support/LLVM.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace mlir::reduce::detail {

/// Adds the function `reduce.select_cpu` to `module`. It returns the index of
/// the best of `cpus` that the machine can run. `cpus` are in ascending order;
/// the first is assumed to be supported.
///
/// The function uses the instructions cpuid and xgetbv and accesses no memory
/// except the stack, because it runs before relocations are applied.
llvm::Function *addCPUSelector(llvm::Module &module, ArrayRef<StringRef> cpus);

/// Makes `name` an indirect function: on first use, it is bound to the element
/// of `variants` whose index `selector` returns.
void addDispatch(llvm::Module &module, StringRef name,
                 ArrayRef<llvm::Function *> variants, llvm::Function &selector);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CPUDISPATCH_CPURESOLVER_H
