//===- ReduceDialect.h - The reduce dialect ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCEDIALECT_H
#define REDUCE_IR_REDUCEDIALECT_H

#include "mlir/IR/Dialect.h"

#include "reduce/IR/ReduceDialect.h.inc"

#endif // REDUCE_IR_REDUCEDIALECT_H
