//===- ReduceAttributes.h - Attributes of the reduce dialect ----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCEATTRIBUTES_H
#define REDUCE_IR_REDUCEATTRIBUTES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "reduce/IR/Combiners/Combiner.h"

#include "reduce/IR/ReduceEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "reduce/IR/ReduceAttributes.h.inc"

#endif // REDUCE_IR_REDUCEATTRIBUTES_H
