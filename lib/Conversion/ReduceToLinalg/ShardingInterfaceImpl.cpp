//===- ShardingInterfaceImpl.cpp - Sharding of reductions -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Conversion/ReduceToLinalg/ShardingInterfaceImpl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "reduce/IR/ExternalModels.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/TensorBitcast.h"

using namespace mlir;
using namespace mlir::reduce;
using shard::GridAxis;
using shard::Sharding;

static shard::ReductionKind getReductionKind(CollectiveKind kind) {
  switch (kind) {
  case CollectiveKind::Minimum:
    return shard::ReductionKind::Min;
  case CollectiveKind::Maximum:
    return shard::ReductionKind::Max;
  case CollectiveKind::Product:
    return shard::ReductionKind::Product;
  }
  llvm_unreachable("all kinds are handled");
}

/// Returns `type`, or the signless type for an unsigned integer.
static Type getSignless(Type type) {
  if (type.isUnsignedInteger())
    return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
  return type;
}

/// Builds the tensor whose elements are `build(element)`, of type
/// `elementType`. Elements of both tensors are signless. Returns `tensor`
/// itself if `build` returns its argument.
static Value
buildElementwise(ImplicitLocOpBuilder &builder, Value tensor, Type elementType,
                 function_ref<Value(ImplicitLocOpBuilder &, Value)> build) {
  tensor = buildTensorBitcast(builder, builder.getLoc(), tensor,
                              getSignless(getElementTypeOrSelf(tensor)));
  auto type = cast<RankedTensorType>(tensor.getType());
  Value empty = tensor::EmptyOp::create(
      builder, tensor::getMixedSizes(builder, builder.getLoc(), tensor),
      elementType);
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  bool isIdentity = false;
  auto op = linalg::GenericOp::create(
      builder, TypeRange(empty.getType()), ValueRange(tensor),
      ValueRange(empty), ArrayRef<AffineMap>{map, map}, loops,
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder body(loc, nested);
        Value result = build(body, arguments[0]);
        isIdentity = result == arguments[0];
        linalg::YieldOp::create(body, result);
      });
  if (!isIdentity)
    return op.getResult(0);
  op.erase();
  empty.getDefiningOp()->erase();
  return tensor;
}

/// Returns the axes of the grid along which reduced dimensions are split.
static SmallVector<GridAxis> getReducedAxes(ReductionOpInterface op,
                                            const Sharding &sharding) {
  SmallVector<GridAxis> axes;
  if (!sharding)
    return axes;
  SmallVector<int64_t> reducedDims = op.getReducedDims();
  for (auto [dim, split] : llvm::enumerate(sharding.getSplitAxes()))
    if (llvm::binary_search(reducedDims, static_cast<int64_t>(dim)))
      llvm::append_range(axes, split.asArrayRef());
  return axes;
}

/// Builds `op` on the shard `input`. Returns a null value after an error.
static Value buildLocalReduction(OpBuilder &builder, ReductionOpInterface op,
                                 Value input, Type resultElementType) {
  FailureOr<TensorType> type =
      inferReductionType(cast<TensorType>(input.getType()), resultElementType,
                         op.getReductionAxes(), op.getKeepdims(),
                         [&] { return op->emitOpError(); });
  if (failed(type))
    return {};
  return mlir::clone(builder, op, Type(*type), input)->getResult(0);
}

/// Builds the reduction of a tensor that ranks share along `axes`, of which
/// `input` is the shard. Returns a null value after an error.
static Value buildShardedReduction(ImplicitLocOpBuilder &builder,
                                   ReductionOpInterface op, Value input,
                                   StringRef grid, ArrayRef<GridAxis> axes) {
  Type resultType = op.getResultElementType();
  std::unique_ptr<WireForm> wire = op.getCombiner()->getWireForm();
  if (!wire) {
    op->emitOpError() << "cannot be sharded along a dimension that it reduces: "
                         "its elements cannot be combined in any order";
    return {};
  }
  Type partialType = wire->getPartialType();
  if (getElementTypeOrSelf(input) != partialType)
    input = buildElementwise(
        builder, input, partialType,
        [&](ImplicitLocOpBuilder &body, Value element) -> Value {
          return arith::ExtFOp::create(body, partialType, element);
        });
  Value partial = buildLocalReduction(builder, op, input, partialType);
  if (!partial)
    return {};
  Value encoded =
      buildElementwise(builder, partial, wire->getWireType(),
                       [&](ImplicitLocOpBuilder &body, Value element) {
                         return wire->encode(body, element);
                       });
  Value all = shard::AllReduceOp::create(builder, encoded, grid, axes,
                                         getReductionKind(wire->getKind()));
  Value decoded =
      buildElementwise(builder, all, getSignless(resultType),
                       [&](ImplicitLocOpBuilder &body, Value element) {
                         return wire->decode(body, element);
                       });
  return buildTensorBitcast(builder, builder.getLoc(), decoded, resultType);
}

