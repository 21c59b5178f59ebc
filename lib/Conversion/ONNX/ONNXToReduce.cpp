//===- ONNXToReduce.cpp - ONNX's operations to reductions -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/Common/ConversionRemarks.h"
#include "ONNXConstants.h"
#include "ONNXFunctions.h"
#include "ONNXOperations.h"
#include "TorchTensors.h"
#include "reduce/Conversion/ONNX/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "reduce/IR/ReduceDialect.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTONNXTOREDUCEPASS
#include "reduce/Conversion/ONNX/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
struct ConvertONNXToReducePass
    : reduce::impl::ConvertONNXToReducePassBase<ConvertONNXToReducePass> {
  void runOnOperation() override {
    SmallVector<ONNXOperation> operations;
    getOperation()->walk([&](Operation *op) {
      if (std::optional<ONNXOperation> operation = matchONNXReduction(op))
        operations.push_back(*operation);
    });
    ConversionRemarks remarks("ConvertONNXToReduce", getArgument(),
                              numConverted, numLeft);
    for (const ONNXOperation &operation : operations) {
      std::string reason;
      if (failed(convert(operation, remarks, reason)))
        remarks.missed(operation.op, reason);
    }
    // In reverse order, so that users are erased before their operands.
    while (!maybeDead.empty())
      if (Operation *op = maybeDead.pop_back_val(); op->use_empty())
        op->erase();
    finishONNXFunctions(getOperation(), remarks);
  }

private:
  /// Converts `operation`. On failure, sets `reason`.
  LogicalResult convert(const ONNXOperation &operation,
                        const ConversionRemarks &remarks, std::string &reason);

  /// Operations to erase if they have become unused: constants and conversions
  /// of types.
  llvm::SetVector<Operation *> maybeDead;
};

/// Records the operations that are built, so that they can be erased again.
struct Transaction : OpBuilder::Listener {
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    operations.push_back(op);
  }

  void rollBack() {
    while (!operations.empty())
      operations.pop_back_val()->erase();
  }

  SmallVector<Operation *> operations;
};
} // namespace

/// Returns the input `index` of `op`; null if it is omitted.
static Value getInput(Operation *op, unsigned index) {
  if (index >= op->getNumOperands() || isLeftOut(op->getOperand(index)))
    return {};
  return op->getOperand(index);
}

/// Returns the source of `value` before casts that only drop static sizes.
static Value skipCasts(Value value) {
  while (auto cast = value.getDefiningOp<tensor::CastOp>()) {
    TensorType source = cast.getSource().getType();
    TensorType type = cast.getDest().getType();
    // Each step must gain information; otherwise a cycle in dead code would
    // never end.
    if (source == type || combineTypes(source, type) != source)
      break;
    value = cast.getSource();
  }
  return value;
}

/// Reads the types and constants of `operation` into `node`. For types that are
/// not tensors, emits the reason and fails.
static LogicalResult readOperands(const ONNXOperation &operation,
                                  ONNXReductionNode &node) {
  if (Value data = getInput(operation.op, 0)) {
    FailureOr<TensorType> type =
        operation.getTensorType(skipCasts(data).getType());
    if (failed(type))
      return failure();
    node.dataType = dyn_cast<RankedTensorType>(*type);
    if (!node.dataType)
      return operation.emitReason()
             << "the rank of the input, " << *type << ", is not known";
  }
  if (Value axes = getInput(operation.op, 1)) {
    FailureOr<TensorType> type =
        operation.getTensorType(skipCasts(axes).getType());
    if (failed(type))
      return failure();
    node.axesType = *type;
    node.axes = getConstantIntegers(skipCasts(axes));
  }
  return success();
}

