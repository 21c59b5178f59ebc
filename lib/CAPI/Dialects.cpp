//===- Dialects.cpp - The reduce dialect, for C ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce-c/Dialects.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "reduce/InitAll.h"
#include "reduce/Target/Compiler.h"

using namespace mlir;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Reduce, reduce, reduce::ReduceDialect)

void reduceRegisterCompilerDialects(MlirDialectRegistry registry) {
  reduce::registerAllDialects(*unwrap(registry));
  reduce::registerCompilerDialects(*unwrap(registry));
}

void reduceRegisterAllPasses() { reduce::registerAllPasses(); }
