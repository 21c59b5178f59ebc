//===- X86Features.h - When a machine can run a CPU's code ------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CPUDISPATCH_X86FEATURES_H
#define REDUCE_LIB_TARGET_CPUDISPATCH_X86FEATURES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::reduce::detail {

/// The registers that the instruction cpuid writes, in the order of the struct
/// that the inline assembly returns.
enum class CPUIDRegister { EAX, EBX, ECX, EDX };

/// A feature that compiled code may use and that some x86-64 CPUs lack.
struct X86Feature {
  /// LLVM's name.
  llvm::StringLiteral name;
  /// Where cpuid reports the feature.
  uint32_t leaf;
  uint32_t subleaf;
  CPUIDRegister reg;
  unsigned bit;
  /// The bits that the system must have set in the register XCR0, which mean
  /// that it saves the vector registers of the feature.
  uint32_t state;
};

/// Returns the features of `cpu`, one of LLVM's, in the order of the feature
/// table. Fails if the CPU has a feature that is not in the table, or if LLVM
/// does not list the CPU's features.
llvm::Expected<llvm::SmallVector<const X86Feature *>>
getX86Features(llvm::StringRef cpu);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CPUDISPATCH_X86FEATURES_H
