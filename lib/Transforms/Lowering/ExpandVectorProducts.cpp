//===- ExpandVectorProducts.cpp - Products of i64 by their halves ---------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_EXPANDVECTORPRODUCTSPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Builds the 32-bit sum of the two halves of each element in `halves`.
static Value buildSums(ImplicitLocOpBuilder &builder, Value halves) {
  SmallVector<int64_t> lower, upper;
  for (int64_t i = 0, e = cast<VectorType>(halves.getType()).getDimSize(0);
       i < e; i += 2) {
    lower.push_back(i);
    upper.push_back(i + 1);
  }
  Value first = vector::ShuffleOp::create(builder, halves, halves, lower);
  Value second = vector::ShuffleOp::create(builder, halves, halves, upper);
  return arith::AddIOp::create(builder, first, second);
}

/// Swaps the two halves of each element in `halves`.
static Value buildSwapped(ImplicitLocOpBuilder &builder, Value halves) {
  SmallVector<int64_t> order;
  for (int64_t i = 0, e = cast<VectorType>(halves.getType()).getDimSize(0);
       i < e; ++i)
    order.push_back(i ^ 1);
  return vector::ShuffleOp::create(builder, halves, halves, order);
}

/// Builds low(a) * low(b) + ((low(a) * high(b) + high(a) * low(b)) << 32).
static Value buildProduct(ImplicitLocOpBuilder &builder, Value a, Value b) {
  auto type = cast<VectorType>(a.getType());
  auto asHalves = [&](Value value) -> Value {
    auto halves = VectorType::get(2 * type.getDimSize(0), builder.getI32Type());
    return vector::BitCastOp::create(builder, halves, value);
  };
  auto extend = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, type, value);
  };
  // LLVM recognizes that such factors have only 32 bits.
  auto extendLow = [&](Value value) {
    auto halves = type.clone(builder.getI32Type());
    return extend(arith::TruncIOp::create(builder, halves, value));
  };
  Value halvesA = asHalves(a);
  Value swappedB = buildSwapped(builder, asHalves(b));
  Value crosswise = arith::MulIOp::create(builder, halvesA, swappedB);
  Value upper = extend(buildSums(builder, crosswise));
  Value halfBits = arith::ConstantOp::create(
      builder, DenseElementsAttr::get(type, builder.getI64IntegerAttr(32)));
  upper = arith::ShLIOp::create(builder, upper, halfBits);
  Value lowA = extendLow(a);
  Value lowB = extendLow(b);
  Value lower = arith::MulIOp::create(builder, lowA, lowB);
  return arith::AddIOp::create(builder, lower, upper);
}

namespace {
struct ExpandVectorProductsPass
    : reduce::impl::ExpandVectorProductsPassBase<ExpandVectorProductsPass> {
  void runOnOperation() override {
    if (VectorTargetAttr::lookup(getOperation()).getMultipliesI64())
      return;
    // Collect them first: the expansion multiplies vectors of i64, too.
    SmallVector<arith::MulIOp> products;
    getOperation()->walk([&](arith::MulIOp op) { products.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (arith::MulIOp op : products) {
      auto type = dyn_cast<VectorType>(op.getType());
      if (!type || type.getRank() != 1 || type.isScalable() ||
          !type.getElementType().isInteger(64))
        continue;
      rewriter.setInsertionPoint(op);
      ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
      rewriter.replaceOp(op, buildProduct(builder, op.getLhs(), op.getRhs()));
      ++numExpanded;
    }
  }
};
} // namespace
