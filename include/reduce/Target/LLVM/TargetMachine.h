//===- TargetMachine.h - The machine to compile for -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_LLVM_TARGETMACHINE_H
#define REDUCE_TARGET_LLVM_TARGETMACHINE_H

#include "reduce/IR/ReduceAttributes.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class Function;
class TargetMachine;
} // namespace llvm

namespace mlir::reduce {

/// The target to compile for, in the notation of the command line.
struct TargetOptions {
  /// A target triple; if empty, the host's.
  std::string triple;
  /// A CPU of the target, or "native" for the host's; if empty, the baseline.
  std::string cpu;
  /// Further features, "+one,-another".
  std::string features;
  /// 0 to 3.
  unsigned optimizationLevel = 2;
};

/// Creates the target machine for position-independent code. Fails for a
/// target, CPU or feature that LLVM does not have, for an unsupported target,
/// and for "native" with a triple of another architecture than the host's.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const TargetOptions &options);

/// Returns the width in bits of the widest fixed-length vector register of
/// `machine`; 64 if there is none.
unsigned getVectorBits(llvm::TargetMachine &machine);

/// Returns what the vector instructions of `machine` can do, and the sizes of
/// its caches. At the highest optimization level, more registers accumulate.
/// Loads the reduce dialect.
VectorTargetAttr getVectorTarget(MLIRContext *context,
                                 llvm::TargetMachine &machine);

/// Returns the name of `machine` in tuning files. It differs if the
/// architecture, the CPU, a feature or what getVectorTarget returns does.
std::string getTuningTarget(llvm::TargetMachine &machine);

/// Returns whether this machine can run the code for `machine`.
bool isForHost(llvm::TargetMachine &machine);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_LLVM_TARGETMACHINE_H
