//===- TensorArguments.cpp - Functions that take tensors of C -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorArguments.h"
#include "ValueBuilders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

SmallVector<Value> mlir::reduce::detail::buildStrides(
    ImplicitLocOpBuilder &builder, Value tensor, ArrayRef<Value> extents,
    bool isContiguous) {
  SmallVector<Value> strides(extents.size());
  Value stride = buildInteger(builder, 1, 64);
  for (int64_t dim = strides.size() - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    if (!isContiguous)
      strides[dim] =
          buildCall(builder, "reduce.stride", builder.getI64Type(),
                    {tensor, buildInteger(builder, dim, 64), stride});
    stride = arith::MulIOp::create(builder, stride, extents[dim]);
  }
  return strides;
}

static Value buildExtent(ImplicitLocOpBuilder &builder, Value tensor,
                         MemRefType type, int64_t dim) {
  if (!type.isDynamicDim(dim))
    return buildInteger(builder, type.getDimSize(dim), 64);
  return buildCall(builder, "reduce.extent", builder.getI64Type(),
                   {tensor, buildInteger(builder, dim, 64)});
}

static Value buildTensorMemRef(ImplicitLocOpBuilder &builder, Value tensor,
                               MemRefType type) {
  SmallVector<Value> extents;
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim)
    extents.push_back(buildExtent(builder, tensor, type, dim));
  SmallVector<Value> strides =
      buildStrides(builder, tensor, extents,
                   /*isContiguous=*/type.getLayout().isIdentity());
  Value data = buildCall(builder, "reduce.data",
                         LLVM::LLVMPointerType::get(builder.getContext()),
                         tensor);
  return buildMemRef(builder, type, data, extents, strides);
}

/// Makes `tensor`, a DLTensor, replace the memref `argument`.
static void replaceMemRef(BlockArgument argument, Value tensor) {
  auto type = cast<MemRefType>(argument.getType());
  Region *body = argument.getParentRegion();
  // The operations of the function's blocks that use the memref.
  llvm::MapVector<Operation *, SmallVector<OpOperand *>> users;
  for (OpOperand &use : llvm::make_early_inc_range(argument.getUses())) {
    Operation *op = body->findAncestorOpInRegion(*use.getOwner());
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    auto dim = dyn_cast<memref::DimOp>(op);
    if (std::optional<int64_t> index =
            dim ? dim.getConstantIndex() : std::nullopt;
        index && *index < type.getRank()) {
      Value extent = buildExtent(builder, tensor, type, *index);
      dim.replaceAllUsesWith(
          arith::IndexCastOp::create(builder, builder.getIndexType(), extent)
              .getResult());
      dim.erase();
      continue;
    }
    users[op].push_back(&use);
  }
  for (auto &[op, uses] : users) {
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    Value memRef = buildTensorMemRef(builder, tensor, type);
    for (OpOperand *use : uses)
      use->set(memRef);
  }
}

void mlir::reduce::detail::takeTensors(func::FuncOp function,
                                       unsigned numTensors) {
  Type pointer = LLVM::LLVMPointerType::get(function.getContext());
  SmallVector<Type> types(function.getArgumentTypes());
  Block &entry = function.front();
  for (unsigned i = 0; i < numTensors; ++i) {
    types[i] = pointer;
    BlockArgument tensor = entry.insertArgument(i, pointer, function.getLoc());
    replaceMemRef(entry.getArgument(i + 1), tensor);
    entry.eraseArgument(i + 1);
  }
  // They describe tensors and memrefs.
  function.removeArgAttrsAttr();
  function.setType(FunctionType::get(function.getContext(), types,
                                     function.getResultTypes()));
}
