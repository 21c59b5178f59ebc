//===- StableHLOToReduce.cpp - From StableHLO to reduce -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// StableHLO is not one of MLIR's own dialects. This pass matches its operations
// only by names, attributes and regions, so they need not be registered.
//
//===----------------------------------------------------------------------===//

#include "Conversion/Common/ConversionRemarks.h"
#include "Conversion/Common/IntegerAttributes.h"
#include "Conversion/ReduceToLinalg/LinalgReduction.h"
#include "ForeignOperators.h"
#include "reduce/Conversion/Dialects/Passes.h"
#include "reduce/IR/TensorBitcast.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "reduce/IR/Combiners/StorageTypes.h"
#include "reduce/IR/ReduceDialect.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOREDUCEPASS
#include "reduce/Conversion/Dialects/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static constexpr StringLiteral reduceName = "stablehlo.reduce";
static constexpr StringLiteral returnName = "stablehlo.return";
static constexpr StringLiteral constantName = "stablehlo.constant";

namespace {
/// A reduction, and its initial value if that is not the identity.
struct Match {
  const ForeignOperator *foreign;
  SmallVector<int64_t> axes;
  TensorType type;
  Value init;
};
} // namespace

static bool isNamed(Operation *op, StringRef name) {
  return op->getName().getStringRef() == name;
}

/// Returns the dimensions that `op` reduces. They are an array or, in older
/// versions, a tensor.
static std::optional<SmallVector<int64_t>> getDimensions(Operation *op) {
  Attribute attribute = op->getAttr("dimensions");
  if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attribute))
    return SmallVector<int64_t>(array.asArrayRef());
  return getIntegerElements(attribute);
}

/// Returns the operation that combines the two arguments of the body of `op`;
/// null if the body is anything else.
static Operation *getCombiner(Operation *op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return nullptr;
  Block &body = op->getRegion(0).front();
  if (body.getNumArguments() != 2 ||
      !llvm::hasNItems(body.begin(), body.end(), 2))
    return nullptr;
  Operation &combiner = body.front();
  Operation &terminator = body.back();
  Value first = body.getArgument(0), second = body.getArgument(1);
  if (!isNamed(&terminator, returnName) || combiner.getNumResults() != 1 ||
      combiner.getNumOperands() != 2 ||
      terminator.getOperands() != combiner.getResults())
    return nullptr;
  Value left = combiner.getOperand(0), right = combiner.getOperand(1);
  bool combinesBoth =
      (left == first && right == second) || (left == second && right == first);
  return combinesBoth && first.getType() == second.getType() &&
                 first.getType() == combiner.getResult(0).getType()
             ? &combiner
             : nullptr;
}

/// Returns the constant value of `value`, a tensor of rank 0; null if it is not
/// a constant.
static Attribute getConstant(Value value) {
  Operation *op = value.getDefiningOp();
  DenseElementsAttr elements;
  if (op && isNamed(op, constantName))
    elements = op->getAttrOfType<DenseElementsAttr>("value");
  else
    matchPattern(value, m_Constant(&elements));
  return elements && elements.isSplat() ? elements.getSplatValue<Attribute>()
                                        : Attribute();
}

