//===- PartBuilder.cpp - Parts of a reduction -----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartBuilder.h"
#include "reduce/IR/ReduceDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

PartBuilder::PartBuilder(const Reduction &reduction)
    : reduction(reduction), op(reduction.getOp()),
      keptLoops(reduction.getParallelLoops()) {
  for (Value init : op.getDpsInits())
    fills.push_back(init.getDefiningOp<linalg::FillOp>());
}

Part PartBuilder::getWhole(ImplicitLocOpBuilder &builder) const {
  Part part;
  for (unsigned loop : llvm::seq(reduction.getNumLoops())) {
    part.offsets.push_back(builder.getIndexAttr(0));
    part.sizes.push_back(
        getAsOpFoldResult(reduction.buildExtent(builder, loop)));
  }
  return part;
}

SmallVector<OpFoldResult>
PartBuilder::getKept(ArrayRef<OpFoldResult> ofLoops) const {
  return llvm::map_to_vector(keptLoops,
                             [&](unsigned loop) { return ofLoops[loop]; });
}

SmallVector<OpFoldResult> PartBuilder::getOnes(size_t count) const {
  return SmallVector<OpFoldResult>(count,
                                   Builder(op.getContext()).getIndexAttr(1));
}

SmallVector<Value> PartBuilder::getStarts() const {
  return llvm::map_to_vector(
      fills, [](linalg::FillOp &fill) -> Value { return fill.getInputs()[0]; });
}

SmallVector<Value> PartBuilder::getFilled() const {
  return llvm::map_to_vector(fills, [](linalg::FillOp &fill) -> Value {
    return fill.getOutputs()[0];
  });
}

SmallVector<Value>
mlir::reduce::detail::buildFills(ImplicitLocOpBuilder &builder,
                                 ValueRange starts, ValueRange destinations) {
  SmallVector<Value> filled;
  for (auto [start, destination] : llvm::zip_equal(starts, destinations))
    filled.push_back(
        linalg::FillOp::create(builder, start, destination).getResult(0));
  return filled;
}

SmallVector<Value> PartBuilder::buildResultSlices(ImplicitLocOpBuilder &builder,
                                                  const Part &part,
                                                  ValueRange tensors) const {
  return llvm::map_to_vector(tensors, [&](Value tensor) -> Value {
    return tensor::ExtractSliceOp::create(
        builder, tensor, getKept(part.offsets), getKept(part.sizes),
        getOnes(keptLoops.size()));
  });
}

bool PartBuilder::hidesRuns() const {
  return keptLoops.size() > 1 &&
         llvm::any_of(llvm::drop_begin(keptLoops),
                      [&](unsigned loop) { return reduction.isDynamic(loop); });
}

PartBuilder::Run PartBuilder::buildRun(ImplicitLocOpBuilder &builder,
                                       const Part &part) const {
  Run run = {builder.getIndexAttr(0), builder.getIndexAttr(1)};
  for (unsigned loop : keptLoops) {
    OpFoldResult extent =
        getAsOpFoldResult(reduction.buildExtent(builder, loop));
    run.offset = buildSum(builder, buildProduct(builder, run.offset, extent),
                          part.offsets[loop]);
    run.size = buildProduct(builder, run.size, part.sizes[loop]);
  }
  return run;
}

SmallVector<Value> PartBuilder::buildReduction(ImplicitLocOpBuilder &builder,
                                               const Part &part,
                                               ValueRange starts,
                                               ValueRange destinations) const {
  SmallVector<Value> operands;
  for (Value input : op.getDpsInputs())
    operands.push_back(tensor::ExtractSliceOp::create(
        builder, input, part.offsets, part.sizes, getOnes(part.sizes.size())));
  llvm::append_range(operands, buildFills(builder, starts, destinations));
  auto piece = cast<linalg::GenericOp>(
      mlir::clone(builder, op, destinations.getTypes(), operands));
  // Indices refer to the whole reduction.
  linalg::offsetIndices(builder, piece, part.offsets);
  return piece.getResults();
}

SmallVector<Value> PartBuilder::buildResults(ImplicitLocOpBuilder &builder,
                                             const Part &part,
                                             ValueRange slices,
                                             BuildInTensorsFn buildAccumulated,
                                             ValueRange accumulators) const {
  const std::optional<Epilogue> &epilogue = reduction.getEpilogue();
  if (!epilogue)
    return buildAccumulated(slices);
  // With an epilogue, few strategies store the accumulators. The epilogue may
  // overwrite one of them.
  SmallVector<Value> written =
      accumulators.empty() ? buildResultSlices(builder, part, getFilled())
                           : llvm::to_vector(accumulators);
  if (!epilogue->getDestination())
    written[epilogue->getOverwritten()] = slices[0];
  return {epilogue->buildPart(builder, buildAccumulated(written), slices[0],
                              getKept(part.offsets), getKept(part.sizes))};
}

