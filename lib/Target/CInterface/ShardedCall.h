//===- ShardedCall.h - Calls that several ranks make together ---*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_SHARDEDCALL_H
#define REDUCE_LIB_TARGET_CINTERFACE_SHARDEDCALL_H

#include "InterfaceFunctions.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce::detail {

/// The suffix of the function that one rank runs in a sharded call.
inline constexpr llvm::StringLiteral checkedSuffix = ".checked";

/// Returns the calls in `function` that exchange data with other ranks.
SmallVector<func::CallOp> getCollectiveCalls(func::FuncOp function);

/// Gives `function` an argument, the session, if it exchanges data with other
/// ranks, and passes it to the functions of ShardedCallSupport.mlir. The
/// agreement of the ranks begins at the start of the function, and ends before
/// it writes to an output. Returns whether the function communicates.
bool passSession(func::FuncOp function);

/// A size on which ranks must agree.
struct AgreedSize {
  /// The tensor, inputs first, and its dimension.
  size_t tensor, dim;
  /// The axes of the grid that split the dimension, as a set of bits.
  uint32_t splits;
};

/// Returns the sizes on which ranks must agree: those that the types leave
/// open.
SmallVector<AgreedSize> getAgreedSizes(const FunctionSignature &signature);

/// Builds NAME_sharded and NAME, which call NAME.checked.
void buildShardedCall(ImplicitLocOpBuilder &builder,
                      InterfaceFunctions &functions);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_SHARDEDCALL_H
