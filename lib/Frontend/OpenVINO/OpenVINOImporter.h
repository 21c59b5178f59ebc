//===- OpenVINOImporter.h - Import of one OpenVINO net ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOIMPORTER_H
#define REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOIMPORTER_H

#include "Frontend/Common/GraphBuilder.h"
#include "OpenVINOOrder.h"

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace mlir::reduce::detail::openvino {

/// Imports one net. Every method reports an error before it fails.
class Importer {
public:
  Importer(const Net &net, StringRef fileName);
  ~Importer();

  /// Returns the module, or null after printing an error.
  OwningOpRef<ModuleOp> import();

private:
  // Layers by type (OpenVINOImporter.cpp). Layers are numbered as in the file;
  // `producers` are the layers that a layer's inputs come from.
  LogicalResult checkOpset(const Layer &layer);
  LogicalResult checkLayer(const Layer &layer);
  FailureOr<GraphValue> importLayer(const Layer &layer,
                                    ArrayRef<int> producers);
  FailureOr<GraphValue> importParameter(const Layer &layer);
  FailureOr<GraphValue> importConst(const Layer &layer);
  FailureOr<GraphValue> importReduction(const Layer &layer,
                                        ArrayRef<int> producers);
  LogicalResult importResults(const LayerOrder &order);
  LogicalResult checkPort(const Layer &layer, StringRef side, const Port &port,
                          const GraphValue &value);
  Value getData(int layer);

  // Attributes (OpenVINOAttributes.cpp).
  FailureOr<StringRef> getAttribute(const Layer &layer, StringRef name);
  FailureOr<int64_t> getNumber(const Layer &layer, StringRef name);
  FailureOr<ElementType> getElementType(const Layer &layer);
  FailureOr<std::optional<SmallVector<int64_t>>> getShape(const Layer &layer);
  FailureOr<bool> parseBool(const Layer &layer, StringRef name,
                            StringRef value);
  FailureOr<bool> getKeepDims(const Layer &layer,
                              const OperatorVersion &version);

  // Constants (OpenVINOConstants.cpp).
  FailureOr<Tensor> readConstant(const Layer &layer);
  FailureOr<StringRef> readWeights(const Layer &layer, int64_t offset,
                                   int64_t size);
  LogicalResult importAxes(const Layer &layer, const GraphValue &value,
                           ReductionRequest &request);

  /// Starts an error on a layer.
  InFlightDiagnostic emitError(const Layer &layer) {
    return mlir::emitError(layer.loc) << describe(layer) << ": ";
  }

  const Net &net;
  StringRef fileName;
  GraphBuilder builder;
  /// The value of each imported layer; empty for a Result.
  std::vector<GraphValue> values;
  /// The file of constants; null until a constant is read.
  std::unique_ptr<llvm::MemoryBuffer> weights;
};

} // namespace mlir::reduce::detail::openvino

#endif // REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOIMPORTER_H
