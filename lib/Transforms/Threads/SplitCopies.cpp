//===- SplitCopies.cpp - Copies by several threads ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Lowering/MemoryRuns.h"
#include "reduce/Transforms/Threads/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/Sequence.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_SPLITCOPIESPASS
#include "reduce/Transforms/Threads/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static void buildCopy(ImplicitLocOpBuilder &builder, Value source, Value target,
                      OpFoldResult offset, OpFoldResult size) {
  auto getPart = [&](Value memref) -> Value {
    OpFoldResult one = builder.getIndexAttr(1);
    return memref::SubViewOp::create(builder, memref, offset, size, one);
  };
  Value from = getPart(source), to = getPart(target);
  memref::CopyOp::create(builder, from, to);
}

/// Builds a copy in parts of `partElements`. The last part ends with the
/// memory and may overlap the one before it: each part has a known size, which
/// upstream copies by one call.
static void buildParts(ImplicitLocOpBuilder &builder, memref::CopyOp copy,
                       int64_t partElements) {
  Value source = buildRun(builder, copy.getSource());
  Value target = buildRun(builder, copy.getTarget());
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  OpFoldResult part = builder.getIndexAttr(partElements);
  Value zero = buildConstant(0);
  Value size = builder.createOrFold<memref::DimOp>(source, zero);
  Value partSize = buildConstant(partElements);
  Value numParts = builder.createOrFold<arith::DivUIOp>(size, partSize);
  scf::ParallelOp::create(
      builder, zero, numParts, buildConstant(1),
      [&](OpBuilder &nested, Location loc, ValueRange indices) {
        ImplicitLocOpBuilder body(loc, nested);
        Value first = arith::MulIOp::create(body, indices.front(), partSize);
        buildCopy(body, source, target, first, part);
      });
  Value rest = builder.createOrFold<arith::RemUIOp>(size, partSize);
  if (isConstantIntValue(rest, 0))
    return;
  OpFoldResult last =
      getAsOpFoldResult(builder.createOrFold<arith::SubIOp>(size, partSize));
  buildCopy(builder, source, target, last, part);
}

namespace {
struct SplitCopiesPass : reduce::impl::SplitCopiesPassBase<SplitCopiesPass> {
  using SplitCopiesPassBase::SplitCopiesPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    if (partBytes == 0)
      return emitError(UnknownLoc::get(context))
             << "option 'part-bytes' of 'reduce-split-copies' must not be 0";
    return success();
  }

  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Each iteration has a thread already.
      if (isa<scf::ForallOp, scf::ParallelOp>(op))
        return WalkResult::skip();
      if (auto copy = dyn_cast<memref::CopyOp>(op);
          copy && isRun(copy.getSource().getType()) &&
          isRun(copy.getTarget().getType()))
        copies.push_back(copy);
      return WalkResult::advance();
    });
    for (memref::CopyOp copy : copies)
      split(copy);
  }

private:
  void split(memref::CopyOp copy);
};
} // namespace

void SplitCopiesPass::split(memref::CopyOp copy) {
  auto source = cast<MemRefType>(copy.getSource().getType());
  auto target = cast<MemRefType>(copy.getTarget().getType());
  uint64_t elementBytes = std::max<uint64_t>(
      1, DataLayout::closest(copy).getTypeSize(source.getElementType()));
  int64_t partElements = std::max<int64_t>(1, partBytes / elementBytes);
  uint64_t minElements = llvm::divideCeil(minBytes.getValue(), elementBytes);
  // The sizes are equal, but either may be the one that is known.
  std::optional<int64_t> known;
  for (MemRefType type : {source, target})
    if (type.hasStaticShape())
      known = type.getNumElements();
  if (known && (static_cast<uint64_t>(*known) < minElements ||
                *known < 2 * partElements))
    return;
  ++numSplit;
  IRRewriter rewriter(copy);
  ImplicitLocOpBuilder builder(copy.getLoc(), rewriter);
  if (!known) {
    Value size = arith::ConstantIndexOp::create(builder, 1);
    for (int64_t dim : llvm::seq(source.getRank()))
      size = builder.createOrFold<arith::MulIOp>(
          size, builder.createOrFold<memref::DimOp>(copy.getSource(), dim));
    uint64_t least = std::max<uint64_t>(minElements, 2 * partElements);
    Value isLarge = arith::CmpIOp::create(
        builder, arith::CmpIPredicate::uge, size,
        arith::ConstantIndexOp::create(
            builder,
            std::min<uint64_t>(least, std::numeric_limits<int64_t>::max())));
    auto choice = scf::IfOp::create(builder, isLarge, /*addElseBlock=*/true);
    builder.setInsertionPointToStart(choice.elseBlock());
    memref::CopyOp::create(builder, copy.getSource(), copy.getTarget());
    builder.setInsertionPointToStart(choice.thenBlock());
  }
  buildParts(builder, copy, partElements);
  rewriter.eraseOp(copy);
}
