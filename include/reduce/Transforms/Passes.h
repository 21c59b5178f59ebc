//===- Passes.h - Transformation passes -------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_PASSES_H
#define REDUCE_TRANSFORMS_PASSES_H

#include "reduce/Transforms/Boundary/Passes.h"
#include "reduce/Transforms/Lowering/Passes.h"
#include "reduce/Transforms/Sharding/Passes.h"
#include "reduce/Transforms/Threads/Passes.h"
#include "reduce/Transforms/Vectorize/Passes.h"

#include "mlir/Pass/Pass.h"

namespace mlir::reduce {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "reduce/Transforms/Passes.h.inc"

/// Registers the passes of Transforms/ and its subfolders.
inline void registerReduceTransformsPasses() {
  registerReduceTensorTransformsPasses();
  registerReduceVectorizePasses();
  registerReduceThreadsPasses();
  registerReduceShardingPasses();
  registerReduceBoundaryPasses();
  registerReduceLoweringPasses();
}

} // namespace mlir::reduce

#endif // REDUCE_TRANSFORMS_PASSES_H
