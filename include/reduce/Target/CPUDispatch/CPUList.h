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

/// Makes the target machines for `options`, whose CPU may be a list separated
/// by commas, in any order; a library then has code for each, and the best that
/// the machine can run is chosen when it is loaded. The result is in ascending
/// order: each CPU has the features of the one before and more; the first is
/// the one that is chosen where no other can be.
///
/// Fails as `createTargetMachine` does. Lists are for x86-64 with Linux and
/// glibc, and without further features; they fail where a CPU stands twice, is
/// "native", has features that a library cannot ask for, or neither includes
/// another nor is included.
llvm::Expected<llvm::SmallVector<std::unique_ptr<llvm::TargetMachine>>>
createTargetMachines(const TargetOptions &options);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_CPUDISPATCH_CPULIST_H
