//===- Strategy.cpp - What strategies share -------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

LogicalResult mlir::reduce::matchBlocksOfRows(const Reduction &reduction,
                                              const VectorTarget &target,
                                              Choice &choice) {
  if (failed(innerReduction.match(reduction, target, choice)))
    return failure();
  if (reduction.getReducedLoops().size() > 1 || reduction.getNumLoops() == 1)
    return choice.refuse("more than the innermost dimension is reduced");
  if (reduction.isDynamic(reduction.getNumLoops() - 1))
    return choice.refuse("the length of rows is not known");
  return success();
}

SmallVector<int64_t> mlir::reduce::getTailWidths(int64_t extent,
                                                 int64_t largest) {
  SmallVector<int64_t> widths;
  int64_t rest = extent % largest;
  for (int64_t width = largest / 2; width > 0; width /= 2) {
    if (rest & width)
      widths.push_back(width);
  }
  return widths;
}

SmallVector<Piece> mlir::reduce::getTailPieces(int64_t extent, int64_t largest,
                                               int64_t smallest) {
  SmallVector<Piece> pieces;
  int64_t offset = extent - extent % largest;
  for (int64_t width : getTailWidths(extent, largest)) {
    if (width < smallest && extent >= smallest) {
      int64_t first = extent - smallest;
      pieces.push_back({first, smallest, offset - first});
      break;
    }
    pieces.push_back({offset, width});
    offset += width;
  }
  return pieces;
}

Value mlir::reduce::buildPiece(ImplicitLocOpBuilder &builder,
                               const Reduction &reduction,
                               MutableArrayRef<Value> indices, Piece piece) {
  indices.back() = arith::ConstantIndexOp::create(builder, piece.offset);
  LaneOrder order = piece.numRepeated == 0
                        ? reduction.getFastestOrder(piece.width)
                        : LaneOrder::Memory;
  Value elements = reduction.buildElements(builder, indices, piece.width,
                                           /*inBounds=*/true, order);
  if (piece.numRepeated == 0 || reduction.isIdempotent())
    return elements;
  SmallVector<bool> isNew(piece.width, true);
  std::fill_n(isNew.begin(), piece.numRepeated, false);
  auto maskType = VectorType::get(piece.width, builder.getI1Type());
  Value mask = arith::ConstantOp::create(
      builder, DenseElementsAttr::get(maskType, ArrayRef<bool>(isNew)));
  return arith::SelectOp::create(builder, mask, elements,
                                 reduction.buildNeutral(builder, piece.width));
}

SmallVector<Value>
mlir::reduce::buildDynamicLoop(ImplicitLocOpBuilder &builder, Value lowerBound,
                               Value upperBound, int64_t step, Value &index,
                               ValueRange carried, BuildBodyFn buildBody) {
  Value stepValue = arith::ConstantIndexOp::create(builder, step);
  auto loop = scf::ForOp::create(
      builder, lowerBound, upperBound, stepValue, carried,
      [&](OpBuilder &nested, Location loc, Value iv, ValueRange iterArgs) {
        ImplicitLocOpBuilder bodyBuilder(loc, nested);
        index = iv;
        scf::YieldOp::create(bodyBuilder, buildBody(bodyBuilder, iterArgs));
      });
  return loop.getResults();
}

SmallVector<Value> mlir::reduce::buildStripLoop(ImplicitLocOpBuilder &builder,
                                                int64_t extent, int64_t step,
                                                Value &index,
                                                ValueRange carried,
                                                BuildBodyFn buildBody) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  index = zero;
  if (extent == 0)
    return carried;
  if (extent == step)
    return buildBody(builder, carried);
  return buildDynamicLoop(builder, zero,
                          arith::ConstantIndexOp::create(builder, extent), step,
                          index, carried, buildBody);
}

SmallVector<Value> mlir::reduce::buildLoops(ImplicitLocOpBuilder &builder,
                                            const Reduction &reduction,
                                            ArrayRef<unsigned> loops,
                                            MutableArrayRef<Value> indices,
                                            ValueRange carried,
                                            BuildBodyFn buildBody) {
  if (loops.empty())
    return buildBody(builder, carried);
  unsigned loop = loops.front();
  auto buildInner = [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs) {
    return buildLoops(nested, reduction, loops.drop_front(), indices, iterArgs,
                      buildBody);
  };
  if (!reduction.isDynamic(loop))
    return buildStripLoop(builder, reduction.getExtent(loop), /*step=*/1,
                          indices[loop], carried, buildInner);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  return buildDynamicLoop(builder, zero, reduction.buildExtent(builder, loop),
                          /*step=*/1, indices[loop], carried, buildInner);
}

