//===- ShardFunctions.cpp - Functions on the shards of one rank -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshapes.h"
#include "reduce/IR/Functions.h"
#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceInterfaces.h"
#include "reduce/IR/ReduceOps.h"
#include "reduce/Transforms/Sharding/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"
#include "mlir/Dialect/Shard/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_SHARDFUNCTIONSPASS
#include "reduce/Transforms/Sharding/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

using ShardingHelper = ReduceDialect::ShardingAttrHelper;
using GridHelper = ReduceDialect::GridAttrHelper;

/// Returns whether an argument or a result of `function` is sharded.
static bool hasSharding(func::FuncOp function) {
  StringRef name = ShardingHelper::getNameStr();
  return llvm::any_of(
             llvm::seq(function.getNumArguments()),
             [&](unsigned i) { return function.getArgAttr(i, name); }) ||
         llvm::any_of(llvm::seq(function.getNumResults()), [&](unsigned i) {
           return function.getResultAttr(i, name);
         });
}

/// Returns the number of shards of a dimension that is split along `axes`,
/// which may be unknown.
static int64_t getNumShards(GridAttr grid, ArrayAttr axes) {
  int64_t count = 1;
  for (auto name : axes.getAsRange<StringAttr>()) {
    int64_t extent = grid.getShape()[*grid.getAxis(name)];
    if (ShapedType::isDynamic(extent))
      return ShapedType::kDynamic;
    count *= extent;
  }
  return count;
}

namespace {
/// Changes one function.
class FunctionSharder {
public:
  FunctionSharder(func::FuncOp function, GridAttr grid, shard::GridOp gridOp)
      : function(function), grid(grid), gridOp(gridOp) {}

  /// Fails, with an error, if the function cannot be sharded.
  LogicalResult verify();
  /// Erases operations whose results are not used: they get no sharding.
  void eraseDeadOperations();
  /// Makes each sharded dimension dynamic whose shards may differ in size, and
  /// infers the other types again.
  LogicalResult relaxTypes();
  /// States the shardings of arguments and scalars with upstream's operations.
  void annotateValues();
  /// Sets `reduce.sharding` of the results to what was propagated.
  LogicalResult recordResults();
  /// Replaces collectives that multiply floats: each rank gathers the factors
  /// and multiplies them in the order of the ranks.
  LogicalResult fixOrder();
  /// Fails, with an error, if there is a collective that is not supported.
  LogicalResult verifyCollectives(unsigned &numAllReduces);

private:
  LogicalResult verifyArgument(unsigned index);
  LogicalResult verifyOperation(Operation &op);
  LogicalResult verifyResults();
  LogicalResult verifyOperands();
  /// Returns the sharding of the results of `op`, which follows from those of
  /// its operands, or null if it is unknown.
  ShardingAttr getResultSharding(Operation &op, OpResult result);
  /// Returns `type` with a dynamic size for each dimension whose shards may
  /// differ in size.
  RankedTensorType relaxType(RankedTensorType type, ShardingAttr sharding);
  /// Infers the result type of `op` for its present operands.
  LogicalResult inferTypes(Operation &op);
  /// States the sharding of `value`, if it is known.
  void annotate(Value value);
  ShardingAttr getSharding(unsigned argument) {
    return function.getArgAttrOfType<ShardingAttr>(
        argument, ShardingHelper::getNameStr());
  }
  /// Adds the axes to the names of sharded dimensions. Returns null if
  /// `dimParams` is.
  ArrayAttr renameDims(ArrayAttr dimParams, ShardingAttr sharding);

  func::FuncOp function;
  GridAttr grid;
  shard::GridOp gridOp;
  /// The shardings of tensors, as far as they are known.
  DenseMap<Value, ShardingAttr> shardings;
  /// The collectives that `fixOrder` built.
  llvm::SmallPtrSet<Operation *, 4> gathers;
};
} // namespace

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult FunctionSharder::verifyArgument(unsigned index) {
  ShardingAttr sharding = getSharding(index);
  if (!sharding)
    return success();
  if (Type type = function.getArgument(index).getType();
      !isa<RankedTensorType>(type))
    return function.emitOpError()
           << "cannot be sharded: argument " << index << " is " << type
           << ", not a tensor of known rank";
  for (ArrayAttr axes : sharding.getDims())
    for (auto name : axes.getAsRange<StringAttr>())
      if (!grid.getAxis(name))
        return function.emitOpError()
               << "argument " << index << " is split along axis " << name
               << ", which is not in the grid " << grid;
  return success();
}

