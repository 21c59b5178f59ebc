//===- Ranks.h - The processes that run together ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCERUN_RANKS_H
#define REDUCE_TOOLS_REDUCERUN_RANKS_H

#include "Grid.h"

namespace mlir::reduce {

/// An error that is on standard error already, from this rank or another one.
class ReportedError : public llvm::ErrorInfo<ReportedError> {
public:
  static char ID;

  void log(llvm::raw_ostream &os) const override { os << "already reported"; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// The processes that run this tool together. A failure of the library that
/// connects them cannot be mended: it ends this process, and so the launcher
/// ends the others.
class Ranks {
public:
  /// Only this process.
  Ranks() = default;
  ~Ranks();
  Ranks(const Ranks &) = delete;
  Ranks &operator=(const Ranks &) = delete;

  /// Connects the processes by the library at `path` (reduce_ranks.h). Fails if
  /// it cannot be loaded.
  llvm::Error connect(llvm::StringRef path);

  int64_t getNumber() const { return number; }
  int64_t getCount() const { return count; }

  /// Returns an error on all ranks if one of them has one: on the first of
  /// these, its own; on others, a ReportedError.
  llvm::Error agree(llvm::Error error);

  /// The same for values.
  template <typename T> llvm::Expected<T> agree(llvm::Expected<T> value) {
    if (llvm::Error error =
            agree(value ? llvm::Error::success() : value.takeError()))
      return error;
    return value;
  }

  /// Returns the maximum, or the sum, of the values of all ranks.
  double getMaximum(double value);
  int64_t getSum(int64_t value);

  /// Arranges the ranks as the grid of `signature`. `sizes` has the number of
  /// ranks along each axis, unless it is empty. The result is valid as long as
  /// this object.
  llvm::Expected<Grid> arrange(const FunctionSignature &signature,
                               llvm::ArrayRef<int64_t> sizes);

  /// Each rank passes its shard of an output. Returns the whole output on the
  /// first rank; an empty tensor on others. All ranks call this together, and
  /// get the same status.
  llvm::Expected<Tensor> gather(const Grid &grid, const TensorSignature &tensor,
                                const ShardLayout &layout, const Tensor &shard);

private:
  bool isConnected() const { return close; }
  llvm::Expected<llvm::SmallVector<int64_t>>
  getGridSizes(const FunctionSignature &signature,
               llvm::ArrayRef<int64_t> sizes) const;

  int64_t number = 0, count = 1;
  int32_t (*open)(int32_t, const int64_t *, ReduceComm *) = nullptr;
  void (*close)(ReduceComm *) = nullptr;
  /// All ranks in one row, and those in the grid of the function.
  ReduceComm row, grid;
  bool hasGrid = false;
};

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_RANKS_H
