//===- TargetMachine.h - The machine to compile for -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_LLVM_TARGETMACHINE_H
#define REDUCE_TARGET_LLVM_TARGETMACHINE_H

#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::reduce {

/// What to compile for, as the command line says it.
struct TargetOptions {
  /// A target triple; empty for the host's.
  std::string triple;
  /// A CPU of the target, or "native" for the host's; empty for the baseline.
  std::string cpu;
  /// Further features, "+one,-another".
  std::string features;
  /// 0 to 3.
  unsigned optimizationLevel = 2;
};

/// Makes the target machine for position-independent code. Fails for a target,
/// CPU or feature that LLVM does not have, for an unsupported target, and for
/// "native" with the triple of another architecture than the host's.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const TargetOptions &options);

/// Returns the bits of the widest vector register that `machine` has for
/// vectors of fixed length; 64 where it has none.
unsigned getVectorBits(llvm::TargetMachine &machine);

/// Returns whether `machine` compares vectors into registers of masks.
bool hasMaskRegisters(llvm::TargetMachine &machine);

/// Returns whether one operation of `machine` computes some lanes of a vector
/// and keeps the others.
bool hasMaskedArithmetic(llvm::TargetMachine &machine);

/// Returns whether `machine` chooses between the lanes of two vectors by an
/// instruction that is less than a shuffle.
bool hasBlends(llvm::TargetMachine &machine);

/// Returns how many vectors `machine` shuffles together at most such that it
/// still does so in registers and in little time.
unsigned getShuffledVectors(llvm::TargetMachine &machine);

/// Whether `machine` has instructions that convert between f16 and f32.
bool convertsF16(llvm::TargetMachine &machine);

/// Whether `machine`, or LLVM for it, multiplies vectors of i64 without taking
/// them apart.
bool multipliesI64Vectors(llvm::TargetMachine &machine);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_LLVM_TARGETMACHINE_H
