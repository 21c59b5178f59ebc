//===- ValueBuilders.cpp - Values of a C interface ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueBuilders.h"
#include "reduce/Support/Status.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

Value mlir::reduce::detail::buildInteger(ImplicitLocOpBuilder &builder,
                                         int64_t value, unsigned width) {
  return arith::ConstantOp::create(
      builder, builder.getIntegerAttr(builder.getIntegerType(width), value));
}

Value mlir::reduce::detail::buildCall(ImplicitLocOpBuilder &builder,
                                      StringRef callee, Type result,
                                      ValueRange operands) {
  return func::CallOp::create(builder, callee, result, operands).getResult(0);
}

Type mlir::reduce::detail::getDLTensorType(ImplicitLocOpBuilder &builder) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i8 = builder.getI8Type(), i16 = builder.getI16Type(),
       i32 = builder.getI32Type(), i64 = builder.getI64Type();
  return LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      {pointer, i32, i32, i32, i8, i8, i16, pointer, pointer, i64});
}

Value mlir::reduce::detail::buildIsNotNull(ImplicitLocOpBuilder &builder,
                                           Value pointer) {
  Value null = LLVM::ZeroOp::create(builder, pointer.getType());
  return LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ne, pointer, null);
}

Value mlir::reduce::detail::buildIsOk(ImplicitLocOpBuilder &builder,
                                      Value status) {
  Value ok = buildInteger(builder, static_cast<int32_t>(Status::OK), 32);
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, status, ok);
}

Value mlir::reduce::detail::buildArena(ImplicitLocOpBuilder &builder) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value arena = LLVM::AllocaOp::create(builder, pointer, pointer,
                                       buildInteger(builder, 1, 64));
  LLVM::StoreOp::create(builder, LLVM::ZeroOp::create(builder, pointer), arena);
  return arena;
}

Value mlir::reduce::detail::buildMemRef(ImplicitLocOpBuilder &builder,
                                        MemRefType type, Value data,
                                        ValueRange sizes, ValueRange strides) {
  Type i64 = builder.getI64Type();
  SmallVector<Type> fields = {data.getType(), data.getType(), i64};
  if (type.getRank() > 0)
    fields.append(2, LLVM::LLVMArrayType::get(i64, type.getRank()));
  Value descriptor = LLVM::PoisonOp::create(
      builder, LLVM::LLVMStructType::getLiteral(builder.getContext(), fields));
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, descriptor, value, position);
  };
  insert(data, 0);
  insert(data, 1);
  insert(buildInteger(builder, 0, 64), 2);
  for (auto [dim, size, stride] : llvm::enumerate(sizes, strides)) {
    insert(size, {3, static_cast<int64_t>(dim)});
    insert(stride, {4, static_cast<int64_t>(dim)});
  }
  return UnrealizedConversionCastOp::create(builder, type, descriptor)
      .getResult(0);
}
