//===- Grid.cpp - How the ranks of a function share tensors ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"
#include "ToolSupport.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace mlir::reduce;

void mlir::reduce::checkEngine(int32_t status) {
  if (status == 0)
    return;
  reportFailure("reduce-run", "communication failed: error " + Twine(status));
  llvm::sys::Process::Exit(1, /*NoCleanup=*/true);
}

Grid::Grid(ArrayRef<GridAxisSignature> axes, const ReduceComm *comm)
    : shape(axes.size(), 1), index(axes.size(), 0), comm(comm) {
  for (const GridAxisSignature &axis : axes)
    names.push_back(axis.name);
  if (comm) {
    shape.assign(comm->shape, comm->shape + comm->ndim);
    index.assign(comm->index, comm->index + comm->ndim);
  }
}

SmallVector<size_t> Grid::getAxes(const TensorSignature &tensor,
                                  size_t dim) const {
  SmallVector<size_t> axes;
  // A function that is not sharded has no lists.
  if (!tensor.sharding.empty())
    for (StringRef name : tensor.sharding[dim])
      axes.push_back(llvm::find(names, name) - names.begin());
  return axes;
}

SmallVector<size_t> Grid::getAxes(const TensorSignature &tensor) const {
  SmallVector<size_t> axes;
  for (size_t dim = 0; dim < tensor.shape.size(); ++dim)
    axes.append(getAxes(tensor, dim));
  llvm::sort(axes);
  return axes;
}

int64_t Grid::getNumRanks(ArrayRef<size_t> axes) const {
  int64_t number = 1;
  for (size_t axis : axes)
    number *= shape[axis];
  return number;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

TensorSignature Grid::getWhole(const TensorSignature &tensor) const {
  TensorSignature whole = tensor;
  for (auto [dim, extent] : llvm::enumerate(whole.shape))
    if (extent != TensorSignature::kDynamic &&
        llvm::MulOverflow(extent, getNumRanks(getAxes(tensor, dim)), extent))
      extent = INT64_MAX;
  return whole;
}

/// Returns the number of the rank at `index` among those that differ along
/// `axes`, row-major.
static int64_t getNumber(ArrayRef<size_t> axes, ArrayRef<int64_t> shape,
                         ArrayRef<int64_t> index) {
  int64_t number = 0;
  for (size_t axis : axes)
    number = number * shape[axis] + index[axis];
  return number;
}

/// Returns where shard `number` of `count` begins.
static int64_t getBegin(int64_t extent, int64_t number, int64_t count) {
  // extent * number may not fit 64 bits.
  return extent / count * number + extent % count * number / count;
}

llvm::Expected<TensorSlice> Grid::getShard(const TensorSignature &tensor,
                                           ArrayRef<int64_t> wholeShape) const {
  TensorSlice slice = TensorSlice::getWhole(wholeShape);
  if (!isSplit(tensor))
    return slice;
  TensorSignature whole = getWhole(tensor);
  if (!whole.acceptsShape(wholeShape))
    return llvm::createStringError("input '" + tensor.name +
                                   "' has the shape " +
                                   shapeToString(wholeShape) + ", expected " +
                                   shapeToString(whole.shape, whole.dimParams));
  for (size_t dim = 0; dim < wholeShape.size(); ++dim) {
    SmallVector<size_t> axes = getAxes(tensor, dim);
    int64_t count = getNumRanks(axes), number = getNumber(axes, shape, index);
    slice.origin[dim] = getBegin(wholeShape[dim], number, count);
    slice.shape[dim] =
        getBegin(wholeShape[dim], number + 1, count) - slice.origin[dim];
  }
  return slice;
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

void Grid::allGather(const TensorSignature &tensor, const void *data, void *all,
                     int64_t count, ReduceCommType type) const {
  uint32_t set = 0;
  for (size_t axis : getAxes(tensor))
    set |= uint32_t(1) << axis;
  checkEngine(comm->all_gather(comm->context, data, all, count, type, set));
}

llvm::Expected<ShardLayout> Grid::locate(const TensorSignature &tensor,
                                         ArrayRef<int64_t> ownShape) const {
  ShardLayout layout;
  if (!isSplit(tensor)) {
    layout.shape.assign(ownShape.begin(), ownShape.end());
    layout.shards.push_back(TensorSlice::getWhole(ownShape));
    return layout;
  }
  size_t rank = ownShape.size();
  SmallVector<size_t> axes = getAxes(tensor);
  int64_t count = getNumRanks(axes);
  std::vector<int64_t> shapes(count * rank);
  allGather(tensor, ownShape.data(), shapes.data(), rank, REDUCE_COMM_I64);

  // The numbers of each rank along each dimension.
  std::vector<int64_t> numbers(count * rank);
  // For each dimension, the extents of its shards; -1 before they are known.
  SmallVector<std::vector<int64_t>> extents;
  for (size_t dim = 0; dim < rank; ++dim)
    extents.emplace_back(getNumRanks(getAxes(tensor, dim)), -1);
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<int64_t> place = index;
    int64_t rest = i;
    for (size_t axis : llvm::reverse(axes)) {
      place[axis] = rest % shape[axis];
      rest /= shape[axis];
    }
    for (size_t dim = 0; dim < rank; ++dim) {
      int64_t number = getNumber(getAxes(tensor, dim), shape, place);
      int64_t &extent = extents[dim][number];
      int64_t actual = shapes[i * rank + dim];
      if (extent != -1 && extent != actual)
        return llvm::createStringError(
            "the shards of output '" + tensor.name +
            "' do not form a tensor: along dimension " + Twine(dim) +
            ", one has the size " + Twine(extent) + " and another " +
            Twine(actual));
      extent = actual;
      numbers[i * rank + dim] = number;
    }
  }

  layout.own = getNumber(axes, shape, index);
  layout.shards.resize(count);
  for (auto [dim, sizes] : llvm::enumerate(extents)) {
    std::vector<int64_t> begins = {0};
    for (int64_t size : sizes)
      begins.push_back(begins.back() + size);
    layout.shape.push_back(begins.back());
    for (auto [i, shard] : llvm::enumerate(layout.shards)) {
      int64_t number = numbers[i * rank + dim];
      shard.origin.push_back(begins[number]);
      shard.shape.push_back(sizes[number]);
    }
  }
  return layout;
}
