//===- ONNXImporter.cpp - Import of one ONNX graph ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXImporter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Target/CIdentifier.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::reduce;

ONNXImporter::ONNXImporter(const onnx::ModelProto &model, StringRef fileName,
                           MLIRContext *context)
    : model(model), graph(model.graph()), fileName(fileName), builder(context),
      loc(FileLineColLoc::get(context, fileName, 0, 0)) {
  context->loadDialect<ReduceDialect, arith::ArithDialect, func::FuncDialect>();
}

OwningOpRef<ModuleOp> ONNXImporter::import() {
  if (failed(checkModel()) || failed(findOpset()))
    return nullptr;
  FailureOr<SmallVector<const onnx::NodeProto *>> nodes =
      orderNodes(graph, loc);
  if (failed(nodes))
    return nullptr;

  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc);
  builder.setInsertionPointToEnd(module->getBody());
  auto function = func::FuncOp::create(builder, loc, getFunctionName(),
                                       builder.getFunctionType({}, {}));
  if (!graph.name().empty() && graph.name() != function.getSymName())
    function->setAttr(ReduceDialect::NameAttrHelper::getNameStr(),
                      builder.getStringAttr(graph.name()));
  builder.setInsertionPointToEnd(&function.getBody().emplaceBlock());

  if (failed(collectValueInfos()) || failed(importInitializers()) ||
      failed(importInputs(function)))
    return nullptr;
  for (const onnx::NodeProto *node : *nodes)
    if (failed(importNode(*node)))
      return nullptr;
  if (failed(importOutputs(function)))
    return nullptr;
  return module;
}

//===----------------------------------------------------------------------===//
// Model and graph
//===----------------------------------------------------------------------===//

LogicalResult ONNXImporter::checkModel() {
  if (!model.has_graph())
    return emitError() << "the model has no graph";
  if (model.functions_size() != 0)
    return emitError() << "function " << quote(model.functions(0).name())
                       << ": functions of a model are not supported";
  if (graph.sparse_initializer_size() != 0)
    return emitError() << "initializer "
                       << quote(graph.sparse_initializer(0).values().name())
                       << ": sparse initializers are not supported";
  if (graph.output_size() == 0)
    return emitError() << "the graph has no outputs";
  return success();
}

LogicalResult ONNXImporter::findOpset() {
  for (const onnx::OperatorSetIdProto &import : model.opset_import()) {
    if (!isDefaultDomain(import.domain()))
      continue;
    if (import.version() < 1)
      return emitError() << "the model imports the invalid opset "
                         << import.version();
    if (opset != 0 && opset != import.version())
      return emitError() << "the model imports both opset " << opset << " and "
                         << import.version();
    opset = import.version();
  }
  if (opset == 0)
    return emitError() << "the model imports no opset of the default domain";
  return success();
}

std::string ONNXImporter::getFunctionName() {
  return makeCIdentifier(graph.name().empty() ? llvm::sys::path::stem(fileName)
                                              : StringRef(graph.name()));
}

LogicalResult ONNXImporter::collectValueInfos() {
  for (const onnx::ValueInfoProto &info : graph.value_info()) {
    llvm::Expected<DeclaredType> declared =
        parseValueInfo(info, builder.getContext());
    if (!declared)
      return emitError() << "value " << quote(info.name()) << ' '
                         << llvm::toString(declared.takeError());
    if (!valueInfos.try_emplace(info.name(), declared->type).second)
      return emitError() << "value " << quote(info.name())
                         << " has two value_info entries";
  }
  return success();
}

LogicalResult ONNXImporter::importInitializers() {
  for (const onnx::TensorProto &proto : graph.initializer()) {
    llvm::Expected<Tensor> tensor = convertTensorProto(proto);
    if (!tensor)
      return emitError() << "initializer " << quote(proto.name()) << ": "
                         << llvm::toString(tensor.takeError());
    auto constant = std::make_shared<const Tensor>(std::move(*tensor));
    if (failed(define(proto.name(), {Value(), constant})))
      return failure();
  }
  return success();
}

