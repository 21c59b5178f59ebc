//===- Combination.cpp - How a linalg.generic combines --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute reduce.combiner names a combiner. The body is compared with the
// operations that this combiner builds. This finds the values of the body that
// are the state of an element, and an attribute that does not fit the body does
// no harm.
//
//===----------------------------------------------------------------------===//

#include "Combination.h"
#include "ArithCombiner.h"
#include "reduce/IR/Combiners/StorageTypes.h"
#include "reduce/IR/ReduceDialect.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// Compares a body with the operations that a combiner builds from block
/// arguments, and finds the values of the body for these arguments.
class BodyMatcher {
public:
  explicit BodyMatcher(const SmallPtrSetImpl<Operation *> &combining)
      : combining(combining) {}

  /// Binds `argument` to `value`.
  void bind(Value argument, Value value) { bindings.map(argument, value); }

  /// Returns whether `value` is computed in the same way as `pattern`.
  bool match(Value pattern, Value value);

  /// Returns the value that `argument` is bound to; null if it is not used.
  Value lookup(Value argument) const { return bindings.lookupOrNull(argument); }

private:
  bool matchOperands(Operation *pattern, ValueRange operands);

  const SmallPtrSetImpl<Operation *> &combining;
  IRMapping bindings;
};
} // namespace

bool BodyMatcher::matchOperands(Operation *pattern, ValueRange operands) {
  return llvm::all_of(
      llvm::zip_equal(pattern->getOperands(), operands),
      [&](auto pair) { return match(std::get<0>(pair), std::get<1>(pair)); });
}

bool BodyMatcher::match(Value pattern, Value value) {
  if (pattern.getType() != value.getType())
    return false;
  if (Value bound = bindings.lookupOrNull(pattern))
    return bound == value;
  if (isa<BlockArgument>(pattern)) {
    // An element must not depend on accumulators, which are bound already.
    if (combining.contains(value.getDefiningOp()))
      return false;
    bind(pattern, value);
    return true;
  }
  Attribute expected, constant;
  if (matchPattern(pattern, m_Constant(&expected)))
    return matchPattern(value, m_Constant(&constant)) && expected == constant;
  Operation *patternOp = pattern.getDefiningOp(), *op = value.getDefiningOp();
  if (!op || op->getName() != patternOp->getName() ||
      op->getNumOperands() != patternOp->getNumOperands() ||
      cast<OpResult>(pattern).getResultNumber() !=
          cast<OpResult>(value).getResultNumber() ||
      !op->getName().compareOpProperties(op->getPropertiesStorage(),
                                         patternOp->getPropertiesStorage()))
    return false;
  IRMapping before = bindings;
  bool matches = matchOperands(patternOp, op->getOperands());
  if (!matches && op->hasTrait<OpTrait::IsCommutative>() &&
      op->getNumOperands() == 2) {
    bindings = before;
    matches = matchOperands(patternOp,
                            ValueRange{op->getOperand(1), op->getOperand(0)});
  }
  if (matches)
    bind(pattern, value);
  else
    bindings = before;
  return matches;
}

/// Returns the operations of the body of `op` that depend on the accumulators.
static SmallPtrSet<Operation *, 4> getCombining(linalg::GenericOp op) {
  SmallPtrSet<Operation *, 4> combining;
  for (Operation &nested : op.getBody()->without_terminator())
    if (llvm::any_of(nested.getOperands(), [&](Value operand) {
          return llvm::is_contained(op.getRegionOutputArgs(), operand) ||
                 combining.contains(operand.getDefiningOp());
        }))
      combining.insert(&nested);
  return combining;
}

/// Returns the attribute that names the combiner in the body of `op`; null if
/// there is none.
static CombinerAttr getName(linalg::GenericOp op) {
  if (op.getNumDpsInits() == 0)
    return nullptr;
  Operation *combining =
      op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  if (!combining)
    return nullptr;
  return dyn_cast_or_null<CombinerAttr>(
      ReduceDialect::CombinerAttrHelper(op.getContext()).getAttr(combining));
}

