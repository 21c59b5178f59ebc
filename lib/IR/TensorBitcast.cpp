//===- TensorBitcast.cpp - Bitcasts of tensors ----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/TensorBitcast.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

Value mlir::reduce::buildTensorBitcast(OpBuilder &builder, Location loc,
                                       Value value, Type elementType) {
  auto type = cast<TensorType>(value.getType());
  if (type.getElementType() == elementType)
    return value;
  return tensor::BitcastOp::create(builder, loc, type.clone(elementType),
                                   value);
}
