//===- Ranks.cpp - The processes that run together ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ranks.h"

#include "mlir/Support/LLVM.h"
#include "reduce/Execution/SharedLibrary.h"
#include "reduce_ranks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <dlfcn.h>
#include <numeric>

using namespace mlir;
using namespace mlir::reduce;

char ReportedError::ID;

Ranks::~Ranks() {
  if (hasGrid)
    close(&grid);
  if (isConnected())
    close(&row);
}

llvm::Error Ranks::connect(StringRef path) {
  // It is never closed: engines leave threads and handlers behind.
  llvm::Expected<void *> library = loadSharedLibrary(path);
  if (!library)
    return library.takeError();
  auto *openRow =
      reinterpret_cast<decltype(open)>(dlsym(*library, "reduce_ranks_open"));
  auto *closeRow =
      reinterpret_cast<decltype(close)>(dlsym(*library, "reduce_ranks_close"));
  if (!openRow || !closeRow)
    return llvm::createFileError(
        path, llvm::createStringError("the library lacks reduce_ranks_open or "
                                      "reduce_ranks_close (reduce_ranks.h)"));
  int64_t all = -1;
  if (int32_t error = openRow(1, &all, &row))
    return llvm::createFileError(
        path, llvm::createStringError("cannot connect the ranks: error " +
                                      Twine(error)));
  open = openRow;
  close = closeRow;
  number = row.index[0];
  count = row.shape[0];
  return llvm::Error::success();
}

llvm::Error Ranks::agree(llvm::Error error) {
  if (!isConnected())
    return error;
  int64_t first = error ? number : count;
  checkEngine(row.all_reduce(row.context, &first, 1, REDUCE_COMM_I64,
                             REDUCE_COMM_MIN, /*axes=*/1));
  if (first == count)
    return error;
  if (first != number) {
    llvm::consumeError(std::move(error));
    return llvm::make_error<ReportedError>();
  }
  if (count == 1 || error.isA<ReportedError>())
    return error;
  return llvm::createStringError("rank " + Twine(number) + ": " +
                                 llvm::toString(std::move(error)));
}

double Ranks::getMaximum(double value) {
  if (isConnected())
    checkEngine(row.all_reduce(row.context, &value, 1, REDUCE_COMM_F64,
                               REDUCE_COMM_MAX, /*axes=*/1));
  return value;
}

int64_t Ranks::getSum(int64_t value) {
  if (!isConnected())
    return value;
  std::vector<int64_t> values(count);
  checkEngine(row.all_gather(row.context, &value, values.data(), 1,
                             REDUCE_COMM_I64, /*axes=*/1));
  return std::accumulate(values.begin(), values.end(), int64_t(0));
}

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

/// Returns the grid as the option --grid has it.
static std::string gridToString(ArrayRef<GridAxisSignature> grid) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      grid, os,
      [&](const GridAxisSignature &axis) {
        os << axis.name << ':';
        if (axis.size == TensorSignature::kDynamic)
          os << '?';
        else
          os << axis.size;
      },
      ",");
  return text;
}

