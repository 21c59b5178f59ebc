//===- PairVectorProducts.cpp - Chains of products by halves --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductPairs.h"

#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_PAIRVECTORPRODUCTSPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// Two registers of i64 as a sum: `low` + (`high` << 32). `high` is a vector of
/// i32 in the order of `getHalfOrder`, or null for zeros.
struct SplitPair {
  Value low, high;
};

struct PairVectorProductsPass
    : reduce::impl::PairVectorProductsPassBase<PairVectorProductsPass> {
  void runOnOperation() override {
    pairElements =
        2 * getPairedElements(VectorTargetAttr::lookup(getOperation()));
    if (pairElements == 0)
      return;
    for (Region &region : getOperation()->getRegions())
      for (Block &block : region)
        splitProducts(block);
    if (splitVectors.empty())
      return;
    splitVectors.clear();
    // Most parts are not joined.
    IRRewriter rewriter(&getContext());
    (void)runRegionDCE(rewriter, getOperation()->getRegions());
  }

private:
  using Pairs = SmallVector<SplitPair>;

  /// Whether `type` is a vector of i64 that fills pairs of registers.
  bool isPaired(Type type) const {
    int64_t numElements = getNumI64(type);
    return numElements > 0 && numElements % pairElements == 0;
  }
  SmallVector<int64_t> getHalfOrder(bool upper) const;
  Value buildHalves(ImplicitLocOpBuilder &builder, Value pair,
                    bool upper) const;
  SplitPair buildProduct(ImplicitLocOpBuilder &builder, SplitPair first,
                         Value second) const;
  Value buildJoined(ImplicitLocOpBuilder &builder, SplitPair pair) const;
  Value buildPair(ImplicitLocOpBuilder &builder, Value whole, int64_t offset,
                  vector::TransferReadOp read = {}) const;
  Value buildVector(ImplicitLocOpBuilder &builder, VectorType type,
                    const Pairs &pairs,
                    llvm::function_ref<Value(SplitPair)> buildPart) const;
  Value buildWhole(ImplicitLocOpBuilder &builder, VectorType type,
                   const Pairs &pairs);
  Pairs buildSplit(ImplicitLocOpBuilder &builder, Value whole) const;
  void splitProducts(Block &block);
  void splitProduct(arith::MulIOp op);
  void splitLoop(scf::ForOp loop);

  /// The number of elements of two registers.
  int64_t pairElements = 0;
  /// The parts of the vectors that are built from parts.
  DenseMap<Value, Pairs> splitVectors;
};
} // namespace

//===----------------------------------------------------------------------===//
// Halves of elements
//===----------------------------------------------------------------------===//

/// Returns the positions of the lower or the upper halves of the elements of
/// two registers, among all halves. The order is that in which one instruction
/// takes them: x86's `vshufps` works within lanes. In registers of one lane, it
/// is the order of memory.
SmallVector<int64_t> PairVectorProductsPass::getHalfOrder(bool upper) const {
  constexpr int64_t laneElements = laneBits / 64;
  int64_t registerElements = pairElements / 2;
  SmallVector<int64_t> order;
  for (int64_t lane = 0; lane < registerElements; lane += laneElements)
    for (int64_t first : {lane, registerElements + lane})
      for (int64_t i = 0; i < laneElements; ++i)
        order.push_back(2 * (first + i) + upper);
  return order;
}

/// Builds the vector of the lower or the upper halves of the elements of
/// `pair`, in the order of `getHalfOrder`.
Value PairVectorProductsPass::buildHalves(ImplicitLocOpBuilder &builder,
                                          Value pair, bool upper) const {
  auto type = VectorType::get(2 * pairElements, builder.getI32Type());
  Value halves = vector::BitCastOp::create(builder, type, pair);
  return vector::ShuffleOp::create(builder, halves, halves,
                                   getHalfOrder(upper));
}

/// Builds the product of `first` and `second`: the upper half of the lower
/// part of `first` and its upper part are multiplied by the lower half of
/// `second`, and the lower half by the upper half. The lower part is the
/// product of the lower halves.
SplitPair PairVectorProductsPass::buildProduct(ImplicitLocOpBuilder &builder,
                                               SplitPair first,
                                               Value second) const {
  auto type = cast<VectorType>(second.getType());
  // LLVM recognizes that such factors have only 32 bits.
  auto extendLow = [&](Value value) -> Value {
    Value low = arith::TruncIOp::create(
        builder, type.clone(builder.getI32Type()), value);
    return arith::ExtUIOp::create(builder, type, low);
  };
  Value firstLow = buildHalves(builder, first.low, /*upper=*/false);
  Value firstHigh = buildHalves(builder, first.low, /*upper=*/true);
  if (first.high)
    firstHigh = arith::AddIOp::create(builder, firstHigh, first.high);
  Value secondLow = buildHalves(builder, second, /*upper=*/false);
  Value secondHigh = buildHalves(builder, second, /*upper=*/true);
  Value upperByLower = arith::MulIOp::create(builder, firstHigh, secondLow);
  Value lowerByUpper = arith::MulIOp::create(builder, firstLow, secondHigh);
  Value high = arith::AddIOp::create(builder, upperByLower, lowerByUpper);
  Value firstFactor = extendLow(first.low), secondFactor = extendLow(second);
  Value low = arith::MulIOp::create(builder, firstFactor, secondFactor);
  return {low, high};
}