LogicalResult ONNXImporter::importInputs(func::FuncOp function) {
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  for (const onnx::ValueInfoProto &input : graph.input()) {
    llvm::Expected<DeclaredType> declared =
        parseValueInfo(input, builder.getContext());
    if (!declared)
      return emitError() << "input " << quote(input.name()) << ' '
                         << llvm::toString(declared.takeError());
    // An initializer that is listed as an input is a constant.
    if (auto known = values.find(input.name()); known != values.end()) {
      if (failed(checkDeclaredType("input", input.name(), declared->type,
                                   getType(known->second))))
        return failure();
      continue;
    }
    auto type = dyn_cast<RankedTensorType>(declared->type);
    if (!type)
      return emitError() << "input " << quote(input.name()) << " has no shape";
    types.push_back(type);
    attributes.push_back(
        makeBoundaryAttributes(input.name(), type, declared->dimParams));
    BlockArgument argument =
        function.getBody().addArgument(type, getLoc(input.name()));
    if (failed(define(input.name(), {argument, nullptr})))
      return failure();
  }
  function.setFunctionType(builder.getFunctionType(types, {}));
  function.setAllArgAttrs(attributes);
  return success();
}

LogicalResult ONNXImporter::importOutputs(func::FuncOp function) {
  SmallVector<Value> results;
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  for (const onnx::ValueInfoProto &output : graph.output()) {
    if (!values.contains(output.name()))
      return emitError() << "output " << quote(output.name())
                         << " is defined by no node, graph input or "
                            "initializer";
    llvm::Expected<DeclaredType> declared =
        parseValueInfo(output, builder.getContext());
    if (!declared)
      return emitError() << "output " << quote(output.name()) << ' '
                         << llvm::toString(declared.takeError());
    FailureOr<Value> value = getData(output.name());
    if (failed(value))
      return failure();
    auto type = cast<RankedTensorType>(value->getType());
    if (failed(
            checkDeclaredType("output", output.name(), declared->type, type)))
      return failure();
    results.push_back(*value);
    types.push_back(type);
    attributes.push_back(
        makeBoundaryAttributes(output.name(), type, declared->dimParams));
  }
  func::ReturnOp::create(builder, loc, results);
  function.setFunctionType(
      builder.getFunctionType(function.getArgumentTypes(), types));
  function.setAllResultAttrs(attributes);
  return success();
}

DictionaryAttr
ONNXImporter::makeBoundaryAttributes(StringRef name, RankedTensorType type,
                                     ArrayRef<StringRef> dimParams) {
  NamedAttrList attributes;
  attributes.set(ReduceDialect::NameAttrHelper::getNameStr(),
                 builder.getStringAttr(name));
  if (ArrayAttr params = makeDimParams(type, dimParams))
    attributes.set(ReduceDialect::DimParamsAttrHelper::getNameStr(), params);
  return attributes.getDictionary(builder.getContext());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

RankedTensorType ONNXImporter::getType(const GraphValue &value) {
  if (value.value)
    return cast<RankedTensorType>(value.value.getType());
  const Tensor &tensor = *value.constant;
  return RankedTensorType::get(
      tensor.getShape(),
      getMLIRType(builder.getContext(), tensor.getElementType()));
}

LogicalResult ONNXImporter::checkDeclaredType(StringRef kind, StringRef name,
                                              TensorType declared,
                                              RankedTensorType inferred) {
  if (areCompatible(declared, inferred))
    return success();
  return emitError() << kind << ' ' << quote(name) << " is declared as "
                     << declared << ", but is " << inferred;
}

LogicalResult ONNXImporter::define(StringRef name, GraphValue value) {
  auto info = valueInfos.find(name);
  if (info != valueInfos.end() &&
      failed(checkDeclaredType("value", name, info->second, getType(value))))
    return failure();
  values[name] = std::move(value);
  return success();
}

/// Returns the attribute of an arith.constant of `type` for `tensor`.
static DenseElementsAttr makeElements(RankedTensorType type,
                                      const Tensor &tensor) {
  ArrayRef<char> bytes = tensor.getBytes();
  if (!type.getElementType().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  // Whether i1 is packed by the bit in a raw buffer is MLIR's own affair.
  static_assert(sizeof(bool) == 1);
  return DenseElementsAttr::get(
      type,
      ArrayRef(reinterpret_cast<const bool *>(bytes.data()), bytes.size()));
}

FailureOr<Value> ONNXImporter::getData(StringRef name) {
  // Names were resolved when the nodes were ordered.
  GraphValue &value = values.find(name)->second;
  if (value.value)
    return value.value;
  RankedTensorType type = getType(value);
  if (type.getElementType().isUnsignedInteger())
    return emitError() << "value " << quote(name) << ": constant of type "
                       << getName(value.constant->getElementType())
                       << " as a value is not supported yet";
  value.value = arith::ConstantOp::create(builder, getLoc(name), type,
                                          makeElements(type, *value.constant));
  return value.value;
}
