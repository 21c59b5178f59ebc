//===- Scratch.cpp - Memory for partial results ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scratch.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

bool mlir::reduce::detail::isFront(Value value) {
  auto slice = value.getDefiningOp<tensor::ExtractSliceOp>();
  return slice && slice.getSourceType().getRank() == 1 &&
         slice.hasUnitStride() &&
         isConstantIntValue(slice.getMixedOffsets()[0], 0);
}

/// Whether `value` is memory that a pass has allocated on the stack.
static bool isInScratch(Value value) {
  auto tensor = value.getDefiningOp<bufferization::ToTensorOp>();
  return tensor && tensor.getBuffer().getDefiningOp<memref::AllocaOp>();
}

/// Returns the tensors that `value`, a result of an operation, may be a part
/// of, or written to: it will have the buffer of one of them. Returns none if
/// these are not known.
static SmallVector<Value> getBuffersOf(OpResult value) {
  Operation *op = value.getOwner();
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return {choice.thenYield().getOperand(value.getResultNumber()),
            choice.elseYield().getOperand(value.getResultNumber())};
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    return {style.getTiedOpOperand(value)->get()};
  // Loops update tensors in place: the pass that built them has seen to it.
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getTiedLoopInit(value)->get()};
  return {};
}

bool mlir::reduce::detail::isScratch(Value value) {
  if (isFront(value))
    return isScratch(value.getDefiningOp()->getOperand(0));
  if (isInScratch(value))
    return true;
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return false;
  SmallVector<Value> buffers = getBuffersOf(result);
  return !buffers.empty() && llvm::all_of(buffers, isScratch);
}
