//===- BufferizeFunctions.cpp - One-Shot Bufferize, function by function --===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Boundary/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Threading.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_BUFFERIZEFUNCTIONSPASS
#include "reduce/Transforms/Boundary/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns whether bufferization of `op` changes other parts of its module: the
/// buffer of a constant is a global.
static bool needsGlobals(Operation *op) {
  return op
      ->walk([](arith::ConstantOp constant) {
        return isa<TensorType>(constant.getType()) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Bufferizes the regions of `op`.
static LogicalResult bufferize(Operation *op) {
  bufferization::OneShotBufferizationOptions options;
  // Loops from other dialects may yield tensors that they allocate.
  options.allowReturnAllocsFromLoops = true;
  bufferization::BufferizationState state;
  return bufferization::runOneShotBufferize(op, options, state);
}

namespace {
struct BufferizeFunctionsPass
    : reduce::impl::BufferizeFunctionsPassBase<BufferizeFunctionsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> apart, others;
    for (Operation &op : *getOperation().getBody())
      (needsGlobals(&op) ? others : apart).push_back(&op);
    numApart += apart.size();
    if (failed(failableParallelForEach(&getContext(), apart, bufferize)))
      return signalPassFailure();
    for (Operation *op : others)
      if (failed(bufferize(op)))
        return signalPassFailure();
  }
};
} // namespace
