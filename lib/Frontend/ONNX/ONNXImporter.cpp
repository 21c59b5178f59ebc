//===- ONNXImporter.cpp - Import of one ONNX graph ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ONNXImporter.h"

#include "google/protobuf/message.h"
#include "google/protobuf/unknown_field_set.h"
#include "reduce/Frontend/ONNX/ONNXImport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

OwningOpRef<ModuleOp> mlir::reduce::importONNX(StringRef bytes,
                                               StringRef fileName,
                                               MLIRContext *context) {
  onnx::ModelProto model;
  if (!parseMessage(bytes, model)) {
    mlir::emitError(FileLineColLoc::get(context, fileName, 0, 0))
        << "not an ONNX model";
    return nullptr;
  }
  return ONNXImporter(model, fileName, context).import();
}

ONNXImporter::ONNXImporter(const onnx::ModelProto &model, StringRef fileName,
                           MLIRContext *context)
    : model(model), graph(model.graph()),
      loc(FileLineColLoc::get(context, fileName, 0, 0)),
      builder(graph.name(), fileName, loc) {}

OwningOpRef<ModuleOp> ONNXImporter::import() {
  if (failed(checkModel()) || failed(findOpset()))
    return nullptr;
  FailureOr<SmallVector<const onnx::NodeProto *>> nodes =
      orderNodes(graph, loc);
  if (failed(nodes) || failed(collectValueInfos()) ||
      failed(importInitializers()) || failed(importInputs()))
    return nullptr;
  for (const onnx::NodeProto *node : *nodes)
    if (failed(importNode(*node)))
      return nullptr;
  if (failed(importOutputs()))
    return nullptr;
  warnOfDeviceConfigurations();
  return builder.finish();
}

//===----------------------------------------------------------------------===//
// Model and graph
//===----------------------------------------------------------------------===//

LogicalResult ONNXImporter::checkModel() {
  // Clause ir-version.
  const FormatVersions &versions = getFormatVersions(VersionedFormat::ONNXIR);
  if (!model.has_ir_version())
    return emitError() << "the model has no ir_version";
  if (!versions.contain(model.ir_version()))
    return emitError() << "the model has ir_version " << model.ir_version()
                       << ", expected one of " << versions.oldest << " to "
                       << versions.newest << ", the newest known version";
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

/// Returns whether `message` has entries of the repeated field `number`, which
/// the message classes need not know.
static bool hasField(const google::protobuf::Message &message, int number) {
  const google::protobuf::Reflection *reflection = message.GetReflection();
  if (const google::protobuf::FieldDescriptor *field =
          message.GetDescriptor()->FindFieldByNumber(number))
    return reflection->FieldSize(message, field) != 0;
  const google::protobuf::UnknownFieldSet &unknown =
      reflection->GetUnknownFields(message);
  return llvm::any_of(llvm::seq(unknown.field_count()), [&](int index) {
    return unknown.field(index).number() == number;
  });
}

// IR version 11. They say how devices share the tensors inside a model whose
// inputs are whole, so they do not tell which shards a caller has.
void ONNXImporter::warnOfDeviceConfigurations() {
  constexpr int configuration = 26, deviceConfigurations = 10;
  constexpr llvm::StringLiteral text =
      " device configurations are ignored; --shard and --grid shard the inputs";
  SmallVector<const onnx::NodeProto *> nodes;
  for (const onnx::NodeProto &node : graph.node())
    if (hasField(node, deviceConfigurations))
      nodes.push_back(&node);
  if (nodes.empty()) {
    if (hasField(model, configuration))
      mlir::emitWarning(loc) << "the model's" << text;
    return;
  }
  StringRef name = getNodeName(*nodes.front());
  InFlightDiagnostic warning = mlir::emitWarning(getLoc(name));
  warning << "node " << quote(name);
  if (nodes.size() == 1)
    warning << ": its";
  else
    warning << " and " << nodes.size() - 1 << " more: their";
  warning << text;
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

LogicalResult ONNXImporter::collectValueInfos() {
  for (const onnx::ValueInfoProto &info : graph.value_info()) {
    llvm::Expected<DeclaredType> declared =
        parseValueInfo(info, loc->getContext());
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

LogicalResult ONNXImporter::importInputs() {
  for (const onnx::ValueInfoProto &input : graph.input()) {
    llvm::Expected<DeclaredType> declared =
        parseValueInfo(input, loc->getContext());
    if (!declared)
      return emitError() << "input " << quote(input.name()) << ' '
                         << llvm::toString(declared.takeError());
    // Clause initializer-input.
    // An initializer that is listed as an input is a constant.
    if (auto known = values.find(input.name()); known != values.end()) {
      if (failed(checkDeclaredType("input", input.name(), declared->type,
                                   builder.getType(known->second))))
        return failure();
      continue;
    }
    auto type = dyn_cast<RankedTensorType>(declared->type);
    if (!type)
      return emitError() << "input " << quote(input.name()) << " has no shape";
    Value argument = builder.addInput(input.name(), type, declared->dimParams,
                                      getLoc(input.name()));
    if (failed(define(input.name(), {argument, nullptr})))
      return failure();
  }
  return success();
}

LogicalResult ONNXImporter::importOutputs() {
  for (const onnx::ValueInfoProto &output : graph.output()) {
    if (!values.contains(output.name()))
      return emitError()
             << "output " << quote(output.name())
             << " is not defined by any node, graph input or initializer";
    llvm::Expected<DeclaredType> declared =
        parseValueInfo(output, loc->getContext());
    if (!declared)
      return emitError() << "output " << quote(output.name()) << ' '
                         << llvm::toString(declared.takeError());
    Value value = getData(output.name());
    auto type = cast<RankedTensorType>(value.getType());
    if (failed(
            checkDeclaredType("output", output.name(), declared->type, type)))
      return failure();
    builder.addOutput(output.name(), value, declared->type,
                      declared->dimParams);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

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
      failed(checkDeclaredType("value", name, info->second,
                               builder.getType(value))))
    return failure();
  values[name] = std::move(value);
  return success();
}

/// Returns the value `name`, or null for the empty name of an omitted input.
const GraphValue *ONNXImporter::findValue(StringRef name) {
  // Ordering the nodes has checked that each name is defined.
  return name.empty() ? nullptr : &values.find(name)->second;
}

Value ONNXImporter::getData(StringRef name) {
  // Ordering the nodes has checked that each name is defined.
  return builder.getData(values.find(name)->second, getLoc(name));
}

/// Returns the type that the model declares for the value `name`, or null if
/// there is none.
TensorType ONNXImporter::getDeclaredType(StringRef name) {
  TensorType type = valueInfos.lookup(name);
  if (type && type.hasRank())
    return type;
  for (const onnx::ValueInfoProto &output : graph.output()) {
    if (output.name() != name)
      continue;
    llvm::Expected<DeclaredType> declared =
        parseValueInfo(output, loc->getContext());
    if (declared)
      return declared->type;
    // `importOutputs` reports this error.
    llvm::consumeError(declared.takeError());
  }
  return type;
}
