//===- ONNXFunctions.cpp - Functions of onnx-mlir -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXFunctions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "reduce/IR/ReduceDialect.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::reduce;

static bool isReturn(Operation *op) {
  return op->getName().getStringRef() == "onnx.Return";
}

/// Whether `function` has operations of the onnx dialect beside returns.
static bool hasNodes(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        bool isNode =
            op->getName().getDialectNamespace() == "onnx" && !isReturn(op);
        return isNode ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Replaces `op`, a return from `function`. Fails, with a remark, where it does
/// not fit.
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

/// Returns the attribute reduce.dim_params for what onnx-mlir writes as
/// "0:batch,2:length"; null where that does not fit a tensor of `type`.
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
    // A dimension that turned out static has no need of its name.
    if (tensor.isDynamicDim(index))
      names[index] = name;
  }
  return Builder(type.getContext()).getStrArrayAttr(names);
}

/// Returns what onnx-mlir says of an argument or result of `type`, in
/// attributes of the reduce dialect.
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

/// Gives the arguments and results of `function` the names that they and their
/// dimensions have in the model.
static void convertNames(func::FuncOp function) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (DictionaryAttr attributes = function.getArgAttrDict(i))
      function.setArgAttrs(i, convertAttributes(attributes, type));
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (DictionaryAttr attributes = function.getResultAttrDict(i))
      function.setResultAttrs(i, convertAttributes(attributes, type));
}

void mlir::reduce::finishONNXFunctions(Operation *root,
                                       const ConversionRemarks &remarks) {
  llvm::DenseSet<Operation *> finished;
  root->walk([&](func::FuncOp function) {
    if (hasNodes(function))
      return;
    for (Block &block : function.getBody())
      if (Operation *last = block.empty() ? nullptr : &block.back();
          last && isReturn(last) &&
          failed(convertReturn(last, function, remarks)))
        return;
    convertNames(function);
    finished.insert(function);
  });
  root->walk([&](Operation *op) {
    if (op->getName().getStringRef() != "onnx.EntryPoint")
      return;
    auto symbol = op->getAttrOfType<SymbolRefAttr>("func");
    if (symbol &&
        finished.contains(SymbolTable::lookupNearestSymbolFrom(op, symbol)))
      op->erase();
  });
}