SmallVector<Value> mlir::reduce::buildDynamicTail(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    const VectorTarget &target, MutableArrayRef<Value> indices, Value from,
    ValueRange carried, CombineElementsFn combine) {
  int64_t lanes = target.getLanes(reduction);
  Value extent = reduction.buildExtent(builder, reduction.getNumLoops() - 1);
  Value &index = indices.back();
  if (target.hasMaskRegisters)
    return buildDynamicLoop(
        builder, from, extent, lanes, index, carried,
        [&](ImplicitLocOpBuilder &body, ValueRange iterArgs) {
          Value mask = buildTailMask(body, index, extent, lanes);
          return combine(body, iterArgs, [&](ImplicitLocOpBuilder &elements) {
            return reduction.buildMaskedElements(elements, indices, mask);
          });
        });
  // Without masked loads, a vector that ends with the row, and repeats
  // elements; where the row is too short for that, one element after the other.
  Value lanesValue = arith::ConstantIndexOp::create(builder, lanes);
  Value isLong = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                                       extent, lanesValue);
  Value end = arith::SelectOp::create(builder, isLong, extent, from);
  Value last = arith::SubIOp::create(builder, extent, lanesValue);
  Value next;
  SmallVector<Value> combined = buildDynamicLoop(
      builder, from, end, lanes, next, carried,
      [&](ImplicitLocOpBuilder &body, ValueRange iterArgs) {
        index = arith::MinUIOp::create(body, next, last);
        Value areRepeated;
        if (!reduction.isIdempotent())
          areRepeated = buildTailMask(body, index, next, lanes);
        return combine(body, iterArgs, [&](ImplicitLocOpBuilder &nested) {
          Value elements = reduction.buildElements(nested, indices, lanes);
          if (!areRepeated)
            return elements;
          return arith::SelectOp::create(nested, areRepeated,
                                         reduction.buildNeutral(nested, lanes),
                                         elements)
              .getResult();
        });
      });
  return buildDynamicLoop(
      builder, end, extent, /*step=*/1, index, combined,
      [&](ImplicitLocOpBuilder &body, ValueRange iterArgs) {
        return combine(body, iterArgs, [&](ImplicitLocOpBuilder &elements) {
          return reduction.buildElements(elements, indices, /*width=*/1);
        });
      });
}

SmallVector<Value> mlir::reduce::buildInLoopForm(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    const VectorTarget &target, ValueRange accumulators,
    llvm::function_ref<SmallVector<Value>(const Reduction &, ValueRange)>
        buildLoop) {
  if (!target.splitsKeys(reduction))
    return buildLoop(reduction, accumulators);
  Reduction split = reduction.getSplitForm();
  SmallVector<Value> combined = buildLoop(
      split, llvm::map_to_vector(accumulators, [&](Value accumulator) {
        int64_t width = cast<VectorType>(accumulator.getType()).getDimSize(0);
        return split.buildNeutral(builder, width);
      }));
  for (auto [accumulator, value] : llvm::zip_equal(accumulators, combined))
    value = reduction.buildCombination(builder, accumulator,
                                       split.buildJoinedKeys(builder, value));
  return combined;
}

Value mlir::reduce::buildKeptLoops(ImplicitLocOpBuilder &builder,
                                   const Reduction &reduction,
                                   MutableArrayRef<Value> indices,
                                   BuildResultsFn buildResults) {
  SmallVector<unsigned> loops = reduction.getParallelLoops();
  loops.pop_back();
  return buildLoops(
      builder, reduction, loops, indices, reduction.getDestination(),
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        return SmallVector<Value>{buildResults(nested, carried[0])};
      })[0];
}

Value mlir::reduce::buildChoice(ImplicitLocOpBuilder &builder, Value condition,
                                BuildValueFn buildThen,
                                BuildValueFn buildElse) {
  auto getBuilder = [](BuildValueFn build) {
    return [build](OpBuilder &nested, Location loc) {
      ImplicitLocOpBuilder body(loc, nested);
      scf::YieldOp::create(body, build(body));
    };
  };
  return scf::IfOp::create(builder, condition, getBuilder(buildThen),
                           getBuilder(buildElse))
      .getResult(0);
}

Value mlir::reduce::buildIsAtLeast(ImplicitLocOpBuilder &builder, Value value,
                                   uint64_t least) {
  return builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::uge, value,
      arith::ConstantIndexOp::create(builder, least));
}

Value mlir::reduce::buildSlice(ImplicitLocOpBuilder &builder, Value vector,
                               int64_t offset, int64_t width) {
  return vector::ExtractStridedSliceOp::create(
      builder, vector, ArrayRef<int64_t>(offset), ArrayRef<int64_t>(width),
      /*strides=*/ArrayRef<int64_t>(1));
}

