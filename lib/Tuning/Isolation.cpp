//===- Isolation.cpp - A reduction alone ----------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Isolation.h"
#include "reduce/Support/ElementType.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// Builds the function of a reduction.
class Isolation {
public:
  Isolation(const Reduction &reduction, StringRef name)
      : reduction(reduction),
        builder(reduction.getOp().getLoc(), reduction.getOp().getContext()),
        parallelLoops(reduction.getParallelLoops()) {
    result.module = ModuleOp::create(builder.getLoc());
    builder.setInsertionPointToStart(result.module->getBody());
    function =
        func::FuncOp::create(builder, name, builder.getFunctionType({}, {}));
    builder.setInsertionPointToStart(function.addEntryBlock());
  }

  LogicalResult build();

  IsolatedReduction result;

private:
  /// The loops that index the dimensions of a tensor.
  using Loops = SmallVector<unsigned>;

  LogicalResult addArgument(Value value, const Loops &loops);
  LogicalResult addScalar(Value value);
  LogicalResult addCaptured(linalg::GenericOp op);
  LogicalResult addEpilogue(const Epilogue &epilogue);
  FailureOr<Loops> getLoops(OpOperand &operand) const;
  Value buildEmpty(Value like, const Loops &loops);
  LogicalResult addStart();

  const Reduction &reduction;
  ImplicitLocOpBuilder builder;
  Loops parallelLoops;
  func::FuncOp function;
  IRMapping mapping;
};
} // namespace

/// Makes `value`, a tensor with a dimension for each of `loops`, an argument.
LogicalResult Isolation::addArgument(Value value, const Loops &loops) {
  if (mapping.contains(value))
    return success();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !getElementType(type.getElementType()))
    return failure();
  SmallVector<std::optional<unsigned>> dimLoops;
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    dimLoops.push_back(ShapedType::isDynamic(extent)
                           ? std::optional<unsigned>(loops[dim])
                           : std::nullopt);
  result.argumentLoops.push_back(dimLoops);
  mapping.map(value,
              function.getBody().front().addArgument(type, builder.getLoc()));
  return success();
}

/// Makes `value` available: a constant, or an element of an argument.
LogicalResult Isolation::addScalar(Value value) {
  if (mapping.contains(value))
    return success();
  if (Operation *constant = value.getDefiningOp();
      constant && matchPattern(constant, m_Constant())) {
    builder.clone(*constant, mapping);
    return success();
  }
  if (!getElementType(value.getType()))
    return failure();
  Value argument = function.getBody().front().addArgument(
      RankedTensorType::get({}, value.getType()), builder.getLoc());
  result.argumentLoops.emplace_back();
  mapping.map(value,
              tensor::ExtractOp::create(builder, argument, ValueRange()));
  return success();
}

/// Makes the values available that the body of `op` reads from outside.
LogicalResult Isolation::addCaptured(linalg::GenericOp op) {
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (failed(addScalar(value)))
      return failure();
  return success();
}

/// Returns the loops of the reduction that index `operand` of the epilogue.
FailureOr<Isolation::Loops> Isolation::getLoops(OpOperand &operand) const {
  auto op = cast<linalg::GenericOp>(operand.getOwner());
  Loops loops;
  for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || dim.getPosition() >= parallelLoops.size())
      return failure();
    loops.push_back(parallelLoops[dim.getPosition()]);
  }
  return loops;
}

/// Builds an empty tensor of the type of `like`.
Value Isolation::buildEmpty(Value like, const Loops &loops) {
  auto type = cast<RankedTensorType>(like.getType());
  Value input = mapping.lookup(reduction.getOp().getDpsInputOperand(0)->get());
  SmallVector<Value> extents;
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(extent))
      extents.push_back(tensor::DimOp::create(builder, input, loops[dim]));
  return tensor::EmptyOp::create(builder, type, extents);
}

/// Makes the tensors available that the results start as.
LogicalResult Isolation::addStart() {
  for (auto [i, init] : llvm::enumerate(reduction.getOp().getDpsInits())) {
    if (!reduction.hasConstantStart()) {
      if (failed(addArgument(init, parallelLoops)))
        return failure();
      continue;
    }
    Value start = arith::ConstantOp::create(builder, reduction.getStart()[i]);
    Value empty = buildEmpty(init, parallelLoops);
    mapping.map(init,
                linalg::FillOp::create(builder, start, empty).getResult(0));
  }
  return success();
}

LogicalResult Isolation::addEpilogue(const Epilogue &epilogue) {
  linalg::GenericOp op = epilogue.getOp();
  if (failed(addCaptured(op)))
    return failure();
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (mapping.contains(value))
      continue;
    if (!isa<TensorType>(value.getType())) {
      if (failed(addScalar(value)))
        return failure();
      continue;
    }
    FailureOr<Loops> loops = getLoops(operand);
    if (failed(loops))
      return failure();
    if (op.isDpsInit(&operand) && !epilogue.readsDestination())
      mapping.map(value, buildEmpty(value, *loops));
    else if (failed(addArgument(value, *loops)))
      return failure();
  }
  builder.clone(*op, mapping);
  return success();
}

LogicalResult Isolation::build() {
  Loops allLoops = llvm::to_vector(llvm::seq(reduction.getNumLoops()));
  for (Value input : reduction.getOp().getDpsInputs())
    if (failed(addArgument(input, allLoops)))
      return failure();
  if (failed(addStart()) || failed(addCaptured(reduction.getOp())))
    return failure();
  builder.clone(*reduction.getOp(), mapping);
  if (reduction.getEpilogue() && failed(addEpilogue(*reduction.getEpilogue())))
    return failure();
  SmallVector<Value> results =
      llvm::map_to_vector(reduction.getRoot()->getResults(),
                          [&](Value value) { return mapping.lookup(value); });
  for (Value value : results) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !getElementType(type.getElementType()))
      return failure();
  }
  func::ReturnOp::create(builder, results);
  function.setFunctionType(builder.getFunctionType(
      function.getBody().getArgumentTypes(), ValueRange(results).getTypes()));
  return success();
}

FailureOr<IsolatedReduction>
mlir::reduce::detail::isolate(const Reduction &reduction, StringRef name) {
  Isolation isolation(reduction, name);
  if (failed(isolation.build()))
    return failure();
  return std::move(isolation.result);
}
