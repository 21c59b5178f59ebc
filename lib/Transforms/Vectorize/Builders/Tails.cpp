//===- Tails.cpp - Tails of rows ------------------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tails.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

SmallVector<int64_t> mlir::reduce::detail::getTailWidths(int64_t extent,
                                                         int64_t largest) {
  SmallVector<int64_t> widths;
  int64_t rest = extent % largest;
  for (int64_t width = largest / 2; width > 0; width /= 2) {
    if (rest & width)
      widths.push_back(width);
  }
  return widths;
}

SmallVector<Piece> mlir::reduce::detail::getTailPieces(int64_t extent,
                                                       int64_t largest,
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

State mlir::reduce::detail::buildPiece(ImplicitLocOpBuilder &builder,
                                       const VectorReduction &reduction,
                                       ValueRange inputs, ValueRange place,
                                       Piece piece) {
  LaneOrder order = piece.numRepeated == 0
                        ? reduction.getFastestOrder(piece.width)
                        : LaneOrder::Memory;
  State elements =
      reduction.buildJoinedElements(builder, inputs, place, piece.width, order);
  if (piece.numRepeated == 0 || reduction.getTraits().isIdempotent)
    return elements;
  Value areNew = buildLaneMask(builder, piece.width, [&](int64_t lane) {
    return lane >= piece.numRepeated;
  });
  return reduction.buildSelected(builder, areNew, elements);
}

SmallVector<Value> mlir::reduce::detail::buildDynamicTail(
    ImplicitLocOpBuilder &builder, const VectorReduction &reduction,
    const VectorTarget &target, MutableArrayRef<Value> indices, Value from,
    ValueRange carried, CombineElementsFn combine) {
  int64_t lanes = target.getLanes(reduction);
  Value extent = reduction.buildExtent(builder, reduction.getNumLoops() - 1);
  Value &index = indices.back();
  if (target.getMaskRegisters())
    return buildDynamicLoop(
        builder, from, extent, lanes, index, carried,
        [&](ImplicitLocOpBuilder &body, ValueRange iterArgs) {
          Value mask = buildTailMask(body, index, extent, lanes);
          return combine(body, iterArgs, [&](ImplicitLocOpBuilder &elements) {
            return reduction.buildMaskedElements(elements, indices, mask);
          });
        });
  // Without masked loads, use a vector that ends with the row and repeats
  // elements. If the row is too short for that, process one element at a time.
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
        if (!reduction.getTraits().isIdempotent)
          areRepeated = buildTailMask(body, index, next, lanes);
        return combine(body, iterArgs, [&](ImplicitLocOpBuilder &nested) {
          State elements = reduction.buildElements(nested, indices, lanes);
          return areRepeated
                     ? reduction.buildNotSelected(nested, areRepeated, elements)
                     : elements;
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

Value mlir::reduce::detail::buildLaneMask(
    ImplicitLocOpBuilder &builder, int64_t width,
    llvm::function_ref<bool(int64_t)> isInMask) {
  SmallVector<bool> lanes = llvm::map_to_vector(
      llvm::seq(width), [&](int64_t lane) -> bool { return isInMask(lane); });
  return arith::ConstantOp::create(
      builder, DenseElementsAttr::get(
                   VectorType::get(width, builder.getI1Type()), lanes));
}

Value mlir::reduce::detail::buildTailMask(ImplicitLocOpBuilder &builder,
                                          Value index, Value extent,
                                          int64_t width) {
  Value rest = builder.createOrFold<arith::SubIOp>(extent, index);
  return vector::CreateMaskOp::create(
      builder, VectorType::get(width, builder.getI1Type()), rest);
}
