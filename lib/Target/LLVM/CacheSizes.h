//===- CacheSizes.h - The caches of CPUs ------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the CPUs of a name have in common. TargetTransformInfo::getCacheSize has
// one answer for all CPUs of x86, and none for others. The system's answer for
// the CPU that it runs on would make the code depend on where it is compiled,
// and virtual machines tell the sum of several caches.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_LLVM_CACHESIZES_H
#define REDUCE_LIB_TARGET_LLVM_CACHESIZES_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mlir::reduce {

/// Sizes in bytes.
struct CacheSizes {
  /// The caches of a core: for data, and the second one. If several cores share
  /// the latter, the part of one core.
  int64_t l1, l2;
  /// What remains in the last cache for one core.
  int64_t last;
};

/// Returns the sizes of the caches of `cpu`, one of LLVM's names, or those of a
/// common CPU if it is another one.
CacheSizes getCacheSizes(llvm::StringRef cpu);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_LLVM_CACHESIZES_H