namespace {
template <typename OpTy>
struct ReductionSharding
    : shard::ShardingInterface::ExternalModel<ReductionSharding<OpTy>, OpTy> {
  // One loop for each dimension of the input. A dimension that keepdims keeps
  // gets a loop of its own, since upstream expects the result's map to be a
  // projected permutation.
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto reduction = cast<ReductionOpInterface>(op);
    if (!reduction.hasStaticReducedDims())
      return {};
    SmallVector<utils::IteratorType> loops(
        reduction.getInput().getType().getRank(),
        utils::IteratorType::parallel);
    SmallVector<int64_t> reducedDims = reduction.getReducedDims();
    for (int64_t dim : reducedDims)
      loops[dim] = utils::IteratorType::reduction;
    if (reduction.getKeepdims())
      loops.append(reducedDims.size(), utils::IteratorType::parallel);
    return loops;
  }

  SmallVector<shard::ReductionKind>
  getReductionLoopIteratorKinds(Operation *op) const {
    auto reduction = cast<ReductionOpInterface>(op);
    if (!reduction.hasStaticReducedDims())
      return {};
    std::unique_ptr<WireForm> wire = reduction.getCombiner()->getWireForm();
    return SmallVector<shard::ReductionKind>(
        reduction.getReducedDims().size(),
        wire ? getReductionKind(wire->getKind())
             : shard::ReductionKind::Generic);
  }

  SmallVector<AffineMap> getIndexingMaps(Operation *op) const {
    auto reduction = cast<ReductionOpInterface>(op);
    if (!reduction.hasStaticReducedDims())
      return {};
    MLIRContext *context = op->getContext();
    SmallVector<int64_t> reducedDims = reduction.getReducedDims();
    int64_t rank = reduction.getInput().getType().getRank(), loop = rank;
    SmallVector<AffineExpr> input, result;
    for (int64_t dim = 0; dim < rank; ++dim) {
      input.push_back(getAffineDimExpr(dim, context));
      if (!llvm::binary_search(reducedDims, dim))
        result.push_back(input.back());
      else if (reduction.getKeepdims())
        result.push_back(getAffineDimExpr(loop++, context));
    }
    return {AffineMap::get(loop, 0, input, context),
            AffineMap::get(loop, 0, result, context)};
  }

  LogicalResult partition(Operation *op, ArrayRef<Value> operands,
                          ArrayRef<Sharding> operandShardings,
                          ArrayRef<Sharding> resultShardings,
                          IRMapping &partitionMap, SymbolTableCollection &,
                          OpBuilder &opBuilder) const {
    auto reduction = cast<ReductionOpInterface>(op);
    if (!reduction.hasStaticReducedDims())
      return op->emitOpError()
             << "cannot be sharded: the dimensions that it reduces are not "
                "known at compile time";
    ImplicitLocOpBuilder builder(op->getLoc(), opBuilder);
    SmallVector<GridAxis> axes = getReducedAxes(reduction, operandShardings[0]);
    // Upstream would have to scatter the result.
    for (shard::GridAxesAttr split : resultShardings[0].getSplitAxes())
      for (GridAxis axis : split.asArrayRef())
        if (llvm::is_contained(axes, axis))
          return op->emitOpError()
                 << "cannot be sharded: its result is split along axis " << axis
                 << " of the grid, as a dimension is that it reduces";
    Value result =
        axes.empty()
            ? buildLocalReduction(builder, reduction, operands[0],
                                  reduction.getResultElementType())
            : buildShardedReduction(builder, reduction, operands[0],
                                    operandShardings[0].getGrid(), axes);
    if (!result)
      return failure();
    partitionMap.map(op->getResult(0), result);
    return success();
  }
};
} // namespace

void mlir::reduce::registerShardingInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, ReduceDialect *, shard::ShardDialect *) {
        context->loadDialect<arith::ArithDialect, linalg::LinalgDialect,
                             tensor::TensorDialect>();
        attachToAllOps<ReductionSharding>(context);
      });
}
