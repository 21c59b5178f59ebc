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

namespace mlir::reduce::openvino {

/// A port of a layer.
struct Port {
  int64_t id;
  /// What the port says of its tensor: the element type, and the dimensions, of
  /// which -1 is dynamic. Older models say nothing on some ports.
  std::optional<std::string> precision;
  SmallVector<int64_t> dims;
};

struct Layer {
  int64_t id;
  std::string name, type, version;
  /// Of the element, under the layer's name.
  Location loc;
  /// The attributes of its element data, in the order of the file.
  std::vector<std::pair<std::string, std::string>> data;
  std::vector<Port> inputs, outputs;
};

/// What an edge connects, by ids.
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

/// Returns what messages call a layer: its id and quoted name.
std::string describe(const Layer &layer);

/// Reads the XML `text` of the file `fileName`. Fails, with an error at the
/// place, where it is no XML, or no net of IR version 10 or 11. What ids refer
/// to is not checked.
FailureOr<Net> parseNet(StringRef text, StringRef fileName,
                        MLIRContext *context);

} // namespace mlir::reduce::openvino

#endif // REDUCE_LIB_FRONTEND_OPENVINO_OPENVINONET_H
