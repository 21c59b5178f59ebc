//===- SpecializeUnitExtents.cpp - Versions for extents of 1 --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/Versions.h"
#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_SPECIALIZEUNITEXTENTSPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns how often a version is divided for a further extent of 1. Each
/// division multiplies the versions, and those of many loops have much code.
static unsigned getMaxDivisions(const Reduction &reduction) {
  unsigned numLoops = reduction.getNumLoops();
  return numLoops > 5 ? 0 : numLoops > 3 ? 1 : 2;
}

namespace {
/// Builds versions of a reduction for extents of 1.
class UnitVersions {
public:
  explicit UnitVersions(const Reduction &reduction)
      : reduction(reduction), versions(reduction),
        known(reduction.getNumLoops(), ShapedType::kDynamic) {}

  /// Returns whether versions would differ.
  bool areNeeded() const {
    return getMaxDivisions(reduction) > 0 && !getCandidates().empty();
  }

  /// Replaces the reduction by a choice between versions.
  void replace() {
    IRRewriter rewriter(reduction.getRoot());
    ImplicitLocOpBuilder builder(reduction.getOp().getLoc(), rewriter);
    // Before the first operation of the reduction is replaced.
    SmallVector<Value> results = build(builder, getMaxDivisions(reduction));
    versions.replace(rewriter, results);
  }

private:
  /// Returns the loops that remain if loops known to have one iteration are
  /// dropped and adjacent loops of one kind are merged: the innermost loop of
  /// each, from the outermost on.
  SmallVector<unsigned> getRemaining() const {
    SmallVector<unsigned> remaining;
    for (unsigned loop = 0, e = reduction.getNumLoops(); loop < e; ++loop) {
      if (known[loop] == 1 || reduction.getExtent(loop) == 1)
        continue;
      if (!remaining.empty() &&
          reduction.isReduced(remaining.back()) == reduction.isReduced(loop))
        remaining.pop_back();
      remaining.push_back(loop);
    }
    return remaining;
  }

  /// Returns the loops for which it matters whether they have one iteration.
  /// Without one of the innermost ones, longer runs of memory are reduced or
  /// kept. Outer loops only repeat the code.
  SmallVector<unsigned> getCandidates() const {
    SmallVector<unsigned> remaining = getRemaining(), candidates;
    size_t count = remaining.size();
    if (count < 2)
      return candidates;
    auto get = [&](size_t i) { return remaining[count - 1 - i]; };
    // Short rows have versions of their own (-reduce-specialize-extents).
    if (!reduction.isReduced(get(0)) || count > 2)
      candidates.push_back(get(0));
    if (count > 2)
      candidates.push_back(get(1));
    // Without it, the loops around become one, or there is none.
    if (count > 3 || (count == 3 && reduction.isReduced(get(2))))
      candidates.push_back(get(2));
    // Without the fourth of five, the loops around become one. Without the
    // outermost one, four are left, which can be reduced in stages.
    if (count == limits::maxStagedLoops + 1)
      candidates.append({get(3), remaining.front()});
    llvm::erase_if(candidates,
                   [&](unsigned loop) { return !reduction.isDynamic(loop); });
    return candidates;
  }

  /// Builds the versions that differ from `known` in at most `divisions` loops.
  SmallVector<Value> build(ImplicitLocOpBuilder &builder, unsigned divisions) {
    return buildChoice(
        builder, divisions == 0 ? SmallVector<unsigned>() : getCandidates(),
        divisions);
  }

  /// Builds versions for one iteration of each of the loops `candidates`, and
  /// one for all other extents.
  SmallVector<Value> buildChoice(ImplicitLocOpBuilder &builder,
                                 ArrayRef<unsigned> candidates,
                                 unsigned divisions) {
    if (candidates.empty())
      return versions.build(builder, known);
    unsigned loop = candidates.front();
    Value one = arith::ConstantIndexOp::create(builder, 1);
    Value isUnit =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                              reduction.buildExtent(builder, loop), one);
    auto choice =
        scf::IfOp::create(builder, reduction.getRoot().getResultTypes(), isUnit,
                          /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(choice.thenBlock());
    known[loop] = 1;
    scf::YieldOp::create(builder, build(builder, divisions - 1));
    known[loop] = ShapedType::kDynamic;
    builder.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(
        builder, buildChoice(builder, candidates.drop_front(), divisions));
    return choice.getResults();
  }

  const Reduction &reduction;
  Versions versions;
  /// The extents of the loops in the current version; kDynamic if unknown.
  SmallVector<int64_t> known;
};

struct SpecializeUnitExtentsPass
    : reduce::impl::SpecializeUnitExtentsPassBase<SpecializeUnitExtentsPass> {
  void runOnOperation() override {
    for (linalg::GenericOp op : getContiguousReductions(getOperation())) {
      StringRef reason;
      FailureOr<Reduction> reduction = Reduction::match(op, reason);
      if (failed(reduction))
        continue;
      UnitVersions versions(*reduction);
      if (!versions.areNeeded())
        continue;
      versions.replace();
      ++numSpecialized;
    }
  }
};
} // namespace
