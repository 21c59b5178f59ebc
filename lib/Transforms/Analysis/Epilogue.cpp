//===- Epilogue.cpp - The operation after a reduction ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "VectorBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Returns whether each dimension of an operand with `map` is indexed by one of
/// the loops, in the order of the loops. The operand is broadcast along the
/// other loops.
static bool isOrderedProjection(AffineMap map) {
  return map.isProjectedPermutation() &&
         llvm::is_sorted(map.getResults(), [](AffineExpr a, AffineExpr b) {
           return cast<AffineDimExpr>(a).getPosition() <
                  cast<AffineDimExpr>(b).getPosition();
         });
}

LogicalResult mlir::reduce::detail::checkEpilogue(linalg::LinalgOp op,
                                                  Value results,
                                                  StringRef &reason) {
  auto fail = [&](StringRef why) {
    reason = why;
    return failure();
  };
  if (op.getNumReductionLoops() > 0)
    return fail("it is a reduction");
  if (op.getNumDpsInits() != 1)
    return fail("there is more than one output");
  if (!op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return fail("the output is not written in the order of the loops");
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (operand.get() == results && !map.isIdentity())
      return fail(
          "results are not read exactly once each, in the order of the loops");
    if (!isOrderedProjection(map))
      return fail("an input is not read in the order of the loops");
  }
  if (!llvm::all_of(op.getBlock()->getArgumentTypes(), isVectorElement))
    return fail(noVectorElement);
  if (!llvm::all_of(*op.getBlock(), isVectorizable))
    return fail("an operation of the body has no vector form");
  return success();
}

FailureOr<Epilogue> Epilogue::match(linalg::LinalgOp op,
                                    linalg::LinalgOp reduction,
                                    StringRef &reason) {
  auto fail = [&](StringRef why) {
    reason = why;
    return failure();
  };
  for (Value results : reduction->getResults())
    if (failed(checkEpilogue(op, results, reason)))
      return failure();
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic)
    return fail("it is not a linalg.generic");
  // If the operation is in a loop, the reduction would be repeated.
  if (op->getBlock() != reduction->getBlock())
    return fail("it is in a different block than the reduction");
  if (!llvm::all_of(reduction->getUsers(),
                    [&](Operation *user) { return user == op; }))
    return fail("the results have other users");
  return Epilogue(generic, reduction->getResults());
}

FailureOr<Epilogue> Epilogue::match(linalg::LinalgOp reduction) {
  StringRef reason;
  if (reduction->use_empty())
    return failure();
  auto op = dyn_cast<linalg::LinalgOp>(*reduction->user_begin());
  if (!op)
    return failure();
  return match(op, reduction, reason);
}

//===----------------------------------------------------------------------===//
// Destination
//===----------------------------------------------------------------------===//

Value Epilogue::getDestination() const {
  Value destination = op.getDpsInitOperand(0)->get();
  return getResult(destination) ? Value() : destination;
}

unsigned Epilogue::getOverwritten() const {
  return *getResult(op.getDpsInitOperand(0)->get());
}

std::optional<unsigned> Epilogue::getResult(Value operand) const {
  auto result = llvm::find(results, operand);
  if (result == results.end())
    return std::nullopt;
  return result - results.begin();
}

/// Returns whether `operand` reads the destination at the position to which the
/// result is stored.
bool Epilogue::isDestination(OpOperand &operand) const {
  return operand.get() == getDestination() &&
         op.getMatchingIndexingMap(&operand).isIdentity();
}

bool Epilogue::readsDestination() const {
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return isDestination(operand) && op.payloadUsesValueFromOperand(&operand);
  });
}

bool Epilogue::isUnary() const {
  return op.getNumDpsInputs() == 1 && op.getNumDpsInits() == 1 &&
         getDestination() && !readsDestination() && !op.hasIndexSemantics() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Returns the elements of `ofLoops`, which has one for each loop, that `map`,
/// an ordered projection, keeps.
template <typename T>
static SmallVector<T> project(AffineMap map, ArrayRef<T> ofLoops) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr loop) {
    return ofLoops[cast<AffineDimExpr>(loop).getPosition()];
  });
}

