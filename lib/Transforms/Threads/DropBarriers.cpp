//===- DropBarriers.cpp - Redundant barriers of loops ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Threads/Passes.h"

#include "mlir/Dialect/OpenMP/OpenMPDialect.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_DROPBARRIERSPASS
#include "reduce/Transforms/Threads/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

namespace {
struct DropBarriersPass : reduce::impl::DropBarriersPassBase<DropBarriersPass> {
  void runOnOperation() override {
    getOperation()->walk([&](omp::WsloopOp op) {
      if (op.getNowait() || !isa<omp::ParallelOp>(op->getParentOp()) ||
          !isa<omp::TerminatorOp>(op->getNextNode()))
        return;
      op.setNowait(true);
      ++numDropped;
    });
  }
};
} // namespace
