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

namespace mlir::reduce::detail::openvino {

/// The order and connections of a net's layers, numbered as in the file.
struct LayerOrder {
  /// The layers, each after its producers; otherwise in file order.
  SmallVector<int> order;
  /// For each layer and each of its input ports, the layer connected to it.
  std::vector<SmallVector<int>> producers;
};

/// Resolves the edges of `net`. Fails with a located error if an id is
/// duplicate or undefined, if an input port has no edge or more than one, or if
/// layers form a cycle.
FailureOr<LayerOrder> orderLayers(const Net &net);

} // namespace mlir::reduce::detail::openvino

#endif // REDUCE_LIB_FRONTEND_OPENVINO_OPENVINOORDER_H
