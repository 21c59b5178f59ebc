//===- TensorShardings.cpp - Sharding of casts and reshapes ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Sharding/TensorShardings.h"
#include "Reshapes.h"

#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;
using shard::GridAxis;
using shard::Sharding;

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

bool mlir::reduce::detail::isReshape(Operation *op) {
  return isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

static SmallVector<ReassociationIndices, 4> getGroups(Operation *op) {
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return collapse.getReassociationIndices();
  return cast<tensor::ExpandShapeOp>(op).getReassociationIndices();
}

/// Returns the dimension of `group` that may be split: the outermost one,
/// except for dimensions of size 1. A shard is contiguous in the dimension that
/// `group` is collapsed into, or expanded from.
static int64_t getOuterDim(ArrayRef<int64_t> shape,
                           const ReassociationIndices &group) {
  for (int64_t dim : group)
    if (shape[dim] != 1)
      return dim;
  return group.front();
}

static LogicalResult verifyCollapse(tensor::CollapseShapeOp op,
                                    ArrayRef<int64_t> counts) {
  for (const ReassociationIndices &group : getGroups(op)) {
    int64_t outer = getOuterDim(op.getSrcType().getShape(), group);
    for (int64_t dim : group)
      if (dim != outer && counts[dim] != 1)
        return op.emitOpError()
               << "cannot be sharded: dimension " << dim
               << " is split, but of the dimensions that become one with it, "
                  "only dimension "
               << outer << ", the first that is not of size 1, may be";
  }
  return success();
}

static LogicalResult verifyExpand(tensor::ExpandShapeOp op,
                                  ArrayRef<int64_t> counts) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  for (auto [dim, group] : llvm::enumerate(getGroups(op))) {
    int64_t outer = getOuterDim(shape, group);
    bool hasInner = llvm::any_of(
        group, [&](int64_t each) { return each > outer && shape[each] != 1; });
    // Shards of any sizes can be expanded by dimensions of size 1.
    if (counts[dim] == 1 || !hasInner)
      continue;
    auto emitError = [&]() -> InFlightDiagnostic {
      return op.emitOpError()
             << "cannot be sharded: dimension " << dim << " is split, so ";
    };
    if (op.getSrcType().isDynamicDim(dim))
      return emitError() << "the sizes of the dimensions that it becomes must "
                            "be known";
    if (ShapedType::isDynamic(counts[dim]))
      return emitError()
             << "the number of its shards must be known, and divide "
             << shape[outer] << ", the size of dimension " << outer
             << " of the result";
    if (shape[outer] % counts[dim] != 0)
      return emitError() << "the number of its shards, " << counts[dim]
                         << ", must divide " << shape[outer]
                         << ", the size of dimension " << outer
                         << " of the result";
  }
  return success();
}

LogicalResult
mlir::reduce::detail::verifyReshapeOfShards(Operation *op,
                                            ArrayRef<int64_t> counts) {
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return verifyCollapse(collapse, counts);
  return verifyExpand(cast<tensor::ExpandShapeOp>(op), counts);
}

