//===- ProductPairs.cpp - Products of two registers at once ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductPairs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::reduce;

int64_t mlir::reduce::detail::getPairedElements(VectorTargetAttr target) {
  return target.getPairsI64Products() && target.getVectorBits() >= laneBits
             ? target.getVectorBits() / 64
             : 0;
}

int64_t mlir::reduce::detail::getNumI64(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable() &&
                 vector.getElementType().isInteger(64)
             ? vector.getDimSize(0)
             : 0;
}

bool mlir::reduce::detail::yieldsProduct(
    Value value, llvm::function_ref<bool(Type)> isServed) {
  if (!isServed(value.getType()))
    return false;
  if (auto loop = value.getDefiningOp<scf::ForOp>()) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    return yieldsProduct(loop.getYieldedValues()[number], isServed);
  }
  return value.getDefiningOp<arith::MulIOp>() != nullptr;
}

scf::ForOp mlir::reduce::detail::carryMore(scf::ForOp loop, ValueRange inits) {
  IRRewriter rewriter(loop);
  FailureOr<LoopLikeOpInterface> replaced = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
      [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
        return SmallVector<Value>(arguments.begin(), arguments.end());
      });
  assert(succeeded(replaced) && "loops can carry more");
  return cast<scf::ForOp>(replaced->getOperation());
}

vector::TransferReadOp mlir::reduce::detail::getMovableRead(Value value,
                                                            Operation *place) {
  auto read = value.getDefiningOp<vector::TransferReadOp>();
  if (!read || !read->hasOneUse() || read->getBlock() != place->getBlock())
    return {};
  // Rows are multiplied soon after they are read.
  constexpr int maxDistance = 256;
  int distance = 0;
  for (Operation *op = read->getNextNode(); op != place; op = op->getNextNode())
    if (!op || op->getNumRegions() > 0 ||
        mightHaveEffect<MemoryEffects::Write, MemoryEffects::Free>(op) ||
        ++distance > maxDistance)
      return {};
  return read;
}
