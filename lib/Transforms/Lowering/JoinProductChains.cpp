//===- JoinProductChains.cpp - Chains of products, two at a time ----------===//
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
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_JOINPRODUCTCHAINSPASS
#include "reduce/Transforms/Lowering/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// Products in a block. The first one multiplies `root` by a factor. Each other
/// one multiplies the one before it, which nothing else uses, by a factor. The
/// root and the factors are operands of the products, so that other values can
/// replace the ones that they are.
struct Chain {
  OpOperand *root;
  SmallVector<OpOperand *> factors;
  SmallVector<arith::MulIOp> products;
};

struct JoinProductChainsPass
    : reduce::impl::JoinProductChainsPassBase<JoinProductChainsPass> {
  void runOnOperation() override {
    registerElements =
        getPairedElements(VectorTargetAttr::lookup(getOperation()));
    if (registerElements == 0)
      return;
    for (Region &region : getOperation()->getRegions())
      for (Block &block : region)
        joinChains(block);
  }

private:
  /// Whether `type` is a vector of i64 that fills a register.
  bool isRegister(Type type) const {
    return getNumI64(type) == registerElements;
  }
  Value getJoined(Value part) const;
  Value buildJoined(ImplicitLocOpBuilder &builder, Value lower,
                    Value upper) const;
  Value buildPart(ImplicitLocOpBuilder &builder, Value joined,
                  bool isUpper) const;
  void replaceByParts(ImplicitLocOpBuilder &builder, Value lower, Value upper,
                      Value joined) const;
  SmallVector<Chain> getChains(Block &block) const;
  void joinChains(Block &block);
  void join(const Chain &first, const Chain &second);
  void joinCarried(scf::ForOp loop);

  /// The number of i64 in a register.
  int64_t registerElements = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Two registers as one vector
//===----------------------------------------------------------------------===//

/// Returns the vector of two registers that `part` is a slice of. Returns null
/// if it is no such slice.
Value JoinProductChainsPass::getJoined(Value part) const {
  auto slice = part.getDefiningOp<vector::ExtractStridedSliceOp>();
  return slice && slice.getSourceVectorType().getDimSize(0) ==
                      2 * registerElements
             ? slice.getSource()
             : Value();
}

Value JoinProductChainsPass::buildPart(ImplicitLocOpBuilder &builder,
                                       Value joined, bool isUpper) const {
  return vector::ExtractStridedSliceOp::create(
      builder, joined, ArrayRef<int64_t>(isUpper ? registerElements : 0),
      ArrayRef<int64_t>(registerElements), /*strides=*/ArrayRef<int64_t>(1));
}

/// Builds the vector whose parts are `lower` and `upper`.
Value JoinProductChainsPass::buildJoined(ImplicitLocOpBuilder &builder,
                                         Value lower, Value upper) const {
  auto getOffset = [](Value part) {
    auto slice = part.getDefiningOp<vector::ExtractStridedSliceOp>();
    return cast<IntegerAttr>(slice.getOffsets()[0]).getInt();
  };
  if (Value joined = getJoined(lower))
    if (joined == getJoined(upper) && getOffset(lower) == 0 &&
        getOffset(upper) == registerElements)
      return joined;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, 2 * registerElements));
  return vector::ShuffleOp::create(builder, lower, upper, order);
}

/// Replaces `lower` and `upper` by the parts of `joined`.
void JoinProductChainsPass::replaceByParts(ImplicitLocOpBuilder &builder,
                                           Value lower, Value upper,
                                           Value joined) const {
  lower.replaceAllUsesWith(buildPart(builder, joined, /*isUpper=*/false));
  upper.replaceAllUsesWith(buildPart(builder, joined, /*isUpper=*/true));
}

//===----------------------------------------------------------------------===//
// Chains in a block
//===----------------------------------------------------------------------===//

/// Returns the chains of `block` in the order of their first products.
SmallVector<Chain> JoinProductChainsPass::getChains(Block &block) const {
  SmallVector<Chain> chains;
  // By the last product.
  DenseMap<Value, unsigned> numbers;
  for (auto product : block.getOps<arith::MulIOp>()) {
    if (!isRegister(product.getType()))
      continue;
    OpOperand *root = &product.getLhsMutable();
    OpOperand *factor = &product.getRhsMutable();
    auto continues = [&](OpOperand *operand) {
      return numbers.contains(operand->get()) && operand->get().hasOneUse();
    };
    if (!continues(root) && (continues(factor) || (getJoined(factor->get()) &&
                                                   !getJoined(root->get()))))
      std::swap(root, factor);
    unsigned number = chains.size();
    if (continues(root)) {
      number = numbers[root->get()];
      numbers.erase(root->get());
    } else {
      chains.push_back({root, {}, {}});
    }
    chains[number].factors.push_back(factor);
    chains[number].products.push_back(product);
    numbers[product] = number;
  }
  return chains;
}

