//===- CollectiveCalls.h - Exchanging data of ranks -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_SHARDING_COLLECTIVECALLS_H
#define REDUCE_TRANSFORMS_SHARDING_COLLECTIVECALLS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::reduce {

/// The function that combines the data of ranks, with the arguments `data`,
/// `count`, `type`, `op` and `axes` of the member `all_reduce` of ReduceComm
/// (`reduce_comm.h`).
inline constexpr llvm::StringLiteral allReduceName = "reduce.all_reduce";

/// The function that gathers the data of ranks: the member `all_gather`, with
/// the number of bytes after `count`.
inline constexpr llvm::StringLiteral allGatherName = "reduce.all_gather";

} // namespace mlir::reduce

#endif // REDUCE_TRANSFORMS_SHARDING_COLLECTIVECALLS_H
