//===- OpenVINOImporter.cpp - Import of one OpenVINO net ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenVINOImporter.h"

#include "OpenVINOTypes.h"
#include "Support/Quote.h"
#include "reduce/Frontend/OpenVINO/OpenVINOImport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;
using namespace mlir::reduce::detail::openvino;

OwningOpRef<ModuleOp> mlir::reduce::importOpenVINO(StringRef text,
                                                   StringRef fileName,
                                                   MLIRContext *context) {
  FailureOr<Net> net = parseNet(text, fileName, context);
  if (failed(net))
    return nullptr;
  return Importer(*net, fileName).import();
}

Importer::Importer(const Net &net, StringRef fileName)
    : net(net), fileName(fileName), builder(net.name, fileName, net.loc),
      values(net.layers.size()) {}

Importer::~Importer() = default;

OwningOpRef<ModuleOp> Importer::import() {
  for (const Layer &layer : net.layers)
    if (failed(checkLayer(layer)))
      return nullptr;
  FailureOr<LayerOrder> order = orderLayers(net);
  if (failed(order))
    return nullptr;
  for (int index : order->order) {
    const Layer &layer = net.layers[index];
    ArrayRef<int> producers = order->producers[index];
    for (auto [port, producer] : llvm::zip_equal(layer.inputs, producers))
      if (failed(checkPort(layer, "input", port, values[producer])))
        return nullptr;
    FailureOr<GraphValue> value = importLayer(layer, producers);
    if (failed(value))
      return nullptr;
    for (const Port &port : layer.outputs)
      if (failed(checkPort(layer, "output", port, *value)))
        return nullptr;
    values[index] = std::move(*value);
  }
  if (failed(importResults(*order)))
    return nullptr;
  return builder.finish();
}

/// Returns the opset of a layer's version, or 0 if it is not a known opset.
static int64_t getOpset(const Layer &layer) {
  const FormatVersions &opsets =
      getFormatVersions(VersionedFormat::OpenVINOOpset);
  for (int64_t opset : llvm::seq_inclusive(opsets.oldest, opsets.newest))
    if (layer.version == "opset" + std::to_string(opset))
      return opset;
  return 0;
}

/// Fails if the layer's opset is unknown. Layers without an opset are not
/// supported, whatever their type.
LogicalResult Importer::checkOpset(const Layer &layer) {
  // Clause openvino-opset.
  StringRef number = layer.version;
  if (getOpset(layer) != 0 || !number.consume_front("opset") ||
      number.empty() || !llvm::all_of(number, llvm::isDigit))
    return success();
  const FormatVersions &opsets =
      getFormatVersions(VersionedFormat::OpenVINOOpset);
  return emitError(layer) << "expected a version of opset" << opsets.oldest
                          << " to opset" << opsets.newest
                          << ", the newest known version, got "
                          << quote(layer.version);
}

/// Fails if the layer's type or number of ports is not supported.
LogicalResult Importer::checkLayer(const Layer &layer) {
  if (failed(checkOpset(layer)))
    return failure();
  int64_t opset = getOpset(layer);
  bool isReduction =
      findOperatorVersion(ModelFormat::OpenVINO, layer.type, opset) != nullptr;
  // Clause axes-source.
  auto [numInputs, numOutputs] =
      llvm::StringSwitch<std::pair<size_t, size_t>>(layer.type)
          .Cases({"Parameter", "Const"}, {0, 1})
          .Case("Result", {1, 0})
          .Default({isReduction ? 2 : 0, isReduction ? 1 : 0});
  if (opset == 0 || numInputs + numOutputs == 0) {
    std::string version = quote(layer.version);
    return mlir::emitError(layer.loc)
           << describe(layer) << " of type " << quote(layer.type) << " ("
           << StringRef(version).drop_front().drop_back()
           << ") is not supported";
  }
  auto checkPorts = [&](StringRef side, ArrayRef<Port> ports,
                        size_t expected) -> LogicalResult {
    if (ports.size() == expected)
      return success();
    return emitError(layer)
           << "expected " << expected << ' ' << side
           << (expected == 1 ? " port" : " ports") << ", got " << ports.size();
  };
  return success(succeeded(checkPorts("input", layer.inputs, numInputs)) &&
                 succeeded(checkPorts("output", layer.outputs, numOutputs)));
}

