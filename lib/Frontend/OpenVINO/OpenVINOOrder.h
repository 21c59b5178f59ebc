//===- OpenVINOOrder.h - Order of OpenVINO layers ---------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOORDER_H
#define REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOORDER_H

#include "OpenVINONet.h"

namespace mlir::reduce::openvino {

/// How the layers of a net, numbered as in the file, hang together.
struct LayerOrder {
  /// The layers, each after those that it takes data from, else as in the file.
  SmallVector<int> order;
  /// For each layer the layer that each of its input ports is connected to.
  std::vector<SmallVector<int>> producers;
};

/// Resolves the edges of `net`. Fails, with an error at the place, where an id
/// is given twice or to nothing, where an input port has no edge or two, and
/// where layers form a cycle.
FailureOr<LayerOrder> orderLayers(const Net &net);

} // namespace mlir::reduce::openvino

#endif // REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOORDER_H
