//===- Fence.cpp - Values that LLVM does not look through -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fence.h"

#include "llvm/IR/DerivedTypes.h"

using namespace mlir::reduce;

/// Returns the type of floating-point numbers for which LLVM has a fence, and
/// which has as many bits as `type`; or null.
static llvm::Type *getFencedType(llvm::Type *type) {
  constexpr unsigned floatBits = 32, doubleBits = 64;
  llvm::LLVMContext &context = type->getContext();
  auto *floatType = llvm::Type::getFloatTy(context);
  auto *doubleType = llvm::Type::getDoubleTy(context);
  if (type == floatType || type == doubleType)
    return type;
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  unsigned bits = vector ? vector->getPrimitiveSizeInBits().getFixedValue() : 0;
  if (bits == 0 || bits % floatBits != 0)
    return nullptr;
  if (vector->getScalarSizeInBits() == doubleBits)
    return llvm::FixedVectorType::get(doubleType, bits / doubleBits);
  return llvm::FixedVectorType::get(floatType, bits / floatBits);
}

bool mlir::reduce::hasFence(llvm::Type *type) { return getFencedType(type); }

llvm::Value *mlir::reduce::buildFence(llvm::IRBuilder<> &builder,
                                      llvm::Value *value) {
  llvm::Type *type = getFencedType(value->getType());
  return builder.CreateBitCast(
      builder.CreateArithmeticFence(builder.CreateBitCast(value, type), type),
      value->getType());
}
