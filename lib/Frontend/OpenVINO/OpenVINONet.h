//===- OpenVINONet.h - An OpenVINO net as its XML has it --------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_OPENVINO_OPENVINONET_H
#define REDUCE_LIB_FRONTEND_OPENVINO_OPENVINONET_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::reduce::detail::openvino {

/// A port of a layer.
struct Port {
  int64_t id;
  /// The declared element type and dimensions of the port's tensor; -1 is a
  /// dynamic dimension. Older models omit them on some ports.
  std::optional<std::string> precision;
  SmallVector<int64_t> dims;
};

struct Layer {
  int64_t id;
  std::string name, type, version;
  /// Location of the element, with the layer's name.
  Location loc;
  /// The attributes of the layer's data element, in file order.
  std::vector<std::pair<std::string, std::string>> data;
  std::vector<Port> inputs, outputs;
};

/// The two ends of an edge, by id.
struct Edge {
  int64_t fromLayer, fromPort, toLayer, toPort;
  Location loc;
};

struct Net {
  std::string name;
  Location loc;
  std::vector<Layer> layers;
  std::vector<Edge> edges;
};

/// Returns the layer's id and quoted name, for messages.
std::string describe(const Layer &layer);

/// Reads the XML `text` of the file `fileName`. Fails with a located error if
/// it is not XML or not a net of IR version 10 or 11. Does not check that ids
/// refer to anything.
FailureOr<Net> parseNet(StringRef text, StringRef fileName,
                        MLIRContext *context);

} // namespace mlir::reduce::detail::openvino

#endif // REDUCE_LIB_FRONTEND_OPENVINO_OPENVINONET_H
