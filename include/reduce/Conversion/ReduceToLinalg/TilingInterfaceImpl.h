//===- TilingInterfaceImpl.h - Tiling of reductions -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_CONVERSION_REDUCETOLINALG_TILINGINTERFACEIMPL_H
#define REDUCE_CONVERSION_REDUCETOLINALG_TILINGINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace reduce {

/// Attaches TilingInterface and PartialReductionOpInterface to the operations
/// of the reduce dialect, so that upstream's tiling and fusion work on them.
///
/// The loops of a reduction are the dimensions of its input. A tile of a kept
/// dimension is a reduction of a slice. A reduced dimension can only be tiled
/// as a partial reduction: the partial results, which are tensors of the
/// accumulator's type, are merged after the loop. This requires that elements
/// may be combined in any order and are not bools. If axes are computed at run
/// time, no dimension can be tiled.
void registerTilingInterfaceExternalModels(DialectRegistry &registry);

} // namespace reduce
} // namespace mlir

#endif // REDUCE_CONVERSION_REDUCETOLINALG_TILINGINTERFACEIMPL_H
