//===- MLIRMutator.h - Mutation of MLIR -------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_MLIRMUTATOR_H
#define REDUCE_FUZZ_MLIRMUTATOR_H

#include <cstddef>
#include <cstdint>

namespace mlir::reduce::fuzz {

/// Changes the MLIR in `data` like `mutateText`, with words of MLIR.
size_t mutateMLIR(uint8_t *data, size_t size, size_t maxSize, unsigned seed);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_MLIRMUTATOR_H