/// Builds the elements whose parts are `pair`.
Value PairVectorProductsPass::buildJoined(ImplicitLocOpBuilder &builder,
                                          SplitPair pair) const {
  if (!pair.high)
    return pair.low;
  Value zeros = arith::ConstantOp::create(
      builder, builder.getZeroAttr(pair.high.getType()));
  // Zeros are the lower halves.
  SmallVector<int64_t> order(2 * pairElements, pairElements);
  for (auto [i, position] : llvm::enumerate(getHalfOrder(/*upper=*/true)))
    order[position] = i;
  Value high = vector::ShuffleOp::create(builder, pair.high, zeros, order);
  high = vector::BitCastOp::create(builder, pair.low.getType(), high);
  return arith::AddIOp::create(builder, pair.low, high);
}

//===----------------------------------------------------------------------===//
// Pairs of registers
//===----------------------------------------------------------------------===//

/// Returns the read of `whole` if `user` can read pairs of registers instead;
/// null if not.
static vector::TransferReadOp getSplitRead(Value whole, Operation *user) {
  vector::TransferReadOp read = getMovableRead(whole, user);
  bool isSplit = read && !read.getMask() && !read.hasOutOfBoundsDim() &&
                 read.getPermutationMap().isMinorIdentity() &&
                 read.getShapedType().getElementType().isInteger(64);
  return isSplit ? read : vector::TransferReadOp();
}

/// Builds a pair of registers of `whole`, or of the vector that `read` reads if
/// there is one: the elements from `offset` on.
Value PairVectorProductsPass::buildPair(ImplicitLocOpBuilder &builder,
                                        Value whole, int64_t offset,
                                        vector::TransferReadOp read) const {
  if (!read)
    return builder.createOrFold<vector::ExtractStridedSliceOp>(
        whole, ArrayRef<int64_t>(offset), ArrayRef<int64_t>(pairElements),
        /*strides=*/ArrayRef<int64_t>(1));
  SmallVector<Value> indices(read.getIndices());
  Value distance = arith::ConstantIndexOp::create(builder, offset);
  indices.back() =
      builder.createOrFold<arith::AddIOp>(indices.back(), distance);
  return vector::TransferReadOp::create(
      builder, VectorType::get(pairElements, builder.getI64Type()),
      read.getBase(), indices, read.getPadding(), read.getPermutationMap(),
      read.getInBoundsValues());
}

/// Builds the vector of `type` of what `buildPart` builds for each of `pairs`.
Value PairVectorProductsPass::buildVector(
    ImplicitLocOpBuilder &builder, VectorType type, const Pairs &pairs,
    llvm::function_ref<Value(SplitPair)> buildPart) const {
  if (pairs.size() == 1)
    return buildPart(pairs.front());
  Value whole = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  for (auto [i, pair] : llvm::enumerate(pairs))
    whole = vector::InsertStridedSliceOp::create(
        builder, buildPart(pair), whole, ArrayRef<int64_t>(i * pairElements),
        /*strides=*/ArrayRef<int64_t>(1));
  return whole;
}

/// Builds the vector of `type` whose parts are `pairs`, and keeps that these
/// are its parts.
Value PairVectorProductsPass::buildWhole(ImplicitLocOpBuilder &builder,
                                         VectorType type, const Pairs &pairs) {
  Value whole = buildVector(builder, type, pairs, [&](SplitPair pair) {
    return buildJoined(builder, pair);
  });
  splitVectors.insert({whole, pairs});
  return whole;
}

