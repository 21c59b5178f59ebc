//===- SplitReductions.cpp - Pieces for threads ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's tiling (scf::tileUsingSCF, with partial reductions) is not used.
// It fills partial results before the parallel loop, so that each piece must
// load its initial values. It combines partial results by a named operation
// that
// -reduce-vectorize does not support. It does not include an epilogue in the
// pieces. If the tile does not divide the extent, it gives the last piece, and
// so all pieces, a dynamic size.
//
//===----------------------------------------------------------------------===//

#include "PieceBuilder.h"
#include "Transforms/Vectorize/Builders/Loops.h"
#include "reduce/Transforms/Threads/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_SPLITREDUCTIONSPASS
#include "reduce/Transforms/Threads/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Dynamic extents
//===----------------------------------------------------------------------===//

namespace {
/// Builds a reduction that is split if its input is large at run time.
class DynamicSplitBuilder {
public:
  DynamicSplitBuilder(const Reduction &reduction, const PieceLimits &limits)
      : reduction(reduction), limits(limits), pieces(reduction),
        keptLoops(getDynamicCutLoops(reduction, /*isReduced=*/false,
                                     limits.maxPieces)),
        reducedLoops(getDynamicCutLoops(reduction, /*isReduced=*/true,
                                        limits.maxPieces)) {}

  /// Returns the tensors with all results. Fails if nothing can be split.
  FailureOr<SmallVector<Value>> build(ImplicitLocOpBuilder &builder);

private:
  Value buildIsLarge(ImplicitLocOpBuilder &builder);
  void buildAreNarrow(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildCuts(ImplicitLocOpBuilder &builder,
                               SmallVector<Cut> PiecePlan::*kind,
                               ArrayRef<Cut> cuts, Value isFirstAlone);
  Value buildIsFirstAlone(ImplicitLocOpBuilder &builder, ArrayRef<Cut> cuts);
  Value buildHaveGaps(ImplicitLocOpBuilder &builder);
  SmallVector<Value> buildPieces(ImplicitLocOpBuilder &builder);

  const Reduction &reduction;
  const PieceLimits &limits;
  PieceBuilder pieces;
  SmallVector<unsigned> keptLoops, reducedLoops;
  /// The number of elements of each input.
  Value size;
  /// Whether the innermost loop is over so few columns that rows with gaps
  /// between them are slower than two threads gain. Null if it is not over
  /// columns.
  Value areNarrow;
};
} // namespace

/// Builds whether the input is large, and one of its loops can be split.
Value DynamicSplitBuilder::buildIsLarge(ImplicitLocOpBuilder &builder) {
  size = arith::ConstantIndexOp::create(builder, 1);
  for (unsigned loop : llvm::seq(reduction.getNumLoops()))
    size = builder.createOrFold<arith::MulIOp>(
        size, reduction.buildExtent(builder, loop));
  Value canSplit =
      arith::ConstantOp::create(builder, builder.getBoolAttr(false));
  for (unsigned loop : llvm::concat<unsigned>(keptLoops, reducedLoops))
    canSplit = builder.createOrFold<arith::OrIOp>(
        canSplit,
        builder.createOrFold<arith::CmpIOp>(
            arith::CmpIPredicate::uge, reduction.buildExtent(builder, loop),
            builder.createOrFold<arith::MulIOp>(
                buildMinTile(builder, reduction, loop),
                arith::ConstantIndexOp::create(builder, 2))));
  buildAreNarrow(builder);
  if (Value haveGaps = buildHaveGaps(builder))
    canSplit =
        arith::AndIOp::create(builder, canSplit, buildNot(builder, haveGaps));
  // At least 1, since later divisions by an extent must not be by 0.
  uint64_t least = llvm::divideCeil(getMinBytes(reduction, limits),
                                    getBytesPerElement(reduction));
  Value isLarge = buildIsAtLeast(builder, size, std::max<uint64_t>(least, 1));
  return builder.createOrFold<arith::AndIOp>(isLarge, canSplit);
}

/// Builds the pieces of `cuts`, the member `kind` of a plan, with the first cut
/// alone if `isFirstAlone`: its slices have no gaps, as more strategies need.
SmallVector<Value>
DynamicSplitBuilder::buildCuts(ImplicitLocOpBuilder &builder,
                               SmallVector<Cut> PiecePlan::*kind,
                               ArrayRef<Cut> cuts, Value isFirstAlone) {
  auto build = [&](ImplicitLocOpBuilder &nested, ArrayRef<Cut> chosen) {
    PiecePlan plan;
    plan.*kind = llvm::to_vector(chosen);
    return pieces.build(nested, plan);
  };
  return buildChoice(
      builder, isFirstAlone,
      [&](ImplicitLocOpBuilder &nested) {
        return build(nested, cuts.take_front());
      },
      [&](ImplicitLocOpBuilder &nested) { return build(nested, cuts); });
}

/// Sets `areNarrow`.
void DynamicSplitBuilder::buildAreNarrow(ImplicitLocOpBuilder &builder) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (reduction.isReduced(innermost))
    return;
  constexpr uint64_t narrowBytes = 64;
  uint64_t columns =
      std::max<uint64_t>(1, narrowBytes / getBytesPerElement(reduction));
  areNarrow =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                            reduction.buildExtent(builder, innermost),
                            arith::ConstantIndexOp::create(builder, columns));
}

