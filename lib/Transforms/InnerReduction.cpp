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
//     combine what is left of the row into the accumulator's first lanes
//   combine the accumulator's lanes, store the one left
//
//===----------------------------------------------------------------------===//

#include "StripAccumulator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

/// Returns how many elements of a row accumulate side by side.
static int64_t getWidth(const Reduction &reduction,
                        const VectorTarget &target) {
  unsigned innermost = reduction.getNumLoops() - 1;
  return std::max<int64_t>(
      getBlockSize(reduction, innermost, target.getWidth(reduction)), 1);
}

static LogicalResult matchInner(const Reduction &reduction,
                                const VectorTarget &target, Choice &choice) {
  if (!reduction.isReduced(reduction.getNumLoops() - 1))
    return choice.refuse("the innermost dimension is kept");
  if (!reduction.isReassociable())
    return choice.refuse("the combiner does not allow reassociation");
  return choice.accept({getWidth(reduction, target)},
                       "the innermost dimension is reduced: strips of a row go "
                       "into all accumulators");
}

namespace {
class InnerReductionBuilder {
public:
  // Clause same-bits.
  // How elements are grouped rests on the target and the type alone.
  InnerReductionBuilder(const Reduction &reduction, const VectorTarget &target)
      : reduction(reduction), target(target),
        innermost(reduction.getNumLoops() - 1),
        lanes(target.getLanes(reduction)), width(getWidth(reduction, target)),
        parallelLoops(reduction.getParallelLoops()),
        outerReducedLoops(reduction.getReducedLoops()),
        indices(reduction.getNumLoops()),
        strip(reduction, target, width, getNumStrips()) {
    outerReducedLoops.pop_back();
  }

  Value build(ImplicitLocOpBuilder &builder);

private:
  /// Returns how many strips of the full width a result is made of.
  int64_t getNumStrips() const {
    // Many strips are as good as an unknown number.
    if (reduction.isDynamic(innermost) ||
        !llvm::all_of(reduction.getReducedLoops(), [&](unsigned loop) {
          return loop == innermost || reduction.getExtent(loop) == 1;
        }))
      return ShapedType::kDynamic;
    return reduction.getExtent(innermost) / width;
  }
  SmallVector<Value> combineStrip(ImplicitLocOpBuilder &builder,
                                  ValueRange carried);
  SmallVector<Value> buildStrips(ImplicitLocOpBuilder &builder,
                                 ValueRange carried);
  SmallVector<Value> buildDynamicStrips(ImplicitLocOpBuilder &builder,
                                        ValueRange carried);
  Value buildRow(ImplicitLocOpBuilder &builder, Value destination);

  const Reduction &reduction;
  const VectorTarget &target;
  unsigned innermost;
  /// Elements of a machine vector, and of the vector that accumulates.
  int64_t lanes, width;
  SmallVector<unsigned> parallelLoops;
  SmallVector<unsigned> outerReducedLoops;
  SmallVector<Value> indices;
  /// How strips of the full width accumulate.
  StripAccumulator strip;
};
} // namespace

/// Combines one strip of a row with the accumulator.
SmallVector<Value>
InnerReductionBuilder::combineStrip(ImplicitLocOpBuilder &builder,
                                    ValueRange carried) {
  return strip.combine(
      builder, carried,
      strip.getForm().buildElements(builder, indices, width, /*inBounds=*/true,
                                    reduction.getFastestOrder(width)));
}

/// Combines a row of known extent with the accumulator.
SmallVector<Value>
InnerReductionBuilder::buildStrips(ImplicitLocOpBuilder &builder,
                                   ValueRange carried) {
  int64_t extent = reduction.getExtent(innermost);
  SmallVector<Value> accumulators = buildStripLoop(
      builder, extent - extent % width, width, indices[innermost], carried,
      [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs) {
        return combineStrip(nested, iterArgs);
      });
  Value &accumulator = accumulators[0];
  for (Piece piece : getTailPieces(extent, width, lanes))
    accumulator =
        buildFrontCombination(builder, reduction, accumulator,
                              buildPiece(builder, reduction, indices, piece));
  return accumulators;
}

/// Combines a row of unknown extent with the accumulators: those of the full
/// width, and, last, one machine vector for what is left of the row.
SmallVector<Value>
InnerReductionBuilder::buildDynamicStrips(ImplicitLocOpBuilder &builder,
                                          ValueRange carried) {
  Value extent = reduction.buildExtent(builder, innermost);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value tailStart = buildRoundedDown(builder, extent, width);
  SmallVector<Value> accumulators = buildDynamicLoop(
      builder, zero, tailStart, width, indices[innermost], carried.drop_back(),
      [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs) {
        return combineStrip(nested, iterArgs);
      });
  accumulators.push_back(buildDynamicTail(
      builder, reduction, target, indices, tailStart, carried.back(),
      [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs,
          BuildValueFn buildElements) {
        return SmallVector<Value>{buildFrontCombination(
            nested, reduction, iterArgs[0], buildElements(nested))};
      })[0]);
  return accumulators;
}

/// Reduces all elements of one result and stores it.
Value InnerReductionBuilder::buildRow(ImplicitLocOpBuilder &builder,
                                      Value destination) {
  bool isDynamic = reduction.isDynamic(innermost);
  SmallVector<Value> accumulators =
      strip.begin(builder, reduction.buildNeutral(builder, width));
  if (isDynamic)
    accumulators.push_back(reduction.buildNeutral(builder, lanes));
  accumulators =
      buildLoops(builder, reduction, outerReducedLoops, indices, accumulators,
                 [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                   return isDynamic ? buildDynamicStrips(nested, carried)
                                    : buildStrips(nested, carried);
                 });
  Value rest = isDynamic ? accumulators.pop_back_val() : Value();
  Value result = strip.finishAll(builder, accumulators, rest);

  SmallVector<Value> resultIndices = reduction.getResultIndices(indices);
  if (!reduction.startsNeutral())
    result = reduction.buildCombination(
        builder,
        reduction.buildStartScalar(builder, destination, resultIndices),
        result);
  result = reduction.buildEpilogue(builder, result, destination, resultIndices);
  return tensor::InsertOp::create(builder, result, destination, resultIndices);
}

Value InnerReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  return buildLoops(builder, reduction, parallelLoops, indices,
                    reduction.getDestination(),
                    [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                      return SmallVector<Value>{buildRow(nested, carried[0])};
                    })[0];
}

static Value buildInner(ImplicitLocOpBuilder &builder,
                        const Reduction &reduction,
                        const VectorTarget &target) {
  return InnerReductionBuilder(reduction, target).build(builder);
}

const Strategy mlir::reduce::innerReduction = {"inner", matchInner, buildInner};