/// Returns the indexing maps of an operation with the loops `iterators`: inputs
/// have all of them as dimensions, and outputs those that are kept.
static SmallVector<AffineMap> getMaps(OpBuilder &builder, size_t numInputs,
                                      size_t numOutputs,
                                      ArrayRef<utils::IteratorType> iterators) {
  AffineMap all = builder.getMultiDimIdentityMap(iterators.size());
  SmallVector<AffineExpr> kept;
  for (auto [iterator, expr] : llvm::zip_equal(iterators, all.getResults()))
    if (iterator == utils::IteratorType::parallel)
      kept.push_back(expr);
  SmallVector<AffineMap> maps(numInputs, all);
  maps.append(numOutputs,
              AffineMap::get(iterators.size(), 0, kept, builder.getContext()));
  return maps;
}

static ArrayAttr getIteratorTypes(OpBuilder &builder,
                                  ArrayRef<utils::IteratorType> iterators) {
  return builder.getArrayAttr(llvm::map_to_vector(
      iterators, [&](utils::IteratorType type) -> Attribute {
        return linalg::IteratorTypeAttr::get(builder.getContext(), type);
      }));
}

SmallVector<Value>
PartBuilder::buildCombination(ImplicitLocOpBuilder &builder, ValueRange states,
                              ValueRange starts,
                              ArrayRef<utils::IteratorType> iterators) const {
  SmallVector<AffineMap> maps =
      getMaps(builder, states.size(), starts.size(), iterators);
  return linalg::GenericOp::create(
             builder, starts.getTypes(), states, starts, maps, iterators,
             [&](OpBuilder &nested, Location loc, ValueRange arguments) {
               ImplicitLocOpBuilder body(loc, nested);
               State combined = reduction.getCombiner().combine(
                   body, arguments.drop_front(states.size()),
                   arguments.take_front(states.size()));
               if (Attribute name = reduction.getCombinerName())
                 ReduceDialect::CombinerAttrHelper(body.getContext())
                     .setAttr(combined.front().getDefiningOp(), name);
               linalg::YieldOp::create(body, combined);
             })
      .getResults();
}

SmallVector<Value> PartBuilder::buildNeutral(ImplicitLocOpBuilder &builder,
                                             ValueRange states) const {
  SmallVector<Value> starts;
  for (TypedAttr neutral : reduction.getNeutral())
    starts.push_back(arith::ConstantOp::create(builder, neutral));
  return buildFills(builder, starts, states);
}

/// Builds the reduction of `inputs` in `states`, without an epilogue.
SmallVector<Value>
PartBuilder::buildStates(ImplicitLocOpBuilder &builder, ValueRange inputs,
                         ValueRange states,
                         ArrayRef<utils::IteratorType> iterators) const {
  SmallVector<Value> operands(inputs);
  llvm::append_range(operands, buildNeutral(builder, states));
  auto stage = cast<linalg::GenericOp>(
      mlir::clone(builder, op, states.getTypes(), operands));
  stage.setIndexingMapsAttr(builder.getAffineMapArrayAttr(
      getMaps(builder, inputs.size(), states.size(), iterators)));
  stage.setIteratorTypesAttr(getIteratorTypes(builder, iterators));
  return stage.getResults();
}

/// Returns whether two blocks compute the same of their arguments. Their
/// constants may be in the blocks or outside of them.
static bool computeSame(Block &first, Block &second) {
  DenseMap<Value, Value> same;
  for (auto [one, other] :
       llvm::zip_equal(first.getArguments(), second.getArguments()))
    same[one] = other;
  auto areSame = [&](Value one, Value other) {
    Attribute constant, otherConstant;
    if (matchPattern(one, m_Constant(&constant)))
      return success(matchPattern(other, m_Constant(&otherConstant)) &&
                     constant == otherConstant);
    return success(same.lookup(one) == other);
  };
  auto setSame = [&](Value one, Value other) { same[one] = other; };
  auto getOperations = [](Block &block) {
    return llvm::map_to_vector(
        llvm::make_filter_range(block,
                                [](Operation &op) {
                                  return !op.hasTrait<OpTrait::ConstantLike>();
                                }),
        [](Operation &op) { return &op; });
  };
  return llvm::equal(getOperations(first), getOperations(second),
                     [&](Operation *one, Operation *other) {
                       return OperationEquivalence::isEquivalentTo(
                           one, other, areSame, setSame,
                           OperationEquivalence::IgnoreLocations);
                     });
}

/// Returns whether `block` computes what `build` builds of its arguments.
static bool
computes(Block &block,
         llvm::function_ref<State(ImplicitLocOpBuilder &, ValueRange)> build) {
  Location loc = block.getParentOp()->getLoc();
  ImplicitLocOpBuilder builder(loc, block.getParentOp()->getContext());
  Region region;
  SmallVector<Location> locations(block.getNumArguments(), loc);
  Block *expected =
      builder.createBlock(&region, {}, block.getArgumentTypes(), locations);
  linalg::YieldOp::create(builder, build(builder, expected->getArguments()));
  return computeSame(block, *expected);
}

