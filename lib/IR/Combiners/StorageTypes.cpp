//===- StorageTypes.cpp - Storage types of elements -----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Combiners/StorageTypes.h"
#include "reduce/IR/Combiners/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::reduce;

Type mlir::reduce::getStorageType(Type elementType) {
  if (elementType.isSignlessInteger(1))
    return IntegerType::get(elementType.getContext(), 8);
  // ui1 is not converted: a byte for one bit would need the rules of bool.
  if (elementType.isUnsignedInteger() && !elementType.isInteger(1))
    return IntegerType::get(elementType.getContext(),
                            elementType.getIntOrFloatBitWidth());
  return elementType;
}

bool mlir::reduce::isUnsigned(Type elementType) {
  return elementType.isUnsignedInteger() || elementType.isInteger(1);
}

Value mlir::reduce::buildTruth(OpBuilder &opBuilder, Location loc, Value byte) {
  // Clause bool-bytes.
  ImplicitLocOpBuilder builder(loc, opBuilder);
  Value zero = buildConstantLike(
      builder, builder.getZeroAttr(getElementTypeOrSelf(byte)), byte);
  Value isTrue =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, byte, zero);
  return arith::ExtUIOp::create(builder, byte.getType(), isTrue);
}
