//===- Reduce.td - Everything of the reduce dialect --------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCE_TD
#define REDUCE_IR_REDUCE_TD

include "reduce/IR/KernelOps.td"
include "reduce/IR/ReduceAttributes.td"
include "reduce/IR/ReduceDialect.td"
include "reduce/IR/ReduceInterfaces.td"
include "reduce/IR/ReduceOps.td"

#endif // REDUCE_IR_REDUCE_TD
