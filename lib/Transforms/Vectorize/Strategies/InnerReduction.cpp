//===- InnerReduction.cpp - Reduction along the innermost loop ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for each kept index:
//   accumulator = one vector of several machine vectors, all neutral
//   for each index of the outer reduced loops:
//     for each strip of the row: combine it into the accumulator
//     combine the rest of the row into the accumulator's first lanes
//   combine the accumulator's lanes into one and store it
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"
#include "Strategies.h"
#include "Transforms/Vectorize/Builders/StripAccumulator.h"
#include "Transforms/Vectorize/Builders/Tails.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the number of elements of a row that accumulate in parallel.
static int64_t getWidth(const Reduction &reduction,
                        const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  return std::max<int64_t>(
      getBlockSize(reduction, innermost, target.getWidth(reduction)), 1);
}

namespace {
class InnerReductionBuilder {
public:
  // Clause same-bits.
  // The grouping of elements depends only on the target and the type.
  InnerReductionBuilder(const Reduction &reduction, const VectorTarget &target)
      : reduction(reduction), target(target),
        innermost(reduction.getNumLoops() - 1),
        lanes(target.getLanes(reduction)), width(getWidth(reduction, target)),
        parallelLoops(reduction.getParallelLoops()),
        outerReducedLoops(reduction.getReducedLoops()),
        indices(reduction.getNumLoops()),
        strip(this->reduction, target, width, getNumStrips(),
              /*isRestApart=*/reduction.isDynamic(innermost)) {
    outerReducedLoops.pop_back();
  }

  LoopFormKind getForm() const { return strip.getForm(); }

  SmallVector<Value> build(ImplicitLocOpBuilder &builder);

private:
  /// Returns the number of strips of the full width in a result.
  int64_t getNumStrips() const {
    // Treat many strips like an unknown number.
    if (reduction.isDynamic(innermost) ||
        !llvm::all_of(reduction.getReducedLoops(), [&](unsigned loop) {
          return loop == innermost || reduction.getExtent(loop) == 1;
        }))
      return ShapedType::kDynamic;
    return reduction.getExtent(innermost) / width;
  }
  SmallVector<Value> buildStrips(ImplicitLocOpBuilder &builder,
                                 ValueRange carried);
  SmallVector<Value> buildDynamicStrips(ImplicitLocOpBuilder &builder,
                                        ValueRange carried);
  SmallVector<Value> buildRow(ImplicitLocOpBuilder &builder,
                              ValueRange destinations);

  VectorReduction reduction;
  const VectorTarget &target;
  unsigned innermost;
  /// The number of elements of a machine vector, and of the accumulator.
  int64_t lanes, width;
  SmallVector<unsigned> parallelLoops;
  SmallVector<unsigned> outerReducedLoops;
  SmallVector<Value> indices;
  /// How strips of the full width accumulate.
  StripAccumulator strip;
};
} // namespace

/// Combines a row of static length with the accumulator.
SmallVector<Value>
InnerReductionBuilder::buildStrips(ImplicitLocOpBuilder &builder,
                                   ValueRange carried) {
  int64_t extent = reduction.getExtent(innermost);
  SmallVector<Value> accumulators = buildStripLoop(
      builder, extent - extent % width, width, indices[innermost], carried,
      [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs) {
        return strip.combineStrip(nested, iterArgs, indices);
      });
  for (Piece piece : getTailPieces(extent, width, lanes)) {
    indices[innermost] = arith::ConstantIndexOp::create(builder, piece.offset);
    accumulators = strip.combineRest(
        builder, accumulators,
        buildPiece(builder, reduction, reduction.getOp().getDpsInputs(),
                   indices, piece));
  }
  return accumulators;
}

/// Combines a row of dynamic length with the accumulator.
SmallVector<Value>
InnerReductionBuilder::buildDynamicStrips(ImplicitLocOpBuilder &builder,
                                          ValueRange carried) {
  Value extent = reduction.buildExtent(builder, innermost);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value tailStart = buildRoundedDown(builder, extent, width);
  SmallVector<Value> accumulators = buildDynamicLoop(
      builder, zero, tailStart, width, indices[innermost], carried,
      [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs) {
        return strip.combineStrip(nested, iterArgs, indices);
      });
  return buildDynamicTail(
      builder, reduction, target, indices, tailStart, accumulators,
      [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs,
          BuildStateFn buildElements) {
        return strip.combineRest(nested, iterArgs, buildElements(nested));
      });
}

/// Reduces all elements of one result and stores it.
SmallVector<Value>
InnerReductionBuilder::buildRow(ImplicitLocOpBuilder &builder,
                                ValueRange destinations) {
  SmallVector<Value> accumulators = buildLoops(
      builder, reduction, outerReducedLoops, indices, strip.begin(builder),
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        return reduction.isDynamic(innermost)
                   ? buildDynamicStrips(nested, carried)
                   : buildStrips(nested, carried);
      });
  State state = strip.finish(builder, accumulators);

  SmallVector<Value> resultIndices = reduction.getResultIndices(indices);
  if (!reduction.startsNeutral())
    state = reduction.buildCombination(
        builder,
        reduction.buildStartScalar(builder, destinations, resultIndices),
        state);
  SmallVector<Value> stored;
  for (auto [result, destination] : llvm::zip_equal(
           reduction.buildEpilogue(builder, state, destinations, resultIndices),
           destinations))
    stored.push_back(
        tensor::InsertOp::create(builder, result, destination, resultIndices));
  return stored;
}

SmallVector<Value> InnerReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  return buildLoops(builder, reduction, parallelLoops, indices,
                    reduction.getDestinations(),
                    [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                      return buildRow(nested, carried);
                    });
}

static LogicalResult matchInner(const Reduction &reduction,
                                const VectorTarget &target, Choice &choice) {
  if (failed(matchReducedRows(reduction, choice)))
    return failure();
  return choice.accept({getWidth(reduction, target)},
                       "the innermost dimension is reduced: strips of a row go "
                       "into all accumulators",
                       InnerReductionBuilder(reduction, target).getForm());
}

static SmallVector<Value> buildInner(ImplicitLocOpBuilder &builder,
                                     const Reduction &reduction,
                                     const VectorTarget &target) {
  return InnerReductionBuilder(reduction, target).build(builder);
}

const Strategy mlir::reduce::detail::innerReduction = {
    "inner", /*servesStrides=*/true, matchInner, buildInner};
