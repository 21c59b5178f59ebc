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

namespace mlir::reduce {

/// The registers that the instruction cpuid writes, in the order of the struct
/// that inline assembly returns.
enum class CPUIDRegister { EAX, EBX, ECX, EDX };

/// A feature that compiled code may use and not every x86-64 CPU has.
struct X86Feature {
  /// LLVM's name.
  llvm::StringLiteral name;
  /// Where cpuid tells of it.
  uint32_t leaf;
  uint32_t subleaf;
  CPUIDRegister reg;
  unsigned bit;
  /// The bits of the register XCR0 that the system must have set: it saves the
  /// vector registers that the feature uses.
  uint32_t state;
};

/// Returns the features of `cpu`, one of LLVM's, in the order of the table of
/// features. Fails where there is a feature that the table does not have, or
/// where LLVM does not list the CPU's features.
llvm::Expected<llvm::SmallVector<const X86Feature *>>
getX86Features(llvm::StringRef cpu);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_CPUDISPATCH_X86FEATURES_H
