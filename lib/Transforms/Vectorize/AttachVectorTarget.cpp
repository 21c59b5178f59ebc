//===- AttachVectorTarget.cpp - Facts about a machine ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Vectorize/Passes.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_ATTACHVECTORTARGETPASS
#include "reduce/Transforms/Vectorize/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

namespace {
struct AttachVectorTargetPass
    : reduce::impl::AttachVectorTargetPassBase<AttachVectorTargetPass> {
  using AttachVectorTargetPassBase::AttachVectorTargetPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    target = VectorTargetAttr::parse(context, facts);
    if (target)
      return success();
    return emitError(UnknownLoc::get(context))
           << "option 'facts' of 'reduce-attach-vector-target' is not what "
              "#reduce.vector_target takes: '"
           << facts << "'";
  }

  void runOnOperation() override {
    ReduceDialect::VectorTargetAttrHelper(&getContext())
        .setAttr(getOperation(), target);
    ++numAttached;
  }

  VectorTargetAttr target;
};
} // namespace
