//===- Inputs.h - Inputs of a function --------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCERUN_INPUTS_H
#define REDUCE_TOOLS_REDUCERUN_INPUTS_H

#include "Grid.h"

namespace mlir::reduce {

/// Parses "2x3". The empty text is the shape of a scalar.
llvm::Expected<llvm::SmallVector<int64_t>> parseShape(llvm::StringRef text);

/// Returns this rank's shards of the tensors that `sources` name. Each source
/// is the path of a file, "random:2x3" for random elements, or "random" for
/// random elements of the shape in `expected`. `seed` and the position of the
/// input determine the elements. Fails for files that cannot be read and for
/// shapes that are invalid or unknown.
llvm::Expected<llvm::SmallVector<Tensor>>
readInputs(llvm::ArrayRef<std::string> sources,
           llvm::ArrayRef<TensorSignature> expected, uint64_t seed,
           const Grid &grid);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_INPUTS_H
