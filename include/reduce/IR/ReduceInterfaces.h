//===- ReduceInterfaces.h - What all reductions have in common --*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCEINTERFACES_H
#define REDUCE_IR_REDUCEINTERFACES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "reduce/IR/Combiners.h"
#include "reduce/IR/TypeInference.h"

#include "reduce/IR/ReduceInterfaces.h.inc"

#endif // REDUCE_IR_REDUCEINTERFACES_H
