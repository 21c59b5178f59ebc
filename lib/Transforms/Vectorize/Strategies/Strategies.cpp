//===- Strategies.cpp - All strategies ------------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strategies.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

ArrayRef<const Strategy *> mlir::reduce::detail::getStrategies() {
  static const Strategy *const strategies[] = {
      &shortRowReduction,    &overlappedRowReduction, &paddedRowReduction,
      &rowGroupReduction,    &outerStreamReduction,   &narrowRowReduction,
      &narrowGroupReduction, &columnGroupReduction,   &foldedRowReduction,
      &packedRowReduction,   &innerReduction,         &outerBlockReduction,
      &outerReduction};
  return strategies;
}

const Strategy &mlir::reduce::detail::getStrategy(VectorStrategy kind) {
  const Strategy *const *found =
      llvm::find_if(getStrategies(), [&](const Strategy *strategy) {
        return strategy->name == stringifyVectorStrategy(kind);
      });
  assert(found != getStrategies().end() && "every kind is that of a strategy");
  return **found;
}

FailureOr<Reduction> mlir::reduce::detail::matchReduction(
    linalg::GenericOp op, const VectorTarget &target, StringRef &reason) {
  FailureOr<Reduction> reduction = Reduction::match(op, reason);
  if (succeeded(reduction) && target.getComparesF16() &&
      reduction->hasFloat16Form())
    reduction->useFloat16Form();
  return reduction;
}

const Strategy *mlir::reduce::detail::chooseStrategy(
    ArrayRef<const Strategy *> strategies, const Reduction &reduction,
    const VectorTarget &target, Choice &choice,
    llvm::function_ref<void(const Strategy &, StringRef)> refuse) {
  for (const Strategy *strategy : strategies) {
    choice = Choice();
    if (succeeded(strategy->match(reduction, target, choice)))
      return strategy;
    refuse(*strategy, choice.reason);
  }
  return nullptr;
}

SmallVector<Value> mlir::reduce::detail::buildOrNext(
    ImplicitLocOpBuilder &builder, const Strategy &strategy,
    const Reduction &reduction, const VectorTarget &target, Value isServed,
    BuildValuesFn build) {
  if (getConstantIntValue(isServed) == 1)
    return build(builder);
  return buildChoice(builder, isServed, build,
                     [&](ImplicitLocOpBuilder &nested) {
                       ArrayRef<const Strategy *> all = getStrategies();
                       auto next = std::next(llvm::find(all, &strategy));
                       Choice choice;
                       return chooseStrategy(ArrayRef(next, all.end()),
                                             reduction, target, choice)
                           ->build(nested, reduction, target);
                     });
}