/// Builds the replacement of the result of `operation`, whose type may differ
/// from the declared one. Sets `declared` to the declared type, and
/// `replacement` to the name of the replacement. If the operation is not valid,
/// emits the reason and fails.
static FailureOr<Value> buildResult(OpBuilder &builder,
                                    const ONNXOperation &operation,
                                    TensorType &declared,
                                    StringRef &replacement) {
  Operation *op = operation.op;
  if (op->getNumSuccessors() != 0 ||
      !llvm::all_of(op->getRegions(), [](Region &r) { return r.empty(); }))
    return operation.emitReason() << "expected no blocks";
  FailureOr<const OperatorVersion *> version = operation.getVersion();
  if (failed(version))
    return failure();
  auto isGiven = [](Value value) { return !isLeftOut(value); };
  ONNXReductionNode node{**version,
                         llvm::map_to_vector(op->getOperands(), isGiven),
                         llvm::map_to_vector(op->getResults(), isGiven),
                         operation.getAttributes()};
  node.takesScalarAxes = !operation.isTorch;
  if (failed(readOperands(operation, node)))
    return failure();
  auto emitReason = [&] { return operation.emitReason(); };
  FailureOr<std::optional<ReductionRequest>> request =
      readReduction(node, emitReason);
  if (failed(request))
    return failure();
  FailureOr<TensorType> declaredType =
      operation.getTensorType(op->getResult(0).getType());
  if (failed(declaredType))
    return failure();
  declared = *declaredType;

  auto getTensor = [&](Value value, TensorType type) {
    value = skipCasts(value);
    return operation.isTorch
               ? buildToBuiltinTensor(builder, op->getLoc(), value, type)
               : value;
  };
  Value input = getTensor(op->getOperand(0), node.dataType);
  // This is possible in unreachable code.
  if (input.getDefiningOp() == op)
    return operation.emitReason() << "the input is the result";
  replacement = "its input";
  if (!*request)
    return input;
  replacement = (*version)->operation;
  (*request)->input = input;
  if (node.axesType && !node.axes)
    (*request)->dynamicAxes = getTensor(op->getOperand(1), node.axesType);
  (*request)->declared = declared;
  FailureOr<Value> result =
      buildReduction(builder, op->getLoc(), **version, **request, emitReason);
  if (succeeded(result) && (*request)->dynamicAxes)
    // Report constant axes that cannot be read now, rather than at run time.
    if (Operation *axes = skipCasts(op->getOperand(1)).getDefiningOp();
        axes && isConstant(axes)) {
      InFlightDiagnostic reason = operation.emitReason();
      reason << "the axes are a constant whose value is not known";
      if (Attribute value = getConstantValue(axes))
        reason << ": " << value;
      return reason;
    }
  return result;
}

/// Like buildResult, but fails, too, if the type of the result contradicts the
/// declared one. `transaction` records the operations that are built. On
/// failure, erases them and sets `reason`.
static FailureOr<Value>
buildCompatibleResult(OpBuilder &builder, Transaction &transaction,
                      const ONNXOperation &operation, TensorType &declared,
                      StringRef &replacement, std::string &reason) {
  ReasonHandler handler(builder.getContext());
  FailureOr<Value> result =
      buildResult(builder, operation, declared, replacement);
  if (succeeded(result) &&
      !areCompatible(declared, cast<RankedTensorType>(result->getType()))) {
    operation.emitReason() << "the result is declared as " << declared
                           << ", but is " << result->getType();
    result = failure();
  }
  if (failed(result)) {
    reason = handler.getReason();
    transaction.rollBack();
  }
  return result;
}

LogicalResult ConvertONNXToReducePass::convert(const ONNXOperation &operation,
                                               const ConversionRemarks &remarks,
                                               std::string &reason) {
  Operation *op = operation.op;
  Transaction transaction;
  OpBuilder builder(op, &transaction);
  TensorType declared;
  StringRef name;
  FailureOr<Value> result = buildCompatibleResult(
      builder, transaction, operation, declared, name, reason);
  if (failed(result))
    return failure();
  remarks.passed(op, name);

  Value replacement = *result;
  if (declared != result->getType())
    replacement =
        tensor::CastOp::create(builder, op->getLoc(), declared, replacement);
  if (operation.isTorch)
    replacement = buildFromBuiltinTensor(builder, op->getLoc(), replacement,
                                         op->getResult(0).getType());
  for (Value operand : op->getOperands())
    if (Operation *producer = operand.getDefiningOp();
        producer && isONNXConstant(producer))
      maybeDead.insert(producer);
  for (Operation *built : transaction.operations)
    if (built != result->getDefiningOp())
      maybeDead.insert(built);
  op->getResult(0).replaceAllUsesWith(replacement);
  op->erase();
  return success();
}
