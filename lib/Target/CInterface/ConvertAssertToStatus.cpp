//===- ConvertAssertToStatus.cpp - Statuses of failed assertions ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Support/Status.h"
#include "reduce/Target/CInterface/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTASSERTTOSTATUSPASS
#include "reduce/Target/CInterface/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns the status whose text is `message`.
static int32_t getStatusOf(StringRef message) {
  for (const StatusInfo &status : getStatuses())
    if (status.text == message)
      return status.value;
  return static_cast<int32_t>(Status::ASSERTION);
}

/// Appends a block that returns its argument, a status, followed by zeros.
/// Returns null if a result type has no zero.
static Block *addFailureBlock(func::FuncOp function) {
  SmallVector<TypedAttr> zeros;
  Builder attributes(function.getContext());
  for (Type type : llvm::drop_begin(function.getResultTypes())) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (shaped && !shaped.hasStaticShape())
      return nullptr;
    zeros.push_back(attributes.getZeroAttr(type));
    if (!zeros.back() ||
        !arith::ConstantOp::isBuildableWith(zeros.back(), type))
      return nullptr;
  }
  ImplicitLocOpBuilder builder(function.getLoc(), function.getContext());
  Block *block =
      builder.createBlock(&function.getBody(), function.getBody().end(),
                          builder.getI32Type(), function.getLoc());
  SmallVector<Value> results = {block->getArgument(0)};
  for (TypedAttr zero : zeros)
    results.push_back(arith::ConstantOp::create(builder, zero));
  func::ReturnOp::create(builder, results);
  return block;
}

namespace {
struct ConvertAssertToStatusPass
    : reduce::impl::ConvertAssertToStatusPassBase<ConvertAssertToStatusPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.getNumResults() == 0 ||
        !function.getResultTypes().front().isSignlessInteger(32))
      return;
    SmallVector<cf::AssertOp> assertions;
    for (Block &block : function.getBody())
      llvm::append_range(assertions, block.getOps<cf::AssertOp>());
    if (assertions.empty())
      return;
    Block *failure = addFailureBlock(function);
    if (!failure)
      return;
    // From the last one on, so that each operation is moved to another block
    // only once.
    for (cf::AssertOp op : llvm::reverse(assertions)) {
      ImplicitLocOpBuilder builder(op.getLoc(), op);
      Block *next = op->getBlock()->splitBlock(std::next(op->getIterator()));
      Value status = arith::ConstantOp::create(
          builder, builder.getI32IntegerAttr(getStatusOf(op.getMsg())));
      cf::CondBranchOp::create(builder, op.getArg(), next, ValueRange(),
                               failure, status);
      op.erase();
      ++numConverted;
    }
  }
};
} // namespace