/// Sets the other forms of `combination`, whose elements are known, if the body
/// contains the argument of `combiner.prepare`.
static void matchForms(Combination &combination, const Combiner &combiner,
                       Location loc) {
  std::unique_ptr<LoopForm> form = combiner.getLoopForm();
  std::unique_ptr<LoopForm> float16Form = combiner.getFloat16Form();
  if (!form && !float16Form)
    return;
  Block block;
  Value element =
      block.addArgument(getStorageType(combiner.getElementType()), loc);
  ImplicitLocOpBuilder builder(loc, loc.getContext());
  builder.setInsertionPointToStart(&block);
  State prepared = combiner.prepare(builder, element, /*position=*/{});
  BodyMatcher matcher(combination.combining);
  for (auto [pattern, value] : llvm::zip_equal(prepared, combination.elements))
    if (!matcher.match(pattern, value))
      return;
  combination.unprepared = matcher.lookup(element);
  combination.form = std::move(form);
  combination.float16Form = std::move(float16Form);
}

/// Returns the combination of `op` if its body combines like `combiner`.
static std::optional<Combination>
matchNamedCombiner(linalg::GenericOp op,
                   std::shared_ptr<const Combiner> combiner) {
  SmallVector<Type> types = combiner->getStateTypes();
  if (ValueRange(op.getRegionOutputArgs()).getTypes() != TypeRange(types))
    return std::nullopt;
  Location loc = op.getLoc();
  Block block;
  SmallVector<Location> locations(types.size(), loc);
  auto accumulators =
      llvm::to_vector_of<Value>(block.addArguments(types, locations));
  auto elements =
      llvm::to_vector_of<Value>(block.addArguments(types, locations));
  ImplicitLocOpBuilder builder(loc, loc.getContext());
  builder.setInsertionPointToStart(&block);
  State combined = combiner->combine(builder, accumulators, elements);

  Combination combination;
  combination.combining = getCombining(op);
  BodyMatcher matcher(combination.combining);
  for (auto [argument, accumulator] :
       llvm::zip_equal(accumulators, op.getRegionOutputArgs()))
    matcher.bind(argument, accumulator);
  for (auto [pattern, value] :
       llvm::zip_equal(combined, op.getBody()->getTerminator()->getOperands()))
    if (!matcher.match(pattern, value))
      return std::nullopt;
  for (Value element : elements) {
    combination.elements.push_back(matcher.lookup(element));
    if (!combination.elements.back())
      return std::nullopt;
  }
  combination.combiner = combiner;
  matchForms(combination, *combiner, loc);
  return combination;
}

FailureOr<Combination>
mlir::reduce::detail::matchCombination(linalg::GenericOp op,
                                       StringRef &reason) {
  CombinerAttr name = getName(op);
  if (std::unique_ptr<Combiner> named = name ? name.getCombiner() : nullptr)
    if (std::optional<Combination> combination =
            matchNamedCombiner(op, std::move(named))) {
      combination->name = name;
      return *combination;
    }
  if (op.getNumDpsInits() != 1) {
    reason = op.getNumDpsInits() == 0 ? "there is no output"
                                      : "there is more than one output";
    return failure();
  }
  SmallVector<Operation *> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), 0, combiners) ||
      combiners.size() != 1 || combiners[0]->getNumOperands() != 2) {
    reason = "the body does not combine by one binary operation";
    return failure();
  }
  Value accumulator = op.getRegionOutputArgs().front();
  Operation *combiner = combiners[0];
  Combination combination;
  combination.elements = {combiner->getOperand(0) == accumulator
                              ? combiner->getOperand(1)
                              : combiner->getOperand(0)};
  combination.combiner = ArithCombiner::match(combiner, accumulator, reason);
  if (!combination.combiner)
    return failure();
  combination.combining = {combiner};
  return combination;
}
