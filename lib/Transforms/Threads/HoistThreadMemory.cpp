//===- HoistThreadMemory.cpp - Stack memory of threads --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Threads/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_HOISTTHREADMEMORYPASS
#include "reduce/Transforms/Threads/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns the allocations whose memory is freed at the end of `scope`; none if
/// one of them has a size known only at run time.
static SmallVector<memref::AllocaOp>
getStaticAllocations(memref::AllocaScopeOp scope) {
  SmallVector<memref::AllocaOp> allocations;
  bool areStatic = true;
  scope.getBodyRegion().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto allocation = dyn_cast<memref::AllocaOp>(op)) {
      areStatic &= allocation->getNumOperands() == 0;
      allocations.push_back(allocation);
    }
    return op->hasTrait<OpTrait::AutomaticAllocationScope>()
               ? WalkResult::skip()
               : WalkResult::advance();
  });
  if (!areStatic)
    allocations.clear();
  return allocations;
}

namespace {
struct HoistThreadMemoryPass
    : reduce::impl::HoistThreadMemoryPassBase<HoistThreadMemoryPass> {
  void runOnOperation() override {
    SmallVector<memref::AllocaScopeOp> scopes;
    getOperation()->walk([&](memref::AllocaScopeOp scope) {
      if (isa<omp::LoopNestOp>(scope->getParentOp()) &&
          scope->getParentOfType<omp::ParallelOp>() &&
          scope->getNumResults() == 0)
        scopes.push_back(scope);
    });
    IRRewriter rewriter(&getContext());
    for (memref::AllocaScopeOp scope : scopes)
      hoist(rewriter, scope);
  }

private:
  void hoist(IRRewriter &rewriter, memref::AllocaScopeOp scope) {
    SmallVector<memref::AllocaOp> allocations = getStaticAllocations(scope);
    if (allocations.empty())
      return;
    auto parallel = scope->getParentOfType<omp::ParallelOp>();
    Block &entry = parallel.getRegion().front();
    for (memref::AllocaOp allocation : allocations)
      rewriter.moveOpBefore(allocation, &entry, entry.begin());
    numHoisted += allocations.size();
    // Nothing is left to free at its end.
    Block &body = scope.getBodyRegion().front();
    rewriter.eraseOp(body.getTerminator());
    rewriter.inlineBlockBefore(&body, scope);
    rewriter.eraseOp(scope);
  }
};
} // namespace