LogicalResult FunctionSharder::verifyOperation(Operation &op) {
  auto emitError = [&]() -> InFlightDiagnostic {
    return op.emitOpError() << "cannot be sharded: ";
  };
  if (isa<func::ReturnOp>(op))
    return success();
  if (isa_and_present<shard::ShardDialect>(op.getDialect()))
    return emitError() << "the function is sharded already";
  if (auto reduction = dyn_cast<ReductionOpInterface>(op);
      reduction && !reduction.hasStaticReducedDims())
    return emitError() << "the dimensions that it reduces are not known at "
                          "compile time";
  bool hasTensor =
      llvm::any_of(op.getOperandTypes(), llvm::IsaPred<TensorType>) ||
      llvm::any_of(op.getResultTypes(), llvm::IsaPred<TensorType>);
  if (!hasTensor && op.hasTrait<OpTrait::ConstantLike>())
    return success();
  if (!isa<shard::ShardingInterface>(op))
    return emitError() << "it does not implement ShardingInterface";
  // Upstream fails without an error.
  if (auto constant = dyn_cast<arith::ConstantOp>(op);
      constant && isa<TensorType>(constant.getType()) &&
      !isa<SplatElementsAttr>(constant.getValue()))
    return emitError() << "it is a constant whose elements differ";
  for (Type type : op.getResultTypes())
    if (isa<UnrankedTensorType>(type))
      return emitError() << type << " has no known rank";
  for (Type type : op.getOperandTypes()) {
    if (isa<UnrankedTensorType>(type))
      return emitError() << type << " has no known rank";
    // Upstream's model takes all operands for tensors of the same shape.
    if (OpTrait::hasElementwiseMappableTraits(&op) &&
        !isa<RankedTensorType>(type))
      return emitError() << "an operand is " << type << ", not a tensor";
  }
  return success();
}

void FunctionSharder::eraseDeadOperations() {
  if (!function.getBody().hasOneBlock())
    return;
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(function.front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

LogicalResult FunctionSharder::verify() {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (failed(verifyArgument(i)))
      return failure();
  if (!function.getBody().hasOneBlock())
    return function.emitOpError()
           << "cannot be sharded: it has more than one block";
  for (Operation &op : function.front())
    if (failed(verifyOperation(op)))
      return failure();
  return success(succeeded(verifyResults()) && succeeded(verifyOperands()));
}

/// Adds to `derived` the values that are computed from `value`.
static void addDerived(Value value, llvm::SmallPtrSetImpl<Value> &derived) {
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!derived.insert(next).second)
      continue;
    for (Operation *user : next.getUsers())
      for (Value result : user->getResults())
        // A size has no sharding.
        if (isa<TensorType>(result.getType()))
          worklist.push_back(result);
  }
}

