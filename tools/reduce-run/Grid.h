//===- Grid.h - How the ranks of a function share tensors -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCERUN_GRID_H
#define REDUCE_TOOLS_REDUCERUN_GRID_H

#include "reduce/Execution/TensorIO/TensorSlice.h"
#include "reduce/Support/Signature.h"
#include "reduce_comm.h"
#include <vector>

namespace mlir::reduce {

/// Where the shards of a tensor are.
struct ShardLayout {
  /// The shape of the whole tensor.
  llvm::SmallVector<int64_t> shape;
  /// The shards of those ranks that differ along the axes that split the
  /// tensor, in the order of `ReduceComm::all_gather`.
  std::vector<TensorSlice> shards;
  /// The index of this rank's shard.
  size_t own = 0;

  bool isSplit() const { return shards.size() > 1; }
};

/// The grid of the ranks that call a function together, and this rank's place.
class Grid {
public:
  /// Without `comm`, which must have an axis for each of `axes`, there is one
  /// rank.
  Grid(llvm::ArrayRef<GridAxisSignature> axes, const ReduceComm *comm);

  const ReduceComm *getComm() const { return comm; }

  /// Returns whether several ranks share `tensor`.
  bool isSplit(const TensorSignature &tensor) const {
    return getNumRanks(getAxes(tensor)) > 1;
  }

  /// Returns `tensor` with the shape of the whole.
  TensorSignature getWhole(const TensorSignature &tensor) const;

  /// Returns the shard of this rank in an input of the given shape. A dimension
  /// that is split among n ranks has shards whose sizes differ by at most one:
  /// shard i ends where shard i + 1 begins, at extent * (i + 1) / n, rounded
  /// down. Fails if shards of `shape` do not match `tensor`.
  llvm::Expected<TensorSlice> getShard(const TensorSignature &tensor,
                                       llvm::ArrayRef<int64_t> shape) const;

  /// Returns where the shards of an output are; this rank's has the given
  /// shape. All ranks call this together. Fails if shards do not form a tensor.
  llvm::Expected<ShardLayout> locate(const TensorSignature &tensor,
                                     llvm::ArrayRef<int64_t> shape) const;

  /// Stores the `count` elements at `data` of each of the ranks of a
  /// ShardLayout at `all`. All ranks call this together.
  void allGather(const TensorSignature &tensor, const void *data, void *all,
                 int64_t count, ReduceCommType type) const;

private:
  /// Returns the positions in the grid of the axes that split dimension `dim`.
  llvm::SmallVector<size_t> getAxes(const TensorSignature &tensor,
                                    size_t dim) const;
  /// Returns those of all axes that split `tensor`, in ascending order.
  llvm::SmallVector<size_t> getAxes(const TensorSignature &tensor) const;
  int64_t getNumRanks(llvm::ArrayRef<size_t> axes) const;

  llvm::SmallVector<std::string> names;
  llvm::SmallVector<int64_t> shape, index;
  const ReduceComm *comm;
};

/// Ends the process, after printing an error, if `status`, which a communicator
/// returned, is not 0.
void checkEngine(int32_t status);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_GRID_H