/// Returns the parts of `whole`; if it has none, builds its pairs of registers,
/// without upper parts.
PairVectorProductsPass::Pairs
PairVectorProductsPass::buildSplit(ImplicitLocOpBuilder &builder,
                                   Value whole) const {
  if (auto found = splitVectors.find(whole); found != splitVectors.end())
    return found->second;
  Pairs pairs;
  for (int64_t i = 0, e = cast<VectorType>(whole.getType()).getDimSize(0);
       i < e; i += pairElements)
    pairs.push_back({buildPair(builder, whole, i), {}});
  return pairs;
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

/// Replaces `op` by a product in parts if one of its factors has them, or if
/// its only user multiplies it again. Otherwise, it is left to
/// `ExpandVectorProducts` and LLVM: joining the parts takes as long as what is
/// saved.
void PairVectorProductsPass::splitProduct(arith::MulIOp op) {
  Value first = op.getLhs(), second = op.getRhs();
  // A loop carries the first factor.
  if (!splitVectors.contains(first) && splitVectors.contains(second))
    std::swap(first, second);
  auto isMultiplied = [&](Operation *user) {
    return isa<arith::MulIOp>(user) && user->getBlock() == op->getBlock();
  };
  if (!splitVectors.contains(first) &&
      !(op->hasOneUse() && isMultiplied(*op->user_begin())))
    return;
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  // LLVM keeps the order in which pairs are read and multiplied, and runs out
  // of registers if all are read first.
  vector::TransferReadOp read = getSplitRead(second, op);
  Pairs pairs = buildSplit(builder, first);
  for (auto [i, pair] : llvm::enumerate(pairs))
    pair = buildProduct(builder, pair,
                        buildPair(builder, second, i * pairElements, read));
  op.replaceAllUsesWith(
      buildWhole(builder, cast<VectorType>(op.getType()), pairs));
  op.erase();
  ++numPaired;
}

/// Replaces each vector that `loop` carries from product to product by its
/// lower parts, and one more for each of its upper parts.
void PairVectorProductsPass::splitLoop(scf::ForOp loop) {
  SmallVector<unsigned> chains;
  for (auto [i, yielded] : llvm::enumerate(loop.getYieldedValues()))
    if (yieldsProduct(yielded, [&](Type type) { return isPaired(type); }))
      chains.push_back(i);
  if (chains.empty())
    return splitProducts(*loop.getBody());

  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  Value zeros = arith::ConstantOp::create(
      builder,
      builder.getZeroAttr(VectorType::get(pairElements, builder.getI32Type())));
  auto getLow = [](SplitPair pair) { return pair.low; };
  auto getHighs = [&](const Pairs &pairs) {
    return llvm::map_range(
        pairs, [&](SplitPair pair) { return pair.high ? pair.high : zeros; });
  };
  auto getType = [&](unsigned i) {
    return cast<VectorType>(loop.getResult(i).getType());
  };
  SmallVector<Value> inits;
  for (unsigned i : chains) {
    OpOperand &init = loop.getInitArgsMutable()[i];
    Pairs pairs = buildSplit(builder, init.get());
    if (splitVectors.contains(init.get()))
      init.set(buildVector(builder, getType(i), pairs, getLow));
    llvm::append_range(inits, getHighs(pairs));
  }

  // The upper parts are yielded below, when the products have some.
  unsigned numCarried = loop.getInitArgs().size();
  loop = carryMore(loop, inits);

  // Replaces the lower parts, `low`, by what they are parts of.
  auto replaceLow = [&](Value low, ValueRange highs) {
    SmallPtrSet<Operation *, 4> exceptions;
    Pairs pairs;
    for (auto [i, high] : llvm::enumerate(highs)) {
      Value pair = buildPair(builder, low, i * pairElements);
      pairs.push_back({pair, high});
      exceptions.insert(pair.getDefiningOp());
    }
    Value whole = buildWhole(builder, cast<VectorType>(low.getType()), pairs);
    exceptions.insert(whole.getDefiningOp());
    low.replaceAllUsesExcept(whole, exceptions);
  };
  builder.setInsertionPointToStart(loop.getBody());
  ValueRange highs = loop.getRegionIterArgs().drop_front(numCarried);
  for (unsigned i : chains) {
    size_t numPairs = getType(i).getDimSize(0) / pairElements;
    replaceLow(loop.getRegionIterArg(i), highs.take_front(numPairs));
    highs = highs.drop_front(numPairs);
  }
  splitProducts(*loop.getBody());

  Operation *yield = loop.getBody()->getTerminator();
  builder.setInsertionPoint(yield);
  unsigned place = numCarried;
  for (unsigned i : chains) {
    Pairs pairs = buildSplit(builder, yield->getOperand(i));
    yield->setOperand(i, buildVector(builder, getType(i), pairs, getLow));
    for (Value high : getHighs(pairs))
      yield->setOperand(place++, high);
  }
  builder.setInsertionPointAfter(loop);
  highs = loop.getResults().drop_front(numCarried);
  for (unsigned i : chains) {
    size_t numPairs = getType(i).getDimSize(0) / pairElements;
    replaceLow(loop.getResult(i), highs.take_front(numPairs));
    highs = highs.drop_front(numPairs);
  }
}

/// Splits the products in `block` and those in the loops and branches in it.
void PairVectorProductsPass::splitProducts(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto product = dyn_cast<arith::MulIOp>(op)) {
      if (isPaired(product.getType()))
        splitProduct(product);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      splitLoop(loop);
    } else {
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          splitProducts(nested);
    }
  }
}