Value mlir::reduce::buildBlocks(ImplicitLocOpBuilder &builder,
                                const Reduction &reduction, unsigned loop,
                                int64_t size, Value carried,
                                BuildBlockFn buildBlock) {
  Value first;
  auto buildBlockOf = [&](int64_t count) {
    return [&, count](ImplicitLocOpBuilder &block, ValueRange iterArgs) {
      return SmallVector<Value>{buildBlock(block, iterArgs[0], first, count)};
    };
  };
  if (reduction.isDynamic(loop)) {
    Value extent = reduction.buildExtent(builder, loop);
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    Value tailStart = buildRoundedDown(builder, extent, size);
    carried = buildDynamicLoop(builder, zero, tailStart, size, first, carried,
                               buildBlockOf(size))[0];
    return buildDynamicLoop(builder, tailStart, extent, /*step=*/1, first,
                            carried, buildBlockOf(1))[0];
  }
  int64_t extent = reduction.getExtent(loop);
  int64_t done = extent - extent % size;
  carried = buildStripLoop(builder, done, size, first, carried,
                           buildBlockOf(size))[0];
  for (int64_t count : getTailWidths(extent, size)) {
    Value tailFirst = arith::ConstantIndexOp::create(builder, done);
    carried = buildBlock(builder, carried, tailFirst, count);
    done += count;
  }
  return carried;
}

/// As `buildBlocks` where a result may be computed twice: what is left over is
/// covered by one more block, which ends with the loop.
static Value buildCoveringBlocks(ImplicitLocOpBuilder &builder,
                                 const Reduction &reduction, unsigned loop,
                                 int64_t size, Value carried,
                                 BuildBlockFn buildBlock) {
  if (!reduction.isDynamic(loop)) {
    int64_t extent = reduction.getExtent(loop);
    if (extent < size || extent % size == 0)
      return buildBlocks(builder, reduction, loop, size, carried, buildBlock);
  }
  Value extent = reduction.buildExtent(builder, loop);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value sizeValue = arith::ConstantIndexOp::create(builder, size);
  Value lastFirst = arith::SubIOp::create(builder, extent, sizeValue);
  Value end = extent;
  if (reduction.isDynamic(loop))
    end = arith::SelectOp::create(
        builder,
        arith::CmpIOp::create(builder, arith::CmpIPredicate::uge, extent,
                              sizeValue),
        extent, zero);
  Value index;
  carried = buildDynamicLoop(
      builder, zero, end, size, index, carried,
      [&](ImplicitLocOpBuilder &block, ValueRange iterArgs) {
        Value first = arith::MinUIOp::create(block, index, lastFirst);
        return SmallVector<Value>{buildBlock(block, iterArgs[0], first, size)};
      })[0];
  if (!reduction.isDynamic(loop))
    return carried;
  return buildDynamicLoop(
      builder, end, extent, /*step=*/1, index, carried,
      [&](ImplicitLocOpBuilder &block, ValueRange iterArgs) {
        return SmallVector<Value>{
            buildBlock(block, iterArgs[0], index, /*count=*/1)};
      })[0];
}

Value mlir::reduce::buildResultBlocks(ImplicitLocOpBuilder &builder,
                                      const Reduction &reduction, unsigned loop,
                                      int64_t size,
                                      MutableArrayRef<Value> indices,
                                      BuildBlockFn buildBlock) {
  auto *build =
      reduction.mayRepeatResults() ? &buildCoveringBlocks : &buildBlocks;
  return buildKeptLoops(builder, reduction, indices,
                        [&](ImplicitLocOpBuilder &nested, Value destination) {
                          return build(nested, reduction, loop, size,
                                       destination, buildBlock);
                        });
}

int64_t mlir::reduce::getBlockSize(const Reduction &reduction, unsigned loop,
                                   int64_t limit) {
  if (!reduction.isDynamic(loop))
    limit = std::min(limit, reduction.getExtent(loop));
  return llvm::bit_floor<uint64_t>(limit);
}

Value mlir::reduce::buildInFront(
    ImplicitLocOpBuilder &builder, Value accumulator, Value elements,
    llvm::function_ref<Value(Value, Value)> combine, int64_t numParts) {
  if (accumulator.getType() == elements.getType())
    return combine(accumulator, elements);
  auto getPartWidth = [&](Value vector) {
    return cast<VectorType>(vector.getType()).getDimSize(0) / numParts;
  };
  int64_t distance = getPartWidth(accumulator), width = getPartWidth(elements);
  Value result = accumulator;
  for (int64_t part : llvm::seq(numParts)) {
    Value front = buildSlice(builder, accumulator, part * distance, width);
    Value combined =
        combine(front, buildSlice(builder, elements, part * width, width));
    result = vector::InsertStridedSliceOp::create(
        builder, combined, result, ArrayRef<int64_t>(part * distance),
        /*strides=*/ArrayRef<int64_t>(1));
  }
  return result;
}

