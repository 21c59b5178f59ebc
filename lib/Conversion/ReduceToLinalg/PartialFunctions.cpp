//===- PartialFunctions.cpp - Reductions of one chunk after another -------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgReduction.h"
#include "reduce/Conversion/ReduceToLinalg/Passes.h"
#include "reduce/IR/Combiners/StorageTypes.h"
#include "reduce/IR/ReduceDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_ADDPARTIALFUNCTIONSPASS
#include "reduce/Conversion/ReduceToLinalg/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns `type` for a chunk of any size.
static RankedTensorType getChunkType(RankedTensorType type) {
  return type.clone(SmallVector<int64_t>(type.getRank(), ShapedType::kDynamic));
}

namespace {
/// What a value is computed from.
enum class Origin { Constants, Chunk, Reductions };

/// Adds the functions for one function.
class PartialFunctions {
public:
  PartialFunctions(func::FuncOp function, bool nameCombiners)
      : function(function), nameCombiners(nameCombiners) {}

  /// Fails, with an error, if the function cannot be computed chunk by chunk.
  LogicalResult verify();
  LogicalResult build();

private:
  LogicalResult verifyReduction(ReductionOpInterface op);
  LogicalResult verifyOperation(Operation &op);
  Origin getOrigin(Value value) const {
    return origins.lookup_or(value, Origin::Constants);
  }
  InFlightDiagnostic emitError(Operation *op) const {
    return op->emitOpError() << "cannot be computed chunk by chunk: ";
  }

  /// Adds a public function after the others. Returns null after an error.
  func::FuncOp addFunction(StringRef suffix, TypeRange argumentTypes);
  /// Returns from `added`, whose body `builder` has built.
  static void finishFunction(OpBuilder &builder, func::FuncOp added,
                             ValueRange results);
  /// Clones `op` for operands that have other sizes.
  LogicalResult cloneForChunk(OpBuilder &builder, Operation &op,
                              IRMapping &mapping);
  LogicalResult buildPartial();
  LogicalResult buildMerge();
  LogicalResult buildFinish();
  /// Builds `buildOne` of each reduction and its states among `states`.
  void forEachReduction(
      ValueRange states,
      function_ref<void(ReductionOpInterface, ValueRange)> buildOne);

  func::FuncOp function, last;
  bool nameCombiners;
  SmallVector<ReductionOpInterface> reductions;
  /// The types of all states, of any number of chunks.
  SmallVector<Type> stateTypes;
  llvm::DenseMap<Value, Origin> origins;
};
} // namespace

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult PartialFunctions::verifyReduction(ReductionOpInterface op) {
  if (!op.hasStaticReducedDims())
    return emitError(op) << "the dimensions that it reduces are not known at "
                            "compile time";
  if (getOrigin(op.getInput()) == Origin::Reductions)
    return emitError(op) << "it reduces what another reduction has computed";
  if (getOrigin(op.getInput()) == Origin::Constants)
    return emitError(op) << "its input is not computed from an argument";
  if (failed(verifyIsSplittable(op, [&] { return emitError(op); })))
    return failure();
  if (op.getCombiner()->getTraits().readsCount)
    return emitError(op) << "it reads the number of elements";
  return success();
}

/// Returns whether `op` only computes sizes of tensors that have no elements
/// yet, or such a tensor.
static bool isShapeOnly(Operation &op) {
  return isa<tensor::EmptyOp>(op) ||
         (isa<tensor::DimOp>(op) &&
          llvm::all_of(op.getUsers(), llvm::IsaPred<tensor::EmptyOp>));
}

