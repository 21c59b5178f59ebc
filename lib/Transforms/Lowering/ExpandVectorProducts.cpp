//===- ExpandVectorProducts.cpp - Products by a machine's instructions ----===//
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
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
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

//===----------------------------------------------------------------------===//
// i64 by halves
//===----------------------------------------------------------------------===//

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

/// Whether `value` is extended from 32 bits. Machines have an instruction for
/// products of two of these.
static bool isHalf(Value value) {
  auto extension = value.getDefiningOp<arith::ExtUIOp>();
  return extension &&
         getElementTypeOrSelf(extension.getIn().getType()).isInteger(32);
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

//===----------------------------------------------------------------------===//
// f16 with results of f32
//===----------------------------------------------------------------------===//

/// The number of f16 in a vector of FEAT_FHM.
static constexpr int64_t lanesOfF16 = 8;

/// Returns the extension from f16 to f32 that `value` is, or is a slice of;
/// null if it is neither.
static arith::ExtFOp getExtension(Value value) {
  if (auto slice = value.getDefiningOp<vector::ExtractStridedSliceOp>())
    value = slice.getSource();
  auto extension = value.getDefiningOp<arith::ExtFOp>();
  if (!extension ||
      !getElementTypeOrSelf(extension.getIn().getType()).isF16() ||
      !getElementTypeOrSelf(extension.getType()).isF32())
    return {};
  return extension;
}

/// Builds the f16 that `value` extends, eight lanes from `offset` on. Requires
/// `getExtension`.
static Value buildExtended(ImplicitLocOpBuilder &builder, Value value,
                           int64_t offset) {
  if (auto slice = value.getDefiningOp<vector::ExtractStridedSliceOp>())
    offset += cast<IntegerAttr>(slice.getOffsets()[0]).getInt();
  return builder.createOrFold<vector::ExtractStridedSliceOp>(
      getExtension(value).getIn(), ArrayRef<int64_t>(offset),
      ArrayRef<int64_t>(lanesOfF16), /*strides=*/ArrayRef<int64_t>(1));
}

/// Builds the product of `a` and `b`, which extend vectors of f16, by
/// instructions that add the products of the lower or the upper half of the
/// lanes. Such a product is exact in f32, and adding it to -0 does not change
/// it.
static Value buildF16Product(ImplicitLocOpBuilder &builder, Value a, Value b) {
  auto type = cast<VectorType>(a.getType());
  auto partType = VectorType::get(lanesOfF16 / 2, builder.getF32Type());
  Value zero = arith::ConstantOp::create(
      builder,
      DenseElementsAttr::get(partType, APFloat::getZero(APFloat::IEEEsingle(),
                                                        /*Negative=*/true)));
  Value product = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  for (int64_t offset = 0, e = type.getDimSize(0); offset < e;
       offset += lanesOfF16) {
    Value factors[] = {zero, buildExtended(builder, a, offset),
                       buildExtended(builder, b, offset)};
    int64_t place = offset;
    for (StringRef name : {"llvm.aarch64.neon.fmlal.v4f32.v8f16",
                           "llvm.aarch64.neon.fmlal2.v4f32.v8f16"}) {
      auto part = LLVM::CallIntrinsicOp::create(
          builder, partType, builder.getStringAttr(name), factors);
      product = vector::InsertStridedSliceOp::create(
          builder, part.getResult(0), product, ArrayRef<int64_t>(place),
          /*strides=*/ArrayRef<int64_t>(1));
      place += lanesOfF16 / 2;
    }
  }
  return product;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ExpandVectorProductsPass
    : reduce::impl::ExpandVectorProductsPassBase<ExpandVectorProductsPass> {
  void runOnOperation() override {
    VectorTargetAttr target = VectorTargetAttr::lookup(getOperation());
    if (!target.getMultipliesI64())
      expand<arith::MulIOp>(
          [](arith::MulIOp op, VectorType type) {
            return type.getElementType().isInteger(64) &&
                   !(isHalf(op.getLhs()) && isHalf(op.getRhs()));
          },
          buildProduct);
    if (target.getMultipliesF16())
      expand<arith::MulFOp>(
          [](arith::MulFOp op, VectorType type) {
            return type.getDimSize(0) % lanesOfF16 == 0 &&
                   getExtension(op.getLhs()) && getExtension(op.getRhs());
          },
          buildF16Product);
  }

  /// Replaces the products of vectors for which `isExpanded` by what `build`
  /// builds.
  template <typename OpTy>
  void expand(
      llvm::function_ref<bool(OpTy, VectorType)> isExpanded,
      llvm::function_ref<Value(ImplicitLocOpBuilder &, Value, Value)> build) {
    // Collect them first: the expansion multiplies vectors, too.
    SmallVector<OpTy> products;
    getOperation()->walk([&](OpTy op) {
      auto type = dyn_cast<VectorType>(op.getType());
      if (type && type.getRank() == 1 && !type.isScalable() &&
          isExpanded(op, type))
        products.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (OpTy op : products) {
      rewriter.setInsertionPoint(op);
      ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
      rewriter.replaceOp(op, build(builder, op.getLhs(), op.getRhs()));
      ++numExpanded;
    }
  }
};
} // namespace
