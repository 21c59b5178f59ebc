//===- ONNXFunctions.cpp - Functions of onnx-mlir -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXFunctions.h"

#include "ONNXConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "reduce/IR/ReduceDialect.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static bool isReturn(Operation *op) {
  return op->getName().getStringRef() == "onnx.Return" &&
         op->getNumResults() == 0;
}

static bool isNode(Operation *op) {
  return op->getName().getDialectNamespace() == "onnx" && !isReturn(op);
}

/// Builds the replacement of the constant `op`. On failure, sets `reason`.
static FailureOr<Value> buildConstant(Operation *op, std::string &reason) {
  ReasonHandler handler(op->getContext());
  OpBuilder builder(op);
  FailureOr<Value> value = buildONNXConstant(builder, op);
  reason = handler.getReason();
  return value;
}

/// Replaces constants of onnx-mlir in `function` by MLIR's own, and erases
/// unused ones. Makes a remark on each one that is left.
static void convertConstants(func::FuncOp function,
                             const ConversionRemarks &remarks) {
  SmallVector<Operation *> constants;
  function.walk([&](Operation *op) {
    if (isNode(op) && isONNXConstant(op))
      constants.push_back(op);
  });
  for (Operation *op : constants) {
    std::string reason;
    if (!op->use_empty()) {
      FailureOr<Value> value = buildConstant(op, reason);
      if (failed(value)) {
        remarks.missed(op, reason);
        continue;
      }
      remarks.passed(op, arith::ConstantOp::getOperationName());
      op->getResult(0).replaceAllUsesWith(*value);
    }
    op->erase();
  }
}

/// Returns the first operation in `function` for which `predicate` holds; null
/// if there is none.
static Operation *
findOperation(func::FuncOp function,
              llvm::function_ref<bool(Operation *)> predicate) {
  Operation *found = nullptr;
  function.walk([&](Operation *op) {
    if (!predicate(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// Converts the constants of `function` if it has no other nodes of onnx-mlir.
/// Returns a node that is left; null if there is none.
static Operation *convertNodes(func::FuncOp function,
                               const ConversionRemarks &remarks) {
  auto isOther = [](Operation *op) {
    return isNode(op) && !isONNXConstant(op);
  };
  if (Operation *other = findOperation(function, isOther))
    return other;
  convertConstants(function, remarks);
  return findOperation(function, isNode);
}

/// Replaces `op`, a return from `function`. Fails, with a remark, if its
/// operands do not fit.
static LogicalResult convertReturn(Operation *op, func::FuncOp function,
                                   const ConversionRemarks &remarks) {
  TypeRange types = function.getResultTypes();
  TypeRange returned = op->getOperandTypes();
  if (types.size() != returned.size() ||
      !llvm::all_of(llvm::zip_equal(returned, types), [](auto pair) {
        auto [from, to] = pair;
        return from == to || tensor::CastOp::areCastCompatible(from, to);
      })) {
    Diagnostic reason(op->getLoc(), DiagnosticSeverity::Remark);
    reason << "expected " << types << ", got " << returned;
    remarks.missed(op, reason.str());
    return failure();
  }
  OpBuilder builder(op);
  SmallVector<Value> results(op->getOperands());
  for (auto [result, type] : llvm::zip_equal(results, types))
    if (result.getType() != type)
      result = tensor::CastOp::create(builder, op->getLoc(), type, result);
  remarks.passed(op, func::ReturnOp::getOperationName());
  func::ReturnOp::create(builder, op->getLoc(), results);
  op->erase();
  return success();
}

/// Returns the attribute reduce.dim_params for onnx-mlir's notation
/// "0:batch,2:length"; null if that does not fit a tensor of `type`.
static ArrayAttr convertDimParams(Attribute attribute, Type type) {
  auto params = dyn_cast_or_null<StringAttr>(attribute);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!params || !tensor)
    return {};
  SmallVector<StringRef> names(tensor.getRank());
  for (StringRef param : llvm::split(params.getValue(), ',')) {
    auto [dim, name] = param.split(':');
    unsigned index;
    if (dim.getAsInteger(10, index) || index >= names.size())
      return {};
    // A dimension that became static does not need its name.
    if (tensor.isDynamicDim(index))
      names[index] = name;
  }
  return Builder(type.getContext()).getStrArrayAttr(names);
}

/// Converts onnx-mlir's attributes of an argument or result of `type` to those
/// of the reduce dialect.
static DictionaryAttr convertAttributes(DictionaryAttr attributes, Type type) {
  NamedAttrList converted(attributes);
  if (auto name = dyn_cast_or_null<StringAttr>(converted.get("onnx.name"))) {
    converted.erase("onnx.name");
    converted.set(ReduceDialect::NameAttrHelper::getNameStr(), name);
  }
  if (ArrayAttr params =
          convertDimParams(converted.get("onnx.dim_params"), type)) {
    converted.erase("onnx.dim_params");
    converted.set(ReduceDialect::DimParamsAttrHelper::getNameStr(), params);
  }
  return converted.getDictionary(type.getContext());
}

/// Converts the names, in the model, of the arguments and results of `function`
/// and of their dimensions.
static void convertNames(func::FuncOp function) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (DictionaryAttr attributes = function.getArgAttrDict(i))
      function.setArgAttrs(i, convertAttributes(attributes, type));
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (DictionaryAttr attributes = function.getResultAttrDict(i))
      function.setResultAttrs(i, convertAttributes(attributes, type));
}

/// Replaces the returns of `function` by MLIR's own. Fails, with remarks, if it
/// cannot.
static LogicalResult convertReturns(func::FuncOp function,
                                    const ConversionRemarks &remarks) {
  SmallVector<Operation *> returns;
  for (Block &block : function.getBody())
    if (!block.empty() && isReturn(&block.back()))
      returns.push_back(&block.back());
  if (Operation *node = convertNodes(function, remarks)) {
    for (Operation *op : returns)
      remarks.missed(op, ("'" + node->getName().getStringRef() +
                          "' remains in the function")
                             .str());
    return failure();
  }
  for (Operation *op : returns)
    if (failed(convertReturn(op, function, remarks)))
      return failure();
  return success();
}

void mlir::reduce::detail::finishONNXFunctions(
    Operation *root, const ConversionRemarks &remarks) {
  llvm::DenseSet<Operation *> finished;
  root->walk([&](func::FuncOp function) {
    if (failed(convertReturns(function, remarks)))
      return;
    convertNames(function);
    finished.insert(function);
  });
  root->walk([&](Operation *op) {
    if (op->getName().getStringRef() != "onnx.EntryPoint")
      return;
    auto symbol = op->getAttrOfType<SymbolRefAttr>("func");
    Operation *function =
        symbol ? SymbolTable::lookupNearestSymbolFrom(op, symbol) : nullptr;
    if (!finished.contains(function))
      remarks.missed(op, function ? "its function is not converted"
                                  : "it names no function");
    else if (!op->use_empty())
      remarks.missed(op, "its result is used");
    else
      op->erase();
  });
}
