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

namespace mlir::reduce {

/// Adds to `module` the function `reduce.select_cpu`, which returns the number
/// of the best of `cpus` that the machine it runs on is able to run. They are
/// in ascending order, and the first is taken for granted.
///
/// The function asks the instructions cpuid and xgetbv, and touches no memory
/// but the stack: it runs before relocations are applied.
llvm::Function *addCPUSelector(llvm::Module &module, ArrayRef<StringRef> cpus);

/// Makes `name` a symbol that becomes, when it is first needed, that one of
/// `variants` whose number `selector` returns.
void addDispatch(llvm::Module &module, StringRef name,
                 ArrayRef<llvm::Function *> variants, llvm::Function &selector);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_CPUDISPATCH_CPURESOLVER_H