// Upstream's passes crash, or fail without an error, on values to which no
// sharding propagates. Constants and empty tensors take that of their user.
LogicalResult FunctionSharder::verifyResults() {
  llvm::SmallPtrSet<Value, 16> derived;
  for (BlockArgument argument : function.getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      addDerived(argument, derived);
  for (OpOperand &operand : function.front().getTerminator()->getOpOperands())
    if (isa<TensorType>(operand.get().getType()) &&
        !derived.contains(operand.get()))
      return function.emitOpError()
             << "cannot be sharded: result " << operand.getOperandNumber()
             << " is not computed from a tensor that is an argument";
  for (Operation &op : function.front().without_terminator())
    for (Value result : op.getResults()) {
      if (!isa<TensorType>(result.getType()) || derived.contains(result))
        continue;
      bool hasOneUse =
          result.hasOneUse() &&
          derived.contains(result.use_begin()->getOwner()->getResult(0));
      if (!isa<arith::ConstantOp, tensor::EmptyOp>(op) || !hasOneUse)
        return op.emitOpError()
               << "cannot be sharded: it is neither computed from a tensor "
                  "that "
                  "is an argument, nor a constant or an empty tensor with one "
                  "use by such an operation";
    }
  return success();
}

ShardingAttr FunctionSharder::getResultSharding(Operation &op,
                                                OpResult result) {
  auto model = dyn_cast<shard::ShardingInterface>(op);
  if (!model || !isa<RankedTensorType>(result.getType()))
    return {};
  SmallVector<AffineMap> maps = model.getIndexingMaps();
  if (maps.size() != op.getNumOperands() + op.getNumResults())
    return {};
  SmallVector<ArrayAttr> loops(maps.front().getNumDims(),
                               ArrayAttr::get(op.getContext(), {}));
  bool isKnown = false;
  for (auto [operand, map] : llvm::zip(op.getOperands(), maps)) {
    ShardingAttr sharding = shardings.lookup(operand);
    if (!sharding)
      continue;
    isKnown = true;
    for (auto [loop, axes] : llvm::zip(map.getResults(), sharding.getDims()))
      if (auto dim = dyn_cast<AffineDimExpr>(loop);
          dim && loops[dim.getPosition()].empty())
        loops[dim.getPosition()] = axes;
  }
  AffineMap map = maps[op.getNumOperands() + result.getResultNumber()];
  if (!isKnown || !map.isProjectedPermutation())
    return {};
  return ShardingAttr::get(
      op.getContext(),
      llvm::map_to_vector(map.getResults(), [&](AffineExpr loop) {
        return loops[cast<AffineDimExpr>(loop).getPosition()];
      }));
}

// Upstream would exchange shards, which it cannot do for dynamic sizes, and
// which no collective here does.
LogicalResult FunctionSharder::verifyOperands() {
  MLIRContext *context = function.getContext();
  for (BlockArgument argument : function.getArguments())
    if (auto type = dyn_cast<RankedTensorType>(argument.getType())) {
      ShardingAttr sharding = getSharding(argument.getArgNumber());
      if (!sharding)
        sharding = ShardingAttr::get(
            context, SmallVector<ArrayAttr>(type.getRank(),
                                            ArrayAttr::get(context, {})));
      shardings[argument] = sharding;
    }
  for (Operation &op : function.front()) {
    ShardingAttr sharding;
    for (Value operand : op.getOperands()) {
      ShardingAttr other = shardings.lookup(operand);
      if (sharding && other && sharding != other &&
          OpTrait::hasElementwiseMappableTraits(&op))
        return op.emitOpError()
               << "cannot be sharded: its operands are sharded "
                  "in different ways, "
               << sharding << " and " << other;
      sharding = sharding ? sharding : other;
    }
    if (isReshape(&op) && sharding &&
        failed(verifyReshapeOfShards(
            &op, llvm::map_to_vector(sharding.getDims(), [&](ArrayAttr axes) {
              return getNumShards(grid, axes);
            }))))
      return failure();
    for (OpResult result : op.getResults())
      if (ShardingAttr known = getResultSharding(op, result))
        shardings[result] = known;
  }
  return success();
}

LogicalResult FunctionSharder::verifyCollectives(unsigned &numAllReduces) {
  for (Operation &op : function.front()) {
    if (isa<shard::AllReduceOp>(op) || gathers.contains(&op)) {
      ++numAllReduces;
      continue;
    }
    // Upstream lets the first rank start from the initial values.
    if (isa<shard::ProcessMultiIndexOp>(op))
      return op.emitOpError()
             << "is not supported: only reductions of the reduce dialect can "
                "be sharded along a dimension that they reduce";
    if (isa<shard::ShardDialect>(op.getDialect()))
      return op.emitOpError()
             << "is a collective that is not supported: shard the arguments so "
                "that only reductions communicate";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

RankedTensorType FunctionSharder::relaxType(RankedTensorType type,
                                            ShardingAttr sharding) {
  auto shape = llvm::to_vector(type.getShape());
  for (auto [extent, axes] : llvm::zip_equal(shape, sharding.getDims())) {
    int64_t count = getNumShards(grid, axes);
    if (count != 1 && (ShapedType::isDynamic(count) || extent % count != 0))
      extent = ShapedType::kDynamic;
  }
  return type.clone(shape);
}

LogicalResult FunctionSharder::inferTypes(Operation &op) {
  if (auto reduction = dyn_cast<ReductionOpInterface>(op)) {
    FailureOr<TensorType> type =
        reduction.inferResultType([&] { return op.emitOpError(); });
    if (succeeded(type))
      op.getResult(0).setType(*type);
    return type;
  }
  if (isa<tensor::CastOp>(op)) {
    Value result = op.getResult(0);
    if (ShardingAttr sharding = shardings.lookup(result))
      result.setType(
          relaxType(cast<RankedTensorType>(result.getType()), sharding));
    return success();
  }
  // It has the size of a shard.
  if (isa<tensor::DimOp>(op))
    return success();
  if (isReshape(&op)) {
    op.getResult(0).setType(inferReshapedType(&op));
    return success();
  }
  if (!OpTrait::hasElementwiseMappableTraits(&op))
    return op.emitOpError()
           << "cannot be sharded: the number of ranks does not divide the size "
              "of a sharded dimension, and only reductions, elementwise "
              "operations, casts and reshapes can have results of other sizes";
  auto operand = cast<RankedTensorType>(op.getOperand(0).getType());
  // The type of a constant remains, and that of a value whose sharding is
  // unknown.
  for (Type type : op.getOperandTypes())
    if (cast<RankedTensorType>(type).getShape() != operand.getShape())
      return op.emitOpError()
             << "cannot be sharded: its operands would have different types, "
             << operand << " and " << type;
  for (Value result : op.getResults())
    result.setType(operand.clone(getElementTypeOrSelf(result)));
  return success();
}

LogicalResult FunctionSharder::relaxTypes() {
  llvm::SmallPtrSet<Operation *, 8> changed;
  for (BlockArgument argument : function.getArguments()) {
    ShardingAttr sharding = getSharding(argument.getArgNumber());
    if (!sharding)
      continue;
    auto type = cast<RankedTensorType>(argument.getType());
    argument.setType(relaxType(type, sharding));
    if (argument.getType() != type)
      changed.insert(argument.user_begin(), argument.user_end());
  }
  for (Operation &op : function.front()) {
    // A cast may state a size.
    if (isa<func::ReturnOp>(op) ||
        (!changed.contains(&op) && !isa<tensor::CastOp>(op)))
      continue;
    SmallVector<Type> types(op.getResultTypes());
    if (failed(inferTypes(op)))
      return failure();
    if (!llvm::equal(types, op.getResultTypes()))
      changed.insert(op.user_begin(), op.user_end());
  }
  function.setType(FunctionType::get(
      function.getContext(), function.front().getArgumentTypes(),
      function.front().getTerminator()->getOperandTypes()));
  return success();
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

ArrayAttr FunctionSharder::renameDims(ArrayAttr dimParams,
                                      ShardingAttr sharding) {
  if (!dimParams || !sharding)
    return dimParams;
  Builder builder(function.getContext());
  SmallVector<Attribute> names;
  for (auto [name, axes] : llvm::zip_equal(dimParams.getAsRange<StringAttr>(),
                                           sharding.getDims())) {
    std::string text = name.str();
    if (!text.empty())
      for (auto axis : axes.getAsRange<StringAttr>())
        text += ("/" + axis.getValue()).str();
    names.push_back(builder.getStringAttr(text));
  }
  return builder.getArrayAttr(names);
}

void FunctionSharder::annotate(Value value) {
  ShardingAttr sharding = shardings.lookup(value);
  if (!sharding)
    return;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  SmallVector<shard::GridAxesAttr> split;
  for (ArrayAttr axes : sharding.getDims())
    split.push_back(builder.getDenseI16ArrayAttr(llvm::map_to_vector(
        axes.getAsRange<StringAttr>(),
        [&](StringAttr name) -> int16_t { return *grid.getAxis(name); })));
  // Upstream requires an entry, also for a tensor of rank 0.
  if (split.empty())
    split.push_back(builder.getDenseI16ArrayAttr({}));
  auto op = shard::ShardingOp::create(builder, value.getLoc(),
                                      FlatSymbolRefAttr::get(gridOp), split);
  auto annotated = shard::ShardOp::create(builder, value.getLoc(), value, op);
  value.replaceAllUsesExcept(annotated, annotated);
}

void FunctionSharder::annotateValues() {
  // Upstream does not propagate shardings through tensors of rank 0.
  for (Operation &op : llvm::make_early_inc_range(function.front()))
    for (Value result : op.getResults())
      if (auto type = dyn_cast<RankedTensorType>(result.getType());
          type && type.getRank() == 0)
        annotate(result);
  StringRef dimParams = ReduceDialect::DimParamsAttrHelper::getNameStr();
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    annotate(argument);
    if (ArrayAttr names =
            renameDims(function.getArgAttrOfType<ArrayAttr>(index, dimParams),
                       getSharding(index)))
      function.setArgAttr(index, dimParams, names);
  }
}

LogicalResult FunctionSharder::recordResults() {
  Builder builder(function.getContext());
  StringRef name = ShardingHelper::getNameStr();
  StringRef dimParams = ReduceDialect::DimParamsAttrHelper::getNameStr();
  for (OpOperand &operand : function.front().getTerminator()->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    auto annotated = operand.get().getDefiningOp<shard::ShardOp>();
    if (!type || !annotated)
      continue;
    shard::Sharding sharding(annotated.getSharding());
    SmallVector<ArrayAttr> dims;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      SmallVector<Attribute> axes;
      if (dim < static_cast<int64_t>(sharding.getSplitAxes().size()))
        for (int16_t axis : sharding.getSplitAxes()[dim].asArrayRef())
          axes.push_back(grid.getNames()[axis]);
      dims.push_back(builder.getArrayAttr(axes));
    }
    unsigned index = operand.getOperandNumber();
    auto found = ShardingAttr::get(function.getContext(), dims);
    if (auto declared = function.getResultAttrOfType<ShardingAttr>(index, name);
        declared && declared != found)
      return function.emitOpError() << "result " << index << " is sharded as "
                                    << found << ", not as " << declared;
    function.setResultAttr(index, name, found);
    if (ArrayAttr names = renameDims(
            function.getResultAttrOfType<ArrayAttr>(index, dimParams), found))
      function.setResultAttr(index, dimParams, names);
  }
  return success();
}

LogicalResult FunctionSharder::fixOrder() {
  SmallVector<shard::AllReduceOp> products;
  for (auto op : function.front().getOps<shard::AllReduceOp>())
    if (op.getReduction() == shard::ReductionKind::Product &&
        isa<FloatType>(getElementTypeOrSelf(op.getType())))
      products.push_back(op);
  for (shard::AllReduceOp op : products) {
    int64_t numRanks = shard::collectiveProcessGroupSize(
        op.getGridAxes(), ArrayRef(grid.getShape()));
    if (ShapedType::isDynamic(numRanks))
      return op.emitOpError()
             << "cannot be reproducible: the grid " << grid
             << " has an unknown number of ranks along an axis that splits a "
                "reduced dimension";
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    auto type = cast<RankedTensorType>(op.getType());
    SmallVector<int64_t> shape = {1};
    llvm::append_range(shape, type.getShape());
    // Without dimensions, there is nothing to reassociate.
    SmallVector<ReassociationIndices> groups;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      groups.push_back({dim + 1});
    if (!groups.empty())
      groups.front().insert(groups.front().begin(), 0);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(builder, op.getLoc(), op.getInput());
    sizes.insert(sizes.begin(), builder.getIndexAttr(1));
    Value row = tensor::ExpandShapeOp::create(builder, type.clone(shape),
                                              op.getInput(), groups, sizes);
    shape.front() = numRanks;
    // In the order of the ranks.
    auto axes = llvm::to_vector(op.getGridAxes());
    llvm::sort(axes);
    auto gather =
        shard::AllGatherOp::create(builder, type.clone(shape), op.getGrid(),
                                   axes, row, /*gather_axis=*/APInt(64, 0));
    gathers.insert(gather);
    Value product =
        ProdOp::create(builder, type, gather, /*dynamic_axes=*/Value(),
                       builder.getDenseI64ArrayAttr({0}), /*keepdims=*/nullptr,
                       /*noop_with_empty_axes=*/nullptr,
                       /*strict_order=*/builder.getUnitAttr());
    op.replaceAllUsesWith(product);
    op.erase();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ShardFunctionsPass
    : reduce::impl::ShardFunctionsPassBase<ShardFunctionsPass> {
  using ShardFunctionsPassBase::ShardFunctionsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    GridHelper helper(&getContext());
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isExternal() && hasSharding(function) &&
          !helper.isAttrPresent(function))
        functions.push_back(function);
    if (functions.empty())
      return markAllAnalysesPreserved();
    auto grid = dyn_cast_if_present<GridAttr>(helper.getAttr(module));
    if (!grid) {
      functions.front().emitOpError()
          << "has sharded arguments or results, but the module has no '"
          << GridHelper::getNameStr() << "'";
      return signalPassFailure();
    }
    if (failed(verifyCalls(functions)))
      return signalPassFailure();
    OpBuilder builder(&getContext());
    auto gridOp = shard::GridOp::create(builder, module.getLoc(), "reduce_grid",
                                        grid.getShape());
    gridOp.setPrivate();
    // This chooses another name if a symbol has this one.
    SymbolTable(module).insert(gridOp, module.getBody()->begin());
    for (func::FuncOp function : functions) {
      if (failed(shard(function, grid, gridOp)))
        return signalPassFailure();
      helper.setAttr(function, grid);
      ++numFunctions;
    }
  }

private:
  /// Fails, with an error, if one of `functions` is called in the module: a
  /// call would pass whole tensors.
  LogicalResult verifyCalls(ArrayRef<func::FuncOp> functions) {
    WalkResult result = getOperation().walk([&](func::CallOp call) {
      for (func::FuncOp function : functions)
        if (function.getSymName() == call.getCallee())
          return WalkResult(call.emitOpError() << "calls '" << call.getCallee()
                                               << "', which is sharded");
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult shard(func::FuncOp function, GridAttr grid,
                      shard::GridOp gridOp) {
    FunctionSharder sharder(function, grid, gridOp);
    sharder.eraseDeadOperations();
    if (failed(sharder.verify()) || failed(sharder.relaxTypes()))
      return failure();
    sharder.annotateValues();
    OpPassManager propagation("func.func"), partition("func.func");
    // Only arguments have a sharding. Backward, an argument that is the same on
    // all ranks would make upstream gather operands that are not.
    shard::ShardingPropagationOptions options;
    options.traversal = shard::TraversalOrder::Forward;
    propagation.addPass(shard::createShardingPropagation(options));
    partition.addPass(shard::createPartition());
    unsigned count = 0;
    if (failed(run(propagation, function, "sharding-propagation")) ||
        failed(sharder.recordResults()) ||
        failed(run(partition, function, "shard-partition")) ||
        (reproducible && failed(sharder.fixOrder())) ||
        failed(sharder.verifyCollectives(count)))
      return failure();
    numAllReduces += count;
    return success();
  }

  /// Runs one of upstream's passes, which do not always say why they fail.
  LogicalResult run(OpPassManager &pipeline, func::FuncOp function,
                    StringRef name) {
    bool hasError = false;
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      hasError |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
      return failure();
    });
    LogicalResult result = runPipeline(pipeline, function);
    if (failed(result) && !hasError)
      function.emitOpError() << "cannot be sharded: -" << name << " failed";
    return result;
  }
};
} // namespace