LogicalResult Importer::checkPort(const Layer &layer, StringRef side,
                                  const Port &port, const GraphValue &value) {
  RankedTensorType type = builder.getType(value);
  llvm::Expected<RankedTensorType> declared = getDeclaredType(port, type);
  if (!declared)
    return emitError(layer) << side << " port " << port.id << ": "
                            << llvm::toString(declared.takeError());
  if (areCompatible(*declared, type))
    return success();
  return emitError(layer) << side << " port " << port.id << " is declared as "
                          << *declared << ", but is " << type;
}

//===----------------------------------------------------------------------===//
// Layers by type
//===----------------------------------------------------------------------===//

FailureOr<GraphValue> Importer::importLayer(const Layer &layer,
                                            ArrayRef<int> producers) {
  if (layer.type == "Parameter")
    return importParameter(layer);
  if (layer.type == "Const")
    return importConst(layer);
  // Imported after all other layers, so that results keep their order in the
  // file.
  if (layer.type == "Result")
    return GraphValue();
  return importReduction(layer, producers);
}

FailureOr<GraphValue> Importer::importParameter(const Layer &layer) {
  FailureOr<ElementType> elementType = getElementType(layer);
  if (failed(elementType))
    return failure();
  FailureOr<std::optional<SmallVector<int64_t>>> shape = getShape(layer);
  if (failed(shape))
    return failure();
  if (!*shape)
    return mlir::emitError(layer.loc)
           << "input " << quote(layer.name)
           << " has dynamic rank, which is not supported yet";
  auto type = RankedTensorType::get(
      **shape, getMLIRType(layer.loc->getContext(), *elementType));
  return GraphValue{builder.addInput(layer.name, type, {}, layer.loc), nullptr};
}

FailureOr<GraphValue> Importer::importConst(const Layer &layer) {
  FailureOr<Tensor> tensor = readConstant(layer);
  if (failed(tensor))
    return failure();
  return GraphValue{Value(),
                    std::make_shared<const Tensor>(std::move(*tensor))};
}

FailureOr<GraphValue> Importer::importReduction(const Layer &layer,
                                                ArrayRef<int> producers) {
  const OperatorVersion &version =
      *findOperatorVersion(ModelFormat::OpenVINO, layer.type, getOpset(layer));
  FailureOr<bool> keepDims = getKeepDims(layer, version);
  if (failed(keepDims))
    return failure();
  const GraphValue &data = values[producers[0]];
  auto emitLayerError = [&] { return emitError(layer); };
  if (failed(checkElementType(version, builder.getType(data).getElementType(),
                              emitLayerError)))
    return failure();
  ReductionRequest request;
  request.keepdims = *keepDims;
  request.noopWithEmptyAxes = version.emptyAxes == EmptyAxes::Identity;
  if (failed(importAxes(layer, values[producers[1]], request)))
    return failure();
  // Clause empty-axes.
  if (!request.dynamicAxes && request.axes.empty()) {
    // Return the input itself, which may be a constant.
    if (request.noopWithEmptyAxes)
      return data;
    llvm::append_range(request.axes,
                       llvm::seq(builder.getType(data).getRank()));
  }
  // A port without precision and dimensions declares nothing.
  const Port &output = layer.outputs.front();
  if (output.precision || !output.dims.empty())
    request.declared = RankedTensorType::get(
        SmallVector<int64_t>(output.dims.size(), ShapedType::kDynamic),
        builder.getType(data).getElementType());
  request.input = getData(producers[0]);
  FailureOr<Value> result =
      builder.addReduction(version, request, layer.loc, emitLayerError);
  if (failed(result))
    return failure();
  return GraphValue{*result, nullptr};
}

LogicalResult Importer::importResults(const LayerOrder &order) {
  bool hasResult = false;
  for (auto [index, layer] : llvm::enumerate(net.layers)) {
    if (layer.type != "Result")
      continue;
    builder.addOutput(layer.name, getData(order.producers[index].front()),
                      /*declared=*/nullptr, {});
    hasResult = true;
  }
  if (!hasResult)
    return mlir::emitError(net.loc) << "the net has no layer of type 'Result'";
  return success();
}

Value Importer::getData(int layer) {
  return builder.getData(values[layer], net.layers[layer].loc);
}
