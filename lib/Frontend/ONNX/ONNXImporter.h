//===- ONNXImporter.h - Import of one ONNX graph ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_ONNX_ONNXIMPORTER_H
#define REDUCE_LIB_FRONTEND_ONNX_ONNXIMPORTER_H

#include "Frontend/Common/GraphBuilder.h"
#include "ONNXOrder.h"
#include "ONNXProto.h"
#include "ONNXTypes.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::reduce::detail {

/// Whether `domain` is that of ONNX's own operators.
inline bool isDefaultDomain(StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

/// Imports the graph of one model. Every method reports an error before it
/// fails.
class ONNXImporter {
public:
  ONNXImporter(const onnx::ModelProto &model, StringRef fileName,
               MLIRContext *context);

  /// Returns the module, or null after printing an error.
  OwningOpRef<ModuleOp> import();

private:
  // Model and graph (ONNXImporter.cpp).
  LogicalResult checkModel();
  void warnOfDeviceConfigurations();
  LogicalResult findOpset();
  LogicalResult collectValueInfos();
  LogicalResult importInitializers();
  LogicalResult importInputs();
  LogicalResult importOutputs();

  // Values (ONNXImporter.cpp).
  LogicalResult define(StringRef name, GraphValue value);
  const GraphValue *findValue(StringRef name);
  Value getData(StringRef name);
  TensorType getDeclaredType(StringRef name);
  LogicalResult checkDeclaredType(StringRef kind, StringRef name,
                                  TensorType declared,
                                  RankedTensorType inferred);

  // Nodes (ONNXNodes.cpp).
  LogicalResult importNode(const onnx::NodeProto &node);
  LogicalResult importIdentity(const onnx::NodeProto &node);
  LogicalResult importConstant(const onnx::NodeProto &node);
  LogicalResult importReduction(const onnx::NodeProto &node,
                                const OperatorVersion &version);
  LogicalResult checkArity(const onnx::NodeProto &node, int64_t numInputs);

  /// Starts an error on the model or on a node.
  InFlightDiagnostic emitError() { return mlir::emitError(loc); }
  InFlightDiagnostic emitError(const onnx::NodeProto &node) {
    return mlir::emitError(getLoc(getNodeName(node)))
           << "node " << quote(getNodeName(node)) << ": ";
  }
  /// Returns a location with the name of the value or node.
  Location getLoc(StringRef name) {
    return NameLoc::get(StringAttr::get(loc->getContext(), name), loc);
  }

  const onnx::ModelProto &model;
  const onnx::GraphProto &graph;
  Location loc;
  GraphBuilder builder;
  int64_t opset = 0;
  llvm::StringMap<GraphValue> values;
  /// Types of values inside the graph, from value_info.
  llvm::StringMap<TensorType> valueInfos;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_FRONTEND_ONNX_ONNXIMPORTER_H
