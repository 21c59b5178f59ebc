//===- ShardingInterfaceImpl.h - Sharding of reductions ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_CONVERSION_REDUCETOLINALG_SHARDINGINTERFACEIMPL_H
#define REDUCE_CONVERSION_REDUCETOLINALG_SHARDINGINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace reduce {

/// Attaches upstream's ShardingInterface to the operations of the reduce
/// dialect, so that `-sharding-propagation` and `-shard-partition` work on
/// them.
///
/// A shard of a kept dimension is reduced on its own. If a reduced dimension is
/// sharded, the combiner's wire form defines what each rank computes of its
/// shard, and one `shard.all_reduce` combines the partial results. This
/// requires that elements may be combined in any order, and axes that are
/// known at compile time.
void registerShardingInterfaceExternalModels(DialectRegistry &registry);

} // namespace reduce
} // namespace mlir

#endif // REDUCE_CONVERSION_REDUCETOLINALG_SHARDINGINTERFACEIMPL_H
