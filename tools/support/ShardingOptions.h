//===- ShardingOptions.h - How ranks share the inputs -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_SUPPORT_SHARDINGOPTIONS_H
#define REDUCE_TOOLS_SUPPORT_SHARDINGOPTIONS_H

#include "reduce/Target/Compiler.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::reduce {

/// The options --shard, --grid and --reproducible.
class ShardingOptions {
public:
  explicit ShardingOptions(llvm::cl::OptionCategory &category);

  bool areGiven() const {
    return shardings.getNumOccurrences() > 0 || grid.getNumOccurrences() > 0 ||
           reproducible.getNumOccurrences() > 0;
  }

  /// Sets these options in `options`.
  void apply(CompilerOptions &options) const;

private:
  llvm::cl::list<std::string> shardings;
  llvm::cl::opt<std::string> grid;
  llvm::cl::opt<bool> reproducible;
};

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_SUPPORT_SHARDINGOPTIONS_H