Value mlir::reduce::buildFrontCombination(ImplicitLocOpBuilder &builder,
                                          const Reduction &reduction,
                                          Value accumulator, Value elements) {
  // Each kind of keys has lanes of its own.
  return buildInFront(
      builder, accumulator, elements,
      [&](Value front, Value combined) {
        return reduction.buildCombination(builder, front, combined);
      },
      /*numParts=*/reduction.isSplitForm() ? 2 : 1);
}

/// Combines the halves of each of `numGroups` groups of lanes in `first`, and
/// in `second` unless it is null, and returns those of `first` ahead of those
/// of `second`.
static Value buildHalved(ImplicitLocOpBuilder &builder,
                         const Reduction &reduction, Value first, Value second,
                         int64_t numGroups) {
  int64_t width = cast<VectorType>(first.getType()).getDimSize(0);
  int64_t length = width / numGroups;
  SmallVector<int64_t> fronts, backs;
  for (int64_t group : llvm::seq(second ? 2 * numGroups : numGroups)) {
    int64_t start = group * length, middle = start + length / 2;
    llvm::append_range(fronts, llvm::seq(start, middle));
    llvm::append_range(backs, llvm::seq(middle, start + length));
  }
  Value other = second ? second : first;
  return reduction.buildCombination(
      builder, vector::ShuffleOp::create(builder, first, other, fronts),
      vector::ShuffleOp::create(builder, first, other, backs));
}

Value mlir::reduce::buildMerged(ImplicitLocOpBuilder &builder,
                                const Reduction &reduction,
                                SmallVector<Value> vectors, int64_t numRows) {
  int64_t numGroups = vectors.size();
  for (int64_t groups = 1; groups < numGroups; groups *= 2) {
    SmallVector<Value> merged;
    for (size_t i = 0; i < vectors.size(); i += 2)
      merged.push_back(
          buildHalved(builder, reduction, vectors[i], vectors[i + 1], groups));
    vectors = std::move(merged);
  }
  Value results = vectors.front();
  while (cast<VectorType>(results.getType()).getDimSize(0) > numRows)
    results =
        buildHalved(builder, reduction, results, /*second=*/{}, numGroups);
  return results;
}

Value mlir::reduce::buildStore(ImplicitLocOpBuilder &builder,
                               const Reduction &reduction, Value accumulated,
                               Value destination, ValueRange indices,
                               bool isInBounds) {
  auto type = cast<VectorType>(accumulated.getType());
  SmallVector<bool> inBounds = {isInBounds};
  if (!reduction.startsNeutral()) {
    Value start;
    if (reduction.hasConstantStart()) {
      start = reduction.buildStart(builder, type.getDimSize(0));
    } else {
      Value padding = arith::ConstantOp::create(
          builder, builder.getZeroAttr(type.getElementType()));
      start =
          vector::TransferReadOp::create(builder, type, destination, indices,
                                         padding, ArrayRef<bool>(inBounds));
    }
    accumulated = reduction.buildCombination(builder, start, accumulated);
  }
  Value results = reduction.buildEpilogue(builder, accumulated, destination,
                                          indices, isInBounds);
  return vector::TransferWriteOp::create(builder, results, destination, indices,
                                         ArrayRef<bool>(inBounds))
      .getResult();
}

Value mlir::reduce::buildScratch(ImplicitLocOpBuilder &builder,
                                 const Reduction &reduction, int64_t size) {
  // Not in a sequential loop, where each iteration would take some more.
  Operation *scope = reduction.getRoot()->getParentOp();
  while (!isa<FunctionOpInterface, scf::ForallOp, scf::ParallelOp>(scope))
    scope = scope->getParentOp();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&scope->getRegion(0).front());
  return memref::AllocaOp::create(
      builder, MemRefType::get(size, reduction.getAccumulatorType()),
      builder.getI64IntegerAttr(64));
}

Value mlir::reduce::buildRoundedDown(ImplicitLocOpBuilder &builder,
                                     Value extent, int64_t step) {
  Value mask = arith::ConstantIndexOp::create(builder, -step);
  return arith::AndIOp::create(builder, extent, mask);
}

Value mlir::reduce::buildTailMask(ImplicitLocOpBuilder &builder, Value index,
                                  Value extent, int64_t width) {
  Value rest = arith::SubIOp::create(builder, extent, index);
  return vector::CreateMaskOp::create(
      builder, VectorType::get(width, builder.getI1Type()), rest);
}