/// Returns the number of ranks along each axis; at most one is kDynamic.
llvm::Expected<SmallVector<int64_t>>
Ranks::getGridSizes(const FunctionSignature &signature,
                    ArrayRef<int64_t> sizes) const {
  ArrayRef<GridAxisSignature> axes = signature.grid;
  auto makeError = [&](const Twine &message) {
    return llvm::createStringError(signature.name + ": " + message);
  };
  if (axes.empty())
    return makeError("ranks do not share its tensors: compile it with --shard "
                     "and --grid");
  std::string text = "the grid " + gridToString(axes);
  if (!sizes.empty() && sizes.size() != axes.size())
    return makeError(text + " has " + Twine(axes.size()) +
                     (axes.size() == 1 ? " axis" : " axes") + ", --ranks has " +
                     Twine(sizes.size()));
  SmallVector<int64_t> result;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    int64_t size = sizes.empty() ? axis.size : sizes[i];
    if (axis.size != TensorSignature::kDynamic && size != axis.size)
      return makeError(text + " has " + Twine(axis.size) +
                       " ranks along the axis '" + axis.name +
                       "', --ranks has " + Twine(size));
    result.push_back(size);
  }
  if (llvm::count(result, TensorSignature::kDynamic) > 1)
    return makeError(text + " leaves several axes open: expected --ranks, such "
                            "as --ranks=2x2");
  // What remains for the open axis.
  int64_t rest = count;
  bool fits = true;
  for (int64_t size : result)
    if (size != TensorSignature::kDynamic) {
      fits = fits && rest % size == 0;
      rest /= size;
    }
  if (!fits ||
      (rest != 1 && !llvm::is_contained(result, TensorSignature::kDynamic))) {
    if (!sizes.empty())
      text += " with --ranks";
    return makeError(text + " does not fit " + Twine(count) +
                     (count == 1 ? " rank" : " ranks"));
  }
  return result;
}

llvm::Expected<Grid> Ranks::arrange(const FunctionSignature &signature,
                                    ArrayRef<int64_t> sizes) {
  if (!isConnected()) {
    for (const GridAxisSignature &axis : signature.grid)
      if (axis.size != 1 && axis.size != TensorSignature::kDynamic)
        return llvm::createStringError(
            signature.name + ": the ranks of the grid " +
            gridToString(signature.grid) +
            " share its tensors: run them by a launcher such as mpirun, with "
            "--communicator=FILE");
    return Grid(signature.grid, /*comm=*/nullptr);
  }
  llvm::Expected<SmallVector<int64_t>> gridSizes =
      agree(getGridSizes(signature, sizes));
  if (!gridSizes)
    return gridSizes.takeError();
  llvm::Error error = llvm::Error::success();
  if (int32_t code = open(gridSizes->size(), gridSizes->data(), &grid))
    error = llvm::createStringError(
        signature.name + ": the communicator does not support the grid " +
        gridToString(signature.grid) + ": error " + Twine(code));
  else
    hasGrid = true;
  if (llvm::Error agreed = agree(std::move(error)))
    return agreed;
  return Grid(signature.grid, &grid);
}

llvm::Expected<Tensor> Ranks::gather(const Grid &grid,
                                     const TensorSignature &tensor,
                                     const ShardLayout &layout,
                                     const Tensor &shard) {
  // All ranks of a collective have as many bytes as the largest shard.
  int64_t size = 0, elementSize = getByteSize(tensor.elementType);
  for (const TensorSlice &each : layout.shards)
    size = std::max(size,
                    llvm::cantFail(getByteSize(tensor.elementType, each.shape),
                                   "a rank has a tensor of this shape"));
  auto createBytes = [&](int64_t number) {
    return agree(Tensor::create(ElementType::UI8, {size, number}));
  };
  llvm::Expected<Tensor> padded = createBytes(1);
  if (!padded)
    return padded;
  llvm::Expected<Tensor> all = createBytes(layout.shards.size());
  if (!all)
    return all;
  llvm::Expected<Tensor> whole = agree(
      Tensor::create(tensor.elementType, number == 0 ? ArrayRef(layout.shape)
                                                     : ArrayRef<int64_t>(0)));
  if (!whole)
    return whole;

  llvm::copy(shard.getBytes(), padded->getBytes().begin());
  grid.allGather(tensor, padded->getBytes().data(), all->getBytes().data(),
                 size, REDUCE_COMM_I8);
  if (number != 0)
    return whole;
  const char *from = all->getBytes().data();
  for (const TensorSlice &each : layout.shards) {
    forEachRun(layout.shape, each,
               [&](int64_t inTensor, int64_t inSlice, int64_t count) {
                 std::memcpy(whole->getBytes().data() + inTensor * elementSize,
                             from + inSlice * elementSize, count * elementSize);
               });
    from += size;
  }
  return whole;
}