RankedTensorType mlir::reduce::detail::inferReshapedType(Operation *op) {
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return tensor::CollapseShapeOp::inferCollapsedType(collapse.getSrcType(),
                                                       getGroups(op));
  auto expand = cast<tensor::ExpandShapeOp>(op);
  auto shape = llvm::to_vector(expand.getResultType().getShape());
  for (auto [dim, group] : llvm::enumerate(getGroups(op)))
    if (expand.getSrcType().isDynamicDim(dim) &&
        llvm::none_of(group, [&](int64_t each) {
          return ShapedType::isDynamic(shape[each]);
        }))
      shape[getOuterDim(shape, group)] = ShapedType::kDynamic;
  return expand.getResultType().clone(shape);
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// Returns the axes of the grid along which dimension `dim` is split.
static ArrayRef<GridAxis> getAxes(const Sharding &sharding, int64_t dim) {
  ArrayRef<shard::GridAxesAttr> split = sharding.getSplitAxes();
  if (dim >= static_cast<int64_t>(split.size()))
    return {};
  return split[dim].asArrayRef();
}

/// Returns the number of shards along each dimension of a tensor of rank
/// `rank`, which may be dynamic.
static SmallVector<int64_t> getCounts(Operation *op, const Sharding &sharding,
                                      int64_t rank,
                                      SymbolTableCollection &symbolTable) {
  SmallVector<int64_t> counts(rank, 1);
  if (shard::GridOp grid =
          shard::getGridOrNull(op, sharding.getGridAttr(), symbolTable))
    for (int64_t dim = 0; dim < rank; ++dim) {
      counts[dim] =
          shard::collectiveProcessGroupSize(getAxes(sharding, dim), grid);
      // Upstream permits grids of no ranks.
      if (counts[dim] == 0)
        counts[dim] = ShapedType::kDynamic;
    }
  return counts;
}

/// Returns the type of a shard of `type`. A dimension is dynamic whose shards
/// may differ in size.
static RankedTensorType getShardType(RankedTensorType type,
                                     ArrayRef<int64_t> counts) {
  auto shape = llvm::to_vector(type.getShape());
  for (auto [extent, count] : llvm::zip_equal(shape, counts))
    if (count != 1 && !ShapedType::isDynamic(extent))
      extent = ShapedType::isDynamic(count) || extent % count != 0
                   ? ShapedType::kDynamic
                   : extent / count;
  return type.clone(shape);
}

static FailureOr<Value> partitionOp(tensor::CastOp op, OpBuilder &builder,
                                    Value source, ArrayRef<int64_t> counts,
                                    const IRMapping &) {
  auto type = getShardType(cast<RankedTensorType>(op.getType()), counts);
  return tensor::CastOp::create(builder, op.getLoc(), type, source).getResult();
}

static FailureOr<Value> partitionOp(tensor::CollapseShapeOp op,
                                    OpBuilder &builder, Value source,
                                    ArrayRef<int64_t> counts,
                                    const IRMapping &) {
  if (failed(verifyCollapse(op, counts)))
    return failure();
  return tensor::CollapseShapeOp::create(builder, op.getLoc(), source,
                                         op.getReassociationIndices())
      .getResult();
}

static FailureOr<Value> partitionOp(tensor::ExpandShapeOp op,
                                    OpBuilder &builder, Value source,
                                    ArrayRef<int64_t> counts,
                                    const IRMapping &partitionMap) {
  if (failed(verifyExpand(op, counts)))
    return failure();
  auto groups = op.getReassociationIndices();
  auto shape = llvm::to_vector(op.getResultType().getShape());
  // These sizes are those of the whole tensor.
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  for (OpFoldResult &size : sizes)
    if (auto value = dyn_cast<Value>(size))
      size = partitionMap.lookup(value);
  for (auto [dim, group] : llvm::enumerate(groups)) {
    if (counts[dim] == 1)
      continue;
    int64_t outer = getOuterDim(shape, group);
    if (cast<RankedTensorType>(source.getType()).isDynamicDim(dim)) {
      shape[outer] = ShapedType::kDynamic;
      sizes[outer] = tensor::getMixedSize(builder, op.getLoc(), source, dim);
    } else {
      shape[outer] /= counts[dim];
      sizes[outer] = builder.getIndexAttr(shape[outer]);
    }
  }
  return tensor::ExpandShapeOp::create(builder, op.getLoc(),
                                       op.getResultType().clone(shape), source,
                                       groups, sizes)
      .getResult();
}

namespace {
/// Sharding of a cast or a reshape. There is a loop for each dimension of the
/// source or of the result, whichever has more.
template <typename OpTy>
struct TensorSharding
    : shard::ShardingInterface::ExternalModel<TensorSharding<OpTy>, OpTy> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    SmallVector<AffineMap> maps = getIndexingMaps(op);
    return SmallVector<utils::IteratorType>(
        maps.empty() ? 0 : maps.front().getNumDims(),
        utils::IteratorType::parallel);
  }

  SmallVector<AffineMap> getIndexingMaps(Operation *op) const {
    auto source = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!source || !result)
      return {};
    MLIRContext *context = op->getContext();
    int64_t numLoops = std::max(source.getRank(), result.getRank());
    auto identity = AffineMap::getMultiDimIdentityMap(numLoops, context);
    // Sizes are operands, too.
    SmallVector<AffineMap> maps(op->getNumOperands() + 1,
                                AffineMap::get(numLoops, 0, context));
    maps.front() = maps.back() = identity;
    if constexpr (!std::is_same_v<OpTy, tensor::CastOp>) {
      constexpr bool isExpansion = std::is_same_v<OpTy, tensor::ExpandShapeOp>;
      ArrayRef<int64_t> shape = (isExpansion ? result : source).getShape();
      SmallVector<unsigned> outerDims;
      for (const ReassociationIndices &group : getGroups(op))
        outerDims.push_back(getOuterDim(shape, group));
      (isExpansion ? maps.front() : maps.back()) =
          identity.getSubMap(outerDims);
    }
    return maps;
  }

  FailureOr<shard::ShardingOption>
  getShardingOption(Operation *op, ArrayRef<Sharding> operandShardings,
                    ArrayRef<Sharding> resultShardings) const {
    FailureOr<shard::ShardingOption> option =
        shard::detail::defaultGetShardingOption(op, operandShardings,
                                                resultShardings);
    // Upstream does not take the grid from a tensor of rank 0.
    if (succeeded(option) && !option->empty && !option->grid)
      option->grid = operandShardings.front().getGridAttr();
    return option;
  }

  LogicalResult
  addShardingAnnotations(Operation *op, OpBuilder &builder,
                         const shard::ShardingOption &option) const {
    FailureOr<std::vector<Sharding>> shardings =
        shard::detail::defaultGetShardingAnnotations(op, option);
    if (failed(shardings))
      return failure();
    // Upstream would annotate sizes, too.
    shard::maybeInsertTargetShardingAnnotation(shardings->back(),
                                               op->getResult(0), builder);
    shard::maybeInsertSourceShardingAnnotation(shardings->front(),
                                               op->getOpOperand(0), builder);
    return success();
  }

  LogicalResult partition(Operation *op, ArrayRef<Value> operands,
                          ArrayRef<Sharding> operandShardings,
                          ArrayRef<Sharding> resultShardings,
                          IRMapping &partitionMap,
                          SymbolTableCollection &symbolTable,
                          OpBuilder &builder) const {
    SmallVector<AffineMap> maps = getIndexingMaps(op);
    if (maps.empty())
      return op->emitOpError()
             << "cannot be sharded: a tensor has no known rank";
    SmallVector<ArrayRef<GridAxis>> loopAxes(maps.front().getNumDims());
    for (auto [dim, loop] : llvm::enumerate(maps.front().getResults()))
      loopAxes[cast<AffineDimExpr>(loop).getPosition()] =
          getAxes(operandShardings.front(), dim);
    FailureOr<Value> result =
        partitionOp(cast<OpTy>(op), builder, operands.front(),
                    getCounts(op, operandShardings.front(),
                              maps.front().getNumResults(), symbolTable),
                    partitionMap);
    if (failed(result))
      return failure();
    for (auto [dim, loop] : llvm::enumerate(maps.back().getResults()))
      if (loopAxes[cast<AffineDimExpr>(loop).getPosition()] !=
          getAxes(resultShardings.front(), dim))
        return op->emitOpError() << "cannot be sharded: dimension " << dim
                                 << " of its result is not split as its source";
    partitionMap.map(op->getResult(0), *result);
    return success();
  }
};