/// Builds whether the first of `cuts` is enough, or there is none: the others
/// are into a single piece, or would make narrow pieces with gaps.
Value DynamicSplitBuilder::buildIsFirstAlone(ImplicitLocOpBuilder &builder,
                                             ArrayRef<Cut> cuts) {
  auto getCount = [&](const Cut &cut) {
    return getValueOrCreateConstantIndexOp(builder, builder.getLoc(),
                                           cut.count);
  };
  Value isAlone = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
  if (cuts.size() <= 1)
    return isAlone;
  Value one = arith::ConstantIndexOp::create(builder, 1);
  for (const Cut &cut : cuts.drop_front())
    isAlone = builder.createOrFold<arith::AndIOp>(
        isAlone, builder.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq,
                                                     getCount(cut), one));
  if (!areNarrow)
    return isAlone;
  Value isCut = buildIsAtLeast(builder, getCount(cuts.front()), 2);
  return arith::OrIOp::create(builder, isAlone,
                              arith::AndIOp::create(builder, areNarrow, isCut));
}

/// Builds whether all pieces would have long rows of few columns, with gaps
/// between them: those of kept loops, since a reduced one is the outermost, and
/// those of reduced loops, since that one is too short. Null if they cannot.
Value DynamicSplitBuilder::buildHaveGaps(ImplicitLocOpBuilder &builder) {
  if (!areNarrow || !reduction.isReduced(0) || reducedLoops.size() < 2)
    return {};
  constexpr uint64_t longElements = 512;
  Value elements = arith::ConstantIndexOp::create(builder, 1);
  for (unsigned loop : llvm::seq(2u, reduction.getNumLoops()))
    elements = builder.createOrFold<arith::MulIOp>(
        elements, reduction.buildExtent(builder, loop));
  Value areLong = buildIsAtLeast(builder, elements, longElements + 1);
  Value isShort = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::ult, reduction.buildExtent(builder, 0),
      arith::ConstantIndexOp::create(builder, 2 * getMinTile(reduction, 0)));
  return arith::AndIOp::create(
      builder, areNarrow, arith::AndIOp::create(builder, areLong, isShort));
}