/// Returns whether `op` applies a scalar function to elements that have the
/// same indices. Upstream's `linalg::isElementwise` includes broadcasts and
/// transpositions.
static bool isElementwise(Operation &op) {
  if (OpTrait::hasElementwiseMappableTraits(&op))
    return true;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumParallelLoops() == linalgOp.getNumLoops() &&
         !linalgOp.hasIndexSemantics() &&
         llvm::all_of(linalgOp.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

// An element of the result depends only on the elements of the operands that
// have the same indices, so a chunk of the result on chunks of the operands.
LogicalResult PartialFunctions::verifyOperation(Operation &op) {
  bool hasTensor =
      llvm::any_of(op.getOperandTypes(), llvm::IsaPred<ShapedType>) ||
      llvm::any_of(op.getResultTypes(), llvm::IsaPred<ShapedType>);
  bool isConstant = op.hasTrait<OpTrait::ConstantLike>();
  bool isScalar = !hasTensor && op.getNumRegions() == 0;
  if (!isMemoryEffectFree(&op) ||
      (!isConstant && !isScalar && !isShapeOnly(op) && !isElementwise(op)))
    return emitError(&op) << "it is not an elementwise operation";
  return success();
}

LogicalResult PartialFunctions::verify() {
  if (!function.getBody().hasOneBlock())
    return emitError(function) << "it has more than one block";
  if (ReduceDialect::GridAttrHelper(function.getContext())
          .isAttrPresent(function))
    return emitError(function) << "ranks share its arguments";
  for (BlockArgument argument : function.getArguments()) {
    if (!isa<RankedTensorType>(argument.getType()))
      return emitError(function)
             << "argument " << argument.getArgNumber() << " is "
             << argument.getType() << ", not a tensor of known rank";
    origins[argument] = Origin::Chunk;
  }
  for (Operation &op : function.front().without_terminator()) {
    if (auto reduction = dyn_cast<ReductionOpInterface>(op)) {
      if (failed(verifyReduction(reduction)))
        return failure();
      reductions.push_back(reduction);
      origins[op.getResult(0)] = Origin::Reductions;
      continue;
    }
    if (failed(verifyOperation(op)))
      return failure();
    Origin origin = Origin::Constants;
    for (Value operand : op.getOperands()) {
      Origin other = getOrigin(operand);
      if (origin != Origin::Constants && other != Origin::Constants &&
          origin != other)
        return emitError(&op) << "it combines the result of a reduction with "
                                 "elements of an argument";
      origin = std::max(origin, other);
    }
    for (Value result : op.getResults())
      origins[result] = origin;
  }
  for (OpOperand &operand : function.front().getTerminator()->getOpOperands())
    if (getOrigin(operand.get()) != Origin::Reductions)
      return emitError(function) << "result " << operand.getOperandNumber()
                                 << " is not computed from a reduction";
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

func::FuncOp PartialFunctions::addFunction(StringRef suffix,
                                           TypeRange argumentTypes) {
  std::string name = (function.getName() + suffix).str();
  auto module = function->getParentOfType<ModuleOp>();
  if (Operation *other = module.lookupSymbol(name)) {
    InFlightDiagnostic diag = emitError(function)
                              << "the name '" << name << "' is taken";
    diag.attachNote(other->getLoc()) << "by this operation";
    return {};
  }
  OpBuilder builder(function);
  builder.setInsertionPointAfter(last);
  last = func::FuncOp::create(builder, function.getLoc(), name,
                              builder.getFunctionType(argumentTypes, {}));
  last.addEntryBlock();
  return last;
}

void PartialFunctions::finishFunction(OpBuilder &builder, func::FuncOp added,
                                      ValueRange results) {
  func::ReturnOp::create(builder, added.getLoc(), results);
  added.setType(
      builder.getFunctionType(added.getArgumentTypes(), results.getTypes()));
}

LogicalResult PartialFunctions::cloneForChunk(OpBuilder &builder, Operation &op,
                                              IRMapping &mapping) {
  Operation *clone = builder.clone(op, mapping);
  auto operandTypes = clone->getOperandTypes();
  if (operandTypes == op.getOperandTypes())
    return success();
  if (!OpTrait::hasElementwiseMappableTraits(&op))
    return emitError(&op) << "its type has the sizes of the whole tensor";
  auto chunkType = cast<RankedTensorType>(operandTypes.front());
  for (Type type : operandTypes) {
    auto tensorType = dyn_cast<RankedTensorType>(type);
    if (!tensorType || tensorType.getShape() != chunkType.getShape())
      return emitError(&op) << "its operands would have different types, "
                            << chunkType << " and " << type;
  }
  for (Value result : clone->getResults())
    result.setType(chunkType.clone(getElementTypeOrSelf(result)));
  return success();
}

void PartialFunctions::forEachReduction(
    ValueRange states,
    function_ref<void(ReductionOpInterface, ValueRange)> buildOne) {
  for (ReductionOpInterface op : reductions) {
    size_t count = op.getCombiner()->getNeutralState().size();
    buildOne(op, states.take_front(count));
    states = states.drop_front(count);
  }
}

LogicalResult PartialFunctions::buildPartial() {
  SmallVector<Type> types;
  for (Type type : function.getArgumentTypes())
    types.push_back(getChunkType(cast<RankedTensorType>(type)));
  func::FuncOp added = addFunction("_partial", types);
  if (!added)
    return failure();
  if (ArrayAttr attributes = function.getAllArgAttrs())
    added.setAllArgAttrs(attributes);
  auto builder = OpBuilder::atBlockBegin(&added.front());
  IRMapping mapping;
  mapping.map(function.getArguments(), added.getArguments());
  SmallVector<Value> states;
  for (Operation &op : function.front().without_terminator()) {
    if (auto reduction = dyn_cast<ReductionOpInterface>(op)) {
      Value input = mapping.lookup<Value>(reduction.getInput());
      input =
          buildStorageConversion(builder, op.getLoc(), input,
                                 getStorageType(getElementTypeOrSelf(input)));
      llvm::append_range(states,
                         buildStates(builder, op.getLoc(),
                                     NamedCombiner(reduction, nameCombiners),
                                     input, reduction.getReducedDims(),
                                     /*arePrepared=*/false));
      continue;
    }
    bool isBeforeReductions = op.getNumResults() > 0 &&
                              getOrigin(op.getResult(0)) != Origin::Reductions;
    if (isBeforeReductions && failed(cloneForChunk(builder, op, mapping)))
      return failure();
  }
  for (Value state : states)
    stateTypes.push_back(getChunkType(cast<RankedTensorType>(state.getType())));
  finishFunction(builder, added, states);
  return success();
}

LogicalResult PartialFunctions::buildMerge() {
  func::FuncOp added = addFunction("_merge", stateTypes);
  if (!added)
    return failure();
  auto builder = OpBuilder::atBlockBegin(&added.front());
  SmallVector<Value> merged;
  forEachReduction(added.getArguments(), [&](ReductionOpInterface op,
                                             ValueRange states) {
    llvm::append_range(merged,
                       buildStates(builder, op.getLoc(),
                                   NamedCombiner(op, /*isNamed=*/false), states,
                                   op.getReducedDims(), /*arePrepared=*/true));
  });
  finishFunction(builder, added, merged);
  return success();
}

LogicalResult PartialFunctions::buildFinish() {
  func::FuncOp added = addFunction("_finish", stateTypes);
  if (!added)
    return failure();
  auto builder = OpBuilder::atBlockBegin(&added.front());
  IRMapping mapping;
  forEachReduction(
      added.getArguments(), [&](ReductionOpInterface op, ValueRange states) {
        mapping.map(op->getResult(0),
                    buildMergedReduction(builder, op.getLoc(), op, states,
                                         op.getReducedDims(), states.front()));
      });
  for (Operation &op : function.front().without_terminator()) {
    bool isAfterReductions = !isa<ReductionOpInterface>(op) &&
                             (op.getNumResults() == 0 ||
                              getOrigin(op.getResult(0)) != Origin::Chunk);
    if (isAfterReductions && failed(cloneForChunk(builder, op, mapping)))
      return failure();
  }
  finishFunction(builder, added,
                 llvm::map_to_vector(
                     function.front().getTerminator()->getOperands(),
                     [&](Value result) { return mapping.lookup(result); }));
  if (ArrayAttr attributes = function.getAllResultAttrs())
    added.setAllResultAttrs(attributes);
  return success();
}

LogicalResult PartialFunctions::build() {
  last = function;
  return success(succeeded(buildPartial()) && succeeded(buildMerge()) &&
                 succeeded(buildFinish()));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct AddPartialFunctionsPass
    : reduce::impl::AddPartialFunctionsPassBase<AddPartialFunctionsPass> {
  using AddPartialFunctionsPassBase::AddPartialFunctionsPassBase;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() &&
          function
              .walk(
                  [](ReductionOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted())
        functions.push_back(function);
    for (func::FuncOp function : functions) {
      PartialFunctions partial(function, nameCombiners);
      if (failed(partial.verify()) || failed(partial.build()))
        return signalPassFailure();
      ++numFunctions;
    }
  }
};
} // namespace