/// Sharding of tensor.dim: each rank has the size of its shard only.
struct DimSharding
    : shard::ShardingInterface::ExternalModel<DimSharding, tensor::DimOp> {
  FailureOr<shard::ShardingOption>
  getShardingOption(Operation *, ArrayRef<Sharding>, ArrayRef<Sharding>) const {
    return shard::ShardingOption::makeEmpty();
  }

  LogicalResult partition(Operation *op, ArrayRef<Value>,
                          ArrayRef<Sharding> operandShardings,
                          ArrayRef<Sharding>, IRMapping &partitionMap,
                          SymbolTableCollection &symbolTable,
                          OpBuilder &builder) const;
};
} // namespace

/// Returns whether `use` is the size of a dimension whose shards an expansion
/// computes itself.
static bool isSizeOfSplitDim(OpOperand &use,
                             SymbolTableCollection &symbolTable) {
  auto expand = dyn_cast<tensor::ExpandShapeOp>(use.getOwner());
  if (!expand || use.getOperandNumber() == 0)
    return false;
  auto source = expand.getSrc().getDefiningOp<shard::ShardOp>();
  if (!source)
    return false;
  SmallVector<int64_t> counts =
      getCounts(expand, Sharding(source.getSharding()),
                expand.getSrcType().getRank(), symbolTable);
  ArrayRef<int64_t> shape = expand.getResultType().getShape();
  for (auto [dim, size] : llvm::enumerate(expand.getMixedOutputShape())) {
    if (dyn_cast<Value>(size) != use.get())
      continue;
    // The same value may be the size of several dimensions.
    int64_t sourceDim = expand.getCorrespondingSourceDim(dim);
    if (counts[sourceDim] == 1 ||
        getOuterDim(shape, expand.getReassociationIndices()[sourceDim]) !=
            static_cast<int64_t>(dim))
      return false;
  }
  return true;
}

