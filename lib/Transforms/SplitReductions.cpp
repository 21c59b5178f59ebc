//===- SplitReductions.cpp - Pieces for threads ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's tiling (scf::tileUsingSCF, with partial reductions) is not used:
// it fills partial results ahead of the parallel loop, where each piece then
// has to load what it starts with, combines them by a named operation that
// -reduce-vectorize does not take, leaves an epilogue behind, and gives the
// last piece, and so all, an unknown size where the tile does not divide the
// extent.
//
//===----------------------------------------------------------------------===//

#include "PieceBuilder.h"
#include "reduce/Transforms/Passes.h"
#include "reduce/Transforms/StridedFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_SPLITREDUCTIONSPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

//===----------------------------------------------------------------------===//
// Unknown extents
//===----------------------------------------------------------------------===//

/// Builds the choice of pieces, where the run tells how large the input is.
/// Fails where nothing can be cut.
static FailureOr<Value> buildDynamic(ImplicitLocOpBuilder &builder,
                                     const Reduction &reduction,
                                     const PieceLimits &limits) {
  SmallVector<unsigned> kept = getCuttableLoops(reduction, /*isReduced=*/false);
  // A cut of an innermost loop that is known would make its extent unknown.
  if (!kept.empty() && kept.back() + 1 == reduction.getNumLoops() &&
      !reduction.isDynamic(kept.back()))
    kept.pop_back();
  SmallVector<unsigned> reduced =
      getCuttableLoops(reduction, /*isReduced=*/true);
  if (kept.empty() && reduced.empty())
    return failure();

  PieceBuilder split(reduction);
  uint64_t bytes = getBytesPerElement(reduction);
  auto buildConstant = [](ImplicitLocOpBuilder &nested, uint64_t value) {
    return arith::ConstantIndexOp::create(nested, value);
  };
  Value size = buildConstant(builder, 1);
  for (unsigned loop : llvm::seq(reduction.getNumLoops()))
    size = builder.createOrFold<arith::MulIOp>(
        size, reduction.buildExtent(builder, loop));
  Value isLarge = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::uge, size,
      buildConstant(builder, llvm::divideCeil(limits.minBytes, bytes)));

  using BuildFn = llvm::function_ref<Value(ImplicitLocOpBuilder &)>;
  auto buildChoice = [](ImplicitLocOpBuilder &nested, Value condition,
                        BuildFn buildThen, BuildFn buildElse) {
    auto getBuilder = [](BuildFn build) {
      return [build](OpBuilder &inner, Location loc) {
        ImplicitLocOpBuilder body(loc, inner);
        scf::YieldOp::create(body, build(body));
      };
    };
    return scf::IfOp::create(nested, condition, getBuilder(buildThen),
                             getBuilder(buildElse))
        .getResult(0);
  };
  auto buildPieces = [&](ImplicitLocOpBuilder &nested) {
    Value wanted = nested.createOrFold<arith::DivUIOp>(
        size, buildConstant(nested,
                            std::max<uint64_t>(limits.pieceBytes / bytes, 1)));
    wanted = nested.createOrFold<arith::MinUIOp>(
        wanted, buildConstant(nested, limits.maxPieces));
    wanted =
        nested.createOrFold<arith::MaxUIOp>(wanted, buildConstant(nested, 2));
    PiecePlan plan;
    plan.kept = buildDynamicCuts(nested, reduction, kept, wanted);
    if (reduced.empty())
      return split.buildKept(nested, plan.kept);
    auto buildReduced = [&](ImplicitLocOpBuilder &inner) {
      PiecePlan both = plan;
      both.reduced = buildDynamicCuts(inner, reduction, reduced, wanted);
      return split.buildReduced(inner, both);
    };
    if (kept.empty())
      return buildReduced(nested);
    // Half as many as wanted are not too few.
    Value areEnough = arith::CmpIOp::create(nested, arith::CmpIPredicate::ule,
                                            wanted, buildConstant(nested, 2));
    return buildChoice(
        nested, areEnough,
        [&](ImplicitLocOpBuilder &inner) {
          return split.buildKept(inner, plan.kept);
        },
        buildReduced);
  };
  return buildChoice(
      builder, isLarge, buildPieces,
      [&](ImplicitLocOpBuilder &nested) { return split.buildWhole(nested); });
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct SplitReductionsPass
    : reduce::impl::SplitReductionsPassBase<SplitReductionsPass> {
  using SplitReductionsPassBase::SplitReductionsPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    for (const Option<uint64_t> *option : {&pieceBytes, &maxPieces})
      if (option->getValue() == 0)
        return emitError(UnknownLoc::get(context))
               << "option '" << option->getArgStr()
               << "' of 'reduce-split-reductions' must not be 0";
    return success();
  }

  void runOnOperation() override {
    SmallVector<linalg::GenericOp> ops;
    getOperation()->walk([&](linalg::GenericOp op) {
      if (op.getNumReductionLoops() > 0 && !isInStridedFunction(op))
        ops.push_back(op);
    });
    for (linalg::GenericOp op : ops)
      split(op);
  }

private:
  void split(linalg::GenericOp op) {
    StringRef reason;
    FailureOr<Reduction> reduction = Reduction::match(op, reason);
    // Without vectors, or with results that start differently, pieces would
    // not be what makes it slow.
    if (failed(reduction) || !reduction->hasConstantStart())
      return;
    PieceLimits limits = {minBytes, pieceBytes, maxPieces};
    IRRewriter rewriter(reduction->getRoot());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    FailureOr<Value> result = failure();
    if (llvm::any_of(llvm::seq(reduction->getNumLoops()), [&](unsigned loop) {
          return reduction->isDynamic(loop);
        })) {
      result = buildDynamic(builder, *reduction, limits);
    } else if (PiecePlan plan = planStaticPieces(*reduction, limits);
               !plan.isEmpty()) {
      result = PieceBuilder(*reduction).build(builder, plan);
    }
    if (failed(result))
      return;
    // The epilogue goes first, it uses the reduction.
    rewriter.replaceOp(reduction->getRoot(), *result);
    if (reduction->hasEpilogue())
      rewriter.eraseOp(op);
  }
};
} // namespace
