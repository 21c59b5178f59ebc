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

/// Returns whether vector comparisons of `machine` write mask registers.
bool hasMaskRegisters(llvm::TargetMachine &machine);

/// Returns whether `machine` has masked arithmetic: one operation computes some
/// lanes of a vector and keeps the others.
bool hasMaskedArithmetic(llvm::TargetMachine &machine);

/// Returns whether `machine` has a blend instruction that is cheaper than a
/// shuffle, for choosing between the lanes of two vectors.
bool hasBlends(llvm::TargetMachine &machine);

/// Returns the maximum number of vectors that `machine` can shuffle together in
/// registers and at low cost.
unsigned getShuffledVectors(llvm::TargetMachine &machine);

/// Returns whether `machine` has instructions that convert between f16 and f32.
bool convertsF16(llvm::TargetMachine &machine);

/// Returns whether `machine`, or LLVM for it, multiplies vectors of i64 without
/// splitting them into scalars.
bool multipliesI64Vectors(llvm::TargetMachine &machine);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_LLVM_TARGETMACHINE_H