LogicalResult DimSharding::partition(Operation *op, ArrayRef<Value>,
                                     ArrayRef<Sharding> operandShardings,
                                     ArrayRef<Sharding>,
                                     IRMapping &partitionMap,
                                     SymbolTableCollection &symbolTable,
                                     OpBuilder &builder) const {
  auto dimOp = cast<tensor::DimOp>(op);
  auto type = dyn_cast<RankedTensorType>(dimOp.getSource().getType());
  if (!type)
    return op->emitOpError() << "cannot be sharded: a tensor has no known rank";
  SmallVector<int64_t> counts =
      getCounts(op, operandShardings.front(), type.getRank(), symbolTable);
  auto isSplit = [](int64_t count) { return count != 1; };
  if (std::optional<int64_t> dim = dimOp.getConstantIndex();
      dim && *dim >= 0 && *dim < type.getRank()) {
    if (isSplit(counts[*dim]) &&
        !llvm::all_of(op->getUses(), [&](OpOperand &use) {
          return isSizeOfSplitDim(use, symbolTable);
        }))
      return op->emitOpError() << "cannot be sharded: dimension " << *dim
                               << " is split, so no rank knows its size";
  } else if (llvm::any_of(counts, isSplit)) {
    return op->emitOpError()
           << "cannot be sharded: the tensor is split, and the "
              "dimension is not a constant within its rank";
  }
  builder.clone(*op, partitionMap);
  return success();
}

void mlir::reduce::registerTensorShardingExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *,
                            shard::ShardDialect *) {
    tensor::CastOp::attachInterface<TensorSharding<tensor::CastOp>>(*context);
    tensor::CollapseShapeOp::attachInterface<
        TensorSharding<tensor::CollapseShapeOp>>(*context);
    tensor::DimOp::attachInterface<DimSharding>(*context);
    tensor::ExpandShapeOp::attachInterface<
        TensorSharding<tensor::ExpandShapeOp>>(*context);
  });
}
