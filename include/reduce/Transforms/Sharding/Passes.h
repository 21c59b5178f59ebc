//===- Passes.h - Passes for tensors that ranks share -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_SHARDING_PASSES_H
#define REDUCE_TRANSFORMS_SHARDING_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::reduce {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "reduce/Transforms/Sharding/Passes.h.inc"

} // namespace mlir::reduce

#endif // REDUCE_TRANSFORMS_SHARDING_PASSES_H
