//===- ShareAddresses.h - One address for vectors ---------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iteration of a loop may read many vectors at distances that are known only
// at run time: those of several rows or outer indices. LLVM's loop strength
// reduction takes these distances, which are sums of products, apart. Of many,
// it finds no good parts: it adds up to three values for each address, most of
// which are spilled. One pointer and one value for each address are spilled
// only if there are more of them than registers.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_LLVM_SHAREADDRESSES_H
#define REDUCE_LIB_TARGET_LLVM_SHAREADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace mlir::reduce {

/// Replaces the addresses of vectors in a loop that are at invariant distances
/// from another one by the sum of that and the distance, unless the distances
/// have few different steps, as multiples of one have. A distance is computed
/// before all loops in which it is invariant, and LLVM does not look through
/// it.
class ShareAddressesPass : public llvm::PassInfoMixin<ShareAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_LLVM_SHAREADDRESSES_H
