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

SmallVector<Value>
mlir::reduce::detail::buildStrides(ImplicitLocOpBuilder &builder, Value tensor,
                                   ArrayRef<Value> extents, bool isContiguous) {
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

/// Returns the memref of what `tensor` points to.
static Value buildTensorMemRef(ImplicitLocOpBuilder &builder, Value tensor,
                               MemRefType type, Pointee pointee) {
  assert((pointee == Pointee::DLTensor ||
          (type.hasStaticShape() && type.getLayout().isIdentity())) &&
         "only a DLTensor has extents and strides");
  SmallVector<Value> extents;
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim)
    extents.push_back(buildExtent(builder, tensor, type, dim));
  SmallVector<Value> strides =
      buildStrides(builder, tensor, extents,
                   /*isContiguous=*/type.getLayout().isIdentity());
  Value data =
      pointee == Pointee::FirstElement
          ? tensor
          : buildCall(builder, "reduce.data", tensor.getType(), tensor);
  return buildMemRef(builder, type, data, extents, strides);
}

Value mlir::reduce::detail::buildElementAddress(ImplicitLocOpBuilder &builder,
                                                Value array, int64_t i) {
  Type pointer = array.getType();
  return LLVM::GEPOp::create(builder, pointer, pointer, array,
                             LLVM::GEPArg(static_cast<int32_t>(i)));
}

Value mlir::reduce::detail::buildElement(ImplicitLocOpBuilder &builder,
                                         Value array, int64_t i) {
  return LLVM::LoadOp::create(builder, array.getType(),
                              buildElementAddress(builder, array, i));
}

Value mlir::reduce::detail::buildInteger64Address(ImplicitLocOpBuilder &builder,
                                                  Value array, int64_t i) {
  return LLVM::GEPOp::create(builder, array.getType(), builder.getI64Type(),
                             array, LLVM::GEPArg(static_cast<int32_t>(i)));
}

Value mlir::reduce::detail::buildArray(ImplicitLocOpBuilder &builder,
                                       ValueRange pointers) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value array = LLVM::AllocaOp::create(
      builder, pointer, LLVM::LLVMArrayType::get(pointer, pointers.size()),
      buildInteger(builder, 1, 64));
  for (auto [i, element] : llvm::enumerate(pointers))
    LLVM::StoreOp::create(builder, element,
                          buildElementAddress(builder, array, i));
  return array;
}

/// Makes element `i` of `array` replace the memref `argument`.
static void replaceMemRef(BlockArgument argument, Value array, int64_t i,
                          Pointee pointee) {
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
      Value extent =
          buildExtent(builder, buildElement(builder, array, i), type, *index);
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
    Value memRef = buildTensorMemRef(builder, buildElement(builder, array, i),
                                     type, pointee);
    for (OpOperand *use : uses)
      use->set(memRef);
  }
}

/// Whether `function` only calls others.
static bool isGlue(func::FuncOp function) {
  return !function
              .walk([&](Operation *op) {
                bool isLoop = op != function && op->getNumRegions() > 0;
                return isLoop || isa<memref::CopyOp>(op)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

void mlir::reduce::detail::markAsGlue(func::FuncOp function) {
  Builder builder(function.getContext());
  function->setAttr("passthrough",
                    builder.getStrArrayAttr({"noinline", "optnone"}));
}

void mlir::reduce::detail::takeTensors(func::FuncOp function,
                                       unsigned numTensors, Pointee pointee) {
  Type pointer = LLVM::LLVMPointerType::get(function.getContext());
  Block &entry = function.front();
  BlockArgument array = entry.insertArgument(0u, pointer, function.getLoc());
  for (unsigned i = 0; i < numTensors; ++i)
    replaceMemRef(entry.getArgument(i + 1), array, i, pointee);
  entry.eraseArguments(1, numTensors);
  // They describe tensors and memrefs.
  function.removeArgAttrsAttr();
  function.setType(function.getFunctionType().clone(entry.getArgumentTypes(),
                                                    function.getResultTypes()));
  if (isGlue(function))
    markAsGlue(function);
}
