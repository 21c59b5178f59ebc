//===- ShardingOptions.cpp - How ranks share the inputs -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingOptions.h"

#include "llvm/ADT/StringExtras.h"

namespace cl = llvm::cl;

mlir::reduce::ShardingOptions::ShardingOptions(cl::OptionCategory &category)
    : shardings("shard", cl::value_desc("input=[_,x,...]"),
                cl::desc("Axes of the grid along which ranks share each "
                         "dimension of an input, _ for none; y*x for several. "
                         "May be repeated"),
                cl::cat(category)),
      grid("grid", cl::value_desc("x:4,y:?"),
           cl::desc("Axes of the grid of ranks, and the number of ranks along "
                    "each; ? if it is known only at run time"),
           cl::cat(category)),
      reproducible("reproducible",
                   cl::desc("Combine products of floats of several ranks in "
                            "the order of the ranks, so that the result does "
                            "not depend on the engine"),
                   cl::cat(category)) {}

void mlir::reduce::ShardingOptions::apply(CompilerOptions &options) const {
  options.grid = grid;
  options.reproducible = reproducible;
  options.shardings = llvm::join(shardings, ";");
}
