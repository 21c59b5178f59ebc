//===- Fence.h - Values that LLVM does not look through ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM folds what made a value into its use. Where an instruction of its own is
// faster, a fence is between them. It becomes no instruction.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_LLVM_FENCE_H
#define REDUCE_LIB_TARGET_LLVM_FENCE_H

#include "llvm/IR/IRBuilder.h"

namespace mlir::reduce {

/// Returns whether there is a fence for values of `type`: for f32, f64, and
/// vectors whose sizes are multiples of 32 bits.
bool hasFence(llvm::Type *type);

/// Builds a fence after `value`, for whose type there is one. Returns the value
/// behind it.
llvm::Value *buildFence(llvm::IRBuilder<> &builder, llvm::Value *value);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_LLVM_FENCE_H
