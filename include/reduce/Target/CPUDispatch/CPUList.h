//===- CPUList.h - The machines of one library ------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_CPUDISPATCH_CPULIST_H
#define REDUCE_TARGET_CPUDISPATCH_CPULIST_H

#include "reduce/Target/LLVM/TargetMachine.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::reduce {

/// Creates the target machines for `options`, whose CPU may be a list separated
/// by commas, in any order. A library then has code for each CPU and chooses
/// the best one that can run when it is loaded. The result is in ascending
/// order: each CPU has all features of the previous one and more. The first CPU
/// is the fallback.
///
/// Fails if `createTargetMachine` does. Lists are only for x86-64 with Linux
/// and glibc, and without further features. A list fails if a CPU is listed
/// twice, is "native", or has features that a library cannot detect, or if one
/// of two CPUs does not include the other.
llvm::Expected<llvm::SmallVector<std::unique_ptr<llvm::TargetMachine>>>
createTargetMachines(const TargetOptions &options);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_CPUDISPATCH_CPULIST_H
