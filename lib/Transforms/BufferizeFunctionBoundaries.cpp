//===- BufferizeFunctionBoundaries.cpp - Functions that fill memrefs ------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Passes.h"
#include "reduce/Transforms/StridedFunctions.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_BUFFERIZEFUNCTIONBOUNDARIESPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns the value whose buffer `result` takes over in a good bufferization,
/// of the same type; null where there is none.
static Value getTiedOperand(OpResult result) {
  Operation *op = result.getOwner();
  if (auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(op))
    return destinationStyle.getTiedOpOperand(result)->get();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getTiedLoopInit(result)->get();
  return {};
}

/// Returns the memref that a tensor of `type` becomes at a boundary.
static FailureOr<MemRefType> getBoundaryType(func::FuncOp function,
                                             TensorType type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    return function.emitOpError()
           << "has the unranked tensor " << type << " at its boundary";
  MemRefLayoutAttrInterface layout;
  if (isStrided(function))
    layout = StridedLayoutAttr::get(
        function.getContext(), ShapedType::kDynamic,
        SmallVector<int64_t>(ranked.getRank(), ShapedType::kDynamic));
  return MemRefType::get(ranked.getShape(), ranked.getElementType(), layout);
}

/// Makes `result`, which ends in `destination`, grow there from the start: if
/// its first buffer is a tensor.empty used for nothing else, that one becomes
/// `destination`, seen through the inverse of the reshapes in between. Who else
/// uses `result` itself reads it there. Returns `result`, or what stands in its
/// place.
static Value forwardDestination(Value result, Value destination) {
  SmallVector<Operation *> reshapes;
  Value value = result;
  while (value == result || value.hasOneUse()) {
    auto opResult = dyn_cast<OpResult>(value);
    if (!opResult)
      return result;
    Operation *op = opResult.getOwner();
    if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
      ImplicitLocOpBuilder builder(op->getLoc(), op);
      Value tensor = bufferization::ToTensorOp::create(
          builder, result.getType(), destination, /*restrict=*/true,
          /*writable=*/true);
      for (Operation *reshape : reshapes) {
        Type type = reshape->getOperand(0).getType();
        if (auto expand = dyn_cast<tensor::ExpandShapeOp>(reshape))
          tensor = tensor::CollapseShapeOp::create(
              builder, type, tensor, expand.getReassociationIndices());
        else
          tensor = tensor::ExpandShapeOp::create(
              builder, type, tensor,
              cast<tensor::CollapseShapeOp>(reshape).getReassociationIndices());
      }
      bool isResult = value == result;
      empty.getResult().replaceAllUsesWith(tensor);
      empty.erase();
      return isResult ? tensor : result;
    }
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
      // The sizes of an inverse expansion are known for static shapes only.
      if (isa<tensor::CollapseShapeOp>(op) &&
          !cast<ShapedType>(op->getOperand(0).getType()).hasStaticShape())
        return result;
      reshapes.push_back(op);
      value = op->getOperand(0);
      continue;
    }
    value = getTiedOperand(opResult);
    if (!value)
      return result;
  }
  return result;
}

/// Gives each use of `op` but one a clone of its own.
static void cloneForEachUse(Operation *op) {
  for (OpOperand &use :
       llvm::make_early_inc_range(llvm::drop_begin(op->getUses())))
    use.set(OpBuilder(op).clone(*op)->getResult(0));
}

/// Undoes what CSE does to the first buffers of several results, so that each
/// can grow in its own destination.
static void unshareFirstBuffers(func::FuncOp function) {
  function.walk([](linalg::FillOp fill) {
    if (fill.hasPureTensorSemantics() &&
        fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>())
      cloneForEachUse(fill);
  });
  function.walk([](tensor::EmptyOp empty) { cloneForEachUse(empty); });
}

static LogicalResult bufferizeArguments(func::FuncOp function,
                                        ImplicitLocOpBuilder &builder) {
  for (BlockArgument argument : function.getArguments()) {
    auto tensorType = dyn_cast<TensorType>(argument.getType());
    if (!tensorType)
      continue;
    FailureOr<MemRefType> type = getBoundaryType(function, tensorType);
    if (failed(type))
      return failure();
    argument.setType(*type);
    auto toTensor = bufferization::ToTensorOp::create(
        builder, tensorType, argument, /*restrict=*/true);
    argument.replaceAllUsesExcept(toTensor, toTensor);
  }
  return success();
}