/// Matches `op`. If it does not match, returns none and sets `reason`.
static std::optional<Match> match(Operation *op, const ForeignQuery &query,
                                  std::string &reason) {
  auto fail = [&](StringRef why) {
    reason = why;
    return std::nullopt;
  };
  if (op->getNumOperands() != 2 || op->getNumResults() != 1)
    return fail("it does not reduce exactly one tensor");
  auto inputType = dyn_cast<TensorType>(op->getOperand(0).getType());
  auto initType = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
  if (!inputType || !initType || initType.getRank() != 0)
    return fail("its operands are not a tensor and a tensor of rank 0");
  std::optional<SmallVector<int64_t>> axes = getDimensions(op);
  if (!axes)
    return fail("its dimensions are not a list of i64");
  Operation *combiner = getCombiner(op);
  if (!combiner)
    return fail(
        "its body is not a single operation that combines its arguments");
  Type elementType = inputType.getElementType();
  if (getElementTypeOrSelf(combiner->getResult(0).getType()) != elementType ||
      initType.getElementType() != elementType)
    return fail(
        "its body combines values of a type other than the element type");

  Match result;
  result.axes = *axes;
  result.foreign = findForeignOperator(query, combiner, elementType, reason);
  if (!result.foreign)
    return std::nullopt;
  result.type = checkReduction(inputType, *axes, /*keepdims=*/false,
                               op->getResult(0).getType(), reason);
  if (!result.type)
    return std::nullopt;
  Attribute constant = getConstant(op->getOperand(1));
  if (!constant ||
      !isSameNumber(constant, getIdentity(*result.foreign, elementType)))
    result.init = op->getOperand(1);
  if (result.init && !result.type.hasRank())
    return fail("an init that is not the identity needs a known rank");
  return result;
}

/// Builds the combination of `result`, the result of a reduction by `combiner`,
/// with `init`, a tensor of rank 0.
static Value buildInit(OpBuilder &builder, Location loc,
                       const Combiner &combiner, Value result, Value init) {
  auto type = cast<RankedTensorType>(result.getType());
  Type elementType = type.getElementType();
  Type storageType = getStorageType(elementType);
  bool isBool = elementType.isInteger(1);
  // Only unsigned integers need casts of tensors.
  auto bitcast = [&](Value value, Type to) -> Value {
    return isBool ? value : buildTensorBitcast(builder, loc, value, to);
  };
  Value combined = buildElementwiseUpdate(
      builder, loc, bitcast(init, storageType), bitcast(result, storageType),
      [&](OpBuilder &nested, Location nestedLoc, Value start, Value number) {
        ImplicitLocOpBuilder body(nestedLoc, nested);
        auto prepare = [&](Value element) {
          if (isBool)
            element = arith::ExtUIOp::create(body, storageType, element);
          return combiner.prepare(body, element, /*position=*/{});
        };
        State accumulator = prepare(start);
        Value last = combiner.finalize(
            body, combiner.combine(body, accumulator, prepare(number)),
            /*count=*/{});
        return isBool ? arith::TruncIOp::create(body, elementType, last)
                            .getResult()
                      : last;
      });
  return bitcast(combined, elementType);
}

static void convert(Operation *op, const Match &match, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  Value init = op->getOperand(1);
  Value result =
      buildForeignReduction(rewriter, loc, *match.foreign, op->getOperand(0),
                            match.axes, /*keepdims=*/false, match.type);
  if (match.init)
    result = buildInit(
        rewriter, loc,
        *cast<ReductionOpInterface>(result.getDefiningOp()).getCombiner(),
        result, match.init);
  // Also erase an unregistered constant, which only its name identifies.
  Operation *constant = init.getDefiningOp();
  if (constant && !isNamed(constant, constantName) &&
      !constant->hasTrait<OpTrait::ConstantLike>())
    constant = nullptr;
  rewriter.replaceOp(op, result);
  if (constant && constant->use_empty())
    rewriter.eraseOp(constant);
}

namespace {
struct ConvertStableHLOToReducePass
    : reduce::impl::ConvertStableHLOToReducePassBase<
          ConvertStableHLOToReducePass> {
  using ConvertStableHLOToReducePassBase::ConvertStableHLOToReducePassBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isNamed(op, reduceName))
        ops.push_back(op);
    });
    ConversionRemarks remarks("ConvertStableHLOToReduce", getArgument(),
                              numConverted, numLeft);
    ForeignQuery query = {ForeignDialect::StableHLO, keepZeroOrder};
    IRRewriter rewriter(&getContext());
    convertMatching(
        ops, remarks,
        [&](Operation *op, std::string &reason) {
          return match(op, query, reason);
        },
        [&](Operation *op, const Match &found) {
          convert(op, found, rewriter);
        });
  }
};
} // namespace
