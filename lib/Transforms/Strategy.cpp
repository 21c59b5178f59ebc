//===- Strategy.cpp - What strategies share -------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

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

Value mlir::reduce::buildResultBlocks(ImplicitLocOpBuilder &builder,
                                      const Reduction &reduction, unsigned loop,
                                      int64_t size,
                                      MutableArrayRef<Value> indices,
                                      BuildBlockFn buildBlock) {
  SmallVector<unsigned> outerLoops = reduction.getParallelLoops();
  outerLoops.pop_back();
  return buildLoops(
      builder, reduction, outerLoops, indices, reduction.getDestination(),
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        return SmallVector<Value>{
            buildBlocks(nested, reduction, loop, size, carried[0], buildBlock)};
      })[0];
}

int64_t mlir::reduce::getBlockSize(const Reduction &reduction, unsigned loop,
                                   int64_t limit) {
  if (!reduction.isDynamic(loop))
    limit = std::min(limit, reduction.getExtent(loop));
  return llvm::bit_floor<uint64_t>(limit);
}

Value mlir::reduce::buildFrontCombination(ImplicitLocOpBuilder &builder,
                                          const Reduction &reduction,
                                          Value accumulator, Value elements) {
  if (accumulator.getType() == elements.getType())
    return reduction.buildCombination(builder, accumulator, elements);
  int64_t width = cast<VectorType>(elements.getType()).getDimSize(0);
  Value combined = reduction.buildCombination(
      builder, buildSlice(builder, accumulator, 0, width), elements);
  return vector::InsertStridedSliceOp::create(builder, combined, accumulator,
                                              /*offsets=*/ArrayRef<int64_t>(0),
                                              /*strides=*/ArrayRef<int64_t>(1));
}

Value mlir::reduce::buildStore(ImplicitLocOpBuilder &builder,
                               const Reduction &reduction, Value accumulated,
                               Value destination, ValueRange indices) {
  auto type = cast<VectorType>(accumulated.getType());
  SmallVector<bool> inBounds = {true};
  if (!reduction.startsNeutral()) {
    Value start;
    if (reduction.hasConstantStart())
      start = reduction.buildStart(builder, type.getDimSize(0));
    else
      start = vector::TransferReadOp::create(builder, type, destination,
                                             indices, /*padding=*/std::nullopt,
                                             ArrayRef<bool>(inBounds));
    accumulated = reduction.buildCombination(builder, start, accumulated);
  }
  return vector::TransferWriteOp::create(
             builder, reduction.buildEpilogue(builder, accumulated),
             destination, indices, ArrayRef<bool>(inBounds))
      .getResult();
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
