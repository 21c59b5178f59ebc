//===- TorchTensorsToBuiltin.cpp - Tensors of functions -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchTensors.h"
#include "reduce/Conversion/ONNX/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTTORCHTENSORSTOBUILTINPASS
#include "reduce/Conversion/ONNX/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static Type convertTensorType(Type type) {
  TensorType tensor = parseTorchTensorType(type);
  return tensor ? tensor : type;
}

/// Returns whether `op` only converts between a tensor of torch-mlir and a
/// builtin tensor with the same bits.
static bool isConversion(Operation *op) {
  if (!isTorchConversion(op) || op->getNumOperands() != 1 ||
      op->getNumResults() != 1)
    return false;
  Type operandType = op->getOperand(0).getType();
  Type resultType = op->getResult(0).getType();
  auto from = dyn_cast<TensorType>(convertTensorType(operandType));
  auto to = dyn_cast<TensorType>(convertTensorType(resultType));
  return from && to && (from != operandType) != (to != resultType) &&
         (from == to || tensor::BitcastOp::areCastCompatible(from, to));
}

namespace {
/// Drops the conversion of a tensor whose two types have become the same,
/// except for the signedness of integers.
struct DropConversion : ConversionPattern {
  DropConversion(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, Pattern::MatchAnyOpTypeTag(),
                          /*benefit=*/1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isConversion(op))
      return rewriter.notifyMatchFailure(op, "not a conversion of a tensor");
    Value value = operands[0];
    Type type = convertTensorType(op->getResult(0).getType());
    if (value.getType() != type)
      value = tensor::BitcastOp::create(rewriter, op->getLoc(), type, value);
    rewriter.replaceOp(op, value);
    return success();
  }
};

struct ConvertTorchTensorsToBuiltinPass
    : reduce::impl::ConvertTorchTensorsToBuiltinPassBase<
          ConvertTorchTensorsToBuiltinPass> {
  void runOnOperation() override {
    TypeConverter converter;
    converter.addConversion([](Type type) { return convertTensorType(type); });
    // Other operations keep their types.
    converter.addSourceMaterialization(
        [](OpBuilder &builder, Type type, ValueRange inputs, Location loc) {
          return buildFromBuiltinTensor(builder, loc, inputs[0], type);
        });
    converter.addTargetMaterialization([](OpBuilder &builder, TensorType type,
                                          ValueRange inputs, Location loc) {
      return buildToBuiltinTensor(builder, loc, inputs[0], type);
    });

    RewritePatternSet patterns(&getContext());
    patterns.add<DropConversion>(converter, &getContext());
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);

    ConversionTarget target(getContext());
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      return converter.isSignatureLegal(op.getFunctionType());
    });
    target.addDynamicallyLegalOp<func::CallOp, func::ReturnOp>(
        [&](Operation *op) { return converter.isLegal(op); });
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isConversion(op); });
    unsigned functionCount = 0, conversionCount = 0;
    getOperation()->walk([&](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op))
        functionCount +=
            !converter.isSignatureLegal(function.getFunctionType());
      else
        conversionCount += isConversion(op);
    });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    numFunctions += functionCount;
    numConversions += conversionCount;
    // Every function of torch-mlir starts with this operation, even if unused.
    getOperation()->walk([](Operation *op) {
      if (op->getName().getStringRef() == "torch.constant.none" &&
          op->use_empty())
        op->erase();
    });
  }
};
} // namespace
