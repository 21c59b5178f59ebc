//===- Combiners.cpp - The operators of reductions ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Combiners.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::reduce;

/// bool is an unsigned type whose values are 0 and 1.
static bool isUnsigned(Type type) {
  return type.isUnsignedInteger() || type.isInteger(1);
}

//===----------------------------------------------------------------------===//
// Minimum
//===----------------------------------------------------------------------===//

TypedAttr MinCombiner::identity(Type elementType) {
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return FloatAttr::get(floatType,
                          APFloat::getInf(floatType.getFloatSemantics()));
  unsigned width = elementType.getIntOrFloatBitWidth();
  return IntegerAttr::get(elementType, isUnsigned(elementType)
                                           ? APInt::getMaxValue(width)
                                           : APInt::getSignedMaxValue(width));
}

Value MinCombiner::combine(OpBuilder &builder, Location loc, Value accumulator,
                           Value element) {
  Type type = accumulator.getType();
  if (isa<FloatType>(type)) {
    // Without nsz, x86 spends three more instructions on each vector to order
    // the zeros, which no specification asks for. With the element first it
    // keeps a NaN without a copy of the accumulator.
    return arith::MinimumFOp::create(builder, loc, element, accumulator,
                                     arith::FastMathFlags::nsz);
  }
  if (isUnsigned(type))
    return arith::MinUIOp::create(builder, loc, accumulator, element);
  return arith::MinSIOp::create(builder, loc, accumulator, element);
}

//===----------------------------------------------------------------------===//
// Product
//===----------------------------------------------------------------------===//

TypedAttr ProdCombiner::identity(Type elementType) {
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return FloatAttr::get(floatType, 1.0);
  return IntegerAttr::get(elementType,
                          APInt(elementType.getIntOrFloatBitWidth(), 1));
}

Value ProdCombiner::combine(OpBuilder &builder, Location loc, Value accumulator,
                            Value element) {
  if (isa<FloatType>(accumulator.getType()))
    return arith::MulFOp::create(builder, loc, accumulator, element,
                                 arith::FastMathFlags::reassoc);
  return arith::MulIOp::create(builder, loc, accumulator, element);
}