/// Appends an argument for each tensor result and returns them; null for
/// other results.
static FailureOr<SmallVector<Value>> addDestinations(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  Block &entry = function.front();
  SmallVector<Value> destinations;
  SmallVector<Type> remainingTypes;
  SmallVector<Attribute> argumentAttributes, resultAttributes;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    argumentAttributes.push_back(DictionaryAttr::get(
        context, function_interface_impl::getArgAttrs(function, i)));
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    NamedAttrList attributes(
        function_interface_impl::getResultAttrs(function, i));
    auto tensorType = dyn_cast<TensorType>(type);
    if (!tensorType) {
      remainingTypes.push_back(type);
      resultAttributes.push_back(attributes.getDictionary(context));
      destinations.push_back({});
      continue;
    }
    FailureOr<MemRefType> memRefType = getBoundaryType(function, tensorType);
    if (failed(memRefType))
      return failure();
    destinations.push_back(entry.addArgument(*memRefType, function.getLoc()));
    attributes.set("bufferize.result", UnitAttr::get(context));
    argumentAttributes.push_back(attributes.getDictionary(context));
  }
  function.setType(
      FunctionType::get(context, entry.getArgumentTypes(), remainingTypes));
  function.setArgAttrsAttr(ArrayAttr::get(context, argumentAttributes));
  function.setResAttrsAttr(ArrayAttr::get(context, resultAttributes));
  return destinations;
}

/// Steps back from `value` over expansions by dimensions of size 1 and returns
/// where in `destination`, of any strides, their source ends. A collapse, as
/// the inverse of an expansion, would need a copy there.
static Value stepOverUnitDims(Value &value, Value destination) {
  while (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>()) {
    RankedTensorType source = expand.getSrcType();
    if (!source.hasStaticShape() ||
        isRankReducedType(expand.getResultType(), source) !=
            SliceVerificationResult::Success)
      break;
    ImplicitLocOpBuilder builder(expand.getLoc(), expand.getContext());
    builder.setInsertionPointAfterValue(destination);
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, destination);
    SmallVector<OpFoldResult> strides;
    for (auto [size, group] :
         llvm::zip_equal(source.getShape(), expand.getReassociationIndices())) {
      // The source's dimension is the only one in its group of another size.
      const int64_t *dim = llvm::find_if(group, [&](int64_t candidate) {
        return expand.getResultType().getDimSize(candidate) == size;
      });
      strides.push_back(metadata.getStrides()[*dim]);
    }
    auto type = MemRefType::get(
        source.getShape(), source.getElementType(),
        StridedLayoutAttr::get(
            builder.getContext(), ShapedType::kDynamic,
            SmallVector<int64_t>(source.getRank(), ShapedType::kDynamic)));
    destination = memref::ReinterpretCastOp::create(
        builder, type, metadata.getBaseBuffer(),
        OpFoldResult(metadata.getOffset()),
        getAsIndexOpFoldResult(builder.getContext(), source.getShape()),
        strides);
    value = expand.getSrc();
  }
  return destination;
}

static void bufferizeReturn(func::ReturnOp returnOp,
                            ArrayRef<Value> destinations) {
  ImplicitLocOpBuilder builder(returnOp.getLoc(), returnOp);
  SmallVector<Value> remaining;
  bool hasAnyStrides = isStrided(returnOp->getParentOfType<func::FuncOp>());
  for (auto [operand, argument] :
       llvm::zip_equal(returnOp.getOperands(), destinations)) {
    if (!argument) {
      remaining.push_back(operand);
      continue;
    }
    Value value = operand, destination = argument;
    if (hasAnyStrides)
      destination = stepOverUnitDims(value, destination);
    value = forwardDestination(value, destination);
    bufferization::MaterializeInDestinationOp::create(
        builder, /*result=*/Type(), value, destination, /*restrict=*/true,
        /*writable=*/true);
  }
  returnOp.getOperandsMutable().assign(remaining);
}

static LogicalResult bufferizeBoundary(func::FuncOp function) {
  ImplicitLocOpBuilder builder =
      ImplicitLocOpBuilder::atBlockBegin(function.getLoc(), &function.front());
  if (failed(bufferizeArguments(function, builder)))
    return failure();
  FailureOr<SmallVector<Value>> destinations = addDestinations(function);
  if (failed(destinations))
    return failure();
  unshareFirstBuffers(function);
  SmallVector<func::ReturnOp> returns;
  function.walk([&](func::ReturnOp op) { returns.push_back(op); });
  for (func::ReturnOp op : returns)
    bufferizeReturn(op, *destinations);
  return success();
}

namespace {
struct BufferizeFunctionBoundariesPass
    : reduce::impl::BufferizeFunctionBoundariesPassBase<
          BufferizeFunctionBoundariesPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      auto isTensor = llvm::IsaPred<TensorType>;
      if (function.isExternal() ||
          (llvm::none_of(function.getArgumentTypes(), isTensor) &&
           llvm::none_of(function.getResultTypes(), isTensor)))
        continue;
      if (auto uses = function.getSymbolUses(getOperation());
          uses && !uses->empty()) {
        uses->begin()->getUser()->emitOpError()
            << "uses '" << function.getName()
            << "', a function on tensors, which must be inlined first";
        return signalPassFailure();
      }
      if (failed(bufferizeBoundary(function)))
        return signalPassFailure();
    }
  }
};
} // namespace