/// Builds pieces of kept loops, or of reduced loops if the former are not
/// enough and the latter are more. These have all columns, so that the pieces
/// of rows of few columns are runs of memory.
SmallVector<Value>
DynamicSplitBuilder::buildPieces(ImplicitLocOpBuilder &builder) {
  auto buildConstant = [&](uint64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  };
  uint64_t elements = limits.pieceBytes / getBytesPerElement(reduction);
  Value wanted = builder.createOrFold<arith::DivUIOp>(
      size, buildConstant(std::max<uint64_t>(elements, 1)));
  wanted = builder.createOrFold<arith::MinUIOp>(
      wanted, buildConstant(limits.maxPieces));
  wanted = builder.createOrFold<arith::MaxUIOp>(wanted, buildConstant(2));

  // How many times as many pieces of each kind would be wanted.
  Value lackOfKept = wanted, lackOfReduced = wanted;
  SmallVector<Cut> kept = buildDynamicCuts(builder, reduction, keptLoops,
                                           limits.maxPieces, lackOfKept);
  Value isFirstKeptAlone = buildIsFirstAlone(builder, kept);
  auto buildKept = [&](ImplicitLocOpBuilder &nested) {
    return buildCuts(nested, &PiecePlan::kept, kept, isFirstKeptAlone);
  };
  if (reducedLoops.empty())
    return buildKept(builder);
  SmallVector<Cut> reduced = buildDynamicCuts(builder, reduction, reducedLoops,
                                              limits.maxPieces, lackOfReduced);
  Value isFirstReducedAlone = buildIsFirstAlone(builder, reduced);
  auto buildReduced = [&](ImplicitLocOpBuilder &nested) {
    return buildCuts(nested, &PiecePlan::reduced, reduced, isFirstReducedAlone);
  };
  if (keptLoops.empty())
    return buildReduced(builder);
  // At least half of the wanted number is enough, except a single one.
  Value least = builder.createOrFold<arith::MinUIOp>(wanted, buildConstant(3));
  Value lacksKept = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                                          lackOfKept, least);
  Value hasMoreReduced = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::ult, lackOfReduced, lackOfKept);
  Value areTooFew = arith::AndIOp::create(builder, lacksKept, hasMoreReduced);
  // A single piece of kept loops is no better than narrow ones with gaps.
  if (areNarrow && reduced.size() > 1) {
    Value isSingle = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                           lackOfKept, wanted);
    Value mayReduce =
        arith::OrIOp::create(builder, isFirstReducedAlone, isSingle);
    mayReduce =
        arith::OrIOp::create(builder, mayReduce, buildNot(builder, areNarrow));
    areTooFew = arith::AndIOp::create(builder, areTooFew, mayReduce);
  }
  return buildChoice(builder, areTooFew, buildReduced, buildKept);
}

FailureOr<SmallVector<Value>>
DynamicSplitBuilder::build(ImplicitLocOpBuilder &builder) {
  if (keptLoops.empty() && reducedLoops.empty())
    return failure();
  // Pieces of an empty loop would start beyond its end, which does not verify.
  if (llvm::any_of(llvm::seq(reduction.getNumLoops()), [&](unsigned loop) {
        return !reduction.isDynamic(loop) && reduction.getExtent(loop) == 0;
      }))
    return failure();
  return buildChoice(
      builder, buildIsLarge(builder),
      [&](ImplicitLocOpBuilder &nested) { return buildPieces(nested); },
      [&](ImplicitLocOpBuilder &nested) { return pieces.buildWhole(nested); });
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
    for (linalg::GenericOp op : getContiguousReductions(getOperation()))
      split(op);
    // Erase the fills of the original reductions: pieces have their own.
    IRRewriter rewriter(&getContext());
    (void)runRegionDCE(rewriter, getOperation()->getRegions());
  }

private:
  void split(linalg::GenericOp op) {
    StringRef reason;
    FailureOr<Reduction> reduction = Reduction::match(op, reason);
    // Without vectors, or if results start differently, splitting is not worth
    // it.
    if (failed(reduction) || !reduction->hasConstantStart())
      return;
    PieceLimits limits = {minBytes, pieceBytes, maxPieces};
    IRRewriter rewriter(reduction->getRoot());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    FailureOr<SmallVector<Value>> results = failure();
    if (llvm::any_of(llvm::seq(reduction->getNumLoops()), [&](unsigned loop) {
          return reduction->isDynamic(loop);
        })) {
      results = DynamicSplitBuilder(*reduction, limits).build(builder);
    } else if (PiecePlan plan = planStaticPieces(*reduction, limits);
               !plan.isEmpty()) {
      results = PieceBuilder(*reduction).build(builder, plan);
    }
    if (failed(results))
      return;
    reduction->replaceWith(rewriter, *results);
    ++numSplit;
  }
};
} // namespace