/// If `input` is another tensor with dimensions of size 1 collapsed, replaces
/// it by that tensor, and `indices` by the indices of the same element there.
/// The stride of the innermost dimension of a view may be known when that of
/// the collapsed dimensions is not.
static void readThroughCollapse(ImplicitLocOpBuilder &builder, Value &input,
                                SmallVector<Value> &indices) {
  auto collapse = input.getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || indices.empty() ||
      collapse.getSrcType().getShape().back() == 1)
    return;
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  SmallVector<Value> ofSource(collapse.getSrcType().getRank(), zero);
  for (auto [group, index] :
       llvm::zip_equal(collapse.getReassociationIndices(), indices)) {
    auto isKept = [&](int64_t dim) {
      return collapse.getSrcType().getDimSize(dim) != 1;
    };
    if (llvm::count_if(group, isKept) > 1)
      return;
    auto kept = llvm::find_if(group, isKept);
    ofSource[kept == group.end() ? group.back() : *kept] = index;
  }
  input = collapse.getSrc();
  indices = ofSource;
}

/// Reads `width` elements of `input`, or one without `width`, at `indices` of
/// the loops. `map` is an ordered projection.
static Value buildRead(ImplicitLocOpBuilder &builder, Value input,
                       AffineMap map, ArrayRef<Value> indices,
                       std::optional<int64_t> width, bool isInBounds) {
  auto type = dyn_cast<RankedTensorType>(input.getType());
  if (!type)
    return buildBroadcast(builder, input, width);
  SmallVector<Value> ownIndices = project(map, indices);
  bool isBroadcast =
      map.getNumResults() == 0 || !map.isFunctionOfDim(map.getNumDims() - 1);
  if (!width || isBroadcast)
    return buildBroadcast(
        builder, tensor::ExtractOp::create(builder, input, ownIndices), width);
  readThroughCollapse(builder, input, ownIndices);
  std::optional<Value> padding;
  if (!isInBounds)
    padding = arith::ConstantOp::create(
        builder, builder.getZeroAttr(type.getElementType()));
  SmallVector<bool> inBounds = {isInBounds};
  return vector::TransferReadOp::create(
      builder, VectorType::get(*width, type.getElementType()), input,
      ownIndices, padding, ArrayRef<bool>(inBounds));
}

Value Epilogue::build(ImplicitLocOpBuilder &builder, ValueRange accumulators,
                      Value destination, ValueRange indices,
                      bool inBounds) const {
  std::optional<int64_t> width;
  if (auto type = dyn_cast<VectorType>(accumulators[0].getType()))
    width = type.getDimSize(0);
  IRMapping mapping;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!op.payloadUsesValueFromOperand(&operand))
      continue;
    Value value;
    if (std::optional<unsigned> result = getResult(operand.get()))
      value = accumulators[*result];
    else
      value = buildRead(builder,
                        isDestination(operand) ? destination : operand.get(),
                        op.getMatchingIndexingMap(&operand),
                        llvm::to_vector(indices), width, inBounds);
    mapping.map(op.getMatchingBlockArgument(&operand), value);
  }
  for (Operation &nested : op.getBody()->without_terminator())
    cloneOperation(builder, nested, mapping, width);
  Value result = op.getBody()->getTerminator()->getOperand(0);
  if (Value mapped = mapping.lookupOrNull(result))
    return mapped;
  return buildBroadcast(builder, result, width);
}

Value Epilogue::buildPart(ImplicitLocOpBuilder &builder, ValueRange accumulated,
                          Value destination, ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    if (std::optional<unsigned> result = getResult(operand.get())) {
      operands.push_back(accumulated[*result]);
      continue;
    }
    if (op.isDpsInit(&operand) || isDestination(operand)) {
      operands.push_back(destination);
      continue;
    }
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (map.getNumResults() == 0) {
      operands.push_back(operand.get());
      continue;
    }
    SmallVector<OpFoldResult> ones(map.getNumResults(),
                                   builder.getIndexAttr(1));
    operands.push_back(tensor::ExtractSliceOp::create(
        builder, operand.get(), project(map, offsets), project(map, sizes),
        ones));
  }
  return mlir::clone(builder, op, destination.getType(), operands).getResult(0);
}

Value Epilogue::buildWhole(ImplicitLocOpBuilder &builder,
                           ValueRange accumulated) const {
  IRMapping mapping;
  mapping.map(ValueRange(results), accumulated);
  return builder.clone(*op, mapping)->getResult(0);
}
