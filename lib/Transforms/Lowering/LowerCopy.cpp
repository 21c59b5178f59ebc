//===- LowerCopy.cpp - memref.copy without a runtime library --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryRuns.h"
#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_LOWERCOPYPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns whether upstream's lowering calls its runtime library for `copy`,
/// and loops are possible.
static bool needsLoops(memref::CopyOp copy) {
  auto from = dyn_cast<MemRefType>(copy.getSource().getType());
  auto to = dyn_cast<MemRefType>(copy.getTarget().getType());
  auto isCopiedAtOnce = [](MemRefType type) {
    return type.getLayout().isIdentity() ||
           (type.getRank() > 0 && type.hasStaticShape() &&
            type.getNumElements() > 0 &&
            memref::isStaticShapeAndContiguousRowMajor(type));
  };
  return from && to && !(isCopiedAtOnce(from) && isCopiedAtOnce(to));
}

/// Returns the size of the elements of `type` in bytes; 0 if vectors do not
/// copy memory of `type`.
static int64_t getVectorElementBytes(MemRefType type) {
  Type element = type.getElementType();
  bool isCopied =
      isRun(type) && type.hasStaticShape() &&
      (element.isSignlessInteger(8) || element.isSignlessInteger(16) ||
       element.isSignlessInteger(32) || element.isSignlessInteger(64) ||
       isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element));
  return isCopied ? element.getIntOrFloatBitWidth() / CHAR_BIT : 0;
}

/// Copies `numElements` elements by a loop over vectors of `lanes` elements.
/// The last iteration ends with the memory, and may overlap the one before it.
/// LLVM would turn a loop with one store in each iteration into a call.
static void buildVectorCopy(ImplicitLocOpBuilder &builder, Value source,
                            Value target, int64_t numElements, int64_t lanes) {
  auto type = VectorType::get(
      lanes, cast<MemRefType>(source.getType()).getElementType());
  Value from = buildRun(builder, source), to = buildRun(builder, target);
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  Value width = buildConstant(lanes);
  Value last = buildConstant(numElements - 2 * lanes);
  scf::ForOp::create(
      builder, buildConstant(0), buildConstant(numElements),
      buildConstant(2 * lanes), ValueRange(),
      [&](OpBuilder &nested, Location loc, Value index, ValueRange) {
        ImplicitLocOpBuilder body(loc, nested);
        Value first = arith::MinUIOp::create(body, index, last);
        Value second = arith::AddIOp::create(body, first, width);
        Value front = vector::LoadOp::create(body, type, from, first);
        Value back = vector::LoadOp::create(body, type, from, second);
        vector::StoreOp::create(body, front, to, first);
        vector::StoreOp::create(body, back, to, second);
        scf::YieldOp::create(body);
      });
}

namespace {
struct LowerCopyPass : reduce::impl::LowerCopyPassBase<LowerCopyPass> {
  using LowerCopyPassBase::LowerCopyPassBase;

  /// Returns whether `copy` became a loop over vectors. Those of less than 256
  /// bits are not better than a C library's, which may be longer.
  bool buildVectors(memref::CopyOp copy, int64_t vectorBits) {
    auto from = dyn_cast<MemRefType>(copy.getSource().getType());
    auto to = dyn_cast<MemRefType>(copy.getTarget().getType());
    if (minVectorBytes == 0 || vectorBits < 256 || !from || !to)
      return false;
    int64_t elementBytes = getVectorElementBytes(from);
    if (elementBytes == 0 || getVectorElementBytes(to) == 0)
      return false;
    int64_t numElements = from.getNumElements();
    // Two machine vectors.
    int64_t lanes = 2 * vectorBits / CHAR_BIT / elementBytes;
    if (numElements < 2 * lanes ||
        static_cast<uint64_t>(numElements * elementBytes) < minVectorBytes)
      return false;
    ImplicitLocOpBuilder builder(copy.getLoc(), copy);
    buildVectorCopy(builder, copy.getSource(), copy.getTarget(), numElements,
                    lanes);
    copy.erase();
    ++numVectorLoops;
    return true;
  }

  void runOnOperation() override {
    int64_t vectorBits =
        VectorTargetAttr::lookup(getOperation()).getVectorBits();
    getOperation()->walk([&](memref::CopyOp copy) {
      if (buildVectors(copy, vectorBits) || !needsLoops(copy))
        return;
      IRRewriter rewriter(copy);
      linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      rewriter.eraseOp(copy);
      ++numLoops;
    });
  }
};
} // namespace