/// Joins chains of the same length in `block`, and those in the loops and
/// branches in it.
void JoinProductChainsPass::joinChains(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      joinCarried(loop);
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        joinChains(nested);
  }

  SmallVector<Chain> chains = getChains(block);
  if (chains.size() < 2)
    return;
  DenseMap<Operation *, unsigned> positions;
  for (auto [i, op] : llvm::enumerate(block))
    positions[&op] = i;
  // Whether the products of `first` can be computed where those of `second`
  // are, as nothing uses `first` before.
  auto canJoin = [&](const Chain &first, const Chain &second) {
    unsigned end = positions.lookup(second.products.back());
    return llvm::all_of_zip(first.products, second.products,
                            [&](arith::MulIOp one, arith::MulIOp other) {
                              return positions.lookup(one) <
                                     positions.lookup(other);
                            }) &&
           llvm::all_of(
               first.products.back()->getUsers(), [&](Operation *user) {
                 return positions.lookup(block.findAncestorOpInBlock(*user)) >
                        end;
               });
  };
  // What a loop carries together is joined.
  DenseMap<std::pair<Value, size_t>, const Chain *> candidates;
  SmallVector<std::pair<const Chain *, const Chain *>> pairs;
  for (const Chain &chain : chains) {
    Value joined = getJoined(chain.root->get());
    // A lone product is as fast by itself.
    if (!joined && chain.products.size() == 1)
      continue;
    const Chain *&candidate = candidates[{joined, chain.products.size()}];
    if (candidate && canJoin(*candidate, chain)) {
      pairs.emplace_back(candidate, &chain);
      candidate = nullptr;
    } else {
      candidate = &chain;
    }
  }
  // From here on, the positions are not those in the block.
  for (auto [first, second] : pairs)
    join(*first, *second);
}

/// Replaces `first` and `second` by a chain of vectors of two registers where
/// `second` is.
void JoinProductChainsPass::join(const Chain &first, const Chain &second) {
  Value joined;
  for (size_t i = 0, e = first.products.size(); i < e; ++i) {
    arith::MulIOp product = second.products[i];
    ImplicitLocOpBuilder builder(product.getLoc(), product);
    auto buildFactor = [&](OpOperand *lower, OpOperand *upper) {
      // LLVM keeps the order of reads, and runs out of registers if those of a
      // chain precede the other one.
      for (OpOperand *part : {lower, upper})
        if (Operation *read = getMovableRead(part->get(), product))
          read->moveBefore(product);
      return buildJoined(builder, lower->get(), upper->get());
    };
    if (i == 0)
      joined = buildFactor(first.root, second.root);
    Value factor = buildFactor(first.factors[i], second.factors[i]);
    joined = arith::MulIOp::create(builder, joined, factor);
    ++numJoined;
  }
  arith::MulIOp last = second.products.back();
  ImplicitLocOpBuilder builder(last.getLoc(), last);
  replaceByParts(builder, first.products.back()->getResult(0), last, joined);
  for (const Chain *chain : {&first, &second})
    for (arith::MulIOp product : llvm::reverse(chain->products))
      product->erase();
}

//===----------------------------------------------------------------------===//
// Chains that loops carry
//===----------------------------------------------------------------------===//

/// Replaces two registers that `loop` carries from product to product by a
/// vector of both, and joins the chains in `loop`.
void JoinProductChainsPass::joinCarried(scf::ForOp loop) {
  SmallVector<unsigned> numbers;
  for (auto [i, yielded] : llvm::enumerate(loop.getYieldedValues()))
    if (yieldsProduct(yielded, [&](Type type) { return isRegister(type); }))
      numbers.push_back(i);
  SmallVector<std::pair<unsigned, unsigned>> pairs;
  SmallVector<Value> inits;
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  for (size_t i = 1; i < numbers.size(); i += 2) {
    auto [lower, upper] = pairs.emplace_back(numbers[i - 1], numbers[i]);
    inits.push_back(buildJoined(builder, loop.getInitArgs()[lower],
                                loop.getInitArgs()[upper]));
  }
  if (pairs.empty())
    return joinChains(*loop.getBody());

  // What is carried is yielded below, after its chains are joined.
  loop = carryMore(loop, inits);
  auto getCarried = [&](auto values) {
    return values.drop_front(values.size() - pairs.size());
  };

  builder.setInsertionPointToStart(loop.getBody());
  for (auto [pair, carried] :
       llvm::zip_equal(pairs, getCarried(loop.getRegionIterArgs())))
    replaceByParts(builder, loop.getRegionIterArg(pair.first),
                   loop.getRegionIterArg(pair.second), carried);
  joinChains(*loop.getBody());
  Operation *yield = loop.getBody()->getTerminator();
  builder.setInsertionPoint(yield);
  for (auto [i, pair] : llvm::enumerate(pairs)) {
    auto [lower, upper] = pair;
    yield->setOperand(yield->getNumOperands() - pairs.size() + i,
                      buildJoined(builder, yield->getOperand(lower),
                                  yield->getOperand(upper)));
    // The separate ones are not used any more, and can be removed.
    for (unsigned part : {lower, upper})
      yield->setOperand(part, loop.getRegionIterArg(part));
  }
  builder.setInsertionPointAfter(loop);
  for (auto [pair, carried] :
       llvm::zip_equal(pairs, getCarried(loop.getResults())))
    replaceByParts(builder, loop.getResult(pair.first),
                   loop.getResult(pair.second), carried);
}
