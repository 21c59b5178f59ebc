//===- InitAll.h - Everything this project registers ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_INITALL_H
#define REDUCE_INITALL_H

#include "mlir/IR/DialectRegistry.h"
#include "reduce/Conversion/Passes.h"
#include "reduce/Conversion/ReduceToLinalg/ShardingInterfaceImpl.h"
#include "reduce/Conversion/ReduceToLinalg/TilingInterfaceImpl.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ValueBoundsOpInterfaceImpl.h"
#include "reduce/Target/Passes.h"
#include "reduce/Target/Pipelines.h"
#include "reduce/Transforms/Boundary/KernelCalls.h"
#include "reduce/Transforms/Passes.h"
#include "reduce/Transforms/Sharding/CollectiveInterfaces.h"
#include "reduce/Transforms/Sharding/ElementwiseShardings.h"
#include "reduce/Transforms/Sharding/TensorShardings.h"

namespace mlir::reduce {

/// Adds this project's dialects to `registry`, with their external interface
/// models.
inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<ReduceDialect>();
  registerCollectiveExternalModels(registry);
  registerElementwiseShardingExternalModels(registry);
  registerKernelCallExternalModels(registry);
  registerShardingInterfaceExternalModels(registry);
  registerTensorShardingExternalModels(registry);
  registerTilingInterfaceExternalModels(registry);
  registerValueBoundsOpInterfaceExternalModels(registry);
}

/// Registers this project's passes and pipelines with MLIR. The pipelines run
/// passes of MLIR and require that MLIR's dialects and extensions are
/// registered (mlir/InitAllDialects.h, mlir/InitAllExtensions.h).
inline void registerAllPasses() {
  registerReduceConversionPasses();
  registerReduceTransformsPasses();
  registerReduceTargetPasses();
  registerReducePipelines();
}

} // namespace mlir::reduce

#endif // REDUCE_INITALL_H