bool PartBuilder::mayReduceResults() const {
  const std::optional<Epilogue> &epilogue = reduction.getEpilogue();
  CombinerAttr name = reduction.getCombinerName();
  if (!name || !epilogue || !epilogue->isUnary() ||
      !reduction.startsNeutral() || reduction.getInputBytes() ||
      op.getNumDpsInputs() != 1 || op->getParentOfType<scf::ForallOp>())
    return false;
  Type element = getElementTypeOrSelf(op.getDpsInputs()[0]);
  linalg::GenericOp last = epilogue->getOp();
  if (getElementTypeOrSelf(last.getResult(0)) != element)
    return false;
  std::unique_ptr<Combiner> combiner = name.getCombiner();
  CombinerTraits traits = combiner->getTraits();
  if (!traits.isMergeable || traits.readsPosition || traits.readsCount)
    return false;
  return computes(*op.getBody(),
                  [&](ImplicitLocOpBuilder &builder, ValueRange arguments) {
                    State combined = combiner->combine(
                        builder, arguments.drop_front(),
                        combiner->prepare(builder, arguments[0], Value()));
                    ReduceDialect::CombinerAttrHelper(builder.getContext())
                        .setAttr(combined.front().getDefiningOp(), name);
                    return combined;
                  }) &&
         computes(*last.getBody(),
                  [&](ImplicitLocOpBuilder &builder, ValueRange arguments) {
                    return State{combiner->finalize(
                        builder, arguments.drop_back(), Value())};
                  });
}

SmallVector<Value>
PartBuilder::buildStage(ImplicitLocOpBuilder &builder, ValueRange inputs,
                        ValueRange destinations,
                        ArrayRef<utils::IteratorType> iterators) const {
  if (!reducesResults())
    return buildStates(builder, inputs, destinations, iterators);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, builder.getLoc(), destinations[0]);
  OpFoldResult size = builder.getIndexAttr(1);
  for (OpFoldResult each : sizes)
    size = buildProduct(builder, size, each);
  SmallVector<Value> states =
      llvm::map_to_vector(accumulators, [&](Value memory) -> Value {
        return buildExpanded(builder, buildFront(builder, memory, size), sizes);
      });
  Value state = buildStates(builder, inputs, states, iterators).front();
  auto last = cast<linalg::GenericOp>(
      mlir::clone(builder, reduction.getEpilogue()->getOp(),
                  destinations.getTypes(), {state, destinations[0]}));
  SmallVector<utils::IteratorType> parallel(sizes.size(),
                                            utils::IteratorType::parallel);
  last.setIndexingMapsAttr(builder.getAffineMapArrayAttr(
      getMaps(builder, /*numInputs=*/1, /*numOutputs=*/1, parallel)));
  last.setIteratorTypesAttr(getIteratorTypes(builder, parallel));
  return last.getResults();
}

SmallVector<Value> PartBuilder::buildInsertions(ImplicitLocOpBuilder &builder,
                                                const Part &part,
                                                ValueRange results,
                                                ValueRange destinations) const {
  SmallVector<Value> inserted;
  for (auto [result, destination] : llvm::zip_equal(results, destinations))
    inserted.push_back(tensor::InsertSliceOp::create(
        builder, result, destination, getKept(part.offsets),
        getKept(part.sizes), getOnes(keptLoops.size())));
  return inserted;
}

Value mlir::reduce::detail::buildFront(ImplicitLocOpBuilder &builder,
                                       Value memory, OpFoldResult size) {
  Value all = bufferization::ToTensorOp::create(
      builder, memref::getTensorTypeFromMemRefType(memory.getType()), memory,
      /*restrict=*/true, /*writable=*/true);
  return tensor::ExtractSliceOp::create(builder, all, {builder.getIndexAttr(0)},
                                        {size}, {builder.getIndexAttr(1)});
}

/// Builds the operation `OpTy` on two indices, folded if they are known.
template <typename OpTy>
static OpFoldResult buildFolded(ImplicitLocOpBuilder &builder,
                                OpFoldResult first, OpFoldResult second) {
  auto getValue = [&](OpFoldResult operand) {
    return getValueOrCreateConstantIndexOp(builder, builder.getLoc(), operand);
  };
  return getAsOpFoldResult(
      builder.createOrFold<OpTy>(getValue(first), getValue(second)));
}

OpFoldResult mlir::reduce::detail::buildProduct(ImplicitLocOpBuilder &builder,
                                                OpFoldResult first,
                                                OpFoldResult second) {
  return buildFolded<arith::MulIOp>(builder, first, second);
}

OpFoldResult
mlir::reduce::detail::buildDifference(ImplicitLocOpBuilder &builder,
                                      OpFoldResult first, OpFoldResult second) {
  return buildFolded<arith::SubIOp>(builder, first, second);
}

OpFoldResult mlir::reduce::detail::buildSum(ImplicitLocOpBuilder &builder,
                                            OpFoldResult first,
                                            OpFoldResult second) {
  return buildFolded<arith::AddIOp>(builder, first, second);
}
