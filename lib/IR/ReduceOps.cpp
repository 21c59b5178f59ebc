//===- ReduceOps.cpp - Operations of the reduce dialect -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceOps.h"

#include "mlir/IR/Builders.h"
#include "reduce/IR/Canonicalization.h"
#include "reduce/IR/Combiners.h"

using namespace mlir;
using namespace mlir::reduce;

#define GET_OP_CLASSES
#include "reduce/IR/ReduceOps.cpp.inc"
