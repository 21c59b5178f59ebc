//===- VectorBody.cpp - Bodies of linalg operations on vectors ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorBody.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::reduce::detail;

bool mlir::reduce::detail::isVectorElement(Type type) {
  if (type.isIndex() || type.isF16() || type.isBF16() || type.isF32() ||
      type.isF64())
    return true;
  return type.isSignlessInteger() &&
         llvm::is_contained({8u, 16u, 32u, 64u}, type.getIntOrFloatBitWidth());
}

unsigned mlir::reduce::detail::getElementBits(Type type) {
  if (type.isIndex())
    return IndexType::kInternalStorageBitWidth;
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

bool mlir::reduce::detail::isVectorizable(Operation &op) {
  if (isa<linalg::YieldOp>(op))
    return true;
  // Division traps on zero, which may be in the padding of a tail. LLVM's powi
  // has one exponent for all lanes.
  if (!isSpeculatable(&op) || isa<math::FPowIOp>(op))
    return false;
  auto isElement = [](Type type) {
    return VectorType::isValidElementType(type);
  };
  return (op.hasTrait<OpTrait::ConstantLike>() ||
          OpTrait::hasElementwiseMappableTraits(&op)) &&
         llvm::all_of(op.getOperandTypes(), isElement) &&
         llvm::all_of(op.getResultTypes(), isElement);
}

Value mlir::reduce::detail::buildBroadcast(ImplicitLocOpBuilder &builder,
                                           Value scalar,
                                           std::optional<int64_t> width) {
  if (!width)
    return scalar;
  return vector::BroadcastOp::create(
      builder, VectorType::get(*width, scalar.getType()), scalar);
}

void mlir::reduce::detail::cloneOperation(ImplicitLocOpBuilder &builder,
                                          Operation &op, IRMapping &mapping,
                                          std::optional<int64_t> width) {
  if (!width) {
    builder.clone(op, mapping);
    return;
  }
  if (op.hasTrait<OpTrait::ConstantLike>()) {
    Value scalar = builder.clone(op)->getResult(0);
    mapping.map(op.getResult(0), buildBroadcast(builder, scalar, width));
    return;
  }
  for (Value operand : op.getOperands())
    if (!mapping.contains(operand))
      mapping.map(operand, buildBroadcast(builder, operand, width));
  Operation *clone = builder.clone(op, mapping);
  for (OpResult result : clone->getResults())
    result.setType(VectorType::get(*width, result.getType()));
}
