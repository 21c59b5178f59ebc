//===- ReducePlugin.cpp - Dialect and passes for mlir-opt -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Use --pass-pipeline to run the passes: mlir-opt has no flags for passes of
// plugins.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "reduce/InitAll.h"

using namespace mlir;

static constexpr const char *name = "Reduce";

extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, name, REDUCE_VERSION,
          [](DialectRegistry *registry) {
            reduce::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, name, REDUCE_VERSION,
          [] { reduce::registerAllPasses(); }};
}
